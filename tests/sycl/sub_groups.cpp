// Sub-groups: each function, of several types and sizes, in groups of several dimensions whose last
// sub-group may be smaller; in branches and loops that a sub-group takes together; beside barriers.
#include "check.h"

#include <algorithm>
#include <vector>

using namespace sycl;

namespace {

struct Pair {
  int a;
  char b[5];
  bool operator==(const Pair &other) const { return a == other.a && std::equal(b, b + 5, other.b); }
};

template <class T> T valueOf(std::size_t i) { return static_cast<T>((i * 7 + 3) % 13); }
template <> Pair valueOf<Pair>(std::size_t i) { return {int(i), {char(i), 1, 2, 3, char(i + 1)}}; }

struct Place {
  std::uint32_t id, lane, size, most, count;
};

/// What functions for all types return.
template <class T> struct Moved { T first, third, reversed, left, right, exchanged; };
/// What those for numbers return.
template <class T> struct Combined {
  T sum, product, least, most, before, upTo, leastBefore, mostUpTo;
};
struct Others {
  std::uint32_t any, all, none, ballot, count, neighbour, uniform, looped, nested, group;
  int conjunction, disjunction, bits;
};

template <class T>
inline constexpr bool kIsNumber = std::is_arithmetic_v<T> || std::is_same_v<T, half>;

template <class T> struct Results {
  Place place;
  Moved<T> moved;
  Combined<std::conditional_t<kIsNumber<T>, T, int>> combined;
  Others others;
};

template <class T, class Item>
void work(const Item &item, Results<T> *results, const local_accessor<int, 1> &scratch) {
  const auto g = item.get_sub_group();
  const std::size_t i = item.get_global_linear_id();
  const T x = valueOf<T>(i);
  Results<T> &r = results[i];
  const std::uint32_t lane = g.get_local_linear_id(), size = g.get_local_linear_range();
  r.place = {g.get_group_linear_id(), lane, size, std::uint32_t(g.get_max_local_range()[0]),
             g.get_group_linear_range()};
  r.moved.first = group_broadcast(g, x);
  r.moved.third = group_broadcast(g, x, 3 % size);
  r.moved.reversed = select_from_group(g, x, id<1>(size - 1 - lane));
  r.moved.left = shift_group_left(g, x, 2);
  r.moved.right = shift_group_right(g, x, 1);
  r.moved.exchanged = permute_group_by_xor(g, x, 1);
  if constexpr (kIsNumber<T>) {
    auto &c = r.combined;
    c.sum = reduce_over_group(g, x, plus<T>());
    c.product = reduce_over_group(g, T(i % 11 == 0 ? 2 : 1), multiplies<T>());
    c.least = reduce_over_group(g, x, minimum<T>());
    c.most = reduce_over_group(g, x, maximum<T>());
    c.before = exclusive_scan_over_group(g, x, plus<T>());
    c.upTo = inclusive_scan_over_group(g, x, plus<T>());
    c.leastBefore = exclusive_scan_over_group(g, x, T(9), minimum<T>());
    c.mostUpTo = inclusive_scan_over_group(g, x, maximum<T>());
  }
  auto &o = r.others;
  const int n = int(i % 5);
  o.any = any_of_group(g, n == 4);
  o.all = all_of_group(g, n < 4);
  o.none = none_of_group(g, n == 3);
  const auto mask = ext::oneapi::group_ballot(g, n > 1);
  mask.extract_bits(o.ballot);
  o.count = mask.count();
  o.conjunction = reduce_over_group(g, n != 2, logical_and<bool>());
  o.disjunction = reduce_over_group(g, n == 2, logical_or<bool>());
  o.bits = reduce_over_group(g, 1 << n, bit_xor<int>());

  // Through memory, with a barrier of the sub-group.
  const std::size_t l = item.get_local_linear_id();
  scratch[l] = int(i);
  group_barrier(g);
  o.neighbour = std::uint32_t(scratch[l - lane + (lane + 1) % size]);

  // Only some sub-groups take the branch; each runs the loop as often as its number says.
  o.uniform = 0;
  if (g.get_group_linear_id() % 2 == 1)
    o.uniform = std::uint32_t(reduce_over_group(g, int(i), plus<int>()));
  o.looped = 0;
  for (std::uint32_t k = 0; k <= g.get_group_linear_id(); ++k)
    o.looped += std::uint32_t(group_broadcast(g, int(i) + int(k), k % size));
  // Barriers of the work-group in between.
  group_barrier(item.get_group());
  scratch[l] = int(reduce_over_group(g, 1, plus<int>()));
  group_barrier(item.get_group());
  std::size_t next = l - lane + size;
  if (next >= item.get_local_range().size())
    next = 0;
  o.nested = std::uint32_t(scratch[next]);
  o.group = std::uint32_t(reduce_over_group(item.get_group(), int(lane), plus<int>()));
}

template <class T> class Usual;
template <int D> class Shaped;
template <std::size_t Size> class Required;

/// Names the value that is wrong.
#define SAME(value, wanted)                                                                        \
  if (!((value) == (wanted))) {                                                                    \
    std::printf("%s, item %zu: %s is wrong\n", what, i, #value);                                   \
    ++failures;                                                                                    \
  }

template <class T>
void compare(const char *what, const std::vector<Results<T>> &results,
             const std::vector<std::vector<std::size_t>> &groups, std::size_t required) {
  for (const std::vector<std::size_t> &group : groups) {
    const std::size_t most = results[group[0]].place.most;
    CHECK(required == 0 || most == required);
    const auto count = std::uint32_t((group.size() + most - 1) / most);
    std::uint32_t lanes = 0;
    for (std::size_t l = 0; l < group.size(); ++l)
      lanes += std::uint32_t(l % most);
    for (std::size_t l = 0; l < group.size(); ++l) {
      const std::size_t i = group[l], lane = l % most, begin = l - lane;
      const std::size_t size = std::min(most, group.size() - begin);
      const Results<T> &r = results[i];
      const auto at = [&](std::size_t k) { return valueOf<T>(group[begin + k]); };
      SAME(r.place.id, begin / most)
      SAME(r.place.lane, lane)
      SAME(r.place.size, size)
      SAME(r.place.most, most)
      SAME(r.place.count, count)
      SAME(r.moved.first, at(0))
      SAME(r.moved.third, at(3 % size))
      SAME(r.moved.reversed, at(size - 1 - lane))
      if (lane + 2 < size)
        SAME(r.moved.left, at(lane + 2))
      if (lane >= 1)
        SAME(r.moved.right, at(lane - 1))
      if ((lane ^ 1) < size)
        SAME(r.moved.exchanged, at(lane ^ 1))
      if constexpr (kIsNumber<T>) {
        T sum = 0, product = 1, least = at(0), greatest = at(0), before = 0, leastBefore = 9;
        T mostUpTo = at(0);
        for (std::size_t k = 0; k < size; ++k) {
          if (k < lane) {
            before = T(before + at(k));
            leastBefore = std::min(leastBefore, at(k));
          }
          if (k <= lane)
            mostUpTo = std::max(mostUpTo, at(k));
          sum = T(sum + at(k));
          product = T(product * T(group[begin + k] % 11 == 0 ? 2 : 1));
          least = std::min(least, at(k));
          greatest = std::max(greatest, at(k));
        }
        SAME(r.combined.sum, sum)
        SAME(r.combined.product, product)
        SAME(r.combined.least, least)
        SAME(r.combined.most, greatest)
        SAME(r.combined.before, before)
        SAME(r.combined.upTo, T(before + at(lane)))
        SAME(r.combined.leastBefore, leastBefore)
        SAME(r.combined.mostUpTo, mostUpTo)
      }
      Others want{0, 1, 1, 0, 0, 0, 0, 0, 0, lanes, 1, 0, 0};
      for (std::size_t k = 0; k < size; ++k) {
        const std::size_t other = group[begin + k], n = other % 5;
        want.any |= n == 4;
        want.all &= n < 4;
        want.none &= n != 3;
        if (k < 32)
          want.ballot |= std::uint32_t(n > 1) << k;
        want.count += n > 1;
        want.conjunction &= n != 2;
        want.disjunction |= n == 2;
        want.bits ^= 1 << n;
        if (begin / most % 2 == 1)
          want.uniform += std::uint32_t(other);
      }
      for (std::size_t k = 0; k <= begin / most; ++k)
        want.looped += std::uint32_t(group[begin + k % size] + k);
      want.neighbour = std::uint32_t(group[begin + (lane + 1) % size]);
      const std::size_t next = begin + size >= group.size() ? 0 : begin + size;
      want.nested = std::uint32_t(std::min(most, group.size() - next));
      SAME(r.others.any, want.any)
      SAME(r.others.all, want.all)
      SAME(r.others.none, want.none)
      SAME(r.others.ballot, want.ballot)
      SAME(r.others.count, want.count)
      SAME(r.others.conjunction, want.conjunction)
      SAME(r.others.disjunction, want.disjunction)
      SAME(r.others.bits, want.bits)
      SAME(r.others.neighbour, want.neighbour)
      SAME(r.others.uniform, want.uniform)
      SAME(r.others.looped, want.looped)
      SAME(r.others.nested, want.nested)
      SAME(r.others.group, want.group)
    }
  }
}

/// Returns the global linear ids of the work-items of each group, in their local order.
template <int D>
std::vector<std::vector<std::size_t>> groupsOf(const range<D> &global, const range<D> &local) {
  std::vector<std::vector<std::size_t>> groups(global.size() / local.size());
  for (std::size_t i = 0; i < global.size(); ++i) {
    std::size_t rest = i, group = 0, scale = 1;
    for (int d = D - 1; d >= 0; --d) {
      group += rest % global[d] / local[d] * scale;
      scale *= global[d] / local[d];
      rest /= global[d];
    }
    groups[group].push_back(i);
  }
  return groups;
}

template <class T, int D, class Launch>
void run(queue &q, const char *what, range<D> global, range<D> local, std::size_t required,
         const Launch &launch) {
  Results<T> *results = malloc_shared<Results<T>>(global.size(), q);
  q.submit([&](handler &h) {
     launch(h, nd_range<D>(global, local), results, local_accessor<int, 1>(local.size(), h));
   }).wait();
  compare(what, std::vector<Results<T>>(results, results + global.size()), groupsOf(global, local),
          required);
  sycl::free(results, q);
}

template <class T> void ofType(queue &q, const char *what) {
  for (const std::size_t size : {40, 64})
    run<T>(q, what, range<1>(3 * size), range<1>(size), 0,
           [](handler &h, const nd_range<1> &range, Results<T> *results,
              const local_accessor<int, 1> &scratch) {
             h.parallel_for<Usual<T>>(range,
                                      [=](nd_item<1> item) { work<T>(item, results, scratch); });
           });
}

template <int D> void ofShape(queue &q, const char *what, range<D> global, range<D> local) {
  run<int>(q, what, global, local, 0,
           [](handler &h, const nd_range<D> &range, Results<int> *results,
              const local_accessor<int, 1> &scratch) {
             h.parallel_for<Shaped<D>>(range,
                                       [=](nd_item<D> item) { work<int>(item, results, scratch); });
           });
}

template <std::size_t Size> void ofSize(queue &q, const char *what) {
  const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), Size) == sizes.end())
    return;
  const auto launch = [](handler &h, const nd_range<2> &range, Results<float> *results,
                         const local_accessor<int, 1> &scratch) {
    h.parallel_for<Required<Size>>(range, [=](nd_item<2> item) [[sycl::reqd_sub_group_size(Size)]] {
      work<float>(item, results, scratch);
    });
  };
  for (const range<2> local : {range<2>(1, 64), range<2>(2, 32), range<2>(3, 7), range<2>(1, 5)})
    run<float>(q, what, {2 * local[0], 3 * local[1]}, local, Size, launch);
  const auto id = get_kernel_id<Required<Size>>();
  const auto kernel =
      get_kernel_bundle<bundle_state::executable>(q.get_context(), {id}).get_kernel(id);
  namespace specific = info::kernel_device_specific;
  const device d = q.get_device();
  CHECK(kernel.template get_info<specific::max_sub_group_size>(d) == Size);
  CHECK(kernel.template get_info<specific::compile_sub_group_size>(d) == Size);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  ofType<int>(q, "int");
  ofType<unsigned char>(q, "unsigned char");
  ofType<short>(q, "short");
  ofType<long>(q, "long");
  ofType<float>(q, "float");
  if (q.get_device().has(aspect::fp64))
    ofType<double>(q, "double");
  if (q.get_device().has(aspect::fp16))
    ofType<half>(q, "half");
  ofType<Pair>(q, "structure");
  ofShape<1>(q, "one dimension", {96}, {32});
  ofShape<1>(q, "a small group", {6}, {3});
  ofShape<1>(q, "a large group", {200}, {200});
  ofShape<2>(q, "two dimensions", {8, 64}, {4, 32});
  ofShape<2>(q, "narrow rows", {10, 9}, {5, 3});
  ofShape<3>(q, "three dimensions", {4, 6, 10}, {2, 3, 5});
  ofSize<4>(q, "sub-groups of 4");
  ofSize<8>(q, "sub-groups of 8");
  ofSize<16>(q, "sub-groups of 16");
  ofSize<32>(q, "sub-groups of 32");
  ofSize<64>(q, "sub-groups of 64");
  return failures != 0;
}
