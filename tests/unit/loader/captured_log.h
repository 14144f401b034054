// Captures the lines that the loader logs during its lifetime.
#pragma once

#include "support/log.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace ursa::core::loader {

class CapturedLog {
public:
  explicit CapturedLog(ur_logger_level_t level = UR_LOGGER_LEVEL_DEBUG) {
    loaderLog().setCallback(
        [](ur_logger_level_t lineLevel, const char *line, void *self) {
          static_cast<CapturedLog *>(self)->add(lineLevel, line);
        },
        this, level);
  }
  ~CapturedLog() { loaderLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET); }
  CapturedLog(const CapturedLog &) = delete;
  CapturedLog &operator=(const CapturedLog &) = delete;

  /// Returns the lines of one level.
  std::vector<std::string> at(ur_logger_level_t level) const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> lines;
    for (const auto &[lineLevel, line] : lines_)
      if (lineLevel == level)
        lines.push_back(line);
    return lines;
  }

  std::vector<std::string> warnings() const { return at(UR_LOGGER_LEVEL_WARN); }

private:
  void add(ur_logger_level_t level, const char *line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(level, line);
  }

  mutable std::mutex mutex_; ///< guards lines_
  std::vector<std::pair<ur_logger_level_t, std::string>> lines_;
};

} // namespace ursa::core::loader
