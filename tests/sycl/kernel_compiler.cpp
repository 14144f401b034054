// Kernels from source (sycl_ext_oneapi_kernel_compiler).
#include "check.h"

#include <string>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using Language = ext::source_language;

static_assert(SYCL_EXT_ONEAPI_KERNEL_COMPILER == 1);

constexpr size_t kCount = 64;
constexpr size_t kGroup = 16;

const char *const kSource = R"(
#include "parts/factor.h"
kernel void scale(global int *numbers, int add, local int *memory) {
  size_t i = get_local_id(0);
  memory[i] = numbers[get_global_id(0)] * FACTOR + add;
  barrier(CLK_LOCAL_MEM_FENCE);
  numbers[get_global_id(0)] = memory[get_local_size(0) - 1 - i];
}
kernel void nothing(void) {}
)";

void checkOpenCl(sycl::queue &queue, int *numbers) {
  const sycl::context context = queue.get_context();
  const auto source = ext::create_kernel_bundle_from_source(
      context, Language::opencl, std::string(kSource),
      ext::properties(ext::include_files("parts/factor.h", "#define FACTOR (BY + 1)\n")));
  CHECK(source.get_context() == context && !source.empty());
  CHECK(source.get_backend() == queue.get_backend() && source.get_devices().size() >= 1);
  std::string log;
  const auto bundle =
      ext::build(source, {queue.get_device()},
                 ext::properties(ext::build_options("-DBY=2 -cl-std=CL2.0"), ext::save_log(&log)));
  CHECK(bundle.ext_oneapi_has_kernel("scale") &&
        bundle.ext_oneapi_has_kernel("nothing", queue.get_device()));
  CHECK(!bundle.ext_oneapi_has_kernel("other"));
  CHECK_THROWS(invalid, bundle.ext_oneapi_get_kernel("other"));

  for (size_t i = 0; i < kCount; ++i)
    numbers[i] = static_cast<int>(i);
  const sycl::kernel scale = bundle.ext_oneapi_get_kernel("scale");
  CHECK(scale.get_context() == context);
  const sycl::nd_range<1> space(kCount, kGroup);
  queue
      .submit([&](sycl::handler &group) {
        group.set_args(numbers, 7, sycl::local_accessor<int>(kGroup, group));
        group.parallel_for(space, scale);
      })
      .wait();
  CHECK_EQUAL(numbers[0], 3 * (kGroup - 1) + 7);

  sycl::buffer<int> buffer{sycl::range<1>(kCount)};
  queue.submit([&](sycl::handler &group) { group.fill(sycl::accessor(buffer, group), 5); });
  queue.submit([&](sycl::handler &group) {
    const int add = 1;
    group.set_arg(0, sycl::accessor(buffer, group));
    group.set_arg(1, ext::raw_kernel_arg(&add, sizeof(add)));
    group.set_arg(2, sycl::local_accessor<int>(kGroup, group));
    group.parallel_for(space, scale);
  });
  CHECK_EQUAL(sycl::host_accessor(buffer)[3], 16);
  numbers[0] = 2;
  queue
      .submit([&](sycl::handler &group) {
        group.set_args(ext::raw_kernel_arg(&numbers, sizeof(numbers)), 0,
                       sycl::local_accessor<int>(1, group));
        group.parallel_for(sycl::nd_range<1>(1, 1), scale);
      })
      .wait();
  CHECK_EQUAL(numbers[0], 6);
  queue
      .submit(
          [&](sycl::handler &group) { group.single_task(bundle.ext_oneapi_get_kernel("nothing")); })
      .wait();
  CHECK_THROWS(kernel_argument, queue.submit([&](sycl::handler &group) {
    group.set_args(numbers, 7);
    group.parallel_for(space, scale);
  }));
}

void checkErrors(sycl::queue &queue) {
  const sycl::context context = queue.get_context();
  const auto wrong = ext::create_kernel_bundle_from_source(context, Language::opencl,
                                                           std::string("kernel void f( {}"));
  std::string log;
  CHECK_THROWS(build, ext::build(wrong, ext::properties(ext::save_log(&log))));
  CHECK(log.find("error") != std::string::npos);
  CHECK_THROWS(invalid, ext::create_kernel_bundle_from_source(
                            context, Language::opencl, std::string(""),
                            ext::properties(ext::include_files("../a.h", ""))));
  CHECK_THROWS(invalid, ext::build(wrong, std::vector<sycl::device>()));
}

const char *const kSyclSource = R"(
#include <sycl/sycl.hpp>
#include "offset.h"
namespace ext = sycl::ext::oneapi::experimental;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void iota(int start, int *numbers) {
  const size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  numbers[i] = start + static_cast<int>(i) + OFFSET;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::single_task_kernel) void one(int *numbers) { *numbers = 1; }
namespace mine {
template <typename T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void fill(T value, T *numbers) {
  numbers[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)] = value;
}
}
)";

void checkSycl(sycl::queue &queue, int *numbers) {
  if (!queue.get_device().ext_oneapi_can_build(Language::sycl))
    return;
  const auto source = ext::create_kernel_bundle_from_source(
      queue.get_context(), Language::sycl, std::string(kSyclSource),
      ext::properties(ext::include_files("offset.h", "#define OFFSET 100\n")));
  const auto bundle = ext::build(source, ext::properties(ext::registered_names("mine::fill<int>")));
  CHECK(bundle.ext_oneapi_has_kernel("iota") && bundle.ext_oneapi_has_kernel("one") &&
        bundle.ext_oneapi_has_kernel("mine::fill<int>"));
  CHECK(!bundle.ext_oneapi_has_kernel("fill"));
  CHECK(!bundle.ext_oneapi_get_raw_kernel_name("iota").empty());
  const sycl::nd_range<1> space(kCount, kGroup);
  ext::nd_launch(queue, space, bundle.ext_oneapi_get_kernel("iota"), 5, numbers);
  queue.wait();
  CHECK_EQUAL(numbers[7], 112);
  ext::single_task(queue, bundle.ext_oneapi_get_kernel("one"), numbers);
  queue.wait();
  CHECK_EQUAL(numbers[0], 1);
  ext::nd_launch(queue, space, bundle.ext_oneapi_get_kernel("mine::fill<int>"), 6, numbers);
  queue.wait();
  CHECK_EQUAL(numbers[kCount - 1], 6);
  std::string log;
  CHECK_THROWS(build, ext::build(source, ext::properties(ext::registered_names("other"),
                                                         ext::save_log(&log))));
  CHECK(log.find("other") != std::string::npos);
}

/// A module with the kernel "empty", which does nothing.
void checkSpirv(sycl::queue &queue) {
  const std::uint32_t words[] = {
      0x07230203, 0x00010000, 0, 6,          0,          // magic number, version 1.0, bound 6
      0x00020011, 4,                                     // OpCapability Addresses
      0x00020011, 6,                                     // OpCapability Kernel
      0x0003000E, 2,          2,                         // OpMemoryModel Physical64 OpenCL
      0x0005000F, 6,          3, 0x74706D65, 0x00000079, // OpEntryPoint Kernel %3 "empty"
      0x00020013, 1,                                     // %1 = OpTypeVoid
      0x00030021, 2,          1,                         // %2 = OpTypeFunction %1
      0x00050036, 1,          3, 0,          2,          // %3 = OpFunction %1 None %2
      0x000200F8, 4,                                     // %4 = OpLabel
      0x000100FD,                                        // OpReturn
      0x00010038,                                        // OpFunctionEnd
  };
  const auto *bytes = reinterpret_cast<const std::byte *>(words);
  const auto source = ext::create_kernel_bundle_from_source(
      queue.get_context(), Language::spirv, std::vector<std::byte>(bytes, bytes + sizeof(words)));
  if (!queue.get_device().ext_oneapi_can_build(Language::spirv)) {
    CHECK_THROWS(feature_not_supported, ext::build(source));
    return;
  }
  const auto bundle = ext::build(source, {queue.get_device()});
  CHECK(bundle.ext_oneapi_has_kernel("empty") && !bundle.ext_oneapi_has_kernel("other"));
  queue
      .submit(
          [&](sycl::handler &group) { group.single_task(bundle.ext_oneapi_get_kernel("empty")); })
      .wait();
  const std::vector<std::byte> wrong(32);
  CHECK_THROWS(build, ext::build(ext::create_kernel_bundle_from_source(queue.get_context(),
                                                                       Language::spirv, wrong)));
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  if (!queue.get_device().ext_oneapi_can_build(Language::opencl))
    return kSkipped;
  int *numbers = sycl::malloc_shared<int>(kCount, queue);
  checkOpenCl(queue, numbers);
  checkErrors(queue);
  checkSycl(queue, numbers);
  checkSpirv(queue);
  sycl::free(numbers, queue);
  return failures != 0;
}
