#include "bench/sycl/convolutions.h"

#include <sycl/sycl.hpp>

#include <type_traits>

namespace ursa::bench {
namespace {

constexpr int kMargin = 3;

/// @tparam Radius int, or a std::integral_constant
template <class Radius> struct Convolution {
  const float *in;
  const float *weights;
  float *out;
  Radius radius;
  int width; ///< of a row of the result

  void operator()(sycl::item<2> item) const {
    const int y = static_cast<int>(item.get_id(0)), x = static_cast<int>(item.get_id(1));
    const int pitch = width + 2 * kMargin;
    const int begin = -static_cast<int>(radius), end = static_cast<int>(radius);
    float sum = 0;
    int weight = 0;
    for (int dy = begin; dy <= end; ++dy)
      for (int dx = begin; dx <= end; ++dx)
        sum += weights[weight++] * in[(y + dy + kMargin) * pitch + x + dx + kMargin];
    out[y * width + x] = sum;
  }
};

} // namespace

struct SyclConvolution::State {
  State(int givenRadius, bool known, size_t givenSide)
      : radius(givenRadius), isConstant(known), side(givenSide),
        queue(sycl::context(device()), device(), sycl::property::queue::in_order()),
        in(sycl::malloc_shared<float>(pitch() * pitch(), queue)),
        weights(sycl::malloc_shared<float>(taps(), queue)),
        out(sycl::malloc_shared<float>(side * side, queue)) {
    for (size_t i = 0; i < pitch() * pitch(); ++i)
      in[i] = static_cast<float>(i * 7919 % 1000) / 1000;
    for (size_t i = 0; i < taps(); ++i)
      weights[i] = static_cast<float>(i * 31 % 17) / 17;
  }
  ~State() {
    for (float *memory : {in, weights, out})
      sycl::free(memory, queue);
  }

  static sycl::device device() {
    return sycl::device([](const sycl::device &each) {
      return each.get_backend() == sycl::backend::ext_ursa_host ? 1 : -1;
    });
  }
  size_t pitch() const { return side + 2 * size_t{kMargin}; }
  size_t taps() const {
    const size_t diameter = 2 * static_cast<size_t>(radius) + 1;
    return diameter * diameter;
  }

  template <class Radius> void launch(Radius given) {
    queue.parallel_for(sycl::range<2>(side, side),
                       Convolution<Radius>{in, weights, out, given, static_cast<int>(side)});
  }
  void launch() {
    if (!isConstant)
      return launch(radius);
    if (radius == 1)
      return launch(std::integral_constant<int, 1>());
    if (radius == 2)
      return launch(std::integral_constant<int, 2>());
    launch(std::integral_constant<int, 3>());
  }

  const int radius;
  const bool isConstant;
  const size_t side;
  sycl::queue queue;
  float *in;
  float *weights;
  float *out;
};

SyclConvolution::SyclConvolution(int radius, bool isConstant, bool isTiny)
    : state_(std::make_unique<State>(radius, isConstant, isTiny ? 64 : 1024)) {}
SyclConvolution::~SyclConvolution() = default;

double SyclConvolution::operations() const {
  return 2.0 * static_cast<double>(state_->taps() * state_->side * state_->side);
}

void SyclConvolution::run(size_t times) {
  for (size_t i = 0; i < times; ++i)
    state_->launch();
  state_->queue.wait();
}

std::vector<float> SyclConvolution::result() const {
  return {state_->out, state_->out + state_->side * state_->side};
}

} // namespace ursa::bench
