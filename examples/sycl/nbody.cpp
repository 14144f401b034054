// Bodies that attract one another: tiles of positions go through local memory. The softening of the
// forces is a specialization constant.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr sycl::specialization_id<float> softening(0.01f);

constexpr size_t kBodies = 1024;
constexpr size_t kTile = 64;

static void step(sycl::queue &queue, const sycl::float4 *from, sycl::float4 *forces, float soft) {
  queue.submit([&](sycl::handler &group) {
    group.set_specialization_constant<softening>(soft);
    sycl::local_accessor<sycl::float4> tile(sycl::range<1>(kTile), group);
    group.parallel_for<class NBody>(
        sycl::nd_range<1>(kBodies, kTile), [=](sycl::nd_item<1> item, sycl::kernel_handler values) {
          const float extra = values.get_specialization_constant<softening>();
          const sycl::float4 mine = from[item.get_global_id(0)];
          sycl::float4 force(0.0f);
          for (size_t first = 0; first < kBodies; first += kTile) {
            tile[item.get_local_id(0)] = from[first + item.get_local_id(0)];
            sycl::group_barrier(item.get_group());
            for (size_t i = 0; i < kTile; ++i) {
              const sycl::float4 other = tile[i];
              const float x = other.x() - mine.x();
              const float y = other.y() - mine.y();
              const float z = other.z() - mine.z();
              const float inverse = 1.0f / sycl::sqrt(x * x + y * y + z * z + extra);
              const float scale = other.w() * inverse * inverse * inverse;
              force += sycl::float4(x * scale, y * scale, z * scale, 0.0f);
            }
            sycl::group_barrier(item.get_group());
          }
          forces[item.get_global_id(0)] = force;
        });
  });
  queue.wait();
}

int main() {
  int failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    sycl::queue queue(device);
    std::vector<sycl::float4> bodies(kBodies);
    for (size_t i = 0; i < kBodies; ++i) {
      const float t = static_cast<float>(i);
      bodies[i] = sycl::float4(std::sin(t), std::cos(t * 1.7f), std::sin(t * 0.3f), 1.0f);
    }
    auto *onDevice = sycl::malloc_device<sycl::float4>(kBodies, queue);
    auto *forces = sycl::malloc_device<sycl::float4>(kBodies, queue);
    queue.copy(bodies.data(), onDevice, kBodies).wait();
    step(queue, onDevice, forces, 0.02f);
    sycl::float4 fifth;
    queue.copy(forces + 5, &fifth, 1).wait();
    double expected = 0;
    for (size_t i = 0; i < kBodies; ++i) {
      const double x = bodies[i].x() - bodies[5].x(), y = bodies[i].y() - bodies[5].y(),
                   z = bodies[i].z() - bodies[5].z();
      expected += x / std::pow(x * x + y * y + z * z + 0.02, 1.5);
    }
    const bool isRight = std::fabs(expected - fifth.x()) < 1e-3 * std::fabs(expected) + 1e-2;
    failures += !isRight;
    std::printf("%-40s force %g, expected %g: %s\n",
                device.get_info<sycl::info::device::name>().c_str(), static_cast<double>(fifth.x()),
                expected, isRight ? "right" : "WRONG");
    sycl::free(onDevice, queue);
    sycl::free(forces, queue);
  }
  return failures;
}
