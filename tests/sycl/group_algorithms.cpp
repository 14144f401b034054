// Group functions and algorithms of work-groups of several sizes and dimensions, and of sub-groups,
// against loops of the host.
#include "skipping.h"

#include <sycl/sycl.hpp>
#include <sycl/usm.hpp>

#include <complex>
#include <cstdio>
#include <vector>

using namespace sycl;

static int failures = 0;
template <class T> void expect(const char *what, size_t at, T got, T want) {
  if (got == want || ++failures > 20)
    return;
  std::printf("%s at %zu: %g, should be %g\n", what, at, double(got), double(want));
}

struct Three {
  char bytes[3];
};
struct Large {
  long numbers[9];
};

/// Not commutative: the last operand that is not 0.
struct Last {
  template <class T> T operator()(const T &a, const T &b) const { return b != 0 ? b : a; }
};

template <class T> void ofType(queue &q, size_t groups, size_t size, const char *name) {
  constexpr size_t kResults = 14;
  const size_t count = groups * size;
  T *in = malloc_shared<T>(count, q);
  T *out = malloc_shared<T>(count * kResults, q);
  for (size_t i = 0; i < count; ++i)
    in[i] = T(i * 7 % 11) - T(i % 3);
  q.parallel_for(nd_range<1>(count, size), [=](nd_item<1> item) {
     const auto g = item.get_group();
     const T x = in[item.get_global_id(0)];
     T *mine = out + item.get_global_id(0) * kResults;
     mine[0] = reduce_over_group(g, x, plus<>());
     mine[1] = reduce_over_group(g, x, T(3), minimum<T>());
     mine[2] = inclusive_scan_over_group(g, x, plus<T>());
     mine[3] = exclusive_scan_over_group(g, x, plus<T>());
     mine[4] = inclusive_scan_over_group(g, x, maximum<>(), T(5));
     mine[5] = exclusive_scan_over_group(g, x, T(2), maximum<>());
     mine[6] = group_broadcast(g, x);
     mine[7] = group_broadcast(g, x, item.get_local_range(0) - 1);
     mine[8] = shift_group_left(g, x, 2);
     mine[9] = shift_group_right(g, x);
     mine[10] = reduce_over_group(g, x, Last());
     mine[11] = inclusive_scan_over_group(g, x, Last());
     mine[12] =
         T(any_of_group(g, item.get_local_linear_id() == 1) * 4 +
           all_of_group(g, x, [](T y) { return y < T(9); }) * 2 + none_of_group(g, x == T(8)));
     mine[13] = permute_group_by_xor(g, x, 1);
   }).wait();
  for (size_t i = 0; i < count; ++i) {
    const size_t first = i / size * size, me = i % size;
    T sum = 0, least = 3, upTo = 0, most = 5, mostBefore = 2, last = 0, lastUpTo = 0;
    bool below9 = true, has8 = false;
    for (size_t k = 0; k < size; ++k) {
      const T x = in[first + k];
      sum += x;
      least = x < least ? x : least;
      last = Last()(last, x);
      below9 = below9 && x < T(9);
      has8 = has8 || x == T(8);
      if (k <= me) {
        upTo += x;
        most = most < x ? x : most;
        lastUpTo = Last()(lastUpTo, x);
      }
      if (k < me)
        mostBefore = mostBefore < x ? x : mostBefore;
    }
    const T want[kResults] = {sum,
                              least,
                              upTo,
                              T(upTo - in[i]),
                              most,
                              mostBefore,
                              in[first],
                              in[first + size - 1],
                              me + 2 < size ? in[i + 2] : in[i],
                              me > 0 ? in[i - 1] : in[i],
                              last,
                              lastUpTo,
                              T((size > 1) * 4 + below9 * 2 + !has8),
                              (me ^ 1) < size ? in[first + (me ^ 1)] : in[i]};
    for (size_t k = 0; k < kResults; ++k)
      expect(
          (std::string(name) + " group of " + std::to_string(size) + " result " + std::to_string(k))
              .c_str(),
          i, out[i * kResults + k], want[k]);
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

void joint(queue &q, size_t size, size_t count) {
  int *in = malloc_shared<int>(count + 1, q);
  int *out = malloc_shared<int>(4 * count + 8, q);
  for (size_t i = 0; i < count; ++i)
    in[i] = int(i * 5 % 13) - 3;
  q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> item) {
     const auto g = item.get_group();
     int *end = out + 4 * count;
     const int sum = joint_reduce(g, in, in + count, plus<>());
     const int most = joint_reduce(g, in, in + count, 100, maximum<>());
     const bool any = joint_any_of(g, in, in + count, [](int x) { return x == 9; });
     const bool all = joint_all_of(g, in, in + count, [](int x) { return x < 9; });
     const bool none = joint_none_of(g, in, in + count, [](int x) { return x < -3; });
     if (g.leader()) {
       end[0] = sum;
       end[1] = most;
       end[2] = any;
       end[3] = all;
       end[4] = none;
     }
   }).wait();
  // A kernel for each scan: drivers take long to compile many barriers in loops.
  q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> item) {
     const int *last = joint_inclusive_scan(item.get_group(), in, in + count, out, plus<>());
     if (item.get_group().leader())
       out[4 * count + 5] = int(last - out);
   }).wait();
  q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> item) {
     int *to = out + count;
     const int *last = joint_exclusive_scan(item.get_group(), in, in + count, to, 7, plus<>());
     if (item.get_group().leader())
       out[4 * count + 6] = int(last - to);
   }).wait();
  q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> item) {
     joint_exclusive_scan(item.get_group(), in, in + count, out + 2 * count, maximum<int>());
   }).wait();
  q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> item) {
     joint_inclusive_scan(item.get_group(), in, in + count, out + 3 * count, plus<>(), -1);
   }).wait();
  int sum = 0, most = 100, mostBefore = -2147483647 - 1;
  bool has9 = false, below9 = true;
  for (size_t i = 0; i < count; ++i) {
    expect("joint exclusive", i, out[count + i], sum + 7);
    expect("joint exclusive maximum", i, out[2 * count + i], mostBefore);
    sum += in[i];
    most = in[i] > most ? in[i] : most;
    mostBefore = in[i] > mostBefore ? in[i] : mostBefore;
    has9 = has9 || in[i] == 9;
    below9 = below9 && in[i] < 9;
    expect("joint inclusive", i, out[i], sum);
    expect("joint inclusive with init", i, out[3 * count + i], sum - 1);
  }
  const int want[7] = {sum, most, has9, below9, 1, int(count), int(count)};
  for (size_t i = 0; i < 7; ++i)
    expect("joint result", i, out[4 * count + i], want[i]);
}

void ofObjects(queue &q) {
  constexpr size_t kSize = 128; // of Large more than local memory holds at once
  Large *large = malloc_shared<Large>(kSize, q);
  Three *three = malloc_shared<Three>(kSize, q);
  int **pointers = malloc_shared<int *>(kSize, q);
  for (size_t i = 0; i < kSize; ++i) {
    large[i].numbers[8] = long(i) * 3;
    three[i].bytes[2] = char(i);
    pointers[i] = reinterpret_cast<int *>(i * 8);
  }
  q.parallel_for(nd_range<2>({8, 16}, {8, 16}), [=](nd_item<2> item) {
     const auto g = item.get_group();
     const size_t i = item.get_local_linear_id();
     const Large l = shift_group_left(g, large[i], 100);
     const Three t = group_broadcast(g, three[i], id<2>(2, 5));
     int *p = select_from_group(g, pointers[i], id<2>(7, 15 - item.get_local_id(1)));
     group_barrier(g);
     large[i] = l;
     three[i] = t;
     pointers[i] = p;
   }).wait();
  for (size_t i = 0; i < kSize; ++i) {
    expect("large", i, large[i].numbers[8], long(i + 100 < kSize ? i + 100 : i) * 3);
    expect("three bytes", i, int(three[i].bytes[2]), 2 * 16 + 5);
    expect("pointer", i, reinterpret_cast<size_t>(pointers[i]), (7 * 16 + 15 - i % 16) * 8);
  }
}

void ofVectors(queue &q) {
  using Vector = vec<float, 3>;
  using Array = marray<int, 5>;
  Vector *vectors = malloc_shared<Vector>(32, q);
  Array *arrays = malloc_shared<Array>(32, q);
  for (int i = 0; i < 32; ++i) {
    vectors[i] = Vector(float(i), 1, 2);
    arrays[i] = Array(i);
  }
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> item) {
     const size_t i = item.get_local_linear_id();
     const Vector v = reduce_over_group(item.get_group(), vectors[i], plus<>());
     const Array a = inclusive_scan_over_group(item.get_group(), arrays[i], plus<Array>());
     const Vector s = group_broadcast(item.get_sub_group(), vectors[i]);
     vectors[i] = v + s - s;
     arrays[i] = a;
   }).wait();
  expect("vector", 0, float(vectors[7].x()), 496.0f);
  expect("vector", 2, float(vectors[31].z()), 64.0f);
  expect("array", 4, arrays[31][4], 496);
  expect("array", 0, arrays[3][0], 6);
  sycl::free(vectors, q);
  sycl::free(arrays, q);
}

/// Complex numbers, and memory that the program gives for reductions of other types.
void ofOtherTypes(queue &q) {
  namespace oe = ext::oneapi::experimental;
  using Complex = std::complex<float>;
  struct Pair {
    float first, second;
  };
  Complex *numbers = malloc_shared<Complex>(3, q);
  Pair *pairs = malloc_shared<Pair>(32, q);
  for (int i = 0; i < 32; ++i)
    pairs[i] = {float(i), 1};
  q.submit([&](handler &group) {
     const local_accessor<std::byte> memory(32 * sizeof(Pair), group);
     group.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> item) {
       const auto g = item.get_group();
       const size_t i = item.get_local_linear_id();
       const Complex mine(float(i), 1);
       const Complex sum = reduce_over_group(g, mine, plus<>());
       const Complex before = inclusive_scan_over_group(g, mine, plus<Complex>());
       const Complex third = group_broadcast(g, mine, 3);
       const auto add = [](const Pair &a, const Pair &b) {
         return Pair{a.first + b.first, a.second + b.second};
       };
       const oe::group_with_scratchpad with(g, span(&memory[0], memory.size()));
       const Pair over = oe::reduce_over_group(with, pairs[i], add);
       const Pair more = oe::reduce_over_group(with, pairs[i], Pair{4, 5}, add);
       const Pair joint = oe::joint_reduce(with, pairs, pairs + 30, add);
       const Pair begun = oe::joint_reduce(with, pairs, pairs + 2, Pair{0, 1}, add);
       group_barrier(g);
       if (i == 31) {
         numbers[0] = sum;
         numbers[1] = before;
         numbers[2] = third;
         pairs[0] = over;
         pairs[1] = more;
         pairs[2] = joint;
         pairs[3] = begun;
       }
     });
   }).wait();
  expect("complex", 0, numbers[0].real() + numbers[0].imag(), 496.0f + 32);
  expect("complex", 1, numbers[1].real() + numbers[1].imag(), 496.0f + 32);
  expect("complex", 2, numbers[2].real() + numbers[2].imag(), 4.0f);
  expect("pair", 0, pairs[0].first + pairs[0].second, 496.0f + 32);
  expect("pair", 1, pairs[1].first + pairs[1].second, 500.0f + 37);
  expect("pair", 2, pairs[2].first + pairs[2].second, 435.0f + 30);
  expect("pair", 3, pairs[3].first + pairs[3].second, 1.0f + 3);
  sycl::free(numbers, q);
  sycl::free(pairs, q);
}

void ofSubGroups(queue &q) {
  constexpr size_t kSize = 40, kResults = 12;
  int *out = malloc_shared<int>(kSize * kResults, q);
  q.parallel_for(nd_range<1>(kSize, kSize), [=](nd_item<1> item) {
     const auto g = item.get_sub_group();
     const int x = int(item.get_local_id(0)) * 3 + 1;
     int *mine = out + item.get_local_id(0) * kResults;
     mine[0] = reduce_over_group(g, x, plus<>());
     mine[1] = inclusive_scan_over_group(g, x, plus<>());
     mine[2] = exclusive_scan_over_group(g, x, plus<>());
     mine[3] = group_broadcast(g, x);
     mine[4] = shift_group_right(g, x, 1);
     mine[5] = any_of_group(g, x == 1);
     mine[6] = int(g.get_local_linear_range());
     mine[7] = int(g.get_local_linear_id());
     mine[8] = int(g.get_group_linear_id());
     mine[9] = int(g.get_group_linear_range());
     mine[10] = g.leader();
     mine[11] = int(group_broadcast(g, double(x), g.get_local_linear_range() - 1));
     group_barrier(g);
   }).wait();
  size_t first = 0;
  for (size_t i = 0; i < kSize; ++i) {
    const int *mine = out + i * kResults;
    const int size = mine[6];
    if (mine[7] == 0)
      first = i;
    int sum = 0, upTo = 0;
    for (int k = 0; k < size; ++k) {
      sum += int(first + k) * 3 + 1;
      if (k <= mine[7])
        upTo += int(first + k) * 3 + 1;
    }
    const int x = int(i) * 3 + 1;
    const int want[kResults] = {sum,
                                upTo,
                                upTo - x,
                                int(first) * 3 + 1,
                                mine[7] > 0 ? x - 3 : x,
                                first == 0,
                                size,
                                int(i - first),
                                mine[8],
                                mine[9],
                                i == first,
                                int(first + size - 1) * 3 + 1};
    for (size_t k = 0; k < kResults; ++k)
      expect(("sub-group result " + std::to_string(k)).c_str(), i, mine[k], want[k]);
  }
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  // Drivers compile a kernel for each size.
  for (size_t size : {1, 2, 17, 64})
    ofType<int>(q, 3, size, "int");
  for (size_t size : {16, 100})
    ofType<float>(q, 2, size, "float");
  ofType<unsigned char>(q, 2, 33, "unsigned char");
  ofType<long>(q, 1, 128, "long");
  for (size_t size : {1, 50})
    for (size_t count : {0, 1, 49, 100})
      joint(q, size, count);
  ofObjects(q);
  ofVectors(q);
  ofOtherTypes(q);
  ofSubGroups(q);
  return failures != 0;
}
