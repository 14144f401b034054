// Buffer commands.
#include "adapters/common/memory_commands.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/buffer_checks.h"
#include "adapters/opencl/memory/fill_pattern.h"
#include "adapters/opencl/queue/command.h"

namespace ursa::opencl {
namespace {

template <ur_command_t Type>
constexpr bool kIsBufferRead =
    Type == UR_COMMAND_MEM_BUFFER_READ || Type == UR_COMMAND_MEM_BUFFER_READ_RECT;

template <ur_command_t Type, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                     size_t offset, size_t size, Pointer *host, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkRange(hBuffer, offset, size));
    URSA_CHECK(adapter::checkPointer(host, "of the host memory"));
    return enqueue({hQueue, Type, numEventsInWaitList, phEventWaitList, phEvent, blocking},
                   kIsBufferRead<Type> ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer",
                   [&](cl_command_queue queue, auto... events) {
                     if constexpr (kIsBufferRead<Type>)
                       return clEnqueueReadBuffer(queue, hBuffer->id, blocking, offset, size, host,
                                                  events...);
                     else
                       return clEnqueueWriteBuffer(queue, hBuffer->id, blocking, offset, size, host,
                                                   events...);
                   });
  });
}

template <ur_command_t Type>
ur_result_t transferRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                         ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                         ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                         size_t hostRowPitch, size_t hostSlicePitch, void *hostMemory,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const adapter::PitchedBox part{bufferOrigin, bufferRowPitch, bufferSlicePitch};
    const adapter::PitchedBox host{hostOrigin, hostRowPitch, hostSlicePitch};
    URSA_CHECK(checkBox(hBuffer, part, region));
    URSA_CHECK(checkHostBox(hostMemory, host, region));
    const auto call = [] {
      if constexpr (kIsBufferRead<Type>)
        return clEnqueueReadBufferRect;
      else
        return clEnqueueWriteBufferRect;
    }();
    return enqueue({hQueue, Type, numEventsInWaitList, phEventWaitList, phEvent, blocking},
                   kIsBufferRead<Type> ? "clEnqueueReadBufferRect" : "clEnqueueWriteBufferRect",
                   [&](cl_command_queue queue, auto... events) {
                     return call(queue, hBuffer->id, blocking, originOf(part.origin).data(),
                                 originOf(host.origin).data(), regionOf(region).data(),
                                 bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch,
                                 hostMemory, events...);
                   });
  });
}

// Enqueues a command in a queue of the other context, after an event of this context.
template <class Native>
Result<HeldEvent> enqueueInOtherQueue(ur_context_handle_t_ &context, cl_event after,
                                      const char *call, Native &&native) {
  URSA_TRY(const HeldEvent followed, follow(after, context));
  URSA_TRY(const ProfilingQueue own,
           ProfilingQueue::take(context, context.devices.front(), /*waitsForHost=*/true));
  cl_command_queue queue = own.id();
  const cl_event before = followed.get();
  cl_event event = nullptr;
  URSA_CHECK(checkCl(native(queue, cl_uint{1}, &before, &event), call));
  clFlush(queue);
  return HeldEvent(event);
}

// OpenCL copies only within a context; between contexts, the bytes pass through host memory.
class CopyBetweenContexts {
public:
  CopyBetweenContexts(const EnqueueParameters &command, const ur_mem_handle_t_ &from,
                      const ur_mem_handle_t_ &to, size_t fromOffset, size_t toOffset, size_t size)
      : command_(command), queue_(*command.queue), from_(from), to_(to), fromOffset_(fromOffset),
        toOffset_(toOffset), size_(size), memory_(size) {}

  Result<void> enqueue() {
    URSA_CHECK(place_.take(command_));
    queue_.recordCommand();
    auto end = from_.context == queue_.context ? toElsewhere() : fromElsewhere();
    if (last_) // also if the driver rejected a later command
      memory_.freeAfter(last_.get());
    if (!end)
      return end.error();
    if (place_.isAside())
      URSA_CHECK(place_.done(end->get()));
    if (command_.phEvent)
      *command_.phEvent = new ur_event_handle_t_(queue_.context, &queue_, command_.type,
                                                 end->release(), place_.hostWaits());
    return {};
  }

private:
  Result<HeldEvent> toElsewhere() {
    cl_event read = nullptr;
    URSA_CHECK(checkCl(readInto(place_.queue(), place_.size(), place_.data(), &read),
                       "clEnqueueReadBuffer"));
    last_.reset(read);
    URSA_CHECK(checkCl(clFlush(place_.queue()), "clFlush"));
    URSA_TRY(HeldEvent written,
             enqueueInOtherQueue(*to_.context, read, "clEnqueueWriteBuffer",
                                 [this](auto... parameters) { return writeFrom(parameters...); }));
    last_ = std::move(written);
    URSA_TRY(const HeldEvent followed, follow(last_.get(), *queue_.context));
    const cl_event done = followed.get();
    return enqueueMarker(place_.queue(), 1, &done);
  }

  Result<HeldEvent> fromElsewhere() {
    URSA_TRY(const HeldEvent turn, enqueueMarker(place_.queue(), place_.size(), place_.data()));
    URSA_CHECK(checkCl(clFlush(place_.queue()), "clFlush"));
    URSA_TRY(last_,
             enqueueInOtherQueue(*from_.context, turn.get(), "clEnqueueReadBuffer",
                                 [this](auto... parameters) { return readInto(parameters...); }));
    URSA_TRY(const HeldEvent followed, follow(last_.get(), *queue_.context));
    const cl_event before = followed.get();
    cl_event written = nullptr;
    URSA_CHECK(checkCl(writeFrom(place_.queue(), 1, &before, &written), "clEnqueueWriteBuffer"));
    last_.reset(written);
    return hold(written);
  }

  cl_int readInto(cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBuffer(queue, from_.id, CL_FALSE, fromOffset_, size_, memory_.data(), count,
                               waits, event);
  }
  cl_int writeFrom(cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueWriteBuffer(queue, to_.id, CL_FALSE, toOffset_, size_, memory_.data(), count,
                                waits, event);
  }

  const EnqueueParameters &command_;
  ur_queue_handle_t_ &queue_;
  const ur_mem_handle_t_ &from_;
  const ur_mem_handle_t_ &to_;
  const size_t fromOffset_;
  const size_t toOffset_;
  const size_t size_;
  CommandMemory memory_;
  Placement place_;
  HeldEvent last_; ///< completes after all commands that use the memory
};

Result<void> copyBetweenContexts(const EnqueueParameters &command, const ur_mem_handle_t_ &from,
                                 const ur_mem_handle_t_ &to, size_t fromOffset, size_t toOffset,
                                 size_t size) {
  const ur_context_handle_t_ *context = command.queue->context;
  if (from.context != context && to.context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "Neither of the buffers is of the queue's context.");
  return CopyBetweenContexts(command, from, to, fromOffset, toOffset, size).enqueue();
}

ur_result_t copy(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc, ur_mem_handle_t hBufferDst,
                 size_t srcOffset, size_t dstOffset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkRange(hBufferSrc, srcOffset, size));
    URSA_CHECK(checkRange(hBufferDst, dstOffset, size));
    URSA_HANDLE(hQueue);
    if (hBufferSrc->context != hBufferDst->context)
      return copyBetweenContexts(
          {hQueue, UR_COMMAND_MEM_BUFFER_COPY, numEventsInWaitList, phEventWaitList, phEvent},
          *hBufferSrc, *hBufferDst, srcOffset, dstOffset, size);
    return enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_COPY, numEventsInWaitList, phEventWaitList, phEvent},
        "clEnqueueCopyBuffer", [&](cl_command_queue queue, auto... events) {
          return clEnqueueCopyBuffer(queue, hBufferSrc->id, hBufferDst->id, srcOffset, dstOffset,
                                     size, events...);
        });
  });
}

ur_result_t copyRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc,
                     ur_mem_handle_t hBufferDst, ur_rect_offset_t srcOrigin,
                     ur_rect_offset_t dstOrigin, ur_rect_region_t region, size_t srcRowPitch,
                     size_t srcSlicePitch, size_t dstRowPitch, size_t dstSlicePitch,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const adapter::PitchedBox from{srcOrigin, srcRowPitch, srcSlicePitch};
    const adapter::PitchedBox to{dstOrigin, dstRowPitch, dstSlicePitch};
    URSA_CHECK(checkBox(hBufferSrc, from, region));
    URSA_CHECK(checkBox(hBufferDst, to, region));
    return enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_COPY_RECT, numEventsInWaitList, phEventWaitList, phEvent},
        "clEnqueueCopyBufferRect", [&](cl_command_queue queue, auto... events) {
          return clEnqueueCopyBufferRect(queue, hBufferSrc->id, hBufferDst->id,
                                         originOf(from.origin).data(), originOf(to.origin).data(),
                                         regionOf(region).data(), srcRowPitch, srcSlicePitch,
                                         dstRowPitch, dstSlicePitch, events...);
        });
  });
}

ur_result_t fill(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, const void *pPattern,
                 size_t patternSize, size_t offset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkBuffer(hBuffer));
    URSA_POINTER(pPattern);
    URSA_CHECK(checkRange(hBuffer, offset, size));
    URSA_CHECK(adapter::checkPattern(patternSize, size));
    return enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_FILL, numEventsInWaitList, phEventWaitList, phEvent},
        "clEnqueueFillBuffer", [&](cl_command_queue queue, auto... events) {
          return fillBufferRange(queue, hBuffer->id, pPattern, patternSize, offset, size,
                                 events...);
        });
  });
}

struct Maps : adapter::HandleTypes {
  static Result<void> checkBuffer(ur_context_handle_t, ur_mem_handle_t buffer) {
    return opencl::checkBuffer(buffer); // the driver checks the context
  }

  static Result<void *> map(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            ur_map_flags_t mapFlags, size_t offset, size_t size) {
    cl_map_flags flags = 0;
    flags |= mapFlags & UR_MAP_FLAG_READ ? CL_MAP_READ : 0;
    flags |= mapFlags & UR_MAP_FLAG_WRITE ? CL_MAP_WRITE : 0;
    flags |= mapFlags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION ? CL_MAP_WRITE_INVALIDATE_REGION : 0;
    void *mapped = nullptr;
    URSA_CHECK(
        enqueue(parameters, "clEnqueueMapBuffer",
                [&](cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
                  cl_int code = CL_SUCCESS;
                  mapped = clEnqueueMapBuffer(queue, buffer.id, parameters.blocking, flags, offset,
                                              size, count, waits, event, &code);
                  return code;
                }));
    return mapped;
  }

  static Result<void> unmap(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            void *mapped) {
    return enqueue(parameters, "clEnqueueUnmapMemObject",
                   [&](cl_command_queue queue, auto... events) {
                     return clEnqueueUnmapMemObject(queue, buffer.id, mapped, events...);
                   });
  }
};

} // namespace

void fillBufferCommands(ur_dditable_t &table) {
  table.Enqueue.pfnMemBufferRead = transfer<UR_COMMAND_MEM_BUFFER_READ, void>;
  table.Enqueue.pfnMemBufferWrite = transfer<UR_COMMAND_MEM_BUFFER_WRITE, const void>;
  table.Enqueue.pfnMemBufferReadRect = transferRect<UR_COMMAND_MEM_BUFFER_READ_RECT>;
  table.Enqueue.pfnMemBufferWriteRect = transferRect<UR_COMMAND_MEM_BUFFER_WRITE_RECT>;
  table.Enqueue.pfnMemBufferCopy = copy;
  table.Enqueue.pfnMemBufferCopyRect = copyRect;
  table.Enqueue.pfnMemBufferFill = fill;
  adapter::fillBufferMaps<Maps>(table);
}

} // namespace ursa::opencl
