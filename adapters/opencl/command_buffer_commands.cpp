// Commands of command buffers that move memory, and hints.
#include "adapters/opencl/buffer_checks.h"
#include "adapters/opencl/command_buffer.h"
#include "adapters/opencl/fill_pattern.h"
#include "adapters/opencl/usm.h"

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

// The device of a context that USM commands go by.
Result<const ur_device_handle_t_ *> usmDevice(ur_context_handle_t context) {
  const ur_device_handle_t device = context->devices.front();
  if (device->usm == UsmWay::None)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The context's device has no unified shared memory."};
  return device;
}

WorkResult copyMemory(ur_context_handle_t context, void *pDst, const void *pSrc, size_t size) {
  URSA_TRY(const ur_device_handle_t_ *device, usmDevice(context));
  URSA_POINTER(pDst);
  URSA_POINTER(pSrc);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A copy of 0 bytes was asked for.");
  return makeWork("clEnqueueSVMMemcpy", [=](cl_command_queue queue, auto... events) {
    return copyUsm(*device, queue, false, pDst, pSrc, size, events...);
  });
}

WorkResult fillMemory(ur_context_handle_t context, void *pMemory, const void *pPattern,
                      size_t patternSize, size_t size) {
  URSA_TRY(const ur_device_handle_t_ *device, usmDevice(context));
  URSA_POINTER(pMemory);
  URSA_POINTER(pPattern);
  URSA_CHECK(checkPattern(patternSize, size));
  const auto *bytes = static_cast<const std::byte *>(pPattern);
  return makeWork("clEnqueueSVMMemFill", [=, pattern = std::vector(bytes, bytes + patternSize)](
                                             cl_command_queue queue, auto... events) {
    return fillUsmRow(*device, queue, pMemory, pattern.data(), pattern.size(), size, events...);
  });
}

// Hints: the driver is told nothing.
WorkResult prefetch(ur_context_handle_t, const void *pMemory, size_t size,
                    ur_usm_migration_flags_t flags) {
  URSA_POINTER(pMemory);
  URSA_CHECK(checkPrefetch(size, flags));
  return std::shared_ptr<RecordedWork>();
}

WorkResult advise(ur_context_handle_t, const void *pMemory, size_t size,
                  ur_usm_advice_flags_t advice) {
  URSA_POINTER(pMemory);
  URSA_CHECK(checkAdvice(size, advice));
  return std::shared_ptr<RecordedWork>();
}

WorkResult copyBuffer(ur_context_handle_t context, ur_mem_handle_t hSrcMem, ur_mem_handle_t hDstMem,
                      size_t srcOffset, size_t dstOffset, size_t size) {
  URSA_CHECK(checkRange(hSrcMem, srcOffset, size));
  URSA_CHECK(checkRange(hDstMem, dstOffset, size));
  URSA_CHECK(checkContext(context, hSrcMem));
  URSA_CHECK(checkContext(context, hDstMem));
  const Buffer from(hSrcMem), to(hDstMem);
  return makeRecordableWork(
      "clEnqueueCopyBuffer",
      [=](cl_command_queue queue, auto... events) {
        return clEnqueueCopyBuffer(queue, from->id, to->id, srcOffset, dstOffset, size, events...);
      },
      "clCommandCopyBufferKHR",
      [=](const Recording &recording) {
        return recording.functions.copyBuffer(recording.buffer, nullptr, from->id, to->id,
                                              srcOffset, dstOffset, size, recording.count(),
                                              recording.list(), recording.done, nullptr);
      });
}

WorkResult writeBuffer(ur_context_handle_t context, ur_mem_handle_t hBuffer, size_t offset,
                       size_t size, const void *pSrc) {
  URSA_CHECK(checkRange(hBuffer, offset, size));
  URSA_CHECK(checkContext(context, hBuffer));
  URSA_POINTER(pSrc);
  return makeWork("clEnqueueWriteBuffer", [=, buffer = Buffer(hBuffer)](cl_command_queue queue,
                                                                        auto... events) {
    return clEnqueueWriteBuffer(queue, buffer->id, CL_FALSE, offset, size, pSrc, events...);
  });
}

WorkResult readBuffer(ur_context_handle_t context, ur_mem_handle_t hBuffer, size_t offset,
                      size_t size, void *pDst) {
  URSA_CHECK(checkRange(hBuffer, offset, size));
  URSA_CHECK(checkContext(context, hBuffer));
  URSA_POINTER(pDst);
  return makeWork(
      "clEnqueueReadBuffer", [=, buffer = Buffer(hBuffer)](cl_command_queue queue, auto... events) {
        return clEnqueueReadBuffer(queue, buffer->id, CL_FALSE, offset, size, pDst, events...);
      });
}

WorkResult copyRect(ur_context_handle_t context, ur_mem_handle_t hSrcMem, ur_mem_handle_t hDstMem,
                    ur_rect_offset_t srcOrigin, ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                    size_t srcRowPitch, size_t srcSlicePitch, size_t dstRowPitch,
                    size_t dstSlicePitch) {
  URSA_CHECK(checkBox(hSrcMem, srcOrigin, region, srcRowPitch, srcSlicePitch));
  URSA_CHECK(checkBox(hDstMem, dstOrigin, region, dstRowPitch, dstSlicePitch));
  URSA_CHECK(checkContext(context, hSrcMem));
  URSA_CHECK(checkContext(context, hDstMem));
  return makeWork("clEnqueueCopyBufferRect", [=, from = Buffer(hSrcMem), to = Buffer(hDstMem)](
                                                 cl_command_queue queue, auto... events) {
    return clEnqueueCopyBufferRect(queue, from->id, to->id, originOf(srcOrigin).data(),
                                   originOf(dstOrigin).data(), regionOf(region).data(), srcRowPitch,
                                   srcSlicePitch, dstRowPitch, dstSlicePitch, events...);
  });
}

WorkResult writeRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                     ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                     ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                     size_t hostRowPitch, size_t hostSlicePitch, void *pSrc) {
  URSA_CHECK(checkBox(hBuffer, bufferOffset, region, bufferRowPitch, bufferSlicePitch));
  URSA_CHECK(checkHostBox(pSrc, region, hostRowPitch, hostSlicePitch));
  URSA_CHECK(checkContext(context, hBuffer));
  return makeWork("clEnqueueWriteBufferRect", [=, buffer = Buffer(hBuffer)](cl_command_queue queue,
                                                                            auto... events) {
    return clEnqueueWriteBufferRect(queue, buffer->id, CL_FALSE, originOf(bufferOffset).data(),
                                    originOf(hostOffset).data(), regionOf(region).data(),
                                    bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch,
                                    pSrc, events...);
  });
}

WorkResult readRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                    ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                    ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                    size_t hostRowPitch, size_t hostSlicePitch, void *pDst) {
  URSA_CHECK(checkBox(hBuffer, bufferOffset, region, bufferRowPitch, bufferSlicePitch));
  URSA_CHECK(checkHostBox(pDst, region, hostRowPitch, hostSlicePitch));
  URSA_CHECK(checkContext(context, hBuffer));
  return makeWork("clEnqueueReadBufferRect", [=, buffer = Buffer(hBuffer)](cl_command_queue queue,
                                                                           auto... events) {
    return clEnqueueReadBufferRect(queue, buffer->id, CL_FALSE, originOf(bufferOffset).data(),
                                   originOf(hostOffset).data(), regionOf(region).data(),
                                   bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch,
                                   pDst, events...);
  });
}

WorkResult fillBuffer(ur_context_handle_t context, ur_mem_handle_t hBuffer, const void *pPattern,
                      size_t patternSize, size_t offset, size_t size) {
  URSA_CHECK(checkBuffer(hBuffer));
  URSA_POINTER(pPattern);
  URSA_CHECK(checkRange(hBuffer, offset, size));
  URSA_CHECK(checkPattern(patternSize, size));
  URSA_CHECK(checkContext(context, hBuffer));
  const auto *bytes = static_cast<const std::byte *>(pPattern);
  const std::vector pattern(bytes, bytes + patternSize);
  const Buffer buffer(hBuffer);
  const auto fill = [=](cl_command_queue queue, auto... events) {
    return fillBufferRange(queue, buffer->id, pattern.data(), pattern.size(), offset, size,
                           events...);
  };
  // Others are writes.
  if (!isNativePattern(patternSize) || offset % patternSize != 0)
    return makeWork("clEnqueueFillBuffer", fill);
  return makeRecordableWork(
      "clEnqueueFillBuffer", fill, "clCommandFillBufferKHR", [=](const Recording &recording) {
        return recording.functions.fillBuffer(recording.buffer, nullptr, buffer->id, pattern.data(),
                                              pattern.size(), offset, size, recording.count(),
                                              recording.list(), recording.done, nullptr);
      });
}

template <ur_command_t Type, auto Make>
using Append = adapter::AppendCommand<Recordings, Type, Make>;

} // namespace

void fillCommandBufferCommands(ur_dditable_t &table) {
  auto &entries = table.CommandBufferExp;
  entries.pfnAppendUSMMemcpyExp = Append<UR_COMMAND_USM_MEMCPY, copyMemory>::call;
  entries.pfnAppendUSMFillExp = Append<UR_COMMAND_USM_FILL, fillMemory>::call;
  entries.pfnAppendUSMPrefetchExp = Append<UR_COMMAND_USM_PREFETCH, prefetch>::call;
  entries.pfnAppendUSMAdviseExp = Append<UR_COMMAND_USM_ADVISE, advise>::call;
  entries.pfnAppendMemBufferCopyExp = Append<UR_COMMAND_MEM_BUFFER_COPY, copyBuffer>::call;
  entries.pfnAppendMemBufferWriteExp = Append<UR_COMMAND_MEM_BUFFER_WRITE, writeBuffer>::call;
  entries.pfnAppendMemBufferReadExp = Append<UR_COMMAND_MEM_BUFFER_READ, readBuffer>::call;
  entries.pfnAppendMemBufferCopyRectExp = Append<UR_COMMAND_MEM_BUFFER_COPY_RECT, copyRect>::call;
  entries.pfnAppendMemBufferWriteRectExp =
      Append<UR_COMMAND_MEM_BUFFER_WRITE_RECT, writeRect>::call;
  entries.pfnAppendMemBufferReadRectExp = Append<UR_COMMAND_MEM_BUFFER_READ_RECT, readRect>::call;
  entries.pfnAppendMemBufferFillExp = Append<UR_COMMAND_MEM_BUFFER_FILL, fillBuffer>::call;
}

} // namespace ursa::opencl
