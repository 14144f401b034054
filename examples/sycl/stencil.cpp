// A 5-point stencil whose rows are shared out among several devices. Buffers keep track of who has
// which pages, so that only the rows beside a border travel.
//
//   stencil [ROWS [STEPS]]   with ROWS, prints the rate on one device and on all of its platform
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

using Plane = sycl::buffer<float, 2>;

// Rows beside a border. They are computed first, so that they travel while the device computes the
// others.
constexpr size_t kBorder = 16;

static void computeRows(sycl::queue &queue, Plane &from, Plane &to, size_t begin, size_t end) {
  if (begin == end)
    return;
  queue.submit([&](sycl::handler &group) {
    const size_t rows = from.get_range()[0], columns = from.get_range()[1];
    const size_t first = begin == 0 ? 0 : begin - 1, last = end == rows ? rows : end + 1;
    const sycl::accessor in(from, group, sycl::range<2>(last - first, columns),
                            sycl::id<2>(first, 0), sycl::read_only);
    const sycl::accessor out(to, group, sycl::range<2>(end - begin, columns), sycl::id<2>(begin, 0),
                             sycl::write_only, sycl::no_init);
    // The indices of an accessor count from the beginning of its part of the buffer.
    const size_t shift = begin - first;
    group.parallel_for<class Stencil>(out.get_range(), [=](sycl::id<2> at) {
      const size_t y = at[0] + shift, x = at[1], row = at[0] + begin;
      const bool isEdge = row == 0 || x == 0 || row + 1 == rows || x + 1 == columns;
      out[at] =
          isEdge ? in[y][x] : 0.25f * (in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1]);
    });
  });
}

// One step: a part of the rows for each queue.
static void step(std::vector<sycl::queue> &queues, Plane &from, Plane &to) {
  const size_t rows = from.get_range()[0], parts = queues.size();
  for (const bool isBorder : {true, false})
    for (size_t part = 0; part < parts; ++part) {
      const size_t begin = rows * part / parts, end = rows * (part + 1) / parts;
      const size_t above = part == 0 ? begin : std::min(end, begin + kBorder);
      const size_t below = part + 1 == parts ? end : std::max(above, end - std::min(end, kBorder));
      if (isBorder) {
        computeRows(queues[part], from, to, begin, above);
        computeRows(queues[part], from, to, below, end);
      } else {
        computeRows(queues[part], from, to, above, below);
      }
    }
}

struct Result {
  std::vector<float> values;
  double seconds = 0;
};

static Result run(std::vector<sycl::queue> queues, size_t rows, size_t steps) {
  const sycl::range<2> size(rows, rows);
  std::vector<float> start(size.size());
  for (size_t i = 0; i < start.size(); ++i)
    start[i] = static_cast<float>(i * 7919 % 1000);
  const sycl::property::buffer::AdaptiveCpp_page_size<2> row(sycl::range<2>(1, rows));
  Plane one(size, row), other(size, row);
  {
    sycl::host_accessor values(one, sycl::write_only, sycl::no_init);
    std::copy(start.begin(), start.end(), values.begin());
  }
  Plane *from = &one, *to = &other;
  const auto runSteps = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) {
      step(queues, *from, *to);
      std::swap(from, to);
    }
    for (sycl::queue &queue : queues)
      queue.wait();
  };
  runSteps(4); // brings each device its rows
  const auto begin = std::chrono::steady_clock::now();
  runSteps(steps);
  Result result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const sycl::host_accessor values(*from, sycl::read_only);
  result.values.assign(values.begin(), values.end());
  return result;
}

int main(int count, char **arguments) {
  const size_t rows = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 200;
  const size_t steps = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 10;
  if (rows == 0 || steps == 0) {
    std::fprintf(stderr, "stencil: ROWS and STEPS are numbers from 1.\n");
    return 1;
  }
  const sycl::device device;
  std::vector<sycl::device> devices = device.get_platform().get_devices();
  if (devices.size() == 1)
    devices.push_back(device); // two queues of one device
  std::vector<sycl::queue> all(devices.begin(), devices.end());
  const Result alone = run({all.front()}, rows, steps);
  const Result together = run(all, rows, steps);
  const bool isRight = alone.values == together.values;
  const auto rate = [&](const Result &result) {
    return static_cast<double>(rows * rows * steps) / result.seconds * 1e-9;
  };
  std::printf("%s: the values of %zu queues are %s\n",
              device.get_info<sycl::info::device::name>().c_str(), all.size(),
              isRight ? "right" : "WRONG");
  if (count > 1)
    std::printf("%.2f Gpoint/s alone, %.2f Gpoint/s together: %.2f times\n", rate(alone),
                rate(together), alone.seconds / together.seconds);
  return !isRight;
}
