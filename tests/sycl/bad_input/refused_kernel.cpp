// A kernel that the driver refuses: the exception has the driver's log; later builds work. Runs on
// a driver that fails on demand, whose library is the first argument.
#include "../check.h"
#include "opencl/fake_driver.h"

#include <dlfcn.h>

#include <string>

class Refused;
constexpr sycl::specialization_id<int> value(1);

namespace {

void expectLog(const char *what, const std::function<void()> &build) {
  try {
    build();
    std::fprintf(stderr, "%s was built\n", what);
    ++failures;
  } catch (const sycl::exception &error) {
    CHECK(error.code() == sycl::errc::build);
    CHECK(std::string(error.what()).find("line 3: no") != std::string::npos);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  void *const library = dlopen(argv[1], RTLD_NOW);
  auto *const driver =
      library ? reinterpret_cast<decltype(&fakeDriver)>(dlsym(library, "fakeDriver")) : nullptr;
  if (!driver) {
    std::fprintf(stderr, "'%s' is no driver that fails on demand\n", argv[1]);
    return 2;
  }
  sycl::queue queue;
  const auto launch = [&](int number) {
    queue.submit([&](sycl::handler &group) {
      if (number != 0)
        group.set_specialization_constant<value>(number);
      group.single_task<Refused>([=](sycl::kernel_handler constants) {
        (void)constants.get_specialization_constant<value>();
      });
    });
  };
  driver()->fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE);
  expectLog("the kernel", [&] { launch(0); });
  expectLog("the kernel with a value", [&] { launch(5); });
  const auto input =
      sycl::get_kernel_bundle<Refused, sycl::bundle_state::input>(queue.get_context());
  expectLog("the bundle", [&] { (void)sycl::build(input); });
  driver()->fail(""); // launches fail: this driver's kernels have arguments of its own
  const auto built = sycl::build(input);
  CHECK(built.has_kernel<Refused>());
  queue.wait_and_throw();
  return failures != 0;
}
