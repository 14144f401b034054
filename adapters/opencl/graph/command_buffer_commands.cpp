// The memory commands and hints of command buffers.
#include "adapters/common/memory_commands.h"
#include "adapters/opencl/graph/command_buffer.h"
#include "adapters/opencl/memory/buffer_checks.h"
#include "adapters/opencl/memory/fill_pattern.h"
#include "adapters/opencl/memory/usm.h"

namespace ursa::opencl {
namespace {

using adapter::Ref;

using Buffer = Ref<ur_mem_handle_t_>;

Result<void> checkContext(ur_context_handle_t context, ur_mem_handle_t buffer) {
  if (buffer && buffer->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer is of another context than the command buffer.");
  return {};
}

// Returns the device whose USM functions the context's commands use.
Result<const ur_device_handle_t_ *> usmDevice(ur_context_handle_t context) {
  const ur_device_handle_t device = context->devices.front();
  if (device->usm == UsmSupport::None)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The context's device has no unified shared memory."};
  return device;
}

/// The commands that common/memory_commands.h appends.
struct MemoryWork {
  using PitchedBox = adapter::PitchedBox;

  static WorkResult usmCopy(ur_context_handle_t context, void *pDst, const void *pSrc,
                            size_t size) {
    URSA_TRY(const ur_device_handle_t_ *device, usmDevice(context));
    URSA_CHECK(adapter::checkUsmCopy(pDst, pSrc, size));
    return createWork("clEnqueueSVMMemcpy", [=](cl_command_queue queue, auto... events) {
      return copyUsm(*device, queue, false, pDst, pSrc, size, events...);
    });
  }

  static WorkResult usmFill(ur_context_handle_t context, void *pMemory, const void *pPattern,
                            size_t patternSize, size_t size) {
    URSA_TRY(const ur_device_handle_t_ *device, usmDevice(context));
    URSA_CHECK(adapter::checkUsmFill(pMemory, pPattern, patternSize, size));
    const auto *bytes = static_cast<const std::byte *>(pPattern);
    return createWork("clEnqueueSVMMemFill", [=, pattern = std::vector(bytes, bytes + patternSize)](
                                                 cl_command_queue queue, auto... events) {
      return fillUsmRow(*device, queue, pMemory, pattern.data(), pattern.size(), size, events...);
    });
  }

  // Ignores hints: the driver has no such commands.
  static WorkResult usmPrefetch(ur_context_handle_t, const void *pMemory, size_t size,
                                ur_usm_migration_flags_t flags) {
    URSA_CHECK(adapter::checkUsmPrefetch(pMemory, size, flags));
    return std::shared_ptr<RecordedWork>();
  }

  static WorkResult usmAdvise(ur_context_handle_t, const void *pMemory, size_t size,
                              ur_usm_advice_flags_t advice) {
    URSA_CHECK(adapter::checkUsmAdvice(pMemory, size, advice));
    return std::shared_ptr<RecordedWork>();
  }

  static WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t hSrcMem,
                               ur_mem_handle_t hDstMem, size_t srcOffset, size_t dstOffset,
                               size_t size) {
    URSA_CHECK(checkRange(hSrcMem, srcOffset, size));
    URSA_CHECK(checkRange(hDstMem, dstOffset, size));
    URSA_CHECK(checkContext(context, hSrcMem));
    URSA_CHECK(checkContext(context, hDstMem));
    const Buffer from(hSrcMem), to(hDstMem);
    return createRecordableWork(
        "clEnqueueCopyBuffer",
        [=](cl_command_queue queue, auto... events) {
          return clEnqueueCopyBuffer(queue, from->id, to->id, srcOffset, dstOffset, size,
                                     events...);
        },
        "clCommandCopyBufferKHR",
        [=](const Recording &recording) {
          return recording.functions.copyBuffer(recording.buffer, nullptr, from->id, to->id,
                                                srcOffset, dstOffset, size, recording.count(),
                                                recording.list(), recording.done, nullptr);
        });
  }

  static WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t hBuffer, size_t offset,
                                size_t size, const void *pSrc) {
    URSA_CHECK(checkRange(hBuffer, offset, size));
    URSA_CHECK(checkContext(context, hBuffer));
    URSA_POINTER(pSrc);
    return createWork("clEnqueueWriteBuffer", [=, buffer = Buffer(hBuffer)](cl_command_queue queue,
                                                                            auto... events) {
      return clEnqueueWriteBuffer(queue, buffer->id, CL_FALSE, offset, size, pSrc, events...);
    });
  }

  static WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t hBuffer, size_t offset,
                               size_t size, void *pDst) {
    URSA_CHECK(checkRange(hBuffer, offset, size));
    URSA_CHECK(checkContext(context, hBuffer));
    URSA_POINTER(pDst);
    return createWork("clEnqueueReadBuffer", [=, buffer = Buffer(hBuffer)](cl_command_queue queue,
                                                                           auto... events) {
      return clEnqueueReadBuffer(queue, buffer->id, CL_FALSE, offset, size, pDst, events...);
    });
  }

  static WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t hSrcMem,
                                   PitchedBox source, ur_mem_handle_t hDstMem,
                                   PitchedBox destination, const ur_rect_region_t &region) {
    URSA_CHECK(checkBox(hSrcMem, source, region));
    URSA_CHECK(checkBox(hDstMem, destination, region));
    URSA_CHECK(checkContext(context, hSrcMem));
    URSA_CHECK(checkContext(context, hDstMem));
    return createWork("clEnqueueCopyBufferRect", [=, from = Buffer(hSrcMem), to = Buffer(hDstMem)](
                                                     cl_command_queue queue, auto... events) {
      return clEnqueueCopyBufferRect(queue, from->id, to->id, originOf(source.origin).data(),
                                     originOf(destination.origin).data(), regionOf(region).data(),
                                     source.rowPitch, source.slicePitch, destination.rowPitch,
                                     destination.slicePitch, events...);
    });
  }

  static WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                                    PitchedBox part, const void *pSrc, PitchedBox host,
                                    const ur_rect_region_t &region) {
    URSA_CHECK(checkBox(hBuffer, part, region));
    URSA_CHECK(checkHostBox(pSrc, host, region));
    URSA_CHECK(checkContext(context, hBuffer));
    return createWork("clEnqueueWriteBufferRect",
                      [=, buffer = Buffer(hBuffer)](cl_command_queue queue, auto... events) {
                        return clEnqueueWriteBufferRect(
                            queue, buffer->id, CL_FALSE, originOf(part.origin).data(),
                            originOf(host.origin).data(), regionOf(region).data(), part.rowPitch,
                            part.slicePitch, host.rowPitch, host.slicePitch, pSrc, events...);
                      });
  }

  static WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                                   PitchedBox part, void *pDst, PitchedBox host,
                                   const ur_rect_region_t &region) {
    URSA_CHECK(checkBox(hBuffer, part, region));
    URSA_CHECK(checkHostBox(pDst, host, region));
    URSA_CHECK(checkContext(context, hBuffer));
    return createWork("clEnqueueReadBufferRect",
                      [=, buffer = Buffer(hBuffer)](cl_command_queue queue, auto... events) {
                        return clEnqueueReadBufferRect(
                            queue, buffer->id, CL_FALSE, originOf(part.origin).data(),
                            originOf(host.origin).data(), regionOf(region).data(), part.rowPitch,
                            part.slicePitch, host.rowPitch, host.slicePitch, pDst, events...);
                      });
  }

  static WorkResult bufferFill(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                               const void *pPattern, size_t patternSize, size_t offset,
                               size_t size) {
    URSA_CHECK(checkBuffer(hBuffer));
    URSA_POINTER(pPattern);
    URSA_CHECK(checkRange(hBuffer, offset, size));
    URSA_CHECK(adapter::checkPattern(patternSize, size));
    URSA_CHECK(checkContext(context, hBuffer));
    const auto *bytes = static_cast<const std::byte *>(pPattern);
    const std::vector pattern(bytes, bytes + patternSize);
    const Buffer buffer(hBuffer);
    const auto fill = [=](cl_command_queue queue, auto... events) {
      return fillBufferRange(queue, buffer->id, pattern.data(), pattern.size(), offset, size,
                             events...);
    };
    // The other fills are writes.
    if (!isNativePattern(patternSize) || offset % patternSize != 0)
      return createWork("clEnqueueFillBuffer", fill);
    return createRecordableWork(
        "clEnqueueFillBuffer", fill, "clCommandFillBufferKHR", [=](const Recording &recording) {
          return recording.functions.fillBuffer(
              recording.buffer, nullptr, buffer->id, pattern.data(), pattern.size(), offset, size,
              recording.count(), recording.list(), recording.done, nullptr);
        });
  }
};

} // namespace

void fillCommandBufferCommands(ur_dditable_t &table) {
  adapter::fillMemoryAppends<Recordings, MemoryWork>(table);
}

} // namespace ursa::opencl
