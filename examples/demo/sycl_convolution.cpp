#include "examples/demo/sycl_convolution.h"

#include <sycl/ext/ursa/specialization_mode.hpp>
#include <sycl/sycl.hpp>

namespace ursa::demo {
namespace {

namespace extension = sycl::ext::ursa;

// The identity filter: 1 in the centre of 3 by 3.
constexpr Coefficients identity() {
  Coefficients coefficients;
  coefficients.values[1][1] = 1;
  return coefficients;
}

constexpr sycl::specialization_id<int> radius(1);
constexpr sycl::specialization_id<Coefficients> coefficients(identity());

sycl::context contextOf(const sycl::device &device, SyclConvolution::Mode mode) {
  const auto wanted = mode == SyclConvolution::Mode::Native
                          ? extension::specialization_mode::native
                          : extension::specialization_mode::emulated;
  return sycl::context(device,
                       sycl::property_list{extension::property::context::specialization(wanted)});
}

} // namespace

struct SyclConvolution::State {
  State(const sycl::device &device, Mode mode, const Picture &picture)
      : queue(contextOf(device, mode), device, sycl::property::queue::in_order()),
        size(picture.height, picture.width),
        in(sycl::malloc_device<sycl::uchar4>(size.size(), queue)),
        out(sycl::malloc_device<sycl::uchar4>(size.size(), queue)) {
    queue.memcpy(in, picture.pixels.data(), size.size() * sizeof(Pixel)).wait();
  }
  ~State() {
    sycl::free(in, queue);
    sycl::free(out, queue);
  }

  void apply(const Filter &filter) {
    queue.submit([&](sycl::handler &group) {
      group.set_specialization_constant<radius>(filter.radius);
      group.set_specialization_constant<coefficients>(filter.coefficients);
      group.parallel_for(
          size, [in = in, out = out](sycl::item<2> item, sycl::kernel_handler constants) {
            const int r = constants.get_specialization_constant<radius>();
            const auto c = constants.get_specialization_constant<coefficients>();
            const int height = static_cast<int>(item.get_range(0));
            const int width = static_cast<int>(item.get_range(1));
            const int y = static_cast<int>(item[0]);
            const int x = static_cast<int>(item[1]);
            sycl::float4 sum(0.0f);
            for (int dy = -r; dy <= r; ++dy) {
              const int row = sycl::clamp(y + dy, 0, height - 1);
              for (int dx = -r; dx <= r; ++dx) {
                const int column = sycl::clamp(x + dx, 0, width - 1);
                sum += c.values[dy + r][dx + r] * in[row * width + column].convert<float>();
              }
            }
            sycl::uchar4 result = sycl::rint(sycl::clamp(sum, 0.0f, 255.0f)).convert<uint8_t>();
            result.w() = in[y * width + x].w();
            out[y * width + x] = result;
          });
    });
    queue.wait_and_throw();
  }

  sycl::queue queue;
  sycl::range<2> size; ///< rows, columns
  sycl::uchar4 *in;
  sycl::uchar4 *out;
  std::string unsupported;
};

SyclConvolution::SyclConvolution(size_t device, Mode mode, const Picture &picture)
    : state_(std::make_unique<State>(sycl::device::get_devices().at(device), mode, picture)) {}
SyclConvolution::~SyclConvolution() = default;

bool SyclConvolution::apply(const Filter &filter) {
  try {
    state_->apply(filter);
    return true;
  } catch (const sycl::exception &error) {
    if (error.code() != sycl::errc::kernel_not_supported &&
        error.code() != sycl::errc::feature_not_supported)
      throw;
    state_->unsupported = error.what();
    return false;
  }
}

const std::string &SyclConvolution::whyUnsupported() const { return state_->unsupported; }

void SyclConvolution::download(Picture &result) const {
  state_->queue.memcpy(result.pixels.data(), state_->out, state_->size.size() * sizeof(Pixel))
      .wait();
}

} // namespace ursa::demo
