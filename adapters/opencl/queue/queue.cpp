#include "adapters/opencl/queue/queue.h"

#include "adapters/common/queue_functions.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::opencl {

Queue::Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, cl_command_queue queue,
             ur_queue_flags_t queueFlags)
    : context(hContext), device(hDevice), id(queue), flags(queueFlags),
      sides(device->toggles.has(format::Toggle::SeparateHostWaits)
                ? std::make_unique<SideQueues>(static_cast<ur_queue_handle_t_ &>(*this))
                : nullptr) {
  adapter::retain(context);
  context->addQueue(static_cast<ur_queue_handle_t>(this));
}

Queue::~Queue() {
  if (sides)
    sides->keepUntilTasksEnd();
  context->removeQueue(static_cast<ur_queue_handle_t>(this));
  adapter::release(context);
}

Result<void> Queue::finish() {
  const uint64_t before = submitted_.load(std::memory_order_relaxed);
  if (sides)
    URSA_CHECK(sides->finish());
  URSA_CHECK(checkCl(clFinish(id), "clFinish"));
  const std::lock_guard guard(mutex_);
  finished_ = std::max(finished_, before);
  return {};
}

// OpenCL has no such query; uses a marker, which completes after all earlier commands.
Result<bool> Queue::isEmpty() {
  if (sides && !sides->isEmpty())
    return false;
  const std::lock_guard guard(mutex_);
  const uint64_t now = submitted_.load(std::memory_order_relaxed);
  if (finished_ == now)
    return true;
  HeldEvent marker = std::move(last_);
  if (!marker || marked_ != now) {
    URSA_TRY(marker, enqueueMarker(id, 0, nullptr));
    marked_ = now;
    URSA_CHECK(checkCl(clFlush(id), "clFlush"));
  }
  URSA_TRY(const auto status,
           URSA_CL_VALUE(cl_int, clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, marker.get()));
  if (status > CL_COMPLETE) {
    last_ = std::move(marker);
    return false;
  }
  finished_ = marked_;
  return true;
}

namespace {

struct QueueTraits : adapter::HandleTypes {
  static Result<Queue *> make(Context &context, Device &device, ur_queue_flags_t flags) {
    URSA_TRY(cl_command_queue queue, createNativeQueue(context.id, device, flags));
    return new Queue(&context, &device, queue, flags);
  }
  static Result<bool> isEmpty(Queue &queue) { return queue.isEmpty(); }
  static uint32_t references(Queue &queue) { return queue.references.load(); }
  static Result<void> finish(Queue &queue) { return queue.finish(); }
  static Result<void> flush(Queue &queue) { return checkCl(clFlush(queue.id), "clFlush"); }
};

} // namespace

Result<cl_command_queue> createNativeQueue(cl_context context, const ur_device_handle_t_ &device,
                                           ur_queue_flags_t flags) {
  URSA_TRY(const auto supported, URSA_CL_VALUE(cl_command_queue_properties, clGetDeviceInfo,
                                               CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, device.id));
  cl_command_queue_properties wanted = 0;
  if (flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    wanted |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (flags & UR_QUEUE_FLAG_PROFILING_ENABLE)
    wanted |= CL_QUEUE_PROFILING_ENABLE;
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = nullptr;
  if (device.version >= 20) {
    std::vector<cl_queue_properties> properties = {CL_QUEUE_PROPERTIES, wanted & supported};
    if (device.has("cl_khr_priority_hints") &&
        (flags & (UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH))) {
      properties.push_back(CL_QUEUE_PRIORITY_KHR);
      properties.push_back(flags & UR_QUEUE_FLAG_PRIORITY_LOW ? CL_QUEUE_PRIORITY_LOW_KHR
                                                              : CL_QUEUE_PRIORITY_HIGH_KHR);
    }
    properties.push_back(0);
    queue = clCreateCommandQueueWithProperties(context, device.id, properties.data(), &code);
  } else {
    queue = clCreateCommandQueue(context, device.id, wanted & supported, &code);
  }
  URSA_CHECK(checkCl(code, "clCreateCommandQueueWithProperties"));
  return queue;
}

void fillQueueTable(ur_dditable_t &table) { adapter::fillQueueFunctions<QueueTraits>(table); }

} // namespace ursa::opencl
