#include "host/host_device.h"

#include <string>
#include <thread>

#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

ur_exp_kernel_arg_properties_t pointerArgument(uint32_t index, void *pointer) {
  ur_exp_kernel_arg_properties_t result{};
  result.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  result.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  result.index = index;
  result.size = sizeof(void *);
  result.value.pointer = pointer;
  return result;
}

} // namespace

HostDevice::HostDevice(const char *program) {
  EXPECT_OK(urLoaderInit(0, nullptr));
  EXPECT_OK(urAdapterGet(1, &adapter, nullptr));
  ur_platform_handle_t platform = nullptr;
  EXPECT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
  EXPECT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
  EXPECT_OK(urContextCreate(1, &device, nullptr, &context));
  queue = makeQueue();
  std::ifstream file(std::string(URSA_TEST_IMAGES "/") + program + ".ursa", std::ios::binary);
  const std::vector<char> image(std::istreambuf_iterator<char>(file), {});
  const auto *bytes = reinterpret_cast<const uint8_t *>(image.data());
  size_t size = image.size();
  EXPECT_OK(urProgramCreateWithBinary(context, 1, &device, &size, &bytes, nullptr, &program_));
  EXPECT_OK(urProgramBuild(context, program_, nullptr));
}

HostDevice::~HostDevice() {
  for (ur_queue_handle_t each : queues_) {
    EXPECT_OK(urQueueFinish(each));
    EXPECT_OK(urQueueRelease(each));
  }
  for (ur_kernel_handle_t each : kernels_)
    EXPECT_OK(urKernelRelease(each));
  for (void *each : memory_)
    EXPECT_OK(urUSMFree(context, each));
  EXPECT_OK(urProgramRelease(program_));
  EXPECT_OK(urContextRelease(context));
  EXPECT_OK(urDeviceRelease(device));
  EXPECT_OK(urAdapterRelease(adapter));
  EXPECT_OK(urLoaderTearDown());
}

ur_kernel_handle_t HostDevice::kernel(const char *name) {
  ur_kernel_handle_t result = nullptr;
  EXPECT_OK(urKernelCreate(program_, name, &result));
  kernels_.push_back(result);
  return result;
}

ur_queue_handle_t HostDevice::makeQueue(ur_queue_flags_t flags) {
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
  ur_queue_handle_t result = nullptr;
  EXPECT_OK(urQueueCreate(context, device, &properties, &result));
  queues_.push_back(result);
  return result;
}

ur_event_handle_t HostDevice::launchWith(ur_queue_handle_t on, const char *kernelName,
                                         void *pointer, ur_exp_kernel_arg_properties_t second,
                                         const std::vector<ur_event_handle_t> &after,
                                         bool wantsEvent) {
  const ur_exp_kernel_arg_properties_t arguments[] = {pointerArgument(0, pointer), second};
  const size_t one = 1;
  ur_event_handle_t event = nullptr;
  EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(
      on, kernel(kernelName), 1, nullptr, &one, nullptr, 2, arguments, nullptr,
      static_cast<uint32_t>(after.size()), after.empty() ? nullptr : after.data(),
      wantsEvent ? &event : nullptr));
  return event;
}

ur_event_handle_t HostDevice::launch(ur_queue_handle_t on, const char *kernelName, void *pointer,
                                     int n, const std::vector<ur_event_handle_t> &after,
                                     bool wantsEvent) {
  ur_exp_kernel_arg_properties_t number = pointerArgument(1, nullptr);
  number.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  number.size = sizeof(n);
  number.value.value = &n;
  return launchWith(on, kernelName, pointer, number, after, wantsEvent);
}

// There is a worker for each processing unit except one, but at least one.
std::function<void()> HostDevice::blockWorkers(ur_event_handle_t *event) {
  uint32_t units = 0;
  EXPECT_OK(
      urDeviceGetInfo(device, UR_DEVICE_INFO_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr));
  const int workers = static_cast<int>(std::max(2u, units)) - 1;
  auto *const started = memory<int>(1);
  auto *const open = memory<int>(1);
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < workers; ++i) {
    const bool wantsEvent = event && i == 0;
    ur_event_handle_t result =
        launchWith(unordered, "hold", started, pointerArgument(1, open), {}, wantsEvent);
    if (wantsEvent)
      *event = result;
  }
  // A launch that failed never starts.
  while (std::atomic_ref(*started).load() < workers && !testing::Test::HasFailure())
    std::this_thread::yield();
  return [open] { std::atomic_ref(*open).store(1); };
}

StackThread::StackThread(size_t stackBytes, std::function<void()> main)
    : stackBytes_(stackBytes), main_(std::move(main)) {
  mapping_ = mmap(nullptr, stackBytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(mapping_, MAP_FAILED);
  // A guard page is below the stack: an overflow is a fault.
  lowest_ = reinterpret_cast<uint64_t>(mapping_);
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(mprotect(mapping_, page, PROT_NONE), 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  EXPECT_EQ(pthread_attr_setstack(&attributes, static_cast<std::byte *>(mapping_) + page,
                                  stackBytes_ - page),
            0);
  const auto run = [](void *self) -> void * {
    auto &own = *static_cast<StackThread *>(self);
    own.id_ = gettid();
    own.main_();
    own.ended_ = true;
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread_, &attributes, run, this), 0);
  pthread_attr_destroy(&attributes);
}

void StackThread::join() {
  if (std::exchange(isJoined_, true))
    return;
  pthread_join(thread_, nullptr);
  munmap(mapping_, stackBytes_);
}

void StackThread::waitUntilAsleep() const {
  while (id_ == 0)
    std::this_thread::yield();
  const std::string path = "/proc/self/task/" + std::to_string(id_) + "/stat";
  // A thread may also sleep during a page fault, so it must be asleep several times in a row.
  for (int times = 0; times < 20 && !ended_;) {
    std::ifstream file(path);
    std::string text(std::istreambuf_iterator<char>(file), {});
    const size_t state = text.rfind(") ");
    times = state != std::string::npos && text[state + 2] == 'S' ? times + 1 : 0;
    std::this_thread::yield();
  }
}

} // namespace ursa
