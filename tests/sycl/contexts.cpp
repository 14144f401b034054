// Contexts: every constructor, the platform's default context, properties.
#include "check.h"

#include <type_traits>

static_assert(sycl::is_property_v<sycl::property::queue::in_order>);
static_assert(!sycl::is_property_v<int>);
static_assert(sycl::is_property_of_v<sycl::property::queue::in_order, sycl::queue>);
static_assert(sycl::is_property_of_v<sycl::property::queue::enable_profiling, sycl::queue>);
static_assert(!sycl::is_property_of_v<sycl::property::queue::in_order, sycl::context>);
static_assert(sycl::is_property_of_v<sycl::property::image::use_mutex, sycl::sampled_image<2>>);
static_assert(sycl::is_property_of_v<sycl::property::image::use_host_ptr, sycl::unsampled_image<>>);
static_assert(!sycl::is_property_of_v<sycl::property::image::use_host_ptr, sycl::queue>);
static_assert(sycl::is_property_of_v<sycl::property::buffer::context_bound, sycl::buffer<int>>);
static_assert(!sycl::is_property_of_v<sycl::property::no_init, sycl::buffer<int>>);
static_assert(sycl::is_property_of_v<sycl::property::no_init, sycl::accessor<int>>);
static_assert(sycl::is_property_of_v<sycl::property::no_init, sycl::host_accessor<int>>);
static_assert(!std::is_convertible_v<sycl::device, sycl::context>);
static_assert(!std::is_constructible_v<sycl::property_list, int>);

namespace {

void checkConstructors() {
  const sycl::async_handler handler = [](sycl::exception_list) {};
  const sycl::property_list none;
  const sycl::device device;
  const sycl::platform platform = device.get_platform();
  const std::vector<sycl::device> devices = platform.get_devices();

  for (const sycl::context &each :
       {sycl::context(), sycl::context(none), sycl::context(handler), sycl::context(handler, none),
        sycl::context(device), sycl::context(device, none), sycl::context(device, handler),
        sycl::context(device, handler, none)}) {
    CHECK(each.get_devices() == std::vector{device});
    CHECK(each.get_platform() == platform);
    CHECK(each.get_backend() == device.get_backend());
  }
  for (const sycl::context &each :
       {sycl::context(platform), sycl::context(platform, none), sycl::context(platform, handler),
        sycl::context(platform, handler, none), sycl::context(devices),
        sycl::context(devices, none), sycl::context(devices, handler),
        sycl::context(devices, handler, none)})
    CHECK(each.get_devices() == devices);

  CHECK(sycl::context() != sycl::context());
  const sycl::context context(device);
  const sycl::context copy = context;
  CHECK(copy == context && std::hash<sycl::context>()(copy) == std::hash<sycl::context>()(context));
  CHECK(!context.has_property<sycl::property::queue::in_order>());
  CHECK_THROWS(invalid, context.get_property<sycl::property::queue::in_order>());
  CHECK_THROWS(invalid, sycl::context(std::vector<sycl::device>()));

  const auto platforms = sycl::platform::get_platforms();
  if (platforms.size() > 1) {
    CHECK_THROWS(invalid,
                 sycl::context({platforms[0].get_devices()[0], platforms[1].get_devices()[0]}));
    const sycl::device other =
        platforms[0] == platform ? platforms[1].get_devices()[0] : platforms[0].get_devices()[0];
    CHECK_THROWS(invalid, sycl::queue(context, other));
    CHECK_THROWS(invalid, sycl::queue(sycl::context(other), sycl::default_selector_v));
  }
}

void checkDefaultContext() {
  const sycl::device device;
  const sycl::context common = sycl::queue().get_context();
  CHECK(common.get_devices() == device.get_platform().get_devices());
  CHECK(sycl::queue(device).get_context() == common);
  CHECK(sycl::queue(sycl::default_selector_v).get_context() == common);
  CHECK(sycl::context() != common);
}

void checkQueues() {
  const sycl::device device;
  const sycl::context context(device);
  const sycl::property_list properties{sycl::property::queue::in_order(),
                                       sycl::property::queue::enable_profiling()};
  for (const sycl::queue &queue :
       {sycl::queue(properties), sycl::queue(sycl::async_handler(), properties),
        sycl::queue(device, properties), sycl::queue(device, sycl::async_handler(), properties),
        sycl::queue(context, device, properties),
        sycl::queue(context, device, sycl::async_handler(), properties),
        sycl::queue(context, sycl::default_selector_v, properties),
        sycl::queue(context, sycl::default_selector_v, sycl::async_handler(), properties)}) {
    CHECK(queue.is_in_order());
    CHECK(queue.has_property<sycl::property::queue::in_order>());
    CHECK(queue.has_property<sycl::property::queue::enable_profiling>());
    static_assert(std::is_same_v<decltype(queue.get_property<sycl::property::queue::in_order>()),
                                 sycl::property::queue::in_order>);
    (void)queue.get_property<sycl::property::queue::in_order>();
  }
  CHECK(!sycl::queue().is_in_order());
  CHECK_THROWS(invalid, sycl::queue().get_property<sycl::property::queue::enable_profiling>());
}

} // namespace

int main() {
  checkConstructors();
  checkDefaultContext();
  checkQueues();
  return failures != 0;
}
