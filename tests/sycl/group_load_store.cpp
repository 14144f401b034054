// Blocks of memory that the work-items of a group load and store together, and dot products of
// bytes.
#include "check.h"

namespace {

namespace ext = sycl::ext::oneapi::experimental;

constexpr int kGroup = 16;
constexpr int kCount = 4;
constexpr int kAll = 2 * kGroup * kCount;

template <class Properties> void reorder(sycl::queue &q, Properties properties, bool isStriped) {
  int *in = sycl::malloc_shared<int>(kAll, q);
  int *held = sycl::malloc_shared<int>(kAll, q); // by work-item
  int *out = sycl::malloc_shared<int>(2 * kAll, q);
  for (int i = 0; i < kAll; ++i)
    in[i] = i;
  q.parallel_for(sycl::nd_range<1>(2 * kGroup, kGroup), [=](sycl::nd_item<1> item) {
     const auto group = item.get_group();
     const std::size_t first = group.get_group_id(0) * kGroup * kCount;
     int values[kCount];
     ext::group_load(group, in + first, sycl::span{values}, properties);
     for (int k = 0; k < kCount; ++k)
       held[item.get_global_id(0) * kCount + k] = values[k];
     ext::group_store(group, sycl::span{values}, out + first, properties);
     sycl::vec<int, kCount> vector;
     ext::group_load(group, in + first, vector, properties);
     ext::group_store(group, vector, out + kAll + first, properties);
   }).wait();
  for (int i = 0; i < kAll; ++i) {
    const int item = i / kCount % kGroup;
    const int k = i % kCount;
    const int place = isStriped ? item + k * kGroup : item * kCount + k;
    CHECK_EQUAL(held[i], i / (kGroup * kCount) * kGroup * kCount + place);
    CHECK_EQUAL(out[i], i);
    CHECK_EQUAL(out[kAll + i], i);
  }
  sycl::free(in, q);
  sycl::free(held, q);
  sycl::free(out, q);
}

void scalars(sycl::queue &q) {
  int *data = sycl::malloc_shared<int>(2 * kGroup, q);
  for (int i = 0; i < kGroup; ++i)
    data[i] = i * i;
  q.parallel_for(sycl::nd_range<1>(kGroup, kGroup), [=](sycl::nd_item<1> item) {
     int value = 0;
     ext::group_load(item.get_group(), data, value);
     ext::group_store(item.get_group(), value + 1, data + kGroup);
   }).wait();
  for (int i = 0; i < kGroup; ++i)
    CHECK_EQUAL(data[kGroup + i], i * i + 1);
  sycl::free(data, q);
}

void dots() {
  using sycl::ext::oneapi::dot_acc;
  static_assert(dot_acc(std::int32_t(0x01ff0203), std::int32_t(0x02020202), 5) ==
                2 * (1 - 1 + 2 + 3) + 5);
  static_assert(dot_acc(0x01ff0203U, 0x02020202U, -5) == 2 * (1 + 255 + 2 + 3) - 5);
  static_assert(dot_acc(std::int32_t(-1), 0xffffffffU, 0) == -4 * 255);
  static_assert(dot_acc(0xffffffffU, std::int32_t(-1), 0) == -4 * 255);
  CHECK_EQUAL(dot_acc(sycl::vec<std::int8_t, 4>(1, -2, 3, -4), sycl::vec<std::uint8_t, 4>(255), 1),
              -2 * 255 + 1);
}

void dots(sycl::queue &q) {
  using sycl::ext::oneapi::dot_acc;
  constexpr int kNumbers = 64;
  auto *const data = sycl::malloc_shared<std::int32_t>(7 * kNumbers, q);
  std::uint32_t state = 12345;
  for (int i = 0; i < 2 * kNumbers; ++i)
    data[i] = static_cast<std::int32_t>(state = state * 1664525u + 1013904223u);
  const auto compute = [](const std::int32_t *in, std::int32_t *out) {
    const auto a = static_cast<std::uint32_t>(in[0]), b = static_cast<std::uint32_t>(in[1]);
    out[0] = dot_acc(in[0], in[1], in[0]);
    out[kNumbers] = dot_acc(a, b, in[0]);
    out[2 * kNumbers] = dot_acc(in[0], b, in[0]);
    out[3 * kNumbers] = dot_acc(a, in[1], in[0]);
    const sycl::vec<std::int8_t, 4> bytes(in[0] >> 24, in[0] >> 16, in[0] >> 8, in[0]);
    out[4 * kNumbers] = dot_acc(bytes, sycl::vec<std::uint8_t, 4>(3, 200, 7, 255), in[1]);
  };
  q.parallel_for(kNumbers, [=](sycl::id<1> i) {
     compute(data + 2 * i[0], data + 2 * kNumbers + i[0]);
   }).wait();
  std::int32_t expected[5 * kNumbers];
  for (int i = 0; i < kNumbers; ++i)
    compute(data + 2 * i, expected + i);
  for (int i = 0; i < 5 * kNumbers; ++i)
    CHECK_EQUAL(data[2 * kNumbers + i], expected[i]);
  sycl::free(data, q);
}

} // namespace

int main() {
  sycl::queue q;
  dots();
  if (!hasSharedMemory())
    return kSkipped;
  dots(q);
  reorder(q, ext::properties(ext::data_placement_blocked, ext::contiguous_memory, ext::full_group),
          false);
  reorder(q, ext::properties(ext::data_placement_striped), true);
  reorder(q, ext::properties(), false);
  scalars(q);
  return failures != 0;
}
