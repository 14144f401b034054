// Information about platforms, devices, contexts and queues: types, minima and relations that SYCL
// requires.
#include "check.h"

#include <algorithm>
#include <type_traits>

namespace {

namespace dev = sycl::info::device;

template <class Descriptor, class Type, class Object> Type ask(const Object &object) {
  static_assert(std::is_same_v<typename Descriptor::return_type, Type>);
  auto answer = object.template get_info<Descriptor>();
  static_assert(std::is_same_v<decltype(answer), Type>);
  return answer;
}

template <class T> bool contains(const std::vector<T> &all, T wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

void checkLimits(const sycl::device &device) {
  CHECK((ask<dev::max_compute_units, uint32_t>(device)) >= 1);
  CHECK((ask<dev::max_work_item_dimensions, uint32_t>(device)) >= 3);
  const auto group = ask<dev::max_work_group_size, size_t>(device);
  CHECK(group >= 1);
  const auto sizes = ask<dev::max_work_item_sizes<3>, sycl::range<3>>(device);
  const auto sizes2 = ask<dev::max_work_item_sizes<2>, sycl::range<2>>(device);
  const auto sizes1 = ask<dev::max_work_item_sizes<1>, sycl::range<1>>(device);
  const auto sizesDefault = ask<dev::max_work_item_sizes<>, sycl::range<3>>(device);
  CHECK(sizes == sizesDefault && sizes[0] >= 1 && sizes[1] >= 1 && sizes[2] >= 1);
  CHECK(sizes2 == sycl::range<2>(sizes[1], sizes[2]) && sizes1 == sycl::range<1>(sizes[2]));
  CHECK((ask<dev::max_num_sub_groups, uint32_t>(device)) >= 1);
  CHECK((!ask<dev::sub_group_sizes, std::vector<size_t>>(device).empty()));
  CHECK((ask<dev::address_bits, uint32_t>(device)) == 64);
  CHECK((ask<dev::max_mem_alloc_size, uint64_t>(device)) >= 1U << 20);
  CHECK((ask<dev::max_parameter_size, size_t>(device)) >= 1024);
  CHECK((ask<dev::mem_base_addr_align, uint32_t>(device)) >= 1024);
  CHECK((ask<dev::local_mem_size, uint64_t>(device)) >= 32 << 10);
  CHECK((ask<dev::local_mem_type, sycl::info::local_mem_type>(device)) !=
        sycl::info::local_mem_type::none);
  CHECK((ask<dev::global_mem_size, uint64_t>(device)) >= 1U << 20);
  CHECK((ask<dev::global_mem_cache_line_size, uint32_t>(device)) < 1U << 20);
  CHECK((ask<dev::global_mem_cache_size, uint64_t>(device)) < uint64_t{1} << 40);
  ask<dev::global_mem_cache_type, sycl::info::global_mem_cache_type>(device);
  CHECK((ask<dev::max_constant_buffer_size, uint64_t>(device)) >= 64 << 10);
  CHECK((ask<dev::max_constant_args, uint32_t>(device)) >= 8);
  CHECK((ask<dev::profiling_timer_resolution, size_t>(device)) >= 1);
  ask<dev::max_clock_frequency, uint32_t>(device);
  ask<dev::printf_buffer_size, size_t>(device);
  ask<dev::error_correction_support, bool>(device);
  ask<dev::host_unified_memory, bool>(device);
  CHECK((ask<dev::is_endian_little, bool>(device)));
  CHECK((ask<dev::is_available, bool>(device)));
  CHECK((ask<dev::built_in_kernel_ids, std::vector<sycl::kernel_id>>(device).empty()));
  ask<dev::built_in_kernels, std::vector<std::string>>(device);
}

void checkImages(const sycl::device &device) {
  CHECK((ask<dev::image_support, bool>(device)) == device.has(sycl::aspect::image));
  ask<dev::max_read_image_args, uint32_t>(device);
  ask<dev::max_write_image_args, uint32_t>(device);
  ask<dev::image2d_max_width, size_t>(device);
  ask<dev::image2d_max_height, size_t>(device);
  ask<dev::image3d_max_width, size_t>(device);
  ask<dev::image3d_max_height, size_t>(device);
  ask<dev::image3d_max_depth, size_t>(device);
  ask<dev::image_max_buffer_size, size_t>(device);
  ask<dev::max_samplers, uint32_t>(device);
}

void checkTypes(const sycl::device &device) {
  const bool hasHalf = device.has(sycl::aspect::fp16);
  const bool hasDouble = device.has(sycl::aspect::fp64);
  CHECK((ask<dev::preferred_vector_width_char, uint32_t>(device)) >= 1);
  CHECK((ask<dev::preferred_vector_width_short, uint32_t>(device)) >= 1);
  CHECK((ask<dev::preferred_vector_width_int, uint32_t>(device)) >= 1);
  CHECK((ask<dev::preferred_vector_width_long, uint32_t>(device)) >= 1);
  CHECK((ask<dev::preferred_vector_width_long_long, uint32_t>(device)) >= 1);
  CHECK((ask<dev::preferred_vector_width_float, uint32_t>(device)) >= 1);
  CHECK(((ask<dev::preferred_vector_width_double, uint32_t>(device)) != 0) == hasDouble);
  CHECK(((ask<dev::preferred_vector_width_half, uint32_t>(device)) != 0) == hasHalf);
  CHECK((ask<dev::native_vector_width_char, uint32_t>(device)) >= 1);
  CHECK((ask<dev::native_vector_width_short, uint32_t>(device)) >= 1);
  CHECK((ask<dev::native_vector_width_int, uint32_t>(device)) >= 1);
  CHECK((ask<dev::native_vector_width_long, uint32_t>(device)) >= 1);
  CHECK((ask<dev::native_vector_width_long_long, uint32_t>(device)) >= 1);
  CHECK((ask<dev::native_vector_width_float, uint32_t>(device)) >= 1);
  CHECK(((ask<dev::native_vector_width_double, uint32_t>(device)) != 0) == hasDouble);
  CHECK(((ask<dev::native_vector_width_half, uint32_t>(device)) != 0) == hasHalf);
  using sycl::info::fp_config;
  const auto single = ask<dev::single_fp_config, std::vector<fp_config>>(device);
  CHECK(contains(single, fp_config::round_to_nearest) && contains(single, fp_config::inf_nan));
  CHECK((ask<dev::half_fp_config, std::vector<fp_config>>(device).empty()) == !hasHalf);
  CHECK((ask<dev::double_fp_config, std::vector<fp_config>>(device).empty()) == !hasDouble);
}

template <class Info, class Object> void checkAtomics(const Object &object) {
  using sycl::memory_order;
  using sycl::memory_scope;
  const auto orders =
      ask<typename Info::atomic_memory_order_capabilities, std::vector<memory_order>>(object);
  CHECK(contains(orders, memory_order::relaxed));
  CHECK(contains(orders, memory_order::acquire) == contains(orders, memory_order::acq_rel));
  const auto fences =
      ask<typename Info::atomic_fence_order_capabilities, std::vector<memory_order>>(object);
  for (const auto order :
       {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel})
    CHECK(contains(fences, order));
  const auto scopes =
      ask<typename Info::atomic_memory_scope_capabilities, std::vector<memory_scope>>(object);
  CHECK(contains(scopes, memory_scope::sub_group) && contains(scopes, memory_scope::work_group));
  CHECK(!contains(scopes, memory_scope::work_item));
  const auto fenceScopes =
      ask<typename Info::atomic_fence_scope_capabilities, std::vector<memory_scope>>(object);
  for (const auto scope :
       {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group})
    CHECK(contains(fenceScopes, scope));
}

struct DeviceAtomics {
  using atomic_memory_order_capabilities = dev::atomic_memory_order_capabilities;
  using atomic_fence_order_capabilities = dev::atomic_fence_order_capabilities;
  using atomic_memory_scope_capabilities = dev::atomic_memory_scope_capabilities;
  using atomic_fence_scope_capabilities = dev::atomic_fence_scope_capabilities;
};
struct ContextAtomics {
  using atomic_memory_order_capabilities = sycl::info::context::atomic_memory_order_capabilities;
  using atomic_fence_order_capabilities = sycl::info::context::atomic_fence_order_capabilities;
  using atomic_memory_scope_capabilities = sycl::info::context::atomic_memory_scope_capabilities;
  using atomic_fence_scope_capabilities = sycl::info::context::atomic_fence_scope_capabilities;
};

void checkNames(const sycl::device &device) {
  CHECK((!ask<dev::name, std::string>(device).empty()));
  CHECK((!ask<dev::vendor, std::string>(device).empty()));
  CHECK((!ask<dev::driver_version, std::string>(device).empty()));
  CHECK((!ask<dev::version, std::string>(device).empty()));
  CHECK((!ask<dev::backend_version, std::string>(device).empty()));
  CHECK((ask<dev::name, std::string>(device).find('\0')) == std::string::npos);
  ask<dev::vendor_id, uint32_t>(device);
  ask<dev::device_type, sycl::info::device_type>(device);
  ask<dev::extensions, std::vector<std::string>>(device);
  CHECK((ask<dev::is_compiler_available, bool>(device)) ==
        device.has(sycl::aspect::online_compiler));
  CHECK((ask<dev::is_linker_available, bool>(device)) == device.has(sycl::aspect::online_linker));
  CHECK((ask<dev::queue_profiling, bool>(device)) == device.has(sycl::aspect::queue_profiling));
}

// Queries that only OpenCL devices answer.
void checkOpenCl(const sycl::device &device) {
  using sycl::info::execution_capability;
  if (device.get_backend() == sycl::backend::opencl) {
    CHECK(contains(ask<dev::execution_capabilities, std::vector<execution_capability>>(device),
                   execution_capability::exec_kernel));
    CHECK((ask<dev::profile, std::string>(device)) == "FULL_PROFILE");
    ask<dev::preferred_interop_user_sync, bool>(device);
    CHECK(device.get_backend_info<dev::version>().substr(0, 7) == "OpenCL ");
    CHECK(device.get_platform().get_backend_info<sycl::info::platform::version>().substr(0, 7) ==
          "OpenCL ");
    CHECK(sycl::queue(device).get_backend_info<dev::version>() == device.get_info<dev::version>());
  } else {
    CHECK_THROWS(invalid, device.get_info<dev::execution_capabilities>());
    CHECK_THROWS(invalid, device.get_info<dev::profile>());
    CHECK_THROWS(invalid, device.get_info<dev::preferred_interop_user_sync>());
    CHECK_THROWS(backend_mismatch, device.get_backend_info<dev::version>());
    CHECK_THROWS(backend_mismatch, device.get_backend_info<sycl::info::platform::version>());
    CHECK_THROWS(backend_mismatch,
                 device.get_platform().get_backend_info<sycl::info::platform::version>());
    CHECK_THROWS(backend_mismatch, sycl::context(device).get_backend_info<dev::backend_version>());
    CHECK_THROWS(backend_mismatch, sycl::queue(device).get_backend_info<dev::version>());
  }
}

} // namespace

int main() {
  for (const sycl::device &device : sycl::device::get_devices()) {
    checkLimits(device);
    checkImages(device);
    checkTypes(device);
    checkAtomics<DeviceAtomics>(device);
    checkNames(device);
    checkOpenCl(device);

    const sycl::platform platform = device.get_platform();
    CHECK((!ask<sycl::info::platform::name, std::string>(platform).empty()));
    CHECK((!ask<sycl::info::platform::vendor, std::string>(platform).empty()));
    CHECK((!ask<sycl::info::platform::version, std::string>(platform).empty()));
    ask<sycl::info::platform::extensions, std::vector<std::string>>(platform);

    const sycl::context context(device);
    checkAtomics<ContextAtomics>(context);
    CHECK((ask<sycl::info::context::platform, sycl::platform>(context)) == platform);
    CHECK((ask<sycl::info::context::devices, std::vector<sycl::device>>(context)) ==
          std::vector{device});

    const sycl::queue queue(context, device);
    CHECK((ask<sycl::info::queue::context, sycl::context>(queue)) == context);
    CHECK((ask<sycl::info::queue::device, sycl::device>(queue)) == device);
    CHECK(queue.get_backend() == device.get_backend());
    CHECK(context.get_backend() == device.get_backend());
  }
  CHECK(sycl::event().get_backend() == sycl::device().get_backend());
  return failures != 0;
}
