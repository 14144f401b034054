#include "bench/sycl/works.h"

#include <sycl/sycl.hpp>

#include <cstring>

namespace ursa::bench {
namespace {

// The kernels are the same over accessors and over pointers.

template <class In, class Out> struct Saxpy {
  In x;
  Out y;
  float a;
  void operator()(sycl::nd_item<1> item) const {
    const size_t i = item.get_global_linear_id();
    y[i] = a * x[i] + y[i];
  }
};

constexpr size_t kTile = 16;

/// The product of two square matrices, the second behind the first.
template <class In, class Out> struct Gemm {
  In in;
  Out out;
  unsigned size;
  sycl::local_accessor<float> left, right;
  void operator()(sycl::nd_item<2> item) const {
    const size_t row = item.get_global_id(0), column = item.get_global_id(1);
    const size_t y = item.get_local_id(0), x = item.get_local_id(1);
    const size_t second = size_t{size} * size;
    float sum = 0;
    for (size_t begin = 0; begin < size; begin += kTile) {
      left[y * kTile + x] = in[row * size + begin + x];
      right[y * kTile + x] = in[second + (begin + y) * size + column];
      sycl::group_barrier(item.get_group());
      for (size_t k = 0; k < kTile; ++k)
        sum += left[y * kTile + k] * right[k * kTile + x];
      sycl::group_barrier(item.get_group());
    }
    out[row * size + column] = sum;
  }
};

/// The accelerations of bodies of four floats: a position and a mass.
template <class In, class Out> struct Nbody {
  In in;
  Out out;
  unsigned count;
  void operator()(sycl::nd_item<1> item) const {
    const size_t i = item.get_global_linear_id();
    const float x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2];
    float ax = 0, ay = 0, az = 0;
    for (size_t j = 0; j < count; ++j) {
      const float dx = in[4 * j] - x, dy = in[4 * j + 1] - y, dz = in[4 * j + 2] - z;
      const float inverse = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = in[4 * j + 3] * inverse * inverse * inverse;
      ax += dx * scale;
      ay += dy * scale;
      az += dz * scale;
    }
    out[4 * i] = ax;
    out[4 * i + 1] = ay;
    out[4 * i + 2] = az;
    out[4 * i + 3] = 0;
  }
};

constexpr size_t kGroup = 256;

/// Sums of groups, of many floats for each work-item.
template <class In, class Out> struct Reduction {
  In in;
  Out out;
  unsigned perItem;
  void operator()(sycl::nd_item<1> item) const {
    const size_t stride = item.get_global_range(0);
    size_t at = item.get_global_linear_id();
    float sum = 0;
    for (size_t i = 0; i < perItem; ++i, at += stride)
      sum += in[at];
    sum = sycl::reduce_over_group(item.get_group(), sum, sycl::plus<float>());
    if (item.get_group().leader())
      out[item.get_group_linear_id()] = sum;
  }
};

/// A 5-point stencil over the inner points of a square.
template <class In, class Out> struct Stencil {
  In in;
  Out out;
  unsigned size;
  void operator()(sycl::nd_item<2> item) const {
    const size_t y = item.get_global_id(0), x = item.get_global_id(1), at = y * size + x;
    const bool isEdge = y == 0 || x == 0 || y + 1 == size || x + 1 == size;
    out[at] = isEdge ? in[at] : 0.25f * (in[at - size] + in[at + size] + in[at - 1] + in[at + 1]);
  }
};

size_t sideOf(SyclWork work, bool isTiny) {
  switch (work) {
  case SyclWork::Saxpy:
    return size_t{1} << (isTiny ? 10 : 26);
  case SyclWork::Gemm:
    return isTiny ? 64 : 2048;
  case SyclWork::Nbody:
    return size_t{1} << (isTiny ? 8 : 15);
  case SyclWork::Reduction:
    return size_t{1} << (isTiny ? 14 : 27);
  case SyclWork::Stencil:
    return isTiny ? 64 : 8192;
  }
  return 0;
}

constexpr size_t kPerItem = 64; // floats of a work-item of the reduction
constexpr float kFactor = 0.5f;

WorkSizes sizesOf(SyclWork work, size_t side) {
  switch (work) {
  case SyclWork::Saxpy:
    return {side, side};
  case SyclWork::Gemm:
    return {2 * side * side, side * side};
  case SyclWork::Nbody:
    return {4 * side, 4 * side};
  case SyclWork::Reduction:
    return {side, side / kPerItem / kGroup};
  case SyclWork::Stencil:
    return {side * side, side * side};
  }
  return {};
}

sycl::queue queueOf(bool isCuda) {
  const sycl::backend wanted = isCuda ? sycl::backend::cuda : sycl::backend::ext_ursa_host;
  return sycl::queue(
      [wanted](const sycl::device &device) { return device.get_backend() == wanted ? 1 : -1; });
}

template <int Dimensions> sycl::nd_range<Dimensions> spaceOf(SyclWork work, size_t side) {
  if constexpr (Dimensions == 2)
    return work == SyclWork::Gemm
               ? sycl::nd_range<2>({side, side}, {kTile, kTile})
               : sycl::nd_range<2>({side, side}, {4, std::min<size_t>(side, 64)});
  else
    return {work == SyclWork::Reduction ? side / kPerItem : side, kGroup};
}

/// Calls function(kernel object, space) for the kernel of a work over @p in and @p out.
template <class In, class Out, class Function>
void withKernel(SyclWork work, size_t side, sycl::handler &group, const In &in, const Out &out,
                Function &&function) {
  const unsigned number = static_cast<unsigned>(side);
  const sycl::range<1> tile(kTile * kTile);
  switch (work) {
  case SyclWork::Saxpy:
    return function(Saxpy<In, Out>{in, out, kFactor}, spaceOf<1>(work, side));
  case SyclWork::Gemm:
    return function(Gemm<In, Out>{in, out, number, sycl::local_accessor<float>(tile, group),
                                  sycl::local_accessor<float>(tile, group)},
                    spaceOf<2>(work, side));
  case SyclWork::Nbody:
    return function(Nbody<In, Out>{in, out, number}, spaceOf<1>(work, side));
  case SyclWork::Reduction:
    return function(Reduction<In, Out>{in, out, static_cast<unsigned>(kPerItem)},
                    spaceOf<1>(work, side));
  case SyclWork::Stencil:
    return function(Stencil<In, Out>{in, out, number}, spaceOf<2>(work, side));
  }
}

template <class Kernel, int Dimensions>
WorkLaunch launchOf(const Kernel &kernel, const sycl::nd_range<Dimensions> &space) {
  WorkLaunch launch;
  launch.kernel = sycl::get_kernel_id<Kernel>().get_name();
  launch.object.resize(sizeof(kernel));
  std::memcpy(launch.object.data(), &kernel, sizeof(kernel));
  launch.dimensions = Dimensions;
  for (int i = 0; i < Dimensions; ++i) {
    launch.global[Dimensions - 1 - i] = space.get_global_range()[i];
    launch.local[Dimensions - 1 - i] = space.get_local_range()[i];
  }
  launch.localBytes = kTile * kTile * sizeof(float);
  return launch;
}

} // namespace

struct SyclWorks::State {
  State(SyclWork of, bool isCuda, bool isTiny)
      : work(of), side(sideOf(of, isTiny)), sizes(sizesOf(of, side)), queue(queueOf(isCuda)),
        in(sycl::range<1>(sizes.in)), out(sycl::range<1>(sizes.out)) {
    const sycl::host_accessor to(in, sycl::write_only, sycl::no_init);
    for (size_t i = 0; i < sizes.in; ++i)
      to[i] = static_cast<float>(i * 7919 % 1000) * 0.001f;
    const sycl::host_accessor zero(out, sycl::write_only, sycl::no_init);
    std::fill(zero.begin(), zero.end(), 0.0f);
  }

  const SyclWork work;
  const size_t side;
  const WorkSizes sizes;
  sycl::queue queue;
  sycl::buffer<float> in;
  sycl::buffer<float> out;
};

SyclWorks::SyclWorks(SyclWork work, bool isCuda, bool isTiny)
    : state_(std::make_unique<State>(work, isCuda, isTiny)) {}
SyclWorks::~SyclWorks() = default;

WorkSizes SyclWorks::sizes() const { return state_->sizes; }

double SyclWorks::amount() const {
  const double side = static_cast<double>(state_->side);
  switch (state_->work) {
  case SyclWork::Saxpy:
    return 3 * sizeof(float) * side;
  case SyclWork::Gemm:
    return 2 * side * side * side;
  case SyclWork::Nbody:
    return 20 * side * side;
  case SyclWork::Reduction:
    return sizeof(float) * side;
  case SyclWork::Stencil:
    return 2 * sizeof(float) * side * side;
  }
  return 0;
}

void SyclWorks::run(size_t times) {
  State &state = *state_;
  for (size_t i = 0; i < times; ++i)
    state.queue.submit([&](sycl::handler &group) {
      const sycl::accessor in(state.in, group, sycl::read_only);
      const sycl::accessor out(state.out, group, sycl::read_write);
      withKernel(state.work, state.side, group, in, out,
                 [&](const auto &kernel, const auto &space) { group.parallel_for(space, kernel); });
    });
  state.queue.wait();
}

std::vector<float> SyclWorks::contents() const {
  const sycl::host_accessor in(state_->in, sycl::read_only), out(state_->out, sycl::read_only);
  std::vector<float> all(in.begin(), in.end());
  all.insert(all.end(), out.begin(), out.end());
  return all;
}

WorkLaunch SyclWorks::launchOver(float *in, float *out) {
  WorkLaunch launch;
  state_->queue.submit([&](sycl::handler &group) {
    withKernel(state_->work, state_->side, group, static_cast<const float *>(in), out,
               [&](const auto &kernel, const auto &space) {
                 launch = launchOf(kernel, space);
                 if (!in) // never; the kernel is compiled
                   group.parallel_for(space, kernel);
               });
  });
  return launch;
}

} // namespace ursa::bench
