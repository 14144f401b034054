#!/usr/bin/env python3
"""Compiles each header of sycl_khr_split_headers alone, and beside it the names that it has.

    headers.py FOLDER COMMAND...

COMMAND compiles the program that is its last argument, which is written into FOLDER. Headers of extensions in sycl::khr are
among them. Prints what does not compile; returns 1 then.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

MACROS = """
    SYCL_LANGUAGE_VERSION SYCL_IMPLEMENTATION_URSA SYCL_FEATURE_SET_FULL SYCL_EXTERNAL SYCL_DEVICE_COPYABLE
    SYCL_BACKEND_OPENCL SYCL_EXT_ONEAPI_BACKEND_CUDA
    SYCL_KHR_DEFAULT_CONTEXT SYCL_KHR_DYNAMIC_ADDRSPACE_CAST SYCL_KHR_FREE_FUNCTION_COMMANDS SYCL_KHR_GROUP_INTERFACE
    SYCL_KHR_MAX_WORK_GROUP_QUERIES SYCL_KHR_QUEUE_EMPTY_QUERY SYCL_KHR_QUEUE_FLUSH SYCL_KHR_SPLIT_HEADERS SYCL_KHR_STATIC_ADDRSPACE_CAST
    SYCL_KHR_WORK_ITEM_QUERIES
    SYCL_EXT_CODEPLAY_ENQUEUE_NATIVE_COMMAND SYCL_EXT_INTEL_DEVICE_INFO SYCL_EXT_ONEAPI_BFLOAT16
    SYCL_EXT_ONEAPI_COMPLEX SYCL_EXT_ONEAPI_CUDA_CLUSTER_LAUNCH SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE
    SYCL_EXT_ONEAPI_DEVICE_GLOBAL SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS
    SYCL_EXT_ONEAPI_ENQUEUE_BARRIER SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES
    SYCL_EXT_ONEAPI_GRAPH SYCL_EXT_ONEAPI_LOCAL_MEMORY SYCL_EXT_ONEAPI_MATRIX SYCL_EXT_ONEAPI_MEMCPY2D
    SYCL_EXT_ONEAPI_PEER_ACCESS SYCL_EXT_ONEAPI_PROPERTIES SYCL_EXT_ONEAPI_VIRTUAL_MEM SYCL_EXT_ONEAPI_WORK_GROUP_STATIC
    SYCL_EXT_ONEAPI_QUEUE_EMPTY SYCL_EXT_ONEAPI_QUEUE_PRIORITY SYCL_EXT_ONEAPI_SUB_GROUP_MASK
""".split()

# Names in namespace sycl, and after a semicolon code.
HEADERS = {
    "accessor": "accessor host_accessor local_accessor no_init property::no_init target access::target "
    "access::placeholder access_mode access::mode read_only read_write write_only",
    "atomic": "atomic_fence memory_order memory_scope atomic_ref atomic",
    "backend": "backend backend_traits backend_input_t backend_return_t get_native make_platform make_device "
    "make_context make_queue make_event make_buffer make_kernel make_kernel_bundle",
    "bit": "bit_cast; static_assert(sycl::bit_cast<unsigned>(1.0f) == 0x3f800000);",
    "buffer": "buffer buffer_allocator property::buffer::use_host_ptr property::buffer::use_mutex "
    "property::buffer::context_bound; sycl::buffer<int> made() { return sycl::range<1>(4); }",
    "builtins_common": "clamp degrees max min mix radians sign smoothstep step; float f(float x) { return sycl::mix(x, x, x); }",
    "builtins_geometric": "cross distance dot fast_distance fast_length fast_normalize length normalize;"
    "float f(sycl::float3 x) { return sycl::dot(x, x); }",
    "builtins_integer": "abs abs_diff add_sat clz ctz hadd mad24 mad_hi mul24 mul_hi popcount rhadd rotate sub_sat upsample;"
    "int f(int x) { return sycl::popcount(sycl::clamp(x, x, x)); }",
    "builtins_math": "acos atan2 ceil cos exp fabs fma fmax fract frexp ldexp lgamma_r log modf pow remquo sincos sqrt "
    "native::sin half_precision::cos; float f(float x) { return sycl::native::exp(sycl::sin(x)); }",
    "builtins_relational": "all any bitselect isequal isgreater isinf isnan select signbit;"
    "int f(float x) { return sycl::isnan(x); }",
    "byte": "; sycl::byte *pointer = nullptr;",
    "context": "context info::context::platform info::context::devices",
    "device": "device default_selector_v gpu_selector_v accelerator_selector_v cpu_selector_v aspect_selector aspect "
    "info::device::name info::device_type info::partition_property info::fp_config info::device::max_work_item_sizes",
    "event": "event info::event::command_execution_status info::event_command_status info::event_profiling::command_start",
    "exception": "async_handler exception exception_list errc make_error_code sycl_category;"
    "static_assert(std::is_error_code_enum<sycl::errc>::value);",
    "functional": "plus multiplies bit_and bit_or bit_xor logical_and logical_or minimum maximum;"
    "static_assert(sycl::plus<>()(1, 2) == 3);",
    "group_algorithms": "group_broadcast any_of_group joint_any_of all_of_group joint_all_of none_of_group joint_none_of "
    "reduce_over_group joint_reduce shift_group_left shift_group_right permute_group_by_xor select_from_group "
    "exclusive_scan_over_group inclusive_scan_over_group joint_exclusive_scan joint_inclusive_scan",
    "groups": "group sub_group device_event group_barrier;"
    "void f(sycl::group<1> g, sycl::sub_group s) { group_barrier(g), group_barrier(s); }",
    "half": "half; float f(sycl::half x) { return x + x; }",
    "handler": "handler; void f(sycl::handler &group) { group.depends_on(std::vector<sycl::event>()); }",
    "hierarchical_parallelism": "h_item private_memory",
    "image": "unsampled_image sampled_image image_allocator property::image::use_host_ptr property::no_init no_init "
    "unsampled_image_accessor sampled_image_accessor host_unsampled_image_accessor host_sampled_image_accessor image_target "
    "image_format image_sampler addressing_mode filtering_mode coordinate_normalization_mode;"
    "float f(sycl::sampled_image_accessor<sycl::float4, 1> x) { return x.read(0.5f)[0]; }",
    "index_space": "id item nd_item range nd_range; sycl::nd_range<2> made() { return {{4, 4}, {2, 2}}; }",
    "interop_handle": "interop_handle",
    "kernel_bundle": "bundle_state kernel_id kernel device_image kernel_bundle info::kernel::num_args "
    "info::kernel_device_specific::work_group_size get_kernel_bundle has_kernel_bundle compile link build join "
    "is_compatible get_kernel_id get_kernel_ids specialization_id",
    "kernel_handler": "kernel_handler",
    "marray": "marray mfloat4 mint2; sycl::mint2 f(sycl::mint2 x) { return x + x; }",
    "math": "sin popcount clamp dot isnan native::sqrt half_precision::sqrt",
    "multi_ptr": "multi_ptr access::address_space access::decorated global_ptr local_ptr raw_private_ptr "
    "decorated_local_ptr address_space_cast; int f(sycl::raw_global_ptr<int> x) { return x[0]; }",
    "platform": "platform info::platform::name",
    "property_list": "property_list; sycl::property_list made() { return {}; }",
    "queue": "queue info::queue::device property::queue::in_order property::queue::enable_profiling;"
    "void f(sycl::queue &queue) { queue.submit([](sycl::handler &) {}).wait(); }",
    "reduction": "reduction reducer property::reduction::initialize_to_identity plus",
    "span": "span dynamic_extent; int f(sycl::span<int, 4> x) { return x[0]; }",
    "stream": "stream stream_manipulator setprecision setw flush endl hex;"
    "void f(const sycl::stream &to) { to << 1 << sycl::endl; }",
    "type_traits": "is_property is_property_v is_property_of is_property_of_v is_group is_group_v is_device_copyable "
    "any_device_has any_device_has_v all_devices_have all_devices_have_v remove_decoration known_identity "
    "known_identity_v has_known_identity has_known_identity_v",
    "usm": "usm::alloc usm_allocator malloc_device malloc_host malloc_shared aligned_alloc_host malloc free get_pointer_type",
    "vec": "vec elem rounding_mode float4 int2; float f(sycl::float4 x) { return x.x() + sycl::float2(x.lo())[0]; }",
    "version": "",
}

EXTENSIONS = {
    "dynamic_addrspace_cast": "khr::dynamic_addrspace_cast",
    "free_function_commands": "khr::submit khr::submit_tracked khr::launch khr::launch_reduce khr::launch_grouped "
    "khr::launch_grouped_reduce khr::launch_task khr::memcpy khr::copy khr::memset khr::fill khr::update_host khr::prefetch "
    "khr::mem_advise khr::command_barrier khr::event_barrier",
    "group_interface": "khr::work_group khr::sub_group khr::member_item khr::get_member_item khr::leader_of",
    "max_work_group_queries": "khr::info::device::max_work_group_range khr::info::device::max_work_group_range_size",
    "static_addrspace_cast": "khr::static_addrspace_cast",
    "work_item_queries": "khr::this_nd_item khr::this_group khr::this_sub_group",
}


def program(header, content):
    names, _, code = content.partition(";")
    lines = [f"#include <sycl/khr/{header}.hpp>"]
    lines += [f"#ifndef {macro}\n#error {macro}\n#endif" for macro in MACROS]
    lines.append("namespace test {")
    lines += [f"namespace n{i} {{ using sycl::{name}; }}" for i, name in enumerate(names.split())]
    lines += ["}", code]
    return "\n".join(lines) + "\n"


def main():
    programs = {f"split_headers/{name}": content for name, content in HEADERS.items()} | EXTENSIONS
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)

    def compile_one(header):
        source = folder / (header.replace("/", "_") + ".cpp")
        source.write_text(program(header, programs[header]))
        return header, subprocess.run([*sys.argv[2:], source], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, done in pool.map(compile_one, programs):
            if done.returncode != 0 or done.stdout:
                failed += 1
                print(f"<sycl/khr/{header}.hpp>:\n{done.stdout}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
