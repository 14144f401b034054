// The objects of the calculator adapter. The loader requires of every handle that its first word is
// a pointer to the table of its adapter's functions, so no object has a virtual function.
#pragma once

#include "ur_api.h"
#include "ur_ddi.h"

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace calculator {

/// The functions of this adapter; see adapter.cpp.
extern ur_dditable_t table;

/// The first member of every object.
struct Object {
  const ur_dditable_t *functions = &table;
  std::atomic<uint32_t> references{1};
};

template <class Handle> ur_result_t retain(Handle object) {
  ++object->base.references;
  return UR_RESULT_SUCCESS;
}

template <class Handle> ur_result_t release(Handle object) {
  if (--object->base.references == 0)
    delete object;
  return UR_RESULT_SUCCESS;
}

/// Answers a query as every urXGetInfo does.
inline ur_result_t answer(const void *value, size_t valueSize, size_t size, void *out,
                          size_t *outSize) {
  if (out && size < valueSize)
    return UR_RESULT_ERROR_INVALID_SIZE;
  if (out)
    std::memcpy(out, value, valueSize);
  if (outSize)
    *outSize = valueSize;
  return UR_RESULT_SUCCESS;
}

/// One step of a kernel: `@0` loads element i of argument 0, `$1` is argument 1, `!0` stores the
/// result, and the rest are numbers, the index `i` and the operators + - * /.
struct Step {
  char operation = 0;
  uint32_t argument = 0;
  float number = 0;
};

using Steps = std::vector<Step>;
using Kernels = std::map<std::string, std::shared_ptr<const Steps>>;

// Each file fills its part of the table.
void fillDeviceFunctions(ur_dditable_t &functions);
void fillQueueFunctions(ur_dditable_t &functions);
void fillProgramFunctions(ur_dditable_t &functions);

} // namespace calculator

struct ur_adapter_handle_t_ {
  calculator::Object base;
};
struct ur_platform_handle_t_ {
  calculator::Object base;
};
struct ur_device_handle_t_ {
  calculator::Object base;
};
struct ur_context_handle_t_ {
  calculator::Object base;
};
struct ur_queue_handle_t_ {
  calculator::Object base;
};
struct ur_event_handle_t_ {
  calculator::Object base;
};
struct ur_program_handle_t_ {
  calculator::Object base;
  calculator::Kernels kernels;
};
struct ur_kernel_handle_t_ {
  calculator::Object base;
  std::shared_ptr<const calculator::Steps> steps; ///< outlives the program, as UR requires
};
