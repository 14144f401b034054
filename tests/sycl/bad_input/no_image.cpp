// A program without an image for its device, compiled for other targets alone: launches and bundles
// throw, everything else works.
#include "../check.h"

#include <string>

class Only;
constexpr sycl::specialization_id<int> value(1);

int main() {
  sycl::queue queue;
  const auto launch = [&](bool withConstant) {
    queue.submit([&](sycl::handler &group) {
      if (withConstant)
        group.set_specialization_constant<value>(3);
      group.single_task<Only>([=](sycl::kernel_handler constants) {
        (void)constants.get_specialization_constant<value>();
      });
    });
  };
  for (const bool withConstant : {false, true})
    try {
      launch(withConstant);
      CHECK(!"launched");
    } catch (const sycl::exception &error) {
      CHECK(error.code() == sycl::errc::kernel_not_supported);
      const std::string name = queue.get_device().get_info<sycl::info::device::name>();
      CHECK(std::string(error.what()).find(name) != std::string::npos);
    }
  const sycl::context context = queue.get_context();
  CHECK(!sycl::is_compatible({sycl::get_kernel_id<Only>()}, queue.get_device()));
  CHECK(!sycl::has_kernel_bundle<sycl::bundle_state::executable>(context,
                                                                 {sycl::get_kernel_id<Only>()}));
  CHECK_THROWS(kernel_not_supported, queue.get_context(),
               (void)sycl::get_kernel_bundle<class Only, sycl::bundle_state::executable>(context));

  int data[4] = {1, 2, 3, 4}, copy[4] = {};
  int *const memory = sycl::malloc_device<int>(4, queue);
  queue.memcpy(memory, data, sizeof(data)).wait();
  queue.memcpy(copy, memory, sizeof(data)).wait();
  sycl::free(memory, queue);
  CHECK_EQUAL(copy[3], 4);
  return failures != 0;
}
