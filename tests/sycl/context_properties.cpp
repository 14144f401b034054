// Properties of contexts: the extension that says how kernels of a context get the values of
// specialization constants.
#include "check.h"

#include <sycl/ext/ursa/specialization_mode.hpp>

#include <cstdlib>

namespace extension = sycl::ext::ursa;
using Property = extension::property::context::specialization;

static_assert(sycl::is_property_v<Property>);
static_assert(sycl::is_property_of_v<Property, sycl::context>);
static_assert(!sycl::is_property_of_v<Property, sycl::queue>);

constexpr sycl::specialization_id<int> factor(3);

namespace {

/// Returns the result of a kernel with a value of the constant.
int run(sycl::queue &queue, int value) {
  int result = 0;
  {
    sycl::buffer<int> buffer(&result, 1);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor all(buffer, group, sycl::write_only);
      if (value != 0)
        group.set_specialization_constant<factor>(value);
      group.single_task([=](sycl::kernel_handler constants) {
        all[0] = 2 * constants.get_specialization_constant<factor>();
      });
    });
  }
  return result;
}

/// Programs have no image with emulated constants for CUDA, whose devices need none.
bool hasEmulatedImage(const sycl::device &device) {
  return device.get_backend() != sycl::backend::cuda;
}

/// A device without the mode, or without an image for it.
bool isUnsupported(const sycl::exception &error) {
  return error.code() == sycl::errc::feature_not_supported ||
         error.code() == sycl::errc::kernel_not_supported;
}

void check(const sycl::device &device, extension::specialization_mode mode) {
  const sycl::context context(device, Property(mode));
  CHECK(context.has_property<Property>());
  CHECK(context.get_property<Property>().get_mode() == mode);
  sycl::queue queue(context, device);
  try {
    CHECK_EQUAL(run(queue, 0), 6);
    CHECK_EQUAL(run(queue, 5), 10);
    CHECK_EQUAL(run(queue, 7), 14);
    CHECK_EQUAL(run(queue, 0), 6);
  } catch (const sycl::exception &error) {
    CHECK(isUnsupported(error));
    CHECK(mode == extension::specialization_mode::native ||
          mode == extension::specialization_mode::tiered ||
          (mode == extension::specialization_mode::emulated && !hasEmulatedImage(device)));
  }
}

void checkBundle(const sycl::device &device, extension::specialization_mode mode, bool isNative) {
  const sycl::context context(device, Property(mode));
  try {
    const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::input>(context);
    CHECK(bundle.native_specialization_constant() == isNative);
  } catch (const sycl::exception &error) {
    CHECK((isNative || !hasEmulatedImage(device)) && isUnsupported(error));
  }
}

} // namespace

int main() {
  unsetenv("URSA_SPECIALIZATION"); // it outranks the property
  const sycl::device device;
  for (const auto mode :
       {extension::specialization_mode::automatic, extension::specialization_mode::native,
        extension::specialization_mode::emulated, extension::specialization_mode::tiered})
    check(device, mode);
  checkBundle(device, extension::specialization_mode::native, true);
  checkBundle(device, extension::specialization_mode::emulated, false);
  CHECK(!sycl::context(device).has_property<Property>());
  return failures != 0;
}
