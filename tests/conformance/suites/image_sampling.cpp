// Image sampling in kernels: compares every image type, addressing mode and filter with a scalar
// reference that follows "Image addressing and filtering" of the OpenCL specification in double
// precision. Samplers of GPUs compute coordinates and weights of filters with a fraction of 8 bits.
#include "conformance/images.h"

#include <cmath>

namespace ursa::conformance {
namespace {

enum class Mode { None, ToEdge, Clamp, Repeat, Mirror };

// A pixel along one axis that contributes to a sample, and its weight. An index of -1 is the
// border.
struct Texel {
  long index;
  double weight;
};

// Returns the pixels along an axis of `size` pixels that a coordinate samples.
std::vector<Texel> texelsOf(double coordinate, long size, bool normalized, Mode mode, bool linear) {
  double position = normalized ? coordinate * static_cast<double>(size) : coordinate;
  const auto place = [&](long index) -> long {
    switch (mode) {
    case Mode::ToEdge:
    case Mode::Mirror: // after reflection the nearest edge is enough
      return std::min(std::max(index, 0L), size - 1);
    case Mode::Repeat:
      return ((index % size) + size) % size;
    default:
      return index < 0 || index >= size ? -1 : index;
    }
  };
  if (mode == Mode::Mirror) {
    // Reflects with a period of two images.
    const double period = 2.0 * static_cast<double>(size);
    position = std::fmod(std::fmod(position, period) + period, period);
    if (position > static_cast<double>(size))
      position = period - position;
  }
  if (!linear)
    return {{place(static_cast<long>(std::floor(position))), 1.0}};
  const double left = std::floor(position - 0.5);
  const double fraction = position - 0.5 - left;
  return {{place(static_cast<long>(left)), 1.0 - fraction},
          {place(static_cast<long>(left) + 1), fraction}};
}

struct Picture {
  ur_mem_type_t type;
  std::array<long, 3> size; ///< layers are last
  long axes;
  bool isArray;
  const char *kernel;
  std::vector<float> red; ///< if there are four channels, the others are multiples of it
  bool hasFour;

  Color pixel(long x, long y, long z) const {
    if (x < 0 || y < 0 || z < 0)
      return hasFour ? Color{0, 0, 0, 0} : Color{0, 0, 0, 1};
    const float r = red[static_cast<size_t>((z * size[1] + y) * size[0] + x)];
    return hasFour ? Color{r, 2 * r, -r, r + 1} : Color{r, 0, 0, 1};
  }

  std::array<double, 4> sample(const Color &at, bool normalized, Mode mode, bool linear) const {
    std::vector<Texel> texels[3] = {{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}};
    for (size_t axis = 0; axis < static_cast<size_t>(axes); ++axis)
      texels[axis] = texelsOf(at[axis], size[axis], normalized, mode, linear);
    if (isArray) {
      const auto last = static_cast<size_t>(axes);
      const long layer = std::lrint(at[last]);
      texels[last] = {{std::min(std::max(layer, 0L), size[last] - 1), 1.0}};
    }
    std::array<double, 4> sum{};
    for (const Texel &x : texels[0])
      for (const Texel &y : texels[1])
        for (const Texel &z : texels[2])
          for (size_t c = 0; c < 4; ++c)
            sum[c] += x.weight * y.weight * z.weight *
                      static_cast<double>(pixel(x.index, y.index, z.index)[c]);
    return sum;
  }
};

Picture picture(ur_mem_type_t type, bool hasFour) {
  switch (type) {
  case UR_MEM_TYPE_IMAGE1D:
    return {type, {7, 1, 1}, 1, false, "sample_1d", {}, hasFour};
  case UR_MEM_TYPE_IMAGE1D_ARRAY:
    return {type, {7, 3, 1}, 1, true, "sample_1d_array", {}, hasFour};
  case UR_MEM_TYPE_IMAGE2D:
    return {type, {6, 5, 1}, 2, false, "sample_2d", {}, hasFour};
  case UR_MEM_TYPE_IMAGE2D_ARRAY:
    return {type, {4, 5, 3}, 2, true, "sample_2d_array", {}, hasFour};
  default:
    return {type, {4, 3, 5}, 3, false, "sample_3d", {}, hasFour};
  }
}

class Sampling : public ImageTest,
                 public testing::WithParamInterface<std::tuple<ur_mem_type_t, bool>> {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    SKIP_WITHOUT_IMAGE_KERNELS();
    picture_ = picture(std::get<0>(GetParam()), std::get<1>(GetParam()));
    const auto count = static_cast<size_t>(picture_.size[0] * picture_.size[1] * picture_.size[2]);
    for (size_t i = 0; i < count; ++i)
      picture_.red.push_back(static_cast<float>(i * 37 % 64) / 8.0f - 3.0f);
    std::vector<float> memory;
    for (long z = 0; z < picture_.size[2]; ++z)
      for (long y = 0; y < picture_.size[1]; ++y)
        for (long x = 0; x < picture_.size[0]; ++x) {
          const Color color = picture_.pixel(x, y, z);
          memory.insert(memory.end(), color.begin(), color.begin() + (picture_.hasFour ? 4 : 1));
        }
    std::array<size_t, 3> extent{};
    for (size_t i = 0; i < 3; ++i)
      extent[i] = static_cast<size_t>(picture_.size[i]);
    ur_image_desc_t description = imageDescription(picture_.type, extent[0], extent[1], extent[2]);
    if (picture_.isArray)
      description.arraySize = extent[static_cast<size_t>(picture_.axes)];
    image_ = image({picture_.hasFour ? UR_IMAGE_CHANNEL_ORDER_RGBA : UR_IMAGE_CHANNEL_ORDER_R,
                    UR_IMAGE_CHANNEL_TYPE_FLOAT},
                   description, memory);
    kernel_ = kernel("images", picture_.kernel);
  }

  // Returns whether a position is near the edge of a pixel, where a coordinate of few bits may lie
  // in the next one.
  static bool isAtEdge(double position) {
    constexpr double kNear = 1.0 / 128;
    return std::fabs(position - std::nearbyint(position)) < kNear;
  }

  // Returns coordinates that touch every pixel and, if allowed, are far outside the image.
  std::vector<Color> coordinates(bool normalized, bool inside, bool linear) const {
    std::vector<Color> result;
    for (int i = 0; i < 500; ++i) {
      Color at{};
      bool isExact = true;
      for (size_t axis = 0; axis < 3; ++axis) {
        const auto size = static_cast<double>(picture_.size[axis]);
        // No pixel's edge is a multiple of these steps.
        const double step = std::fmod(i * (0.1234567 + 0.0712345 * static_cast<double>(axis)), 1.0);
        const double margin = linear ? 0.5 : 0.0;
        const double position =
            inside ? margin + step * (size - 2.0 * margin) : (step * 5.0 - 2.0) * size;
        const bool isLayer = picture_.isArray && axis == static_cast<size_t>(picture_.axes);
        isExact &= linear || isLayer || !isAtEdge(position);
        at[axis] = static_cast<float>(isLayer      ? step * 6.0 - 1.5
                                      : normalized ? position / size
                                                   : position);
      }
      if (isExact || !capabilities().fixedPointSampling)
        result.push_back(at);
    }
    return result;
  }

  void check(bool normalized, Mode mode, bool linear) {
    constexpr ur_sampler_addressing_mode_t kModes[] = {
        UR_SAMPLER_ADDRESSING_MODE_NONE, UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
        UR_SAMPLER_ADDRESSING_MODE_CLAMP, UR_SAMPLER_ADDRESSING_MODE_REPEAT,
        UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT};
    const std::vector<Color> at = coordinates(normalized, mode == Mode::None, linear);
    Shared<Color> in = shared<Color>(at.size());
    Shared<Color> out = shared<Color>(at.size());
    std::copy(at.begin(), at.end(), in.data());
    run(kernel_,
        Arguments()
            .buffer(image_)
            .sampler(
                sampler(normalized, kModes[static_cast<size_t>(mode)],
                        linear ? UR_SAMPLER_FILTER_MODE_LINEAR : UR_SAMPLER_FILTER_MODE_NEAREST))
            .pointer(in.data())
            .pointer(out.data()),
        {at.size(), 1, 1});
    // Of a channel whose values differ by up to 16, between two pixels along each axis.
    const double most = !linear ? 0.0
                        : capabilities().fixedPointSampling
                            ? 16.0 / 256 * static_cast<double>(picture_.axes)
                            : 2e-4;
    for (size_t i = 0; i < at.size(); ++i) {
      const std::array<double, 4> expected = picture_.sample(at[i], normalized, mode, linear);
      for (size_t c = 0; c < 4; ++c)
        ASSERT_NEAR(out[i][c], expected[c], most)
            << "channel " << c << " at " << at[i][0] << ", " << at[i][1] << ", " << at[i][2]
            << ", normalized " << normalized << ", mode " << static_cast<int>(mode) << ", linear "
            << linear;
    }
  }

  Picture picture_{};
  ur_mem_handle_t image_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
};

TEST_P(Sampling, EveryModeMatchesTheReference) {
  for (const bool linear : {false, true})
    for (const Mode mode : {Mode::None, Mode::ToEdge, Mode::Clamp, Mode::Repeat, Mode::Mirror})
      for (const bool normalized : {false, true})
        // OpenCL does not define repetition without normalized coordinates.
        if (normalized || mode < Mode::Repeat) {
          ASSERT_NO_FATAL_FAILURE(check(normalized, mode, linear));
        }
}

TEST_P(Sampling, InvalidCoordinatesAreHarmless) {
  constexpr size_t kCount = 6;
  Shared<Color> in = shared<Color>(kCount);
  Shared<Color> out = shared<Color>(kCount);
  const float values[kCount] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f};
  for (size_t i = 0; i < kCount; ++i)
    in[i] = {values[i], values[i], values[i], values[i]};
  for (int mode = 0; mode <= UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT; ++mode)
    for (const bool normalized : {false, true})
      for (const auto filter : {UR_SAMPLER_FILTER_MODE_NEAREST, UR_SAMPLER_FILTER_MODE_LINEAR}) {
        const auto addressing = static_cast<ur_sampler_addressing_mode_t>(mode);
        const ur_sampler_desc_t description{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, normalized,
                                            addressing, filter};
        ur_sampler_handle_t handle = nullptr;
        const ur_result_t result = urSamplerCreate(context_, &description, &handle);
        if (!normalized && mode >= UR_SAMPLER_ADDRESSING_MODE_REPEAT &&
            result == UR_RESULT_ERROR_INVALID_VALUE)
          continue; // OpenCL does not define repetition there, so a device may refuse it
        ASSERT_OK(result) << lastError();
        run(kernel_,
            Arguments().buffer(image_).sampler(handle).pointer(in.data()).pointer(out.data()),
            {kCount, 1, 1});
        EXPECT_OK(urSamplerRelease(handle));
      }
}

std::string nameOf(const testing::TestParamInfo<Sampling::ParamType> &info) {
  return std::string(picture(std::get<0>(info.param), true).kernel).substr(7) +
         (std::get<1>(info.param) ? "_rgba" : "_r");
}

INSTANTIATE_TEST_SUITE_P(
    , Sampling,
    testing::Combine(testing::Values(UR_MEM_TYPE_IMAGE1D, UR_MEM_TYPE_IMAGE1D_ARRAY,
                                     UR_MEM_TYPE_IMAGE2D, UR_MEM_TYPE_IMAGE2D_ARRAY,
                                     UR_MEM_TYPE_IMAGE3D),
                     testing::Bool()),
    nameOf);

} // namespace
} // namespace ursa::conformance
