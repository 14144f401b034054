// The log of one component. UR_LOG_<COMPONENT> sets it up:
// "level:debug;flush:warning;output:stderr", each part optional; output is stdout, stderr or
// "file,PATH". Default: warnings on stderr.
#pragma once

#include "ur_api.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

namespace ursa::inline support {

/// The settings in UR_LOG_<COMPONENT>.
struct LogSettings {
  ur_logger_level_t level = UR_LOGGER_LEVEL_WARN;
  ur_logger_level_t flush = UR_LOGGER_LEVEL_ERROR;
  std::string output = "stderr"; ///< "stdout", "stderr" or the path of a file
  std::string problem;           ///< a message about the first invalid word
};

/// Parses the value of a UR_LOG_* variable. Invalid parts keep their defaults.
LogSettings parseLogSettings(std::string_view text, LogSettings defaults = {});

/// A log, which is thread safe. The log of a component lives until the process ends, because static
/// destructors may still use it: see loaderLog.
class Log {
public:
  /// @param component name as in the variable, in upper case: "LOADER", "HOST".
  /// @param level minimum level of lines, unless the variable sets another.
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

  /// Sends each line to a callback as well; null removes it. The callback is never called by two
  /// threads at once, nor after its removal, and must not use this log.
  void setCallback(ur_logger_callback_t callback, void *userData, ur_logger_level_t level);
  void setCallbackLevel(ur_logger_level_t level);

private:
  void writeLine(ur_logger_level_t level, const std::string &line);

  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the log of the loader and everything in core.
Log &loaderLog();

} // namespace ursa::inline support
