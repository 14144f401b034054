#include "core/layers/handle_checks.h"

#include "core/layers/bounds_checks.h"
#include "core/layers/layers.h"
#include "core/layers/returned_handles.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <execinfo.h>
#include <memory>

namespace ursa::core::layers {
namespace {

using api::Parameter;
using api::ParameterKind;

constexpr int kMaxFrames = 32;
std::atomic<uint64_t> nextOrder{1};

std::vector<void *> currentStack() {
  void *frames[kMaxFrames];
  return std::vector<void *>(frames, frames + backtrace(frames, kMaxFrames));
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Returns whether the program owns a reference to the object that an out parameter receives. Some
/// generated rows lack the tag [alloc]; among those functions, only the ones that find existing
/// objects give no reference.
bool isOwned(const Call &call, size_t index) {
  return call.parameters[index].has(Parameter::kAlloc) || !contains(call.name(), "Get") ||
         call.function == api::Function::urDeviceGetSelected;
}

/// Returns whether a call releases a reference to the handle at an index. A destroy or close
/// function releases the last reference.
bool isReleasedBy(const Call &call, size_t index) {
  const Parameter &parameter = call.parameters[index];
  if (parameter.kind != ParameterKind::Handle)
    return false;
  if (parameter.has(Parameter::kRelease))
    return true;
  if (!contains(call.name(), "Destroy") && !contains(call.name(), "ClosePhysMem"))
    return false;
  for (size_t i = 0; i < call.size(); ++i) {
    if (i > index && call.parameters[i].kind == ParameterKind::Handle)
      return false;
    if (call.parameters[i].has(Parameter::kRelease)) // a native handle, which is not tracked
      return false;
  }
  return true;
}

/// The position of a handle in a call: "hQueue", "phEventWaitList[2]".
struct HandlePosition {
  const Call &call;
  size_t index;
  std::optional<uint64_t> element;

  std::string name() const {
    const std::string_view parameter = call.parameters[index].name;
    return element ? fmt::format("{}[{}]", parameter, *element) : std::string(parameter);
  }
};

/// Checks handles one after the other, and that all belong to one adapter.
class HandleCheck {
public:
  Result<void> operator()(const HandlePosition &place, const void *handle, HandleType type,
                          ur_result_t code) {
    const HandleTracker::Answer known = handleTracker().find(handle);
    const auto refuse = [&](const std::string &what) {
      return makeError(code, "{}: {} is {}, {}.", place.call.name(), place.name(), handle, what);
    };
    if ((known.type != type || known.released) && handleTracker().isIncomplete())
      return {};
    if (known.released)
      return refuse(fmt::format("a {} that was released already", handleTypeName(known.type)));
    if (known.type == HandleType::None && isOwn(type))
      return {}; // created before the layers were active; the loader rejects it if it is invalid
    if (known.type == HandleType::None)
      return refuse(fmt::format("which is no {} that the program was given", handleTypeName(type)));
    if (known.type != type)
      return refuse(
          fmt::format("a {}; {} was expected", handleTypeName(known.type), handleTypeName(type)));
    if (!known.adapter)
      return {};
    if (!first_) {
      first_ = known.adapter;
      firstName_ = place.name();
    } else if (known.adapter != first_) {
      return refuse(fmt::format("which belongs to another adapter than {}", firstName_));
    }
    return {};
  }

private:
  const void *first_ = nullptr;
  std::string firstName_;
};

Result<void> checkKernelArguments(const Call &call, size_t index, HandleCheck &check) {
  const auto *arguments = static_cast<const ur_exp_kernel_arg_properties_t *>(call.pointer(index));
  for (uint64_t i = 0; arguments && i < call.length(index); ++i) {
    const void *handle = nullptr;
    HandleType type = HandleType::None;
    if (arguments[i].type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ) {
      handle = arguments[i].value.memObjTuple.hMem;
      type = HandleType::Mem;
    } else if (arguments[i].type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER) {
      handle = arguments[i].value.sampler;
      type = HandleType::Sampler;
    }
    if (handle)
      URSA_CHECK(check({call, index, i}, handle, type, invalidHandleCode(type)));
  }
  return {};
}

/// An adapter may dereference a handle unchecked, so this reports null too: parameter validation
/// may be off.
Error nullHandleError(const HandlePosition &place, ur_result_t code) {
  return makeError(code, "{}: the handle {} is null.", place.call.name(), place.name());
}

Result<void> checkHandleArray(const Call &call, size_t index, HandleType type, HandleCheck &check) {
  const bool isWaited = isWaitList(call, index);
  const ur_result_t codeOfNull =
      isWaited ? UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST : UR_RESULT_ERROR_INVALID_NULL_HANDLE;
  const ur_result_t code =
      isWaited ? UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST : invalidHandleCode(type);
  if (!call.pointer(index) && call.length(index) > 0)
    return makeError(isWaited ? code : UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "{}: the array {} is null, and its length is {}.", call.name(),
                     call.parameters[index].name, call.length(index));
  for (uint64_t i = 0; i < call.length(index); ++i) {
    const HandlePosition place{call, index, i};
    const void *handle = call.handleAt(index, i);
    if (!handle)
      return nullHandleError(place, codeOfNull);
    URSA_CHECK(check(place, handle, type, code));
  }
  return {};
}

Result<void> checkHandlesAt(const Call &call, size_t index, HandleCheck &check) {
  const Parameter &parameter = call.parameters[index];
  if (parameter.type == "const ur_exp_kernel_arg_properties_t *")
    return checkKernelArguments(call, index, check);
  const HandleType type = call.facts[index].handle;
  if (type == HandleType::None || parameter.direction == api::Direction::Out)
    return {};
  if (parameter.kind == ParameterKind::HandleArray)
    return checkHandleArray(call, index, type, check);
  if (parameter.kind != ParameterKind::Handle)
    return {};
  const HandlePosition place{call, index, {}};
  if (call.pointer(index))
    return check(place, call.pointer(index), type, invalidHandleCode(type));
  if (parameter.has(Parameter::kOptional))
    return {};
  return nullHandleError(place, UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

/// Checks USM that is freed, and USM that a command uses where the ABI requires USM. (A copy may
/// use any memory, including memory that the program obtained elsewhere at the same address.)
Result<void> checkMemory(const Call &call) {
  if (handleTracker().isIncomplete())
    return {};
  const auto refuse = [&call](size_t index, std::string_view what) {
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT, "{}: {} is {}, {}.", call.name(),
                     call.parameters[index].name, call.pointer(index), what);
  };
  if (const std::optional<size_t> freed = freedMemory(call)) {
    const HandleTracker::Answer known = handleTracker().find(call.pointer(*freed));
    if (known.released)
      return refuse(*freed, "which was freed already");
    if (call.pointer(*freed) && (known.type != HandleType::None || known.size == 0))
      return refuse(*freed, "which is no USM that the program was given");
    return {};
  }
  for (size_t i = 0; i < call.size(); ++i) {
    const Parameter &parameter = call.parameters[i];
    if (parameter.name == "pMem" && parameter.extent == api::Extent::Bounds &&
        !memoryRanges().find(call.pointer(i)) && memoryRanges().findRemoved(call.pointer(i)))
      return refuse(i, "which points into USM that was freed");
  }
  return {};
}

} // namespace

HandleTracker &handleTracker() {
  static HandleTracker &tracker = *new HandleTracker;
  return tracker;
}

Result<void> checkHandles(const Call &call) {
  HandleCheck check;
  for (size_t i = 0; i < call.size(); ++i)
    URSA_CHECK(checkHandlesAt(call, i, check));
  return checkMemory(call);
}

HandleChanges::HandleChanges(const Call &call, bool withStack)
    : call_(call), withStack_(withStack) {
  for (size_t i = 0; i < call.size(); ++i)
    if (isReleasedBy(call, i) && call.pointer(i))
      releasedAddress_ = call.pointer(i);
  const std::optional<size_t> freed = freedMemory(call);
  if (freed)
    releasedAddress_ = call.pointer(*freed);
  if (releasedAddress_)
    released_ = handleTracker().release(releasedAddress_);
  if (freed)
    memoryRanges().remove(releasedAddress_);
}

void HandleChanges::finish(ur_result_t result) noexcept {
  try {
    note(result);
  } catch (const std::bad_alloc &) {
    handleTracker().stopTracking();
  }
}

void HandleChanges::note(ur_result_t result) {
  if (result != UR_RESULT_SUCCESS) {
    if (const std::optional<size_t> index = createdOnFailure(call_))
      recordCreated(*index);
    if (!released_)
      return;
    if (released_->type == HandleType::None)
      memoryRanges().add(releasedAddress_, released_->size);
    handleTracker().cancelRelease(releasedAddress_, *std::move(released_));
    return;
  }
  for (size_t i = 0; i < call_.size(); ++i) {
    const Parameter &parameter = call_.parameters[i];
    if (parameter.has(Parameter::kRetain) && parameter.kind == ParameterKind::Handle)
      handleTracker().retain(call_.pointer(i));
    else if (parameter.isPointer() && parameter.direction != api::Direction::In &&
             call_.facts[i].handle != HandleType::None && call_.pointer(i))
      recordCreated(i);
  }
  recordFound();
  noteMemory();
}

void HandleChanges::recordCreated(size_t index) {
  const Parameter &parameter = call_.parameters[index];
  const HandleType type = call_.facts[index].handle;
  const uint64_t count =
      parameter.kind == ParameterKind::HandleArray ? returnedHandles(call_, index) : 1;
  const bool owned = isReleased(type) && isOwned(call_, index);
  for (uint64_t i = 0; i < count; ++i)
    if (const void *handle = call_.handleAt(index, i))
      handleTracker().add(
          handle, {.type = type,
                   .adapter = isOwn(type) ? nullptr : *static_cast<const void *const *>(handle),
                   .references = owned ? 1u : 0u,
                   .size = type == HandleType::Mem ? createdBufferSize(call_) : 0,
                   .madeBy = call_.function,
                   .order = nextOrder++,
                   .creationStack = owned && withStack_ ? currentStack() : std::vector<void *>()});
}

void HandleChanges::recordFound() {
  forEachReturnedHandle(call_, [this](HandleType type, const void *handle) {
    handleTracker().add(handle, {.type = type,
                                 .adapter = *static_cast<const void *const *>(handle),
                                 .madeBy = call_.function,
                                 .order = nextOrder++});
  });
}

void HandleChanges::noteMemory() {
  const std::optional<AllocatedMemory> memory = allocatedMemory(call_);
  if (!memory)
    return;
  memoryRanges().add(memory->address, memory->size);
  handleTracker().add(memory->address,
                      {.references = 1,
                       .size = memory->size,
                       .madeBy = call_.function,
                       .order = nextOrder++,
                       .creationStack = withStack_ ? currentStack() : std::vector<void *>()});
}

size_t reportLeaks() {
  const auto held = handleTracker().held();
  for (const auto &[address, object] : held) {
    std::string line =
        object.type == HandleType::None
            ? fmt::format("USM at {} ({} bytes) was not freed", address, object.size)
            : fmt::format("A {} at {} was not released; {} of the program's references are left",
                          handleTypeName(object.type), address, object.references);
    line += fmt::format(". {} made it.", api::functionName(object.madeBy));
    const auto count = static_cast<int>(object.creationStack.size());
    const std::unique_ptr<char *, decltype(&std::free)> symbols(
        count ? backtrace_symbols(object.creationStack.data(), count) : nullptr, &std::free);
    for (int i = 0; symbols && i < count; ++i)
      line += fmt::format("\n  {}", symbols.get()[i]);
    validationLog().write(UR_LOGGER_LEVEL_ERROR, "{}", line);
  }
  return held.size();
}

} // namespace ursa::core::layers
