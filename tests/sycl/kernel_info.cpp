// Information about kernels.
#include "check.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace {

namespace specific = sycl::info::kernel_device_specific;

class Plain;
class Sized;

sycl::kernel kernelOf(const sycl::queue &queue, const sycl::kernel_id &id) {
  return sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context(), {id})
      .get_kernel(id);
}

template <class Descriptor, class Type>
Type ask(const sycl::kernel &kernel, const sycl::device &device) {
  static_assert(std::is_same_v<typename Descriptor::return_type, Type>);
  return kernel.get_info<Descriptor>(device);
}

void checkKernel(const sycl::kernel &kernel, const sycl::device &device) {
  CHECK_THROWS(invalid, kernel.get_info<sycl::info::kernel::num_args>());
  CHECK_THROWS(invalid, kernel.get_info<specific::global_work_size>(device));
  static_assert(
      std::is_same_v<decltype(kernel.get_info<sycl::info::kernel::attributes>()), std::string>);
  (void)kernel.get_info<sycl::info::kernel::attributes>();
  const auto group = ask<specific::work_group_size, size_t>(kernel, device);
  CHECK(group >= 1 && group <= device.get_info<sycl::info::device::max_work_group_size>());
  const auto multiple = ask<specific::preferred_work_group_size_multiple, size_t>(kernel, device);
  CHECK(multiple >= 1 && multiple <= group);
  ask<specific::private_mem_size, size_t>(kernel, device);
  CHECK((ask<specific::max_num_sub_groups, uint32_t>(kernel, device)) >= 1);
  CHECK((ask<specific::max_sub_group_size, uint32_t>(kernel, device)) >= 1);
  CHECK_EQUAL((ask<specific::compile_num_sub_groups, uint32_t>(kernel, device)), 0);
  CHECK_EQUAL((ask<specific::compile_sub_group_size, uint32_t>(kernel, device)), 0);
}

} // namespace

int main() {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  queue.single_task<Plain>([] {}).wait();
  queue
      .parallel_for<Sized>(sycl::nd_range<2>({4, 8}, {2, 8}),
                           [=](sycl::nd_item<2>) [[sycl::reqd_work_group_size(2, 8)]] {})
      .wait();

  const sycl::kernel plain = kernelOf(queue, sycl::get_kernel_id<Plain>());
  checkKernel(plain, device);
  CHECK((ask<specific::compile_work_group_size, sycl::range<3>>(plain, device)) ==
        sycl::range<3>(0, 0, 0));

  const sycl::kernel sized = kernelOf(queue, sycl::get_kernel_id<Sized>());
  checkKernel(sized, device);
  CHECK((ask<specific::compile_work_group_size, sycl::range<3>>(sized, device)) ==
        sycl::range<3>(1, 2, 8));

  const std::vector<sycl::device> its = queue.get_context().get_devices();
  for (const sycl::device &other : sycl::device::get_devices())
    if (std::find(its.begin(), its.end(), other) == its.end())
      CHECK_THROWS(invalid, plain.get_info<specific::work_group_size>(other));
  return failures != 0;
}
