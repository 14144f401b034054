// sycl::half in buffers, local memory, group algorithms, sub-groups and reductions. The sums are
// exact.
#include "check.h"

#include <algorithm>
#include <vector>

namespace {

using sycl::half;

constexpr std::size_t kSize = 48, kGroup = 16, kResults = 8;

half valueOf(std::size_t i) { return half(static_cast<float>(i % 7) - 2.5f); }

void checkGroups(sycl::queue &queue) {
  std::vector<half> in(kSize), out(kSize * kResults);
  for (std::size_t i = 0; i < kSize; ++i)
    in[i] = valueOf(i);
  {
    sycl::buffer<half> from(in.data(), in.size()), to(out.data(), out.size());
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor values(from, group, sycl::read_only);
      const sycl::accessor results(to, group, sycl::write_only, sycl::no_init);
      const sycl::local_accessor<half> local(sycl::range(kGroup), group);
      group.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
        const auto work = item.get_group();
        const std::size_t id = item.get_local_id(0);
        const half value = values[item.get_global_id()];
        const auto mine = [&](std::size_t k) -> half & {
          return results[item.get_global_id(0) * kResults + k];
        };
        local[id] = value;
        sycl::group_barrier(work);
        mine(0) = local[kGroup - 1 - id];
        mine(1) = sycl::reduce_over_group(work, value, sycl::plus<>());
        mine(2) = sycl::reduce_over_group(work, value, half(0.5f), sycl::maximum<half>());
        mine(3) = sycl::inclusive_scan_over_group(work, value, sycl::plus<half>());
        mine(4) = sycl::exclusive_scan_over_group(work, value, half(2), sycl::minimum<half>());
        mine(5) = sycl::group_broadcast(work, value, 3);
        mine(6) = sycl::shift_group_left(item.get_sub_group(), value, 0);
        mine(7) = sycl::reduce_over_group(work, sycl::half2(value, half(1)), sycl::plus<>())[1];
      });
    });
  }
  for (std::size_t first = 0; first < kSize; first += kGroup) {
    half sum = 0, most = 0.5f, least = 2;
    for (std::size_t i = first; i < first + kGroup; ++i) {
      CHECK_EQUAL(out[i * kResults + 4], least);
      sum += in[i];
      most = std::max(most, in[i]);
      least = std::min(least, in[i]);
      CHECK_EQUAL(out[i * kResults + 3], sum);
    }
    for (std::size_t i = first; i < first + kGroup; ++i) {
      CHECK_EQUAL(out[i * kResults], in[first + kGroup - 1 - (i - first)]);
      CHECK_EQUAL(out[i * kResults + 1], sum);
      CHECK_EQUAL(out[i * kResults + 2], most);
      CHECK_EQUAL(out[i * kResults + 5], in[first + 3]);
      CHECK_EQUAL(out[i * kResults + 6], in[i]);
      CHECK_EQUAL(out[i * kResults + 7], kGroup);
    }
  }
}

void checkReductions(sycl::queue &queue) {
  half sum = 1, most = 0;
  {
    sycl::buffer<half> total(&sum, 1), largest(&most, 1);
    queue.submit([&](sycl::handler &group) {
      const auto adds = sycl::reduction(total, group, sycl::plus<>());
      const auto chooses = sycl::reduction(largest, group, sycl::maximum<half>(),
                                           {sycl::property::reduction::initialize_to_identity()});
      group.parallel_for(sycl::range(1000), adds, chooses,
                         [=](sycl::id<1> i, auto &all, auto &greatest) {
                           all += half(i[0] % 2 ? 1.5f : 0.5f);
                           greatest.combine(half(-2 - static_cast<int>(i[0])));
                         });
    });
  }
  CHECK_EQUAL(sum, half(1001));
  CHECK_EQUAL(most, half(-2));
}

/// Memory is filled and copied in units of halves.
void checkMemory(sycl::queue &queue) {
  half *memory = sycl::malloc_device<half>(kSize, queue);
  queue.fill(memory, half(-0.25f), kSize).wait();
  queue.parallel_for(sycl::range(kSize), [=](sycl::id<1> i) { memory[i] *= half(i[0]); }).wait();
  std::vector<half> copied(kSize);
  queue.copy(memory, copied.data(), kSize).wait();
  for (std::size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(copied[i], half(-0.25f * static_cast<float>(i)));
  sycl::free(memory, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::fp16))
    return kSkipped;
  checkGroups(queue);
  checkReductions(queue);
  checkMemory(queue);
  return failures != 0;
}
