// Sorting by the work-items of a group (sycl_ext_oneapi_group_sort).
#include "check.h"

#include <sycl/ext/oneapi/experimental/group_helpers_sorters.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_GROUP_SORT == 1);

constexpr size_t kGroup = 32;
constexpr size_t kEach = 4;
constexpr size_t kMany = 300; // more than the work-items, no power of two

template <class T> std::vector<T> someNumbers(size_t count) {
  std::vector<T> all(count);
  uint32_t state = 12345;
  for (T &each : all) {
    state = state * 1664525 + 1013904223;
    each = static_cast<T>(static_cast<int>(state >> 20) - 2000);
    if (std::is_floating_point_v<T>)
      each = static_cast<T>(each / 8);
  }
  return all;
}

/// Runs a kernel of one work-group on numbers of the host, with memory of so many bytes.
template <class T, class Function>
std::vector<T> run(sycl::queue &queue, std::vector<T> numbers, size_t bytes,
                   const Function &function) {
  T *memory = sycl::malloc_shared<T>(numbers.size(), queue);
  std::copy(numbers.begin(), numbers.end(), memory);
  queue
      .submit([&](sycl::handler &group) {
        const sycl::local_accessor<std::byte> scratch(bytes, group);
        group.parallel_for(sycl::nd_range<1>(kGroup, kGroup), [=](sycl::nd_item<1> item) {
          function(item, memory, sycl::span<std::byte>(&scratch[0], bytes));
        });
      })
      .wait();
  std::copy(memory, memory + numbers.size(), numbers.begin());
  sycl::free(memory, queue);
  return numbers;
}

/// Equal numbers keep their order.
template <class T, class Compare>
std::vector<T> sorted(const std::vector<T> &numbers, Compare compare) {
  std::vector<T> all;
  for (const T &each : numbers)
    all.insert(std::upper_bound(all.begin(), all.end(), each, compare), each);
  return all;
}

template <class T> void checkJoint(sycl::queue &queue) {
  const std::vector<T> numbers = someNumbers<T>(kMany);
  using Default = ext::default_sorters::joint_sorter<>;
  const size_t bytes = Default::template memory_required<T>(sycl::memory_scope::work_group, kMany);
  CHECK(run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
          ext::joint_sort(ext::group_with_scratchpad(item.get_group(), scratch), memory,
                          memory + kMany);
        }) == sorted(numbers, std::less<>()));
  CHECK(run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
          ext::joint_sort(ext::group_with_scratchpad(item.get_group(), scratch), memory,
                          memory + kMany, std::greater<>());
        }) == sorted(numbers, std::greater<>()));
  CHECK(run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
          ext::joint_sort(item.get_group(), memory, memory + kMany, Default(scratch));
        }) == sorted(numbers, std::less<>()));
  using Radix = ext::radix_sorters::joint_sorter<T, ext::radix_sorters::sorting_order::descending>;
  CHECK(run(queue, numbers, Radix::memory_required(sycl::memory_scope::work_group, kMany),
            [](auto item, T *memory, auto scratch) {
              ext::joint_sort(item.get_group(), memory, memory + kMany, Radix(scratch));
            }) == sorted(numbers, std::greater<>()));
}

template <class T> void checkOver(sycl::queue &queue) {
  const std::vector<T> numbers = someNumbers<T>(kGroup);
  using Radix = ext::radix_sorters::group_sorter<T>;
  const size_t bytes = Radix::memory_required(sycl::memory_scope::work_group, kGroup);
  CHECK(run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
          T &mine = memory[item.get_local_id(0)];
          mine = ext::sort_over_group(item.get_group(), mine, Radix(scratch));
        }) == sorted(numbers, std::less<>()));
  CHECK(run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
          T &mine = memory[item.get_local_id(0)];
          mine = ext::sort_over_group(ext::group_with_scratchpad(item.get_group(), scratch), mine,
                                      std::greater<>());
        }) == sorted(numbers, std::greater<>()));

  // Each sub-group by itself, in a part of the memory.
  const std::vector<T> parts = run(queue, numbers, bytes, [](auto item, T *memory, auto scratch) {
    const sycl::sub_group part = item.get_sub_group();
    const size_t first = item.get_local_id(0) - part.get_local_linear_id();
    T &mine = memory[item.get_local_id(0)];
    mine = ext::sort_over_group(
        ext::group_with_scratchpad(
            part, scratch.subspan(first * sizeof(T), part.get_local_linear_range() * sizeof(T))),
        mine);
  });
  uint32_t *size = sycl::malloc_shared<uint32_t>(1, queue);
  queue
      .parallel_for(sycl::nd_range<1>(kGroup, kGroup),
                    [=](sycl::nd_item<1> item) {
                      if (item.get_local_id(0) == 0)
                        *size = item.get_sub_group().get_local_linear_range();
                    })
      .wait();
  std::vector<T> expected = numbers;
  for (size_t i = 0; i < kGroup; i += *size)
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(i),
              expected.begin() + static_cast<std::ptrdiff_t>(std::min(i + *size, kGroup)));
  CHECK(parts == expected);
  sycl::free(size, queue);
}

void checkSpans(sycl::queue &queue) {
  constexpr auto kStriped = ext::group_algorithm_data_placement::striped;
  constexpr auto kBlocked = ext::group_algorithm_data_placement::blocked;
  const std::vector<int> numbers = someNumbers<int>(kGroup * kEach);
  using Sorter = ext::default_sorters::group_sorter<int, std::greater<>, kEach>;
  const size_t bytes = Sorter::memory_required(sycl::memory_scope::work_group, kGroup);
  CHECK(bytes >= kGroup * kEach * sizeof(int));
  CHECK(run(queue, numbers, bytes, [](auto item, int *memory, auto scratch) {
          int mine[kEach];
          for (size_t k = 0; k < kEach; ++k)
            mine[k] = memory[item.get_local_id(0) * kEach + k];
          ext::sort_over_group(item.get_group(), sycl::span<int, kEach>(mine), Sorter(scratch));
          for (size_t k = 0; k < kEach; ++k)
            memory[item.get_local_id(0) * kEach + k] = mine[k];
        }) == sorted(numbers, std::greater<>()));
  CHECK(run(queue, numbers, bytes, [=](auto item, int *memory, auto scratch) {
          int mine[kEach];
          for (size_t k = 0; k < kEach; ++k)
            mine[k] = memory[item.get_local_id(0) * kEach + k];
          ext::sort_over_group(ext::group_with_scratchpad(item.get_group(), scratch),
                               sycl::span<int, kEach>(mine),
                               ext::properties(ext::input_data_placement<kBlocked>,
                                               ext::output_data_placement<kStriped>));
          for (size_t k = 0; k < kEach; ++k)
            memory[k * kGroup + item.get_local_id(0)] = mine[k];
        }) == sorted(numbers, std::less<>()));
}

void checkPairs(sycl::queue &queue) {
  using Order = ext::radix_sorters::sorting_order;
  // A key has the number of its pair in its value: only bits 4 to 7 count, and the order is stable.
  std::vector<uint16_t> keys(kGroup);
  for (size_t i = 0; i < kGroup; ++i)
    keys[i] = static_cast<uint16_t>((i * 7 % 5) << 4 | (kGroup - i) % 16);
  const auto byMask = [](uint16_t a, uint16_t b) { return (b & 0xF0) < (a & 0xF0); };
  using Radix = ext::radix_sorters::group_key_value_sorter<uint16_t, double, Order::descending>;
  const std::vector<uint16_t> expected = sorted(keys, byMask);
  if (queue.get_device().has(sycl::aspect::fp64))
    CHECK(run(queue, keys, Radix::memory_required(sycl::memory_scope::work_group, kGroup),
              [](auto item, uint16_t *memory, auto scratch) {
                uint16_t &mine = memory[item.get_local_id(0)];
                const auto [key, value] = ext::sort_key_value_over_group(
                    item.get_group(), mine, mine + 0.5, Radix(scratch, std::bitset<16>(0xF0)));
                mine = value == key + 0.5 ? key : 0xFFFF;
              }) == expected);
  using Pairs = ext::default_sorters::group_key_value_sorter<uint16_t, int, std::less<>, 2>;
  std::vector<uint16_t> twice = keys;
  twice.insert(twice.end(), expected.begin(), expected.end());
  CHECK(run(queue, twice, Pairs::memory_required(sycl::memory_scope::work_group, kGroup),
            [](auto item, uint16_t *memory, auto scratch) {
              const size_t first = 2 * item.get_local_id(0);
              uint16_t mine[2] = {memory[first], memory[first + 1]};
              int values[2] = {-mine[0], -mine[1]};
              ext::sort_key_value_over_group(ext::group_with_scratchpad(item.get_group(), scratch),
                                             sycl::span<uint16_t, 2>(mine),
                                             sycl::span<int, 2>(values));
              for (size_t k = 0; k < 2; ++k)
                memory[first + k] = values[k] == -mine[k] ? mine[k] : 0xFFFF;
            }) == sorted(twice, std::less<>()));
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkJoint<int>(queue);
  checkJoint<float>(queue);
  checkOver<unsigned>(queue);
  checkOver<float>(queue);
  checkSpans(queue);
  checkPairs(queue);
  return failures != 0;
}
