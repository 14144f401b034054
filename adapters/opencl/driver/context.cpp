#include "adapters/opencl/driver/context.h"

#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/memory/usm_pool.h"
#include "adapters/opencl/queue/host_tasks.h"
#include "adapters/opencl/queue/queue.h"
#include "support/last_error.h"

#include <algorithm>
#include <span>

namespace ursa::opencl {

Context::Context(cl_context context, std::vector<ur_device_handle_t> contextDevices)
    : id(context), devices(std::move(contextDevices)) {
  for (ur_device_handle_t device : devices)
    adapter::retain(device);
}

Context::~Context() {
  for (const RetiringQueue &retiring : retiringQueues_) { // queues of a lost device
    clReleaseEvent(retiring.last);
    clReleaseCommandQueue(retiring.queue);
  }
  allocations.forEach([&](const auto &allocation) {
    freeUsm(static_cast<ur_context_handle_t_ &>(*this), allocation);
  });
  if (defaultPool_)
    adapter::release(defaultPool_);
  builtPrograms.clear();
  for (const auto &[device, queue] : profilingQueues_)
    clReleaseCommandQueue(queue);
  if (timestampBuffer_)
    clReleaseMemObject(timestampBuffer_);
  clReleaseContext(id);
  deleters.run();
  for (ur_device_handle_t device : devices)
    adapter::release(device);
}

// Some drivers must not outlive the program's work: PoCL aborts if main returns while it compiles a
// kernel. So a context ends, and with it the adapter, only after its commands are complete.
void Context::end() noexcept {
  {
    const std::lock_guard guard(mutex_);
    forgetFinishedQueues();
  }
  if (retiringQueues_.empty()) {
    delete static_cast<ur_context_handle_t>(this);
    return;
  }
  HostTasks::instance().run([this] {
    finishQueues();
    delete static_cast<ur_context_handle_t>(this);
  });
}

bool Context::has(ur_device_handle_t device) const {
  return std::find(devices.begin(), devices.end(), device) != devices.end();
}

Result<void> Context::checkHas(ur_device_handle_t device) const {
  if (!has(device))
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The device is none of the context's {}.",
                     devices.size());
  return {};
}

void Context::addQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(mutex_);
  queues_.insert(queue);
}

void Context::removeQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(mutex_);
  queues_.erase(queue);
  forgetFinishedQueues();
  retire(queue->id);
  std::erase_if(sideQueues_, [&](const auto &side) {
    if (side.second != queue)
      return false;
    retire(side.first);
    return true;
  });
  forgetFinishedQueues();
}

void Context::retire(cl_command_queue queue) {
  cl_event last = nullptr;
  if (clEnqueueMarkerWithWaitList(queue, 0, nullptr, &last) == CL_SUCCESS) {
    clFlush(queue);
    retiringQueues_.push_back({queue, last});
  } else {
    clReleaseCommandQueue(queue);
  }
}

void Context::retireQueue(cl_command_queue queue) {
  const std::lock_guard guard(mutex_);
  forgetFinishedQueues();
  retire(queue);
}

void Context::addSideQueue(cl_command_queue side, ur_queue_handle_t queue) {
  const std::lock_guard guard(mutex_);
  sideQueues_[side] = queue;
}

void Context::forgetFinishedQueues() {
  std::erase_if(retiringQueues_, [](const RetiringQueue &retiring) {
    const auto status =
        URSA_CL_VALUE(cl_int, clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, retiring.last);
    if (status && *status > CL_COMPLETE)
      return false;
    clReleaseEvent(retiring.last);
    clReleaseCommandQueue(retiring.queue);
    return true;
  });
}

ur_queue_handle_t Context::findQueue(cl_command_queue queue) {
  const std::lock_guard guard(mutex_);
  if (const auto side = sideQueues_.find(queue); side != sideQueues_.end())
    return side->second;
  const auto found = std::find_if(queues_.begin(), queues_.end(),
                                  [&](ur_queue_handle_t known) { return known->id == queue; });
  return found == queues_.end() ? nullptr : *found;
}

void Context::finishQueues() {
  const std::lock_guard guard(mutex_);
  for (ur_queue_handle_t queue : queues_)
    clFinish(queue->id);
  for (const auto &[side, queue] : sideQueues_)
    clFinish(side);
  for (const RetiringQueue &retiring : retiringQueues_)
    clFinish(retiring.queue);
  forgetFinishedQueues();
}

ur_usm_pool_handle_t Context::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(static_cast<ur_context_handle_t>(this), 0, SIZE_MAX,
                                             /*isOwnedByContext=*/true);
  return defaultPool_;
}

namespace {

constexpr ur_queue_flags_t kProfilingQueue =
    UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE | UR_QUEUE_FLAG_PROFILING_ENABLE;

} // namespace

Result<cl_command_queue> Context::profilingQueue(ur_device_handle_t device) {
  const std::lock_guard guard(mutex_);
  cl_command_queue &queue = profilingQueues_[device];
  if (!queue) {
    URSA_TRY(queue, createNativeQueue(id, *device, kProfilingQueue));
  }
  return queue;
}

Result<ProfilingQueue> ProfilingQueue::take(ur_context_handle_t_ &context,
                                            ur_device_handle_t device, bool waitsForHost) {
  ProfilingQueue queue;
  if (waitsForHost && device->toggles.has(format::Toggle::SeparateHostWaits)) {
    URSA_TRY(queue.id_, createNativeQueue(context.id, *device, kProfilingQueue));
    queue.owner_ = &context;
  } else {
    URSA_TRY(queue.id_, context.profilingQueue(device));
  }
  return queue;
}

ProfilingQueue::~ProfilingQueue() {
  if (owner_)
    owner_->retireQueue(id_);
}

Result<cl_mem> Context::timestampBuffer() {
  const std::lock_guard guard(mutex_);
  if (!timestampBuffer_) {
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(id, CL_MEM_READ_WRITE, sizeof(uint32_t), nullptr, &code);
    URSA_CHECK(checkCl(code, "clCreateBuffer"));
    timestampBuffer_ = buffer;
  }
  return timestampBuffer_;
}

namespace {

Result<ur_context_handle_t> makeContext(std::vector<ur_device_handle_t> devices) {
  std::vector<cl_device_id> ids;
  for (ur_device_handle_t device : devices) {
    if (device->platform != devices.front()->platform)
      return makeError(
          UR_RESULT_ERROR_INVALID_DEVICE,
          "All devices of a context must belong to one platform; devices of two were given.");
    ids.push_back(device->id);
  }
  cl_int code = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, static_cast<cl_uint>(ids.size()), ids.data(),
                                       nullptr, nullptr, &code);
  URSA_CHECK(checkCl(code, "clCreateContext"));
  return new ur_context_handle_t_(context, std::move(devices));
}

std::vector<ur_device_handle_t> devicesOf(const ur_context_handle_t_ &context) {
  return context.devices;
}
bool hasUsm2d(const ur_context_handle_t_ &context) {
  return std::all_of(context.devices.begin(), context.devices.end(),
                     [](ur_device_handle_t device) { return device->usm != UsmSupport::None; });
}

} // namespace

void fillContextTable(ur_dditable_t &table) {
  adapter::fillContextFunctions<ur_context_handle_t_, ur_device_handle_t_, makeContext, devicesOf,
                                hasUsm2d>(table);
}

} // namespace ursa::opencl
