#include "support/log.h"

#include "support/readable_names.h"

#include "support/environment.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

namespace ursa::inline support {
namespace {

std::optional<ur_logger_level_t> levelOf(std::string_view word) {
  constexpr std::pair<std::string_view, ur_logger_level_t> kLevels[] = {
      {"debug", UR_LOGGER_LEVEL_DEBUG},  {"info", UR_LOGGER_LEVEL_INFO},
      {"warning", UR_LOGGER_LEVEL_WARN}, {"warn", UR_LOGGER_LEVEL_WARN},
      {"error", UR_LOGGER_LEVEL_ERROR},  {"quiet", UR_LOGGER_LEVEL_QUIET}};
  const auto *level = std::find_if(std::begin(kLevels), std::end(kLevels),
                                   [word](const auto &entry) { return entry.first == word; });
  if (level == std::end(kLevels))
    return std::nullopt;
  return level->second;
}

bool isStream(std::string_view output) { return output == "stdout" || output == "stderr"; }

spdlog::level::level_enum spdlogLevel(ur_logger_level_t level) {
  switch (level) {
  case UR_LOGGER_LEVEL_DEBUG:
    return spdlog::level::debug;
  case UR_LOGGER_LEVEL_INFO:
    return spdlog::level::info;
  case UR_LOGGER_LEVEL_WARN:
    return spdlog::level::warn;
  case UR_LOGGER_LEVEL_ERROR:
    return spdlog::level::err;
  default:
    return spdlog::level::off;
  }
}

spdlog::sink_ptr makeSink(const std::string &output) {
  if (output == "stdout")
    return std::make_shared<spdlog::sinks::stdout_sink_mt>();
  if (output == "stderr")
    return std::make_shared<spdlog::sinks::stderr_sink_mt>();
  return std::make_shared<spdlog::sinks::basic_file_sink_mt>(output);
}

} // namespace

LogSettings parseLogSettings(std::string_view text, LogSettings defaults) {
  LogSettings settings = std::move(defaults);
  const auto problem = [&settings](std::string_view word, std::string_view expected) {
    if (settings.problem.empty())
      settings.problem = fmt::format("'{}' is not understood; {} was expected.", word, expected);
  };
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (part.empty())
      continue;
    const size_t colon = part.find(':');
    const std::string_view key = part.substr(0, colon);
    const std::string_view value = colon == part.npos ? "" : part.substr(colon + 1);
    if (key == "level" || key == "flush") {
      if (const auto level = levelOf(value))
        (key == "level" ? settings.level : settings.flush) = *level;
      else
        problem(value, "debug, info, warning, error or quiet");
    } else if (key == "output") {
      constexpr std::string_view kFile = "file,";
      const std::string_view path =
          value.substr(0, kFile.size()) == kFile ? value.substr(kFile.size()) : std::string_view();
      if (isStream(value))
        settings.output = value;
      else if (!path.empty()) // "file,stdout" is a file, not the stream
        settings.output = fmt::format("{}{}", isStream(path) ? "./" : "", path);
      else
        problem(value, "stdout, stderr or file,PATH");
    } else {
      problem(key, "level, flush or output");
    }
  }
  return settings;
}

struct Log::State {
  std::shared_ptr<spdlog::logger> logger;
  std::atomic<ur_logger_level_t> level{UR_LOGGER_LEVEL_WARN};
  std::mutex callbackMutex; ///< guards the members below
  ur_logger_callback_t callback = nullptr;
  void *callbackData = nullptr;
  std::atomic<ur_logger_level_t> callbackLevel{UR_LOGGER_LEVEL_QUIET};
};

Log::Log(const char *component, ur_logger_level_t level) : state_(new State) {
  const std::string variable = fmt::format("UR_LOG_{}", component);
  LogSettings settings =
      parseLogSettings(environmentVariable(variable.c_str()).value_or(""), {.level = level});
  std::string problem = settings.problem;
  spdlog::sink_ptr sink;
  try {
    sink = makeSink(settings.output);
  } catch (const spdlog::spdlog_ex &exception) {
    problem =
        fmt::format("The log file '{}' cannot be opened: {}", settings.output, exception.what());
    sink = makeSink("stderr");
  }
  std::string name = component;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  state_->logger = std::make_shared<spdlog::logger>(name, std::move(sink));
  state_->logger->set_pattern("<%n>[%l]: %v");
  state_->logger->set_level(spdlogLevel(settings.level));
  state_->logger->flush_on(spdlogLevel(settings.flush));
  state_->level = settings.level;
  if (!problem.empty())
    write(UR_LOGGER_LEVEL_WARN, "{}: {}", variable, problem);
}

Log::~Log() = default;

bool Log::enabled(ur_logger_level_t level) const {
  return level >= state_->level.load(std::memory_order_relaxed) ||
         level >= state_->callbackLevel.load(std::memory_order_relaxed);
}

void Log::setCallback(ur_logger_callback_t callback, void *userData, ur_logger_level_t level) {
  const std::lock_guard lock(state_->callbackMutex);
  state_->callback = callback;
  state_->callbackData = userData;
  state_->callbackLevel = callback ? level : UR_LOGGER_LEVEL_QUIET;
}

void Log::setCallbackLevel(ur_logger_level_t level) {
  const std::lock_guard lock(state_->callbackMutex);
  if (state_->callback)
    state_->callbackLevel = level;
}

void Log::writeLine(ur_logger_level_t level, const std::string &line) {
  // Lines of traces have the values of calls as they are.
  const std::string text = level < UR_LOGGER_LEVEL_WARN ? line : withReadableNames(line);
  state_->logger->log(spdlogLevel(level), "{}", text);
  if (level < state_->callbackLevel.load(std::memory_order_relaxed))
    return;
  const std::lock_guard lock(state_->callbackMutex);
  if (state_->callback)
    state_->callback(level, text.c_str(), state_->callbackData);
}

Log &loaderLog() {
  static Log &log = *new Log("LOADER");
  return log;
}

} // namespace ursa::inline support
