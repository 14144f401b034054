// Kernels that index arrays and structures that they captured by value.
#include "check.h"

#include <array>

namespace {

constexpr int kItems = 256;

struct Filter {
  std::array<float, 81> weights;
  short scales[7];
  double bias[3];
  char radius;
};

/// Gets its parameter by value.
float weightOf(Filter filter, int i) {
  return filter.weights[i % 81] * float(filter.scales[i % 7]) + float(filter.bias[i % 3]);
}

/// Changes its copy of an object, in an element of its own.
float changed(Filter filter, int i) {
  filter.weights[i % 81] += 1000.0f;
  return filter.weights[0] + filter.weights[i % 81];
}

Filter makeFilter() {
  Filter filter{};
  for (int i = 0; i < 81; ++i)
    filter.weights[i] = float(i) * 0.5f;
  for (int i = 0; i < 7; ++i)
    filter.scales[i] = short(i - 3);
  for (int i = 0; i < 3; ++i)
    filter.bias[i] = 10.0 * i;
  filter.radius = 4;
  return filter;
}

void arrays(sycl::queue &q, float *out) {
  const Filter filter = makeFilter();
  const char bytes[5] = {3, 1, 4, 1, 5};
  const std::array<long long, 3> numbers{1LL << 40, 7, -9};
  const auto expect = [&](auto value) {
    for (int i = 0; i < kItems; ++i)
      CHECK_EQUAL(out[i], value(i));
  };
  q.parallel_for(kItems, [=](sycl::id<1> item) {
     const int i = int(item[0]);
     out[i] = filter.weights[(i * 7) % 81] + filter.weights[3] + float(filter.radius);
   }).wait();
  expect([&](int i) { return filter.weights[(i * 7) % 81] + filter.weights[3] + 4.0f; });
  q.parallel_for(kItems, [=](sycl::id<1> item) {
     const int i = int(item[0]);
     out[i] = float(bytes[i % 5]) + weightOf(filter, i) + float(numbers[i % 3] >> 8);
   }).wait();
  expect([&](int i) {
    return float(bytes[i % 5]) + weightOf(filter, i) + float(numbers[i % 3] >> 8);
  });
  q.parallel_for(kItems, [=](sycl::id<1> item) {
     const int i = int(item[0]);
     out[i] = changed(filter, i) + filter.weights[i % 81];
   }).wait();
  expect([&](int i) { return changed(filter, i) + filter.weights[i % 81]; });
  // With an offset and a local size, which take other forms of kernels.
  q.parallel_for(sycl::nd_range<1>(kItems, 32), [=](sycl::nd_item<1> item) {
     const int i = int(item.get_global_id(0));
     out[i] = filter.weights[item.get_local_id(0)] + filter.scales[i % 7] + bytes[i % 5];
   }).wait();
  expect([&](int i) { return filter.weights[i % 32] + filter.scales[i % 7] + bytes[i % 5]; });
}

void pointers(sycl::queue &q, float *out) {
  std::array<float *, 3> places;
  for (float *&place : places)
    place = sycl::malloc_device<float>(kItems, q);
  q.parallel_for(sycl::range<2>(3, kItems), [=](sycl::id<2> item) {
     places[item[0]][item[1]] = float(item[0] * 1000 + item[1]);
   }).wait();
  q.parallel_for(kItems, [=](sycl::id<1> item) { out[item] = places[item % 3][item]; }).wait();
  for (int i = 0; i < kItems; ++i)
    CHECK_EQUAL(out[i], float(i % 3 * 1000 + i));
  for (float *place : places)
    sycl::free(place, q);
}

/// Many pointers are passed as numbers.
void manyPointers(sycl::queue &q, float *out) {
  constexpr int kPlaces = 20;
  struct Places {
    float *all[kPlaces];
    const float *first;
    int sizes[kPlaces];
  } places;
  for (int i = 0; i < kPlaces; ++i) {
    places.all[i] = sycl::malloc_device<float>(kItems, q);
    places.sizes[i] = kItems - i;
  }
  places.first = places.all[0];
  q.parallel_for(sycl::range<2>(kPlaces, kItems), [=](sycl::id<2> item) {
     places.all[item[0]][item[1]] = float(item[0] * 1000 + item[1]);
   }).wait();
  q.parallel_for(kItems, [=](sycl::id<1> item) {
     const std::size_t i = item[0];
     out[i] = i < std::size_t(places.sizes[i % kPlaces]) ? places.all[i % kPlaces][i] : -1.0f;
     out[i] += places.all[7][i] + places.first[i];
   }).wait();
  for (int i = 0; i < kItems; ++i) {
    const int n = i % kPlaces;
    CHECK_EQUAL(out[i], (i < kItems - n ? float(n * 1000 + i) : -1.0f) + float(7000 + 2 * i));
  }
  for (float *place : places.all)
    sycl::free(place, q);
}

} // namespace

int main() {
  sycl::queue q;
  if (!hasSharedMemory())
    return kSkipped;
  float *const out = sycl::malloc_shared<float>(kItems, q);
  pointers(q, out);
  manyPointers(q, out);
  if (q.get_device().has(sycl::aspect::fp64))
    arrays(q, out);
  sycl::free(out, q);
  return failures != 0;
}
