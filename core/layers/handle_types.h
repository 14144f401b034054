// The kinds of handles: how they are called, and what a call answers when one of them is not valid.
#pragma once

#include "ur_api.h"
#include "ursa.h"

#include <cstdint>
#include <type_traits>

// The types of objects that adapters hand out, and of those of ursa.h, with the code for one that
// is no such object. Types without a code of their own give that of a bad argument.
#define URSA_HANDLE_TYPES(ROW)                                                                     \
  ROW(Adapter, ur_adapter_handle_t, INVALID_ARGUMENT)                                              \
  ROW(Platform, ur_platform_handle_t, INVALID_PLATFORM)                                            \
  ROW(Device, ur_device_handle_t, INVALID_DEVICE)                                                  \
  ROW(Context, ur_context_handle_t, INVALID_CONTEXT)                                               \
  ROW(Event, ur_event_handle_t, INVALID_EVENT)                                                     \
  ROW(Program, ur_program_handle_t, INVALID_PROGRAM)                                               \
  ROW(Kernel, ur_kernel_handle_t, INVALID_KERNEL)                                                  \
  ROW(Queue, ur_queue_handle_t, INVALID_QUEUE)                                                     \
  ROW(Sampler, ur_sampler_handle_t, INVALID_SAMPLER)                                               \
  ROW(Mem, ur_mem_handle_t, INVALID_MEM_OBJECT)                                                    \
  ROW(PhysicalMem, ur_physical_mem_handle_t, INVALID_MEM_OBJECT)                                   \
  ROW(UsmPool, ur_usm_pool_handle_t, INVALID_ARGUMENT)                                             \
  ROW(ExternalMem, ur_exp_external_mem_handle_t, INVALID_MEM_OBJECT)                               \
  ROW(ExternalSemaphore, ur_exp_external_semaphore_handle_t, INVALID_SYNCHRONIZATION_OBJECT)       \
  ROW(CommandBuffer, ur_exp_command_buffer_handle_t, INVALID_COMMAND_BUFFER_EXP)                   \
  ROW(Command, ur_exp_command_buffer_command_handle_t, INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP)  \
  ROW(Graph, ur_exp_graph_handle_t, INVALID_GRAPH)                                                 \
  ROW(ExecutableGraph, ur_exp_executable_graph_handle_t, INVALID_GRAPH)                            \
  ROW(Images, ursa_images_handle_t, INVALID_ARGUMENT)                                              \
  ROW(Bundle, ursa_bundle_handle_t, INVALID_ARGUMENT)

namespace ursa {

enum class HandleType : uint8_t {
  None, ///< no handle, or one that is the loader's own
#define URSA_ROW(name, type, code) name,
  URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
};

/// The kind of a handle's type; None for any other type.
template <class Type> constexpr HandleType handleTypeOf() {
#define URSA_ROW(name, type, code)                                                                 \
  if constexpr (std::is_same_v<Type, type>)                                                        \
    return HandleType::name;                                                                       \
  else
  URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  return HandleType::None;
}

/// "ur_queue_handle_t".
constexpr const char *handleTypeName(HandleType handle) {
  switch (handle) {
#define URSA_ROW(name, type, code)                                                                 \
  case HandleType::name:                                                                           \
    return #type;
    URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  case HandleType::None:
    break;
  }
  return "no handle";
}

/// By HandleType, None first.
inline constexpr ur_result_t kInvalidHandleCodes[] = {UR_RESULT_ERROR_INVALID_ARGUMENT,
#define URSA_ROW(name, type, code) UR_RESULT_ERROR_##code,
                                                      URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
};

/// What a call answers that was given something else for such a handle.
constexpr ur_result_t invalidHandleCode(HandleType handle) {
  return kInvalidHandleCodes[static_cast<size_t>(handle)];
}

/// Whether such objects are the loader's, not an adapter's. They may be older than the layers, and
/// their first word leads to no table.
constexpr bool isOwn(HandleType handle) {
  return handle == HandleType::Images || handle == HandleType::Bundle;
}

/// Whether the program gives such objects back. Platforms live as long as their adapter, commands
/// as long as their command buffer.
constexpr bool isReleased(HandleType handle) {
  return handle != HandleType::Platform && handle != HandleType::Command;
}

} // namespace ursa
