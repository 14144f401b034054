#include "conformance/harness.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace ursa::conformance {
namespace {

class Loader final : public testing::Environment {
  void SetUp() override {
    setenv("UR_ADAPTERS_FORCE_LOAD", adapterPath().c_str(), 1);
    ASSERT_OK(urLoaderInit(0, nullptr));
  }
  void TearDown() override { EXPECT_OK(urLoaderTearDown()); }
};

testing::Environment *const kLoader = testing::AddGlobalTestEnvironment(new Loader);

std::atomic<uint64_t> launches{0};

// Memory that is not shared USM, by host address.
std::mutex memoriesMutex;
std::map<const void *, SharedMemory *> memories;

} // namespace

bool SharedMemory::isNative(ur_device_handle_t device) {
  ur_device_usm_access_capability_flags_t flags = 0;
  EXPECT_OK(urDeviceGetInfo(device, UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, sizeof(flags), &flags,
                            nullptr));
  return (flags & UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS) != 0;
}

SharedMemory::SharedMemory(ur_context_handle_t context, ur_device_handle_t device, size_t size)
    : context_(context), size_(size) {
  if (isNative(device)) {
    EXPECT_OK(urUSMSharedAlloc(context, device, nullptr, nullptr, size, &host_));
    return;
  }
  EXPECT_OK(urUSMDeviceAlloc(context, device, nullptr, nullptr, size, &device_));
  EXPECT_OK(urQueueCreate(context, device, nullptr, &queue_));
  hostMemory_.resize(size);
  host_ = hostMemory_.data();
  const std::lock_guard guard(memoriesMutex);
  memories[host_] = this;
}

SharedMemory::~SharedMemory() {
  if (!queue_) {
    EXPECT_OK(urUSMFree(context_, host_));
    return;
  }
  {
    const std::lock_guard guard(memoriesMutex);
    memories.erase(host_);
  }
  EXPECT_OK(urQueueRelease(queue_));
  EXPECT_OK(urUSMFree(context_, device_));
}

void SharedMemory::copy(void *to, const void *from) {
  EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, to, from, size_, 0, nullptr, nullptr));
}

void *SharedMemory::copyFromDevice() {
  const uint64_t now = launches;
  if (queue_ && launchesAtCopy_ != now && !deviceContents_.empty()) {
    launchesAtCopy_ = now;
    copy(deviceContents_.data(), device_);
    hostMemory_.assign(deviceContents_.begin(),
                       deviceContents_.end()); // in place, without reallocation
  }
  return host_;
}

const void *SharedMemory::copyToDevice(const void *address) {
  if (deviceContents_ != hostMemory_) {
    deviceContents_ = hostMemory_;
    copy(device_, deviceContents_.data());
  }
  return static_cast<const std::byte *>(device_) +
         (static_cast<const std::byte *>(address) - hostMemory_.data());
}

const void *SharedMemory::deviceAddress(const void *address) {
  const std::lock_guard guard(memoriesMutex);
  auto next = memories.upper_bound(address);
  if (next == memories.begin())
    return address;
  const auto &[host, memory] = *--next;
  return std::less<>()(address, static_cast<const std::byte *>(host) + memory->size_)
             ? memory->copyToDevice(address)
             : address;
}

void SharedMemory::copyAllToDevice() {
  const std::lock_guard guard(memoriesMutex);
  for (const auto &[host, memory] : memories)
    memory->copyToDevice(host);
}

void SharedMemory::recordDeviceWrites() { ++launches; }

const ur_exp_kernel_arg_properties_t *Arguments::data() const {
  SharedMemory::recordDeviceWrites();
  return arguments_.empty() ? nullptr : arguments_.data();
}

Arguments &Arguments::pointer(uint32_t index, const void *address) {
  add(index, UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(address)).value.pointer =
      SharedMemory::deviceAddress(address);
  return *this;
}

Arguments &Arguments::buffer(ur_mem_handle_t buffer) {
  add(next_, UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(buffer)).value.memObjTuple = {
      buffer, UR_MEM_FLAG_READ_WRITE};
  return *this;
}

Arguments &Arguments::sampler(ur_sampler_handle_t sampler) {
  add(next_, UR_EXP_KERNEL_ARG_TYPE_SAMPLER, sizeof(sampler)).value.sampler = sampler;
  return *this;
}

Arguments &Arguments::local(uint32_t index, size_t bytes) {
  add(index, UR_EXP_KERNEL_ARG_TYPE_LOCAL, bytes).value.value = nullptr;
  return *this;
}

ur_exp_kernel_arg_properties_t &Arguments::add(uint32_t index, ur_exp_kernel_arg_type_t type,
                                               size_t size) {
  next_ = index + 1;
  ur_exp_kernel_arg_properties_t argument{};
  argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  argument.type = type;
  argument.index = index;
  argument.size = size;
  return arguments_.emplace_back(argument);
}

Gate::Gate(ur_context_handle_t context, ur_queue_handle_t queue)
    : queue_(queue), open_(enqueueGate(context, queue, &event)) {}

Gate::~Gate() {
  open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urEventRelease(event));
}

void Gate::open() {
  if (!std::exchange(isOpen_, true))
    open_();
}

void DeviceTest::SetUp() {
  ASSERT_OK(urAdapterGet(1, &adapter_, nullptr));
  ASSERT_OK(urPlatformGet(adapter_, 1, &platform_, nullptr));
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
  lastError(); // discards the loader's message for a call of the previous test
}

void DeviceTest::TearDown() {
  EXPECT_OK(urQueueFinish(queue_));
  for (ur_kernel_handle_t kernel : kernels_)
    EXPECT_OK(urKernelRelease(kernel));
  for (ur_program_handle_t program : programs_)
    EXPECT_OK(urProgramRelease(program));
  for (ur_queue_handle_t queue : queues_)
    EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urQueueRelease(queue_));
  EXPECT_OK(urContextRelease(context_));
  EXPECT_OK(urDeviceRelease(device_));
  EXPECT_OK(urAdapterRelease(adapter_));
}

ur_program_handle_t DeviceTest::unbuiltProgram(const std::string &name) {
  const std::vector<uint8_t> bytes = image(name);
  const uint8_t *data = bytes.data();
  size_t size = bytes.size();
  ur_program_handle_t program = nullptr;
  EXPECT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program))
      << lastError();
  return releaseAtEnd(program);
}

ur_program_handle_t DeviceTest::unbuiltIlProgram(const std::string &name) {
  const std::vector<uint8_t> bytes = il(name);
  ur_program_handle_t program = nullptr;
  EXPECT_OK(urProgramCreateWithIL(context_, bytes.data(), bytes.size(), nullptr, &program))
      << lastError();
  return releaseAtEnd(program);
}

ur_program_handle_t DeviceTest::releaseAtEnd(ur_program_handle_t program) {
  if (program)
    programs_.push_back(program);
  return program;
}

ur_program_handle_t DeviceTest::ilProgram(const std::string &name, const char *options) {
  ur_program_handle_t program = unbuiltIlProgram(name);
  EXPECT_OK(urProgramBuild(context_, program, options)) << lastError();
  return program;
}

std::string DeviceTest::option(const char *frontendOption) {
  const char *option = "";
  EXPECT_OK(urPlatformGetBackendOption(platform_, frontendOption, &option)) << lastError();
  return option;
}

ur_program_handle_t DeviceTest::program(const std::string &name, const char *options) {
  ur_program_handle_t program = unbuiltProgram(name);
  EXPECT_OK(urProgramBuild(context_, program, options)) << lastError();
  return program;
}

ur_kernel_handle_t DeviceTest::kernel(ur_program_handle_t program, const std::string &name) {
  ur_kernel_handle_t kernel = nullptr;
  EXPECT_OK(urKernelCreate(program, name.c_str(), &kernel)) << lastError();
  if (kernel)
    kernels_.push_back(kernel);
  return kernel;
}

ur_queue_handle_t DeviceTest::makeQueue(ur_queue_flags_t flags) {
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
  ur_queue_handle_t queue = nullptr;
  EXPECT_OK(urQueueCreate(context_, device_, &properties, &queue)) << lastError();
  if (queue)
    queues_.push_back(queue);
  return queue;
}

ur_result_t DeviceTest::launch(ur_kernel_handle_t kernel, const Arguments &arguments, Size3 global,
                               const size_t *local, uint32_t dimensions, const size_t *offset) {
  return urEnqueueKernelLaunchWithArgsExp(queue_, kernel, dimensions, offset, global.data(), local,
                                          arguments.count(), arguments.data(), nullptr, 0, nullptr,
                                          nullptr);
}

void DeviceTest::run(ur_kernel_handle_t kernel, const Arguments &arguments, Size3 global,
                     const size_t *local, uint32_t dimensions, const size_t *offset) {
  ASSERT_OK(launch(kernel, arguments, global, local, dimensions, offset)) << lastError();
  ASSERT_OK(urQueueFinish(queue_)) << lastError();
}

ur_event_handle_t DeviceTest::enqueueStep(ur_queue_handle_t queue, ur_kernel_handle_t kernel,
                                          const Arguments &arguments, size_t global,
                                          const std::vector<ur_event_handle_t> &waitFor) {
  ur_event_handle_t event = nullptr;
  EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(
      queue, kernel, 1, nullptr, &global, nullptr, arguments.count(), arguments.data(), nullptr,
      static_cast<uint32_t>(waitFor.size()), waitFor.empty() ? nullptr : waitFor.data(), &event))
      << lastError();
  return event;
}

std::string DeviceTest::lastError() {
  const char *message = "";
  int32_t code = 0;
  EXPECT_OK(urAdapterGetLastError(adapter_, &message, &code));
  return message;
}

} // namespace ursa::conformance
