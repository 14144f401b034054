// Kernels that require a size of sub-groups: operations in flow that is the same for a sub-group,
// but not for the work-group. Groups of several sizes and dimensions, whose last sub-group may be
// smaller.
#include "check.h"

#include <algorithm>
#include <vector>

using namespace sycl;

namespace {

constexpr int kValues = 12;

/// A number that differs between work-items.
int valueAt(std::size_t i) { return int((i * 37 + 11) % 101); }

/// Returns how often a sub-group repeats its loops.
int turnsOf(std::uint32_t group) { return int((group * 5 + 2) % 4); }

template <class Item>
void work(const Item &item, int *results, const local_accessor<int, 1> &scratch) {
  const auto g = item.get_sub_group();
  const std::size_t i = item.get_global_linear_id(), l = item.get_local_linear_id();
  const std::uint32_t group = g.get_group_linear_id(), lane = g.get_local_linear_id();
  const std::uint32_t size = g.get_local_linear_range();
  const int x = valueAt(i);
  int *r = results + i * kValues;
  for (int k = 0; k < kValues; ++k)
    r[k] = -1;

  // In flow that is the same for all.
  r[0] = reduce_over_group(g, x, plus<int>());
  r[1] = int(exclusive_scan_over_group(g, double(x), plus<double>()));
  std::uint32_t ballot = 0;
  ext::oneapi::group_ballot(g, x % 3 == 0).extract_bits(ballot);
  r[2] = int(ballot);

  // The first sub-group alone, then all others.
  scratch[l] = 0;
  group_barrier(item.get_group());
  if (group == 0) {
    const int most = reduce_over_group(g, x, maximum<int>());
    scratch[l] = select_from_group(g, most - x, (lane + 1) % size);
    group_barrier(g);
    r[3] = scratch[l - lane + (lane + 2) % size];
  } else {
    r[3] = shift_group_left(g, x, 1);
  }

  // Loops that sub-groups repeat as often as they like, with a branch and another loop in them.
  int sum = 0;
  for (int turn = 0; turn < turnsOf(group); ++turn) {
    if ((turn + group) % 2 == 0)
      sum += permute_group_by_xor(g, x + turn, 1);
    for (int inner = 0; inner < int(group % 3); ++inner)
      sum += inner * inclusive_scan_over_group(g, x % 7, plus<int>());
    sum = sum * 3 + turn;
  }
  r[4] = sum;

  // Between barriers of the work-group, which all meet, whatever they did before.
  scratch[l] = group_broadcast(g, x, size - 1);
  group_barrier(item.get_group());
  const std::size_t all = item.get_local_range().size();
  r[5] = scratch[(l + all / 2) % all];
  for (int turn = 0; turn < 3; ++turn) {
    group_barrier(item.get_group());
    if (int(group) == turn)
      scratch[l] = reduce_over_group(g, x + turn, bit_xor<int>());
    group_barrier(item.get_group());
    r[6] = r[6] * 2 + scratch[turn * 7 % all];
  }
  r[7] = any_of_group(g, x == 5) * 2 + all_of_group(g, x > 5);

  // Some sub-groups end.
  if (group % 4 == 3)
    return;
  while (true) {
    const int most = reduce_over_group(g, sum, maximum<int>());
    r[8] = most;
    if (most > 1000)
      break;
    sum = most + 1 + x;
    if (group == 2)
      return;
  }
  r[9] = reduce_over_group(g, std::int64_t(x) << 33, plus<std::int64_t>()) >> 33;
  switch (group % 3) {
  case 0:
    r[10] = group_broadcast(g, x, 0);
    break;
  case 1:
    r[10] = group_broadcast(g, x, 0) + group_broadcast(g, x, size / 2);
    [[fallthrough]];
  default:
    r[10] = 2 * r[10] + group_broadcast(g, x, size - 1);
  }
  r[11] = int(reduce_over_group(g, float(x), plus<float>()));
}

/// Computes the same for the work-items of a work-group, sub-group by sub-group.
void expect(const std::vector<std::size_t> &items, std::size_t most, std::vector<int> &results) {
  const std::size_t all = items.size(), groups = (all + most - 1) / most;
  std::vector<int> scratch(all), last(all);
  const auto x = [&](std::size_t l) { return valueAt(items[l]); };
  const auto begin = [&](std::size_t l) { return l / most * most; };
  const auto size = [&](std::size_t l) { return std::min(most, all - begin(l)); };
  for (std::size_t l = 0; l < all; ++l)
    last[l] = x(begin(l) + size(l) - 1);
  // What r[6] reads: sub-group k changes its part in turn k.
  std::vector<std::vector<int>> turns;
  scratch = last;
  for (std::size_t turn = 0; turn < 3; ++turn) {
    for (std::size_t l = turn * most; l < std::min(all, (turn + 1) * most); ++l) {
      scratch[l] = 0;
      for (std::size_t k = begin(l); k < begin(l) + size(l); ++k)
        scratch[l] ^= x(k) + int(turn);
    }
    turns.push_back(scratch);
  }
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t first = group * most, n = size(first);
    std::vector<int> sums(n);
    int least = 1 << 30, greatest = 0, total = 0;
    for (std::size_t k = 0; k < n; ++k) {
      least = std::min(least, x(first + k));
      greatest = std::max(greatest, x(first + k));
      total += x(first + k);
    }
    for (std::size_t lane = 0; lane < n; ++lane) {
      const std::size_t l = first + lane;
      int *r = results.data() + items[l] * kValues;
      std::fill(r, r + kValues, -1);
      r[0] = total;
      r[1] = 0;
      std::uint32_t ballot = 0;
      bool any = false;
      for (std::size_t k = 0; k < n; ++k) {
        if (k < lane)
          r[1] += x(first + k);
        if (k < 32)
          ballot |= std::uint32_t(x(first + k) % 3 == 0) << k;
        any |= x(first + k) == 5;
      }
      r[2] = int(ballot);
      r[3] = group == 0 ? greatest - x(first + (lane + 3) % n) : x(lane + 1 < n ? l + 1 : l);
      int scan = 0;
      for (std::size_t k = 0; k <= lane; ++k)
        scan += x(first + k) % 7;
      int sum = 0;
      for (int turn = 0; turn < turnsOf(std::uint32_t(group)); ++turn) {
        if ((std::size_t(turn) + group) % 2 == 0)
          sum += x((lane ^ 1) < n ? first + (lane ^ 1) : l) + turn;
        for (int inner = 0; inner < int(group % 3); ++inner)
          sum += inner * scan;
        sum = sum * 3 + turn;
      }
      r[4] = sums[lane] = sum;
      r[5] = last[(l + all / 2) % all];
      for (std::size_t turn = 0; turn < 3; ++turn)
        r[6] = r[6] * 2 + turns[turn][turn * 7 % all];
      r[7] = any * 2 + (least > 5);
    }
    if (group % 4 == 3)
      continue;
    bool isOver = false;
    std::vector<bool> left(n);
    while (!isOver) {
      int top = -(1 << 30);
      for (std::size_t k = 0; k < n; ++k)
        top = std::max(top, sums[k]);
      for (std::size_t k = 0; k < n; ++k)
        results[items[first + k] * kValues + 8] = top;
      isOver = top > 1000;
      if (!isOver)
        for (std::size_t k = 0; k < n; ++k)
          sums[k] = top + 1 + x(first + k);
      if (!isOver && group == 2)
        break;
    }
    if (!isOver)
      continue;
    for (std::size_t k = 0; k < n; ++k) {
      int *r = results.data() + items[first + k] * kValues;
      r[9] = r[11] = total;
      if (group % 3 == 0)
        r[10] = x(first);
      else
        r[10] = 2 * (group % 3 == 1 ? x(first) + x(first + n / 2) : -1) + x(first + n - 1);
    }
  }
}

template <std::size_t Size, int D> class Kernel;

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

template <std::size_t Size, int D> void check(queue &q, range<D> global, range<D> local) {
  const std::size_t count = global.size() * kValues;
  int *results = malloc_shared<int>(count, q);
  q.submit([&](handler &h) {
     const local_accessor<int, 1> scratch(local.size(), h);
     h.parallel_for<Kernel<Size, D>>(nd_range<D>(global, local),
                                     [=](nd_item<D> item) [[sycl::reqd_sub_group_size(Size)]] {
                                       work(item, results, scratch);
                                     });
   }).wait();
  std::vector<int> wanted(count);
  for (const auto &group : groupsOf(global, local))
    expect(group, Size, wanted);
  for (std::size_t i = 0; i < count; ++i)
    if (results[i] != wanted[i]) {
      std::printf("sub-groups of %zu in groups of %zu: value %zu of work-item %zu is %d, not %d\n",
                  Size, local.size(), i % kValues, i / kValues, results[i], wanted[i]);
      ++failures;
      break;
    }
  sycl::free(results, q);
}

template <std::size_t Size> void ofSize(queue &q) {
  const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), Size) == sizes.end())
    return;
  for (const std::size_t local : {64, 96, 200})
    check<Size, 1>(q, {3 * local}, {local});
  check<Size, 2>(q, {14, 18}, {7, 9});
}

} // namespace

int main() {
  if (!hasSharedMemory() || !queue().get_device().has(aspect::fp64))
    return kSkipped;
  queue q;
  ofSize<8>(q);
  ofSize<32>(q);
  return failures != 0;
}
