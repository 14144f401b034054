// Commands with times that depend on each other across contexts of a device: host tasks bring
// pages from one to the other, while drivers such as lavapipe wait for an idle device to read
// times.
#include "check.h"

#include <vector>

int main() {
  const sycl::device device;
  if (!device.has(sycl::aspect::queue_profiling))
    return 77;
  constexpr size_t kSize = 4096;
  constexpr int kSteps = 40;
  const sycl::property_list profiled{sycl::property::queue::enable_profiling()};
  std::vector<sycl::queue> queues;
  for (int i = 0; i < 2; ++i)
    queues.emplace_back(sycl::context(device), device, profiled);
  std::vector<int> result(kSize, 0);
  std::vector<sycl::event> events;
  {
    sycl::buffer<int> buffer(result.data(), sycl::range<1>(kSize));
    for (int step = 0; step < kSteps; ++step)
      events.push_back(queues[step % 2].submit([&](sycl::handler &group) {
        const sycl::accessor all(buffer, group, sycl::read_write);
        group.parallel_for(kSize, [=](sycl::id<1> i) { all[i] += static_cast<int>(i[0] % 7); });
      }));
  }
  for (size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(result[i], kSteps * static_cast<int>(i % 7));
  for (const sycl::event &each : events)
    CHECK(each.get_profiling_info<sycl::info::event_profiling::command_end>() >=
          each.get_profiling_info<sycl::info::event_profiling::command_start>());
  return failures != 0;
}
