// Opens both sides.
#include "bench/cuda/sides.h"

#include <cstring>

namespace ursa::bench {
namespace {

using namespace cuda;

constexpr const char *kPtx = R"(.version 7.0
.target sm_70
.address_size 64

.visible .entry nothing()
{
  ret;
}

.visible .entry wait(.param .u64 wait_cycles)
{
  .reg .pred %p<2>;
  .reg .b64 %d<5>;
  ld.param.u64 %d1, [wait_cycles];
  mov.u64 %d2, %clock64;
AGAIN:
  mov.u64 %d3, %clock64;
  sub.u64 %d4, %d3, %d2;
  setp.lt.u64 %p1, %d4, %d1;
  @%p1 bra AGAIN;
  ret;
}

.visible .entry copy_floats(.param .u64 copy_to, .param .u64 copy_from, .param .u32 copy_count)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .f32 %f<2>;
  .reg .b64 %d<8>;
  ld.param.u64 %d1, [copy_to];
  ld.param.u64 %d2, [copy_from];
  ld.param.u32 %r5, [copy_count];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p1, %r4, %r5;
  @%p1 bra END;
  cvta.to.global.u64 %d3, %d1;
  cvta.to.global.u64 %d4, %d2;
  mul.wide.u32 %d5, %r4, 4;
  add.s64 %d6, %d3, %d5;
  add.s64 %d7, %d4, %d5;
  ld.global.f32 %f1, [%d7];
  st.global.f32 [%d6], %f1;
END:
  ret;
}

.visible .entry vector_add(.param .u64 add_sum, .param .u64 add_a, .param .u64 add_b, .param .u32 add_count)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .f32 %f<4>;
  .reg .b64 %d<11>;
  ld.param.u64 %d1, [add_sum];
  ld.param.u64 %d2, [add_a];
  ld.param.u64 %d3, [add_b];
  ld.param.u32 %r5, [add_count];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p1, %r4, %r5;
  @%p1 bra END;
  cvta.to.global.u64 %d4, %d1;
  cvta.to.global.u64 %d5, %d2;
  cvta.to.global.u64 %d6, %d3;
  mul.wide.u32 %d7, %r4, 4;
  add.s64 %d8, %d4, %d7;
  add.s64 %d9, %d5, %d7;
  add.s64 %d10, %d6, %d7;
  ld.global.f32 %f1, [%d9];
  ld.global.f32 %f2, [%d10];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%d8], %f3;
END:
  ret;
}
)";

} // namespace

const client::Device *cudaDevice() {
  for (const client::Device &device : devices().all())
    if (device.adapterName == "cuda")
      return &device;
  return nullptr;
}

void checkDriver(CUresult code, const char *call) {
  if (code != CUDA_SUCCESS)
    client::fail("{} directly failed: {}.", call, nameOf(code));
}

CudaSides::CudaSides(const client::Device &onDevice) : device(onDevice) {
  if (const auto &driver = openDriver(); !driver)
    client::fail("{}", driver.error().message);
  ur_native_handle_t native = 0;
  check(urDeviceGetNativeHandle(device.handle, &native), "Asking for the native device",
        device.adapter);
  checkDriver(cu().cuDevicePrimaryCtxRetain(&primary_, static_cast<CUdevice>(native)),
              "cuDevicePrimaryCtxRetain");
  checkDriver(cu().cuCtxSetCurrent(primary_), "cuCtxSetCurrent");
  checkDriver(cu().cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0),
              "cuStreamCreateWithPriority");
  checkDriver(cu().cuModuleLoadDataEx(&module_, kPtx, 0, nullptr, nullptr), "cuModuleLoadDataEx");
  check(urContextCreate(1, &device.handle, nullptr, context.out()), "Making a context",
        device.adapter);
  check(urQueueCreate(context.get(), device.handle, nullptr, queue.out()), "Making a queue",
        device.adapter);
  const auto *bytes = reinterpret_cast<const uint8_t *>(kPtx);
  size_t size = std::strlen(kPtx);
  ur_device_handle_t handle = device.handle;
  check(
      urProgramCreateWithBinary(context.get(), 1, &handle, &size, &bytes, nullptr, program_.out()),
      "Making a program", device.adapter);
  check(urProgramBuild(context.get(), program_.get(), nullptr), "Building a program",
        device.adapter);
}

CudaSides::~CudaSides() {
  (void)cu().cuModuleUnload(module_);
  (void)cu().cuStreamDestroy(stream);
  CUdevice id = 0;
  if (cu().cuCtxGetDevice(&id) == CUDA_SUCCESS) {
    (void)cu().cuCtxSetCurrent(nullptr);
    (void)cu().cuDevicePrimaryCtxRelease(id);
  }
}

ur_kernel_handle_t CudaSides::kernel(const std::string &name) {
  client::KernelHandle &kernel = kernels_[name];
  if (!kernel.get())
    check(urKernelCreate(program_.get(), name.c_str(), kernel.out()), "Making a kernel",
          device.adapter);
  return kernel.get();
}

CUfunction CudaSides::function(const std::string &name) const {
  CUfunction function = nullptr;
  checkDriver(cu().cuModuleGetFunction(&function, module_, name.c_str()), "cuModuleGetFunction");
  return function;
}

void CudaSides::finish() const {
  check(urQueueFinish(queue.get()), "Waiting for a queue", device.adapter);
}

void CudaSides::finishDriver() const {
  checkDriver(cu().cuStreamSynchronize(stream), "cuStreamSynchronize");
}

CudaMemory::CudaMemory(const CudaSides &sides, Kind kind, size_t size) : sides_(sides) {
  const ur_context_handle_t context = sides.context.get();
  check(kind == Pinned
            ? urUSMHostAlloc(context, nullptr, nullptr, size, &memory_)
            : urUSMDeviceAlloc(context, sides.device.handle, nullptr, nullptr, size, &memory_),
        fmt::format("Allocating {} bytes", size), sides.device.adapter);
}

CudaMemory::~CudaMemory() { urUSMFree(sides_.context.get(), memory_); }

CudaLaunch::CudaLaunch(CudaSides &sides, const std::string &name, uint32_t groups, uint32_t local)
    : sides_(sides), kernel_(sides.kernel(name)), function_(sides.function(name)), groups_(groups),
      local_(local) {}

void CudaLaunch::add(const CudaMemory &memory) {
  addValue(nullptr, 0);
  values_[arguments_.size() - 1] = memory.address();
  arguments_.back().type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments_.back().size = sizeof(void *);
  arguments_.back().value.pointer = memory.get();
}

void CudaLaunch::addValue(const void *value, size_t size) {
  uint64_t *const place = &values_.at(arguments_.size());
  if (size != 0)
    std::memcpy(place, value, size);
  ur_exp_kernel_arg_properties_t argument = {};
  argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  argument.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  argument.index = static_cast<uint32_t>(arguments_.size());
  argument.size = size;
  argument.value.value = place;
  arguments_.push_back(argument);
  pointers_.push_back(place);
}

void CudaLaunch::append(ur_exp_command_buffer_handle_t buffer) const {
  const size_t global = size_t{groups_} * local_;
  const size_t local = local_;
  check(urCommandBufferAppendKernelLaunchWithArgsExp(
            buffer, kernel_, 1, nullptr, &global, &local, static_cast<uint32_t>(arguments_.size()),
            arguments_.data(), 0, nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
        "Recording a launch", sides_.device.adapter);
}

} // namespace ursa::bench
