// The objects of the fake driver, and helpers that record a call and answer a query.
#pragma once

#include "opencl/fake_driver.h"
#include "opencl/fake_program.h"

#include <CL/cl_icd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::testing {

const cl_icd_dispatch &dispatch();          // in fake_driver.cpp
void addCommands(cl_icd_dispatch &entries); // in fake_commands.cpp
void *fakeExtension(std::string_view name); // in fake_extensions.cpp; null if unknown

// The object behind every handle. The dispatch table comes first, as the ICD loader requires.
struct Object {
  const cl_icd_dispatch *table = &dispatch();
  std::atomic<int> references = 1;
  bool isCounted = false;
  std::vector<char> bytes;             ///< of a buffer
  std::vector<FakeConstant> constants; ///< of a program and its kernels
  Object *output = nullptr; ///< the first argument of the kernel that outputs the constants
  bool showsConstants = false;
  cl_program program = nullptr;     ///< of a kernel
  bool keepsTimes = true;           ///< of an event
  bool isComplete = true;           ///< of an event; guarded by the mutex of fake_queues.cpp
  cl_int failure = CL_SUCCESS;      ///< of a complete event; guarded likewise
  bool isUserEvent = false;         ///< of an event
  cl_command_queue queue = nullptr; ///< of an event, if the driver's queues are ordered
  std::vector<std::function<void(cl_int)>> callbacks; ///< of an event that is not complete
};

/// Records a call. @return the code that the call must return
inline cl_int enter(const char *function) {
  const std::lock_guard guard(fakeDriver()->mutex);
  fakeDriver()->called.insert(function);
  ++fakeDriver()->calls[function];
  return fakeDriver()->failing == function ? fakeDriver()->code : CL_SUCCESS;
}

#define ENTER() enter(__func__)
#define ENTER_OR_RETURN()                                                                          \
  if (const cl_int code = ENTER())                                                                 \
  return code

template <class Handle> Handle make(cl_int code, cl_int *out) {
  if (out)
    *out = code;
  if (code != CL_SUCCESS)
    return nullptr;
  auto *object = new Object;
  object->isCounted = true;
  ++fakeDriver()->objects;
  return reinterpret_cast<Handle>(object);
}

inline void complete(cl_event *event) {
  if (event)
    *event = make<cl_event>(CL_SUCCESS, nullptr);
}

template <class Handle> cl_int release(Handle handle) {
  auto *object = reinterpret_cast<Object *>(handle);
  if (--object->references == 0 && object->isCounted) {
    --fakeDriver()->objects;
    delete object;
  }
  return CL_SUCCESS;
}

template <class Handle> cl_int retain(Handle handle) {
  ++reinterpret_cast<Object *>(handle)->references;
  return CL_SUCCESS;
}

inline cl_int answer(const void *value, size_t size, size_t capacity, void *out, size_t *sizeRet) {
  if (const auto reportedSize = fakeDriver()->answerSize) {
    if (out)
      std::memcpy(out, value, std::min(size, capacity));
    if (sizeRet)
      *sizeRet = *reportedSize;
    return CL_SUCCESS;
  }
  if (out) {
    if (capacity < size)
      return CL_INVALID_VALUE;
    std::memcpy(out, value, size);
  }
  if (sizeRet)
    *sizeRet = size;
  return CL_SUCCESS;
}
template <class T> cl_int answer(const T &value, size_t capacity, void *out, size_t *sizeRet) {
  return answer(&value, sizeof(value), capacity, out, sizeRet);
}
inline cl_int answerText(std::string_view text, size_t capacity, void *out, size_t *sizeRet) {
  return answer(std::string(text).c_str(), text.size() + 1, capacity, out, sizeRet);
}

} // namespace ursa::testing
