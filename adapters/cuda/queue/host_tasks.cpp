#include "adapters/cuda/queue/host_tasks.h"

#include "adapters/cuda/driver/adapter.h"

namespace ursa::cuda {
namespace {

thread_local bool isHostFunctionRunning = false;

} // namespace

adapter::TaskThreads<Task> &hostTasks() {
  static auto &tasks = *new adapter::TaskThreads<Task>(log());
  return tasks;
}

bool isInHostFunction() { return isHostFunctionRunning; }
HostFunctionScope::HostFunctionScope() { isHostFunctionRunning = true; }
HostFunctionScope::~HostFunctionScope() { isHostFunctionRunning = false; }

} // namespace ursa::cuda
