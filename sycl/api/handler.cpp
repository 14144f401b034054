// The members of handler that hand what a command group function asks for to its CommandGroup.
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/graph_updates.h"
#include "sycl/api/kernel_bundle_impl.h"

#include <sycl/handler.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

using detail::implOf;

void handler::depends_on(const event &dependency) { impl_->dependOn(implOf(dependency)); }
void handler::depends_on(const std::vector<event> &dependencies) {
  for (const event &each : dependencies)
    depends_on(each);
}

void handler::setKernel(const detail::KernelDescription *kernel, detail::KernelObject object,
                        const detail::LaunchShape &shape, int version) {
  detail::checkVersion(version);
  impl_->setKernel(detail::known(kernel), std::move(object), shape);
}

void handler::setConstant(const char *id, const void *value, size_t size) {
  impl_->setConstant(id, value, size);
}

void handler::useBundle(const std::shared_ptr<detail::KernelBundleImpl> &bundle) {
  impl_->useBundle(bundle);
}

void handler::useKernel(const kernel &kernel) { impl_->useBundle(implOf(kernel)->bundle()); }

void handler::setKernel(const kernel &kernel, const detail::LaunchShape &shape) {
  impl_->setKernel(*implOf(kernel), shape);
}
void handler::setArgument(int index, detail::KernelArgument argument) {
  impl_->setArgument(index, std::move(argument));
}
void handler::setDynamic(int index,
                         const std::shared_ptr<detail::DynamicParameterImpl> &parameter) {
  impl_->setArgument(index, parameter);
}
void handler::requireDynamic(const std::shared_ptr<detail::DynamicParameterImpl> &parameter) {
  if (!impl_->queue().addsNodes())
    detail::fail(errc::invalid, "The accessor of a dynamic parameter is required by a command "
                                "group that is added to a graph by command_graph::add.");
  impl_->require(detail::requirementOf(parameter->value()));
}
void handler::setGraph(const std::shared_ptr<detail::ExecutableGraphImpl> &graph) {
  impl_->setGraph(graph);
}
void handler::single_task(const kernel &kernel) { setKernel(kernel, detail::LaunchShape()); }

void handler::getConstant(const char *id, void *value, size_t size,
                          const void *defaultValue) const {
  if (impl_->bundle())
    detail::fail(errc::invalid, "A command group cannot read specialization constants after it has "
                                "used a kernel bundle; the bundle has their values.");
  const auto found = impl_->constants().find(id);
  const bool isSet = found != impl_->constants().end() && found->second.size() == size;
  std::memcpy(value, isSet ? found->second.data() : defaultValue, size);
}

void handler::setHostTask(detail::HostTask task) { impl_->setHostTask(std::move(task)); }
void handler::setNativeCommand(detail::HostTask function) {
  impl_->setNativeCommand(std::move(function));
}
void handler::setCopy(const detail::MemoryBox &destination, const detail::MemoryBox &source,
                      std::shared_ptr<const void> keepAlive) {
  impl_->setCopy(destination, source, std::move(keepAlive));
}
void handler::setFill(const detail::MemoryBox &destination, const void *pattern) {
  impl_->setFill(destination, pattern);
}
void handler::setUpdate(const detail::MemoryBox &of) { impl_->setUpdate(of.requirement); }
void handler::setDeviceUpdate(const detail::MemoryBox &of) { impl_->setDeviceUpdate(of); }

namespace {

// A command that a graph records, too.
void setRecordable(detail::CommandGroup &group, const char *what,
                   detail::QueueImpl::Enqueue enqueue, detail::Recording recording) {
  group.setAction([&group, what, enqueue = std::move(enqueue),
                   recording = std::move(recording)](std::span<const detail::SharedCommand> waits) {
    return group.queue().enqueue(what, waits, enqueue, &recording);
  });
}

// Command buffers have no copies and fills of rows.
void requireNoGraph(const detail::CommandGroup &group) {
  if (group.queue().recording())
    detail::fail(errc::invalid, "Copies and fills of rows cannot be a part of a graph.");
}

} // namespace

void handler::memcpy(void *destination, const void *source, size_t size) {
  if (size == 0)
    return impl_->setAction([group = impl_](std::span<const detail::SharedCommand> waits) {
      return group->queue().nothing("Copying no memory", waits);
    });
  setRecordable(
      *impl_, "Copying memory",
      [=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
          ur_event_handle_t *out) {
        return urEnqueueUSMMemcpy(queue, false, destination, source, size, count, waits, out);
      },
      {detail::NodeType::memcpy,
       [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
           const ur_exp_command_buffer_sync_point_t *points,
           ur_exp_command_buffer_sync_point_t *out) {
         return urCommandBufferAppendUSMMemcpyExp(buffer, destination, source, size, count, points,
                                                  0, nullptr, out, nullptr, nullptr);
       },
       destination, source, size});
}

void handler::memset(void *pointer, int value, size_t size) {
  const auto byte = static_cast<unsigned char>(value);
  fillBytes(pointer, &byte, 1, size, detail::NodeType::memset);
}

void handler::prefetch(const void *pointer, size_t size) {
  setRecordable(*impl_, "Prefetching memory",
                [=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
                    ur_event_handle_t *out) {
                  const ur_result_t result =
                      urEnqueueUSMPrefetch(queue, pointer, size, 0, count, waits, out);
                  if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE) // it is only a hint
                    return urEnqueueEventsWait(queue, count, waits, out);
                  return result;
                },
                {detail::NodeType::prefetch,
                 [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
                     const ur_exp_command_buffer_sync_point_t *points,
                     ur_exp_command_buffer_sync_point_t *out) {
                   return urCommandBufferAppendUSMPrefetchExp(
                       buffer, pointer, size, 0, count, points, 0, nullptr, out, nullptr, nullptr);
                 },
                 pointer, nullptr, size});
}

void handler::mem_advise(const void *pointer, size_t size, int advice) {
  const auto flags = static_cast<ur_usm_advice_flags_t>(advice);
  setRecordable(
      *impl_, "Giving advice on memory",
      [=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
          ur_event_handle_t *out) {
        if (count > 0)
          if (const ur_result_t waited = urEnqueueEventsWait(queue, count, waits, nullptr))
            return waited;
        const ur_result_t result = urEnqueueUSMAdvise(queue, pointer, size, flags, out);
        if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
          return urEnqueueEventsWait(queue, 0, nullptr, out);
        return result;
      },
      {detail::NodeType::memadvise,
       [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
           const ur_exp_command_buffer_sync_point_t *points,
           ur_exp_command_buffer_sync_point_t *out) {
         return urCommandBufferAppendUSMAdviseExp(buffer, pointer, size, flags, count, points, 0,
                                                  nullptr, out, nullptr, nullptr);
       },
       pointer, nullptr, size});
}

void handler::fillBytes(void *pointer, const void *pattern, size_t patternSize, size_t count,
                        detail::NodeType type) {
  if (count == 0)
    return impl_->setAction([group = impl_](std::span<const detail::SharedCommand> waits) {
      return group->queue().nothing("Filling no memory", waits);
    });
  const auto *bytes = static_cast<const std::byte *>(pattern);
  const auto held = std::make_shared<const std::vector<std::byte>>(bytes, bytes + patternSize);
  setRecordable(*impl_, "Filling memory",
                [=](ur_queue_handle_t queue, uint32_t waitCount, const ur_event_handle_t *waits,
                    ur_event_handle_t *out) {
                  return urEnqueueUSMFill(queue, pointer, held->size(), held->data(),
                                          count * held->size(), waitCount, waits, out);
                },
                {type,
                 [=](ur_exp_command_buffer_handle_t buffer, uint32_t pointCount,
                     const ur_exp_command_buffer_sync_point_t *points,
                     ur_exp_command_buffer_sync_point_t *out) {
                   return urCommandBufferAppendUSMFillExp(
                       buffer, pointer, held->data(), held->size(), count * held->size(),
                       pointCount, points, 0, nullptr, out, nullptr, nullptr);
                 },
                 pointer, nullptr, count * held->size()});
}

void handler::copyRows(void *destination, size_t destinationPitch, const void *source,
                       size_t sourcePitch, size_t width, size_t height) {
  if (width > destinationPitch || width > sourcePitch)
    detail::fail(errc::invalid, "Rows of " + std::to_string(width) +
                                    " bytes are copied; their pitch is " +
                                    std::to_string(std::min(destinationPitch, sourcePitch)) + ".");
  requireNoGraph(*impl_);
  impl_->setCommand("Copying rows of memory", [=](ur_queue_handle_t queue, uint32_t count,
                                                  const ur_event_handle_t *waits,
                                                  ur_event_handle_t *out) {
    if (width == 0 || height == 0)
      return urEnqueueEventsWait(queue, count, waits, out);
    return urEnqueueUSMMemcpy2D(queue, false, destination, destinationPitch, source, sourcePitch,
                                width, height, count, waits, out);
  });
}

void handler::fillRows(void *destination, size_t pitch, const void *pattern, size_t patternSize,
                       size_t width, size_t height) {
  if (width > pitch)
    detail::fail(errc::invalid, "Rows of " + std::to_string(width) +
                                    " bytes are filled; their pitch is " + std::to_string(pitch) +
                                    ".");
  requireNoGraph(*impl_);
  const auto *bytes = static_cast<const std::byte *>(pattern);
  impl_->setCommand("Filling rows of memory",
                    [=, held = std::vector<std::byte>(bytes, bytes + patternSize)](
                        ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
                        ur_event_handle_t *out) {
                      if (width == 0 || height == 0)
                        return urEnqueueEventsWait(queue, count, waits, out);
                      return urEnqueueUSMFill2D(queue, destination, pitch, held.size(), held.data(),
                                                width, height, count, waits, out);
                    });
}

void handler::ext_oneapi_barrier() {
  impl_->setAction([group = impl_](std::span<const detail::SharedCommand> waits) {
    return group->queue().barrier(waits);
  });
}

void handler::ext_oneapi_barrier(const std::vector<event> &events) {
  depends_on(events);
  if (events.empty()) // a barrier after nothing
    return impl_->setAction([group = impl_](std::span<const detail::SharedCommand> waits) {
      return group->queue().join("A barrier", waits);
    });
  ext_oneapi_barrier();
}

} // namespace sycl
} // namespace ursa_sycl
