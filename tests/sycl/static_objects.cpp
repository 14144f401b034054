// Objects of a program that are destroyed after main: the run time stays until they are gone.
#include "check.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace {

int source = 42;
int target = 0;

// Constructed before the run time starts, so it is destroyed after what the library constructs.
struct Held {
  std::optional<sycl::queue> queue;
  std::optional<sycl::context> context;
  std::optional<sycl::event> event;
  std::vector<sycl::device> parts;

  ~Held() {
    try {
      queue->memcpy(&target, &source, sizeof(target)).wait();
      CHECK_EQUAL(target, 42);
    } catch (const sycl::exception &error) {
      // CUDA's driver ends before, in a handler of exit() that it registered when it was loaded.
      CHECK(queue->get_backend() == sycl::backend::cuda);
      CHECK(std::string(error.what()).find("CUDA_ERROR_DEINITIALIZED") != std::string::npos);
    }
    CHECK(context->get_devices().front() == queue->get_device());
    CHECK(!queue->get_device().get_info<sycl::info::device::name>().empty());
    if (failures)
      std::_Exit(1);
  }
} held;

} // namespace

int main() {
  const sycl::device device;
  using property = sycl::info::partition_property;
  for (const property each : device.get_info<sycl::info::device::partition_properties>())
    if (each == property::partition_equally)
      held.parts = device.create_sub_devices<property::partition_equally>(1);
  held.context.emplace(device);
  held.queue.emplace(*held.context, device);
  int unused = 0;
  held.event = held.queue->memcpy(&unused, &source, sizeof(unused));
  held.event->wait();
  return failures != 0;
}
