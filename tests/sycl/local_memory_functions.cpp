// Local memory that functions allocate (sycl_ext_oneapi_local_memory): each call in the source has
// its own, wherever the function is inlined, and a loop's call always the same.
#include "check.h"

namespace {

namespace oneapi = sycl::ext::oneapi;
constexpr std::size_t kSize = 16;

struct Pair {
  int first;
  double second;
};

template <class T> T rotated(const sycl::nd_item<1> &item, T mine) {
  auto values = oneapi::group_local_memory_for_overwrite<T[kSize]>(item.get_group());
  const std::size_t me = item.get_local_id(0);
  (*values)[me] = mine;
  sycl::group_barrier(item.get_group());
  const T other = (*values)[(me + 1) % kSize];
  sycl::group_barrier(item.get_group());
  return other;
}

void twoCalls(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(2 * kSize, kSize), [=](sycl::nd_item<1> item) {
     auto a = oneapi::group_local_memory_for_overwrite<int[kSize]>(item.get_group());
     auto b = oneapi::group_local_memory_for_overwrite<int[kSize]>(item.get_group());
     const std::size_t me = item.get_local_id(0);
     (*a)[me] = static_cast<int>(me);
     (*b)[me] = 100 * static_cast<int>(me);
     sycl::group_barrier(item.get_group());
     out[item.get_global_id(0)] = (*a)[kSize - 1 - me] + (*b)[me];
   }).wait();
  for (int i = 0; i < static_cast<int>(2 * kSize); ++i)
    CHECK_EQUAL(out[i], 15 - i % 16 + 100 * (i % 16));
}

// The default constructor runs, where there is one.
void constructed(sycl::queue &q, int *out) {
  struct Seven {
    Seven() : value(7) {}
    int value;
  };
  q.parallel_for(sycl::nd_range<1>(kSize, kSize), [=](sycl::nd_item<1> item) {
     const auto values = oneapi::group_local_memory_for_overwrite<Seven[2]>(item.get_group());
     out[item.get_global_id(0)] = (*values)[0].value + (*values)[1].value;
   }).wait();
  for (std::size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(out[i], 14);
}

void inFunctions(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(kSize, kSize), [=](sycl::nd_item<1> item) {
     const int me = static_cast<int>(item.get_local_id(0));
     const int next = rotated(item, me), again = rotated(item, next);
     out[me] = next * 1000 + again * 10 + static_cast<int>(rotated(item, static_cast<char>(me)));
   }).wait();
  for (int i = 0; i < static_cast<int>(kSize); ++i)
    CHECK_EQUAL(out[i], (i + 1) % 16 * 1000 + (i + 2) % 16 * 10 + (i + 1) % 16);
}

void inLoops(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(kSize, kSize), [=](sycl::nd_item<1> item) {
     const std::size_t me = item.get_local_id(0);
     int sum = 0;
     for (int i = 0; i < 3; ++i) {
       auto counter = oneapi::group_local_memory_for_overwrite<int>(item.get_group());
       if (me == 0)
         *counter = i == 0 ? 1 : *counter * 2;
       sycl::group_barrier(item.get_group());
       sum += *counter;
       sycl::group_barrier(item.get_group());
     }
     out[me] = sum;
   }).wait();
  CHECK_EQUAL(out[0], 7);
  CHECK_EQUAL(out[15], 7);
}

void initialized(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(kSize, kSize), [=](sycl::nd_item<1> item) {
     const auto number = oneapi::group_local_memory<int>(item.get_group(), 41);
     const auto pair = oneapi::group_local_memory<Pair>(item.get_group(), 3, 0.0);
     out[item.get_local_id(0)] = *number + pair->first;
   }).wait();
  CHECK_EQUAL(out[0], 44);
  CHECK_EQUAL(out[15], 44);
}

/// Objects of command groups (sycl_ext_oneapi_work_group_memory).
void ofCommandGroups(sycl::queue &q, int *out) {
  namespace ext = sycl::ext::oneapi::experimental;
  q.submit([&](sycl::handler &group) {
     const ext::work_group_memory<int[]> numbers(kSize, group);
     const ext::work_group_memory<int> one(group);
     const ext::work_group_memory<int[][4]> rows(2, group);
     group.parallel_for(sycl::nd_range<1>(2 * kSize, kSize), [=](sycl::nd_item<1> item) {
       const int i = int(item.get_local_id(0));
       ext::work_group_memory<int[]> copy = ext::indeterminate;
       copy = numbers;
       copy[i] = i;
       if (i == 0) {
         one = int(item.get_group(0));
         one += 10;
         rows[1][2] = 100;
       }
       sycl::group_barrier(item.get_group());
       out[item.get_global_id(0)] =
           numbers[kSize - 1 - i] + *&one + rows[1][2] + one.get_multi_ptr<>()[0];
     });
   }).wait();
  for (std::size_t i = 0; i < 2 * kSize; ++i)
    CHECK_EQUAL(out[i], kSize - 1 - i % kSize + 2 * (10 + i / kSize) + 100);
}

} // namespace

int main() {
  sycl::queue q;
  if (!hasSharedMemory())
    return kSkipped;
  int *const out = sycl::malloc_shared<int>(2 * kSize, q);
  twoCalls(q, out);
  constructed(q, out);
  inFunctions(q, out);
  inLoops(q, out);
  ofCommandGroups(q, out);
  if (q.get_device().has(sycl::aspect::fp64))
    initialized(q, out);
  sycl::free(out, q);
  return failures != 0;
}
