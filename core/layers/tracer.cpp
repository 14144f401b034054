#include "core/layers/tracer.h"

#include "core/layers/layers.h"
#include "core/layers/timeline.h"

namespace ursa::core::layers {
namespace {

using api::ParameterKind;

constexpr size_t kMaxText = 120; ///< maximum number of characters printed for a string

std::string describeText(const char *text) {
  if (!text)
    return "nullptr";
  const size_t length = strnlen(text, kMaxText + 1);
  return length > kMaxText ? fmt::format("\"{}...\"", std::string_view(text, kMaxText))
                           : fmt::format("\"{}\"", text);
}

std::string describeHandles(const Call &call, size_t index) {
  if (!call.pointer(index))
    return "nullptr";
  std::string text = "[";
  for (uint64_t i = 0; i < call.length(index); ++i)
    text += fmt::format("{}{}", i ? ", " : "", call.handleAt(index, i));
  return text + "]";
}

/// Formats a number, or a struct of sizes.
std::string describeValue(const Call &call, size_t index) {
  const size_t size = call.facts[index].size;
  if (size <= sizeof(uint64_t))
    return fmt::format("{}", call.number(index));
  std::string text = "{";
  for (size_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, static_cast<const std::byte *>(call.arguments[index]) + at, sizeof(word));
    text += fmt::format("{}{}", at ? ", " : "", word);
  }
  return text + "}";
}

std::string describeArgument(const Call &call, size_t index, bool isDone) {
  const api::Parameter &parameter = call.parameters[index];
  switch (parameter.kind) {
  case ParameterKind::Enum:
    return call.facts[index].enumName(call.arguments[index]);
  case ParameterKind::Flags:
    return fmt::format("{:#x}", call.number(index));
  case ParameterKind::Value:
    return describeValue(call, index);
  case ParameterKind::NativeHandle:
    return fmt::format("{:#x}", call.number(index));
  case ParameterKind::HandleArray:
    if (parameter.direction == api::Direction::In)
      return describeHandles(call, index);
    break;
  default:
    break;
  }
  if (parameter.type == "const char *" && parameter.extent == api::Extent::None)
    return describeText(call.as<const char *>(index));
  if (!call.pointer(index))
    return "nullptr";
  if (isDone && parameter.kind == ParameterKind::Pointer &&
      parameter.direction == api::Direction::Out && call.facts[index].handle != HandleType::None)
    return fmt::format("{} ({})", call.pointer(index), call.handleAt(index, 0));
  return fmt::format("{}", call.pointer(index));
}

} // namespace

std::string describeCall(const Call &call, bool isDone) {
  std::string text = fmt::format("{}(", call.name());
  for (size_t i = 0; i < call.size(); ++i)
    text += fmt::format("{}.{} = {}", i ? ", " : "", call.parameters[i].name,
                        describeArgument(call, i, isDone));
  return text + ")";
}

TracedCall::TracedCall(const Call &call) noexcept : call_(call) {
  writeBegin();
  begin_ = std::chrono::steady_clock::now();
}

TracedCall::TracedCall(const Call &call, std::chrono::steady_clock::time_point begin) noexcept
    : call_(call), begin_(begin) {
  writeBegin();
}

void TracedCall::writeBegin() noexcept {
  try {
    if (tracingLog().enabled(UR_LOGGER_LEVEL_INFO))
      tracingLog().write(UR_LOGGER_LEVEL_INFO, "---> {}", describeCall(call_, false));
  } catch (const std::exception &) {
    // If the trace runs out of memory, it loses a line, and the call continues.
  }
}

void TracedCall::finish(ur_result_t result) noexcept {
  const auto end = std::chrono::steady_clock::now();
  try {
    if (tracingLog().enabled(UR_LOGGER_LEVEL_INFO))
      tracingLog().write(UR_LOGGER_LEVEL_INFO, "<--- {} -> {}",
                         describeCall(call_, result == UR_RESULT_SUCCESS), api::resultName(result));
    timeline().addCall(call_, begin_, end, result);
  } catch (const std::exception &) {
    // Out of memory: loses this line.
  }
}

void traceWork(std::string_view what, std::string_view detail,
               std::chrono::steady_clock::time_point begin,
               std::chrono::steady_clock::time_point end) noexcept {
  if (!(activeLayers() & kTracing))
    return;
  try {
    const std::chrono::duration<double, std::milli> took = end - begin;
    tracingLog().write(UR_LOGGER_LEVEL_INFO, "**** {}: {} ({:.3f} ms)", what, detail, took.count());
    timeline().addWork(what, detail, begin, end);
  } catch (const std::exception &) {
    // Out of memory: loses this line.
  }
}

Log &tracingLog() {
  static Log &log = *new Log("TRACING", UR_LOGGER_LEVEL_INFO);
  return log;
}

} // namespace ursa::core::layers
