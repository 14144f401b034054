// The log of one component. UR_LOG_<COMPONENT> sets it up:
// "level:debug;flush:warning;output:stderr", each part optional; output is stdout, stderr or
// "file,PATH". Default: warnings on stderr.
#pragma once

#include "ur_api.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

namespace ursa {

/// What UR_LOG_<COMPONENT> asks for.
struct LogSettings {
  ur_logger_level_t level = UR_LOGGER_LEVEL_WARN;
  ur_logger_level_t flush = UR_LOGGER_LEVEL_ERROR;
  std::string output = "stderr"; ///< "stdout", "stderr" or the path of a file
  std::string problem;           ///< a sentence about the first word that was not understood
};

/// Parses the value of a UR_LOG_* variable. What is not understood keeps its default.
LogSettings parseLogSettings(std::string_view text, LogSettings defaults = {});

/// A log that other parts write to; thread safe. That of a component lives until the process ends,
/// since static destructors may still log: see loaderLog.
class Log {
public:
  /// @param component as in the variable's name, in upper case: "LOADER", "HOST".
  /// @param level of lines that it takes unless the variable says otherwise.
  explicit Log(const char *component, ur_logger_level_t level = UR_LOGGER_LEVEL_WARN);
  ~Log();
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;

  bool enabled(ur_logger_level_t level) const;

  template <class... Args>
  void write(ur_logger_level_t level, fmt::format_string<Args...> format, Args &&...args) {
    if (enabled(level))
      writeLine(level, fmt::format(format, std::forward<Args>(args)...));
  }

  /// Sends each line to a callback as well; null takes it away. The callback is not called by two
  /// threads at once, nor after it was taken away, and must not log here itself.
  void setCallback(ur_logger_callback_t callback, void *userData, ur_logger_level_t level);
  void setCallbackLevel(ur_logger_level_t level);

private:
  void writeLine(ur_logger_level_t level, const std::string &line);

  struct State;
  std::unique_ptr<State> state_;
};

/// The log of the loader and everything in core.
Log &loaderLog();

} // namespace ursa
