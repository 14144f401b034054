// What programs that were made from CUDA's use beyond SYCL: functions that templates choose by
// constant pointers, work_group_static, shuffles by names of SPIR-V, queries of devices.
#include "check.h"

namespace ext = sycl::ext::oneapi::experimental;

// As syclcompat and dpct declare them: the headers' functions.
#ifdef __SYCL_DEVICE_ONLY__
#ifndef __SPIR__
#error "device code is SPIR-V's"
#endif
template <typename T>
__SYCL_CONVERGENT__ extern SYCL_EXTERNAL __SYCL_EXPORT __attribute__((noduplicate)) T
__spirv_GroupNonUniformShuffle(__spv::Scope::Flag, T, unsigned) noexcept;
template <typename T>
__SYCL_CONVERGENT__ extern SYCL_EXTERNAL __SYCL_EXPORT __attribute__((noduplicate)) T
__spirv_GroupNonUniformShuffleDown(__spv::Scope::Flag, T, unsigned) noexcept;
#endif

namespace {

using Function = int (*)(int);
template <int Factor> int times(int x) { return x * Factor; }
template <int Factor> constexpr Function choose() { return times<Factor>; }
template <int Factor> int chosen(int x) {
  constexpr Function function = choose<Factor>();
  return function(x);
}
constexpr Function kTable[] = {times<2>, times<3>};

void constantFunctions(sycl::queue &queue, int *out) {
  queue.single_task([=] {
    constexpr Function function = times<7>;
    out[0] = chosen<5>(2);
    out[1] = kTable[1](3);
    out[2] = function(1) + (*choose<4>())(1);
  });
  queue.wait_and_throw();
  CHECK_EQUAL(out[0], 10);
  CHECK_EQUAL(out[1], 9);
  CHECK_EQUAL(out[2], 11);
}

constexpr int kSize = 16;

template <int Number> int sumInGroup(const sycl::nd_item<1> &item, int mine) {
  ext::work_group_static<int[kSize]> values;
  ext::work_group_static<int> total;
  int *const numbers = reinterpret_cast<int *>(&values);
  numbers[item.get_local_id(0)] = mine * Number;
  sycl::group_barrier(item.get_group());
  if (item.get_local_id(0) == 0) {
    total = 0;
    for (int i = 0; i < kSize; ++i)
      total = total + numbers[i];
  }
  sycl::group_barrier(item.get_group());
  return total;
}

void localVariables(sycl::queue &queue, int *out) {
  queue.parallel_for(sycl::nd_range<1>(2 * kSize, kSize), [=](sycl::nd_item<1> item) {
    const int me = static_cast<int>(item.get_global_id(0));
    const int one = sumInGroup<1>(item, me);
    out[me] = sumInGroup<10>(item, me) + one;
  });
  queue.wait_and_throw();
  for (int i = 0; i < 2 * kSize; ++i)
    CHECK_EQUAL(out[i], i < kSize ? 11 * 120 : 11 * (120 + kSize * kSize));
}

void shuffles(sycl::queue &queue, int *out) {
  queue.parallel_for(sycl::nd_range<1>(kSize, kSize), [=](sycl::nd_item<1> item) {
    int result = 0;
#ifdef __SYCL_DEVICE_ONLY__
    const sycl::sub_group group = item.get_sub_group();
    const int me = static_cast<int>(group.get_local_linear_id());
    const unsigned last = group.get_local_linear_range() - 1;
    result = __spirv_GroupNonUniformShuffle(__spv::Scope::Subgroup, me, last) -
             static_cast<int>(last); // 0
    const int next = __spirv_GroupNonUniformShuffleDown(__spv::Scope::Subgroup, me, 1u);
    if (me < static_cast<int>(last))
      result += next - me - 1; // 0
#endif
    out[item.get_global_id(0)] = result;
  });
  queue.wait_and_throw();
  for (int i = 0; i < kSize; ++i)
    CHECK_EQUAL(out[i], 0);
}

void devices(sycl::queue &queue) {
  using ext::architecture;
  sycl::device device = queue.get_device();
  const architecture which = device.get_info<ext::info::device::architecture>();
  CHECK(device.ext_oneapi_architecture_is(which));
  CHECK(!device.ext_oneapi_architecture_is(architecture::intel_gpu_pvc));
  CHECK(!device.ext_oneapi_architecture_is(ext::arch_category::amd_gpu));
  static_assert(architecture::intel_gpu_12_60_7 == architecture::intel_gpu_pvc &&
                architecture::nvidia_gpu_sm_90 != architecture::nvidia_gpu_sm_90a);
#ifdef __x86_64__
  CHECK(!device.is_cpu() || which == architecture::x86_64);
#endif
  int called = 0;
  ext::if_architecture_is<architecture::intel_gpu_pvc>([&] {
    called = 1;
  }).else_if_architecture_is<architecture::nvidia_gpu_sm_80>([&] {
      called = 2;
    }).otherwise([&] { called = 3; });
  CHECK_EQUAL(called, 3);
  using sycl::ext::oneapi::peer_access;
  if (device.ext_oneapi_can_access_peer(device, peer_access::atomics_supported)) {
    device.ext_oneapi_enable_peer_access(device);
    device.ext_oneapi_disable_peer_access(device);
  } else {
    CHECK_THROWS(feature_not_supported, device.ext_oneapi_enable_peer_access(device));
  }
  CHECK_EQUAL(sycl::nd_range<3>().get_global_range().size(), 0);
  // A kernel name that says that there is none.
  queue.single_task<sycl::detail::auto_name>([] {}).wait_and_throw();
  int *const memory = sycl::malloc_shared<int>(
      1, queue, sycl::property_list(sycl::ext::oneapi::property::usm::device_read_only()));
  CHECK(memory);
  sycl::free(memory, queue);
}

} // namespace

int main() {
  static_assert(SYCL_EXT_ONEAPI_WORK_GROUP_STATIC == 1 &&
                SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE == 2 && SYCL_EXT_ONEAPI_PEER_ACCESS == 1 &&
                SYCL_EXT_ONEAPI_USM_DEVICE_READ_ONLY == 1);
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *const out = sycl::malloc_shared<int>(2 * kSize, queue);
  constantFunctions(queue, out);
  localVariables(queue, out);
  shuffles(queue, out);
  devices(queue);
  sycl::free(out, queue);
  return failures != 0;
}
