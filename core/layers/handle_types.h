// The handle types: their names, and the error code for an invalid handle of each.
#pragma once

#include "ur_api.h"
#include "ursa.h"

#include <cstdint>
#include <type_traits>

// The types of objects that adapters create, and those of ursa.h, each with the error code for an
// invalid handle. Types without a code of their own use the code for an invalid argument.
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

namespace ursa::core::layers {

enum class HandleType : uint8_t {
  None, ///< not a handle, or a handle that only the loader uses
#define URSA_ROW(name, type, code) name,
  URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
};

/// Returns the HandleType of a C type; None for any other type.
template <class Type> constexpr HandleType handleTypeOf() {
#define URSA_ROW(name, type, code)                                                                 \
  if constexpr (std::is_same_v<Type, type>)                                                        \
    return HandleType::name;                                                                       \
  else
  URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  return HandleType::None;
}

/// Returns the name, for example "ur_queue_handle_t".
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

/// Indexed by HandleType, None first.
inline constexpr ur_result_t kInvalidHandleCodes[] = {UR_RESULT_ERROR_INVALID_ARGUMENT,
#define URSA_ROW(name, type, code) UR_RESULT_ERROR_##code,
                                                      URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
};

/// Returns the error code for a parameter of this type that received something else.
constexpr ur_result_t invalidHandleCode(HandleType handle) {
  return kInvalidHandleCodes[static_cast<size_t>(handle)];
}

/// Returns whether the loader, not an adapter, owns such objects. They may be older than the
/// layers, and their first word does not point to a table.
constexpr bool isOwn(HandleType handle) {
  return handle == HandleType::Images || handle == HandleType::Bundle;
}

/// Returns whether the program releases such objects. Platforms live as long as their adapter,
/// commands as long as their command buffer.
constexpr bool isReleased(HandleType handle) {
  return handle != HandleType::Platform && handle != HandleType::Command;
}

} // namespace ursa::core::layers
