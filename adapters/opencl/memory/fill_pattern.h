// Fills with patterns of any length, as UR allows. OpenCL fills take patterns of 1, 2, 4, ... 128
// bytes.
#pragma once

#include "adapters/opencl/driver/cl.h"

#include <cstring>
#include <memory>

namespace ursa::opencl {

/// Returns whether OpenCL supports fill patterns of this many bytes.
constexpr bool isNativePattern(size_t patternSize) {
  return patternSize != 0 && patternSize <= 128 && (patternSize & (patternSize - 1)) == 0;
}

/// Host memory that a command uses. freeAfter passes its ownership to the command's event.
class CommandMemory {
public:
  explicit CommandMemory(size_t size) : bytes_(std::make_unique<std::byte[]>(size)) {}
  std::byte *data() const { return bytes_.get(); }

  /// Frees the memory when the event completes. Waits for the event if the driver rejects the
  /// callback.
  void freeAfter(cl_event event) {
    auto freeIt = [](cl_event, cl_int, void *memory) { delete[] static_cast<std::byte *>(memory); };
    if (clSetEventCallback(event, CL_COMPLETE, freeIt, bytes_.get()) == CL_SUCCESS)
      (void)bytes_.release();
    else
      clWaitForEvents(1, &event);
  }

private:
  std::unique_ptr<std::byte[]> bytes_;
};

/// Calls @p write with (source, event), where source is memory filled with the pattern. The memory
/// lives until the write is complete.
template <class Write>
cl_int fillByWriting(const void *pattern, size_t patternSize, size_t size, cl_event *event,
                     Write &&write) {
  CommandMemory memory(size);
  for (size_t at = 0; at < size; at += patternSize)
    std::memcpy(memory.data() + at, pattern, patternSize);
  cl_event done = nullptr;
  const cl_int code = write(memory.data(), &done);
  if (code != CL_SUCCESS)
    return code;
  memory.freeAfter(done);
  if (event)
    *event = done;
  else
    clReleaseEvent(done);
  return code;
}

/// Fills a part of a buffer: with the driver's fill if it supports the pattern, otherwise with a
/// write.
inline cl_int fillBufferRange(cl_command_queue queue, cl_mem buffer, const void *pattern,
                              size_t patternSize, size_t offset, size_t size, cl_uint count,
                              const cl_event *waits, cl_event *event) {
  if (isNativePattern(patternSize) && offset % patternSize == 0)
    return clEnqueueFillBuffer(queue, buffer, pattern, patternSize, offset, size, count, waits,
                               event);
  return fillByWriting(pattern, patternSize, size, event, [&](const void *source, cl_event *done) {
    return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, offset, size, source, count, waits, done);
  });
}

} // namespace ursa::opencl
