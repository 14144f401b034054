// Fuzzes the value of UR_LOG_* variables. Settings that were understood are written down and
// understood the same again; parts do not influence one another.
#include "support/log.h"

#include "fuzz/require.h"

#include <cstdint>

namespace {

using ursa::LogSettings;
using ursa::parseLogSettings;
using ursa::fuzz::require;

std::string levelName(ur_logger_level_t level) {
  switch (level) {
  case UR_LOGGER_LEVEL_DEBUG:
    return "debug";
  case UR_LOGGER_LEVEL_INFO:
    return "info";
  case UR_LOGGER_LEVEL_WARN:
    return "warning";
  case UR_LOGGER_LEVEL_ERROR:
    return "error";
  case UR_LOGGER_LEVEL_QUIET:
    return "quiet";
  default:
    require(false, "a level is one of the five");
    return {};
  }
}

bool isStream(const std::string &output) { return output == "stdout" || output == "stderr"; }

bool sameButLevel(const LogSettings &a, const LogSettings &b) {
  return a.flush == b.flush && a.output == b.output && a.problem == b.problem;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const LogSettings settings = parseLogSettings(text);
  require(!settings.output.empty(), "there is an output");
  require(settings.problem.empty() || settings.problem.back() == '.', "a problem is a sentence");

  const LogSettings again = parseLogSettings(
      "level:" + levelName(settings.level) + ";flush:" + levelName(settings.flush) +
      ";output:" + (isStream(settings.output) ? "" : "file,") + settings.output);
  require(again.problem.empty(), "settings can be written and parsed again");
  require(again.level == settings.level && again.flush == settings.flush &&
              again.output == settings.output,
          "settings after a round trip");

  const LogSettings quiet = parseLogSettings(text + ";level:quiet");
  require(quiet.level == UR_LOGGER_LEVEL_QUIET, "the last level counts");
  require(sameButLevel(quiet, settings), "a part changes nothing else");

  const LogSettings late = parseLogSettings("nonsense;" + text);
  require(late.problem.find("'nonsense'") != std::string::npos, "the first problem is told");
  require(late.level == settings.level && late.flush == settings.flush &&
              late.output == settings.output,
          "what is not understood changes nothing");

  const std::string path = text.substr(0, text.find(';'));
  if (!path.empty())
    require(!isStream(parseLogSettings("output:file," + path).output), "a file is no stream");
  return 0;
}
