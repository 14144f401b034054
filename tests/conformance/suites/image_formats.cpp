// Reads and writes of kernels in every pixel format: compares memory with the conversion rules of
// the OpenCL specification.
#include "conformance/images.h"

#include <cmath>
#include <map>
#include <span>

namespace ursa::conformance {
namespace {

// Channels in memory order. I and L are intensity and luminance; "x" has no memory.
const std::map<ur_image_channel_order_t, std::string> kOrders = {
    {UR_IMAGE_CHANNEL_ORDER_A, "a"},       {UR_IMAGE_CHANNEL_ORDER_R, "r"},
    {UR_IMAGE_CHANNEL_ORDER_RG, "rg"},     {UR_IMAGE_CHANNEL_ORDER_RA, "ra"},
    {UR_IMAGE_CHANNEL_ORDER_RGB, "rgb"},   {UR_IMAGE_CHANNEL_ORDER_RGBA, "rgba"},
    {UR_IMAGE_CHANNEL_ORDER_BGRA, "bgra"}, {UR_IMAGE_CHANNEL_ORDER_ARGB, "argb"},
    {UR_IMAGE_CHANNEL_ORDER_ABGR, "abgr"}, {UR_IMAGE_CHANNEL_ORDER_INTENSITY, "I"},
    {UR_IMAGE_CHANNEL_ORDER_RX, "r"},      {UR_IMAGE_CHANNEL_ORDER_LUMINANCE, "L"},
    {UR_IMAGE_CHANNEL_ORDER_RGX, "rg"},    {UR_IMAGE_CHANNEL_ORDER_RGBX, "rgb"},
};

// Returns the color whose channels in memory are `values`.
template <class T>
std::array<T, 4> colorOf(const std::string &order, const std::vector<T> &values) {
  std::array<T, 4> color = {0, 0, 0, 1};
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == 'I')
      color.fill(values[i]);
    else if (order[i] == 'L')
      color = {values[i], values[i], values[i], 1};
    else
      color[std::string("rgba").find(order[i])] = values[i];
  }
  return color;
}

// Returns the channels of a color that are stored in memory.
template <class T>
std::vector<T> channelsOf(const std::string &order, const std::array<T, 4> &color) {
  std::vector<T> values;
  for (const char channel : order)
    values.push_back(channel == 'I' || channel == 'L' ? color[0]
                                                      : color[std::string("rgba").find(channel)]);
  return values;
}

class Formats : public ImageTest {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    if (!IsSkipped() && !HasFatalFailure())
      SKIP_WITHOUT_IMAGE_KERNELS();
  }

  // Reads a 1D image of these bytes in a kernel.
  template <class T>
  std::vector<std::array<T, 4>> readByKernel(const char *name, const ur_image_format_t &format,
                                             const std::vector<std::byte> &memory, size_t count) {
    Shared<std::array<T, 4>> out = shared<std::array<T, 4>>(count);
    run(kernel(program(), name),
        Arguments()
            .buffer(image(format, imageDescription(UR_MEM_TYPE_IMAGE1D, count), memory))
            .pointer(out.data()),
        {count, 1, 1});
    return out.vector();
  }

  // Writes colors to a 1D image in a kernel and returns its memory.
  template <class T>
  std::vector<std::byte> writeByKernel(const char *name, const ur_image_format_t &format,
                                       const std::vector<std::array<T, 4>> &colors,
                                       size_t pixelBytes) {
    Shared<std::array<T, 4>> in = shared<std::array<T, 4>>(colors.size());
    std::copy(colors.begin(), colors.end(), in.data());
    ur_mem_handle_t target =
        image(format, imageDescription(UR_MEM_TYPE_IMAGE1D, colors.size()),
              std::vector<std::byte>(colors.size() * pixelBytes, std::byte{0}));
    run(kernel(program(), name), Arguments().buffer(target).pointer(in.data()),
        {colors.size(), 1, 1});
    return read<std::byte>(target, {colors.size(), 1, 1}, pixelBytes);
  }

  // Returns whether the device has such images; all have four channels as RGBA.
  bool supports(const ur_image_format_t &format) {
    const ur_result_t result = create(format, imageDescription(UR_MEM_TYPE_IMAGE1D, 1));
    if (result == UR_RESULT_SUCCESS)
      return true;
    EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT) << lastError();
    EXPECT_NE(format.channelOrder, UR_IMAGE_CHANNEL_ORDER_RGBA) << format.channelType;
    return false;
  }

  // Results of normalized formats may be off by 1.5 units in the last place.
  static bool isNear(float a, float b) {
    return capabilities().fixedPointSampling ? std::fabs(a - b) <= 2e-7f : a == b;
  }
  static bool areNear(const Color &a, const Color &b) {
    return std::equal(a.begin(), a.end(), b.begin(), isNear);
  }

  ur_program_handle_t program() {
    if (!program_)
      program_ = DeviceTest::program("images");
    return program_;
  }

  // Checks channels of type T with the value `decode` of what is stored, and the reverse.
  template <class T, class Decode, class Encode>
  void checkFloats(ur_image_channel_type_t type, const std::vector<T> &values, Decode decode,
                   Encode encode) {
    for (const auto &[order, channels] : kOrders) {
      const ur_image_format_t format{order, type};
      if (!supports(format))
        continue;
      std::vector<T> memory;
      for (size_t i = 0; i < values.size() * channels.size(); ++i)
        memory.push_back(values[i * 5 % values.size()]);
      const auto bytes = std::as_bytes(std::span(memory));
      const auto colors =
          readByKernel<float>("read_floats", format, {bytes.begin(), bytes.end()}, values.size());
      for (size_t pixel = 0; pixel < values.size(); ++pixel) {
        std::vector<float> decoded;
        for (size_t c = 0; c < channels.size(); ++c)
          decoded.push_back(static_cast<float>(decode(memory[pixel * channels.size() + c])));
        ASSERT_PRED2(areNear, colors[pixel], colorOf(channels, decoded))
            << "order " << order << ", type " << type << ", pixel " << pixel;
      }

      std::vector<Color> written;
      for (const float v : {0.0f, 0.25f, 0.5f, -0.75f, 1.0f, -1.0f, 2.5f, -3.0f, 0.3f, NAN})
        written.push_back({v, v / 2, -v, 1 - v});
      const auto result =
          writeByKernel("write_floats", format, written, channels.size() * sizeof(T));
      for (size_t pixel = 0; pixel < written.size(); ++pixel) {
        const std::vector<float> expected = channelsOf(channels, written[pixel]);
        for (size_t c = 0; c < channels.size(); ++c) {
          T actual{};
          std::memcpy(&actual, &result[(pixel * channels.size() + c) * sizeof(T)], sizeof(T));
          if (std::isnan(expected[c]))
            continue; // may become any value
          ASSERT_EQ(actual, encode(expected[c]))
              << "order " << order << ", type " << type << ", " << expected[c];
        }
      }
    }
  }

  template <class T> void checkNormalized(ur_image_channel_type_t type) {
    static constexpr double kMost = std::numeric_limits<T>::max();
    static constexpr double kLeast = std::numeric_limits<T>::min();
    std::vector<T> values(48);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<T>(kLeast + static_cast<double>(i) * ((kMost - kLeast) / 48));
    values.back() = std::numeric_limits<T>::max();
    checkFloats<T>(
        type, values,
        [](T value) {
          return std::max(static_cast<float>(value) / static_cast<float>(kMost), -1.0f);
        },
        [](float value) {
          const double scaled =
              std::nearbyint(static_cast<double>(value * static_cast<float>(kMost)));
          return static_cast<T>(std::clamp<double>(scaled, std::numeric_limits<T>::min(), kMost));
        });
  }

  template <class T> void checkIntegers(ur_image_channel_type_t type) {
    using Wide = std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>;
    const char *const reader = std::is_signed_v<T> ? "read_ints" : "read_uints";
    const char *const writer = std::is_signed_v<T> ? "write_ints" : "write_uints";
    constexpr T kLeast = std::numeric_limits<T>::min();
    constexpr T kMost = std::numeric_limits<T>::max();
    for (const auto &[order, channels] : kOrders) {
      const ur_image_format_t format{order, type};
      if (!supports(format))
        continue;
      const std::vector<T> values = {0, 1, 2, 3, kLeast, kMost, 5, 6, 7, 8, 9, 100};
      std::vector<T> memory;
      for (size_t i = 0; i < values.size() * channels.size(); ++i)
        memory.push_back(values[i * 5 % values.size()]);
      const auto bytes = std::as_bytes(std::span(memory));
      const auto colors =
          readByKernel<Wide>(reader, format, {bytes.begin(), bytes.end()}, values.size());
      for (size_t pixel = 0; pixel < values.size(); ++pixel) {
        const auto first = memory.begin() + static_cast<long>(pixel * channels.size());
        ASSERT_EQ(
            colors[pixel],
            colorOf(channels, std::vector<Wide>(first, first + static_cast<long>(channels.size()))))
            << "order " << order << ", type " << type;
      }

      std::vector<std::array<Wide, 4>> written;
      for (const Wide v : {Wide{0}, Wide{7}, std::numeric_limits<Wide>::max(),
                           std::numeric_limits<Wide>::min(), Wide{300}, Wide{70000}})
        written.push_back({v, static_cast<Wide>(v / 2), static_cast<Wide>(v / 3), Wide{1}});
      const auto result = writeByKernel(writer, format, written, channels.size() * sizeof(T));
      for (size_t pixel = 0; pixel < written.size(); ++pixel) {
        const std::vector<Wide> expected = channelsOf(channels, written[pixel]);
        for (size_t c = 0; c < channels.size(); ++c) {
          T actual{};
          std::memcpy(&actual, &result[(pixel * channels.size() + c) * sizeof(T)], sizeof(T));
          ASSERT_EQ(actual, static_cast<T>(std::clamp<Wide>(expected[c], kLeast, kMost)))
              << "order " << order << ", type " << type << ", " << expected[c];
        }
      }
    }
  }

private:
  ur_program_handle_t program_ = nullptr;
};

TEST_F(Formats, NormalizedBytes) { checkNormalized<uint8_t>(UR_IMAGE_CHANNEL_TYPE_UNORM_INT8); }
TEST_F(Formats, NormalizedShorts) { checkNormalized<uint16_t>(UR_IMAGE_CHANNEL_TYPE_UNORM_INT16); }
TEST_F(Formats, SignedNormalizedBytes) {
  checkNormalized<int8_t>(UR_IMAGE_CHANNEL_TYPE_SNORM_INT8);
}
TEST_F(Formats, SignedNormalizedShorts) {
  checkNormalized<int16_t>(UR_IMAGE_CHANNEL_TYPE_SNORM_INT16);
}
TEST_F(Formats, SignedIntegers) {
  checkIntegers<int8_t>(UR_IMAGE_CHANNEL_TYPE_SIGNED_INT8);
  checkIntegers<int16_t>(UR_IMAGE_CHANNEL_TYPE_SIGNED_INT16);
  checkIntegers<int32_t>(UR_IMAGE_CHANNEL_TYPE_SIGNED_INT32);
}
TEST_F(Formats, UnsignedIntegers) {
  checkIntegers<uint8_t>(UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8);
  checkIntegers<uint16_t>(UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16);
  checkIntegers<uint32_t>(UR_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32);
}

TEST_F(Formats, Floats) {
  checkFloats<float>(
      UR_IMAGE_CHANNEL_TYPE_FLOAT, {0.0f, 1.5f, -2.25f, 1e30f, -1e-30f, 3.0f, 4.0f},
      [](float value) { return value; }, [](float value) { return value; });
}

TEST_F(Formats, Halves) {
  const std::vector<uint16_t> bits = {0x0000, 0x3C00, 0xC000, 0x7BFF, 0x0001, 0x3555, 0xB800};
  const std::map<uint16_t, float> values = {
      {0x0000, 0.0f},          {0x3C00, 1.0f},        {0xC000, -2.0f}, {0x7BFF, 65504.0f},
      {0x0001, 5.9604645e-8f}, {0x3555, 0.33325195f}, {0xB800, -0.5f}};
  const std::map<float, uint16_t> encoded = {
      {0.0f, 0x0000},    {0.25f, 0x3400}, {0.5f, 0x3800},  {-0.75f, 0xBA00}, {1.0f, 0x3C00},
      {-1.0f, 0xBC00},   {2.5f, 0x4100},  {-3.0f, 0xC200}, {0.3f, 0x34CD},   {0.125f, 0x3000},
      {-0.375f, 0xB600}, {-0.5f, 0xB800}, {1.25f, 0x3D00}, {-1.5f, 0xBE00},  {0.15f, 0x30CD},
      {-0.25f, 0xB400},  {0.75f, 0x3A00}, {-2.5f, 0xC100}, {3.0f, 0x4200},   {-0.3f, 0xB4CD},
      {1.75f, 0x3F00},   {2.0f, 0x4000},  {4.0f, 0x4400},  {0.7f, 0x399A}};
  checkFloats<uint16_t>(
      UR_IMAGE_CHANNEL_TYPE_HALF_FLOAT, bits, [&](uint16_t half) { return values.at(half); },
      [&](float value) -> uint16_t {
        if (value == 0.0f)
          return std::signbit(value) ? 0x8000 : 0x0000;
        const auto found = encoded.find(value);
        EXPECT_NE(found, encoded.end()) << value;
        return found == encoded.end() ? 0 : found->second;
      });
}

TEST_F(Formats, PackedPixels) {
  const struct {
    ur_image_channel_type_t type;
    uint32_t bytes;
    std::array<uint32_t, 3> shift;
    std::array<uint32_t, 3> most;
  } cases[] = {
      {UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565, 2, {11, 5, 0}, {31, 63, 31}},
      {UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555, 2, {10, 5, 0}, {31, 31, 31}},
      {UR_IMAGE_CHANNEL_TYPE_INT_101010, 4, {20, 10, 0}, {1023, 1023, 1023}},
  };
  const std::vector<Color> colors = {
      {0, 0, 0, 1},    {1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5f, 0.25f, 0.75f, 1},
      {2, -1, 0.1f, 1}};
  for (const auto &[type, bytes, shift, most] : cases)
    for (const auto order : {UR_IMAGE_CHANNEL_ORDER_RGB, UR_IMAGE_CHANNEL_ORDER_RGBX}) {
      if (!supports({order, type}))
        continue;
      const auto memory = writeByKernel("write_floats", {order, type}, colors, bytes);
      const auto back = readByKernel<float>("read_floats", {order, type}, memory, colors.size());
      for (size_t i = 0; i < colors.size(); ++i) {
        uint32_t expected = 0;
        for (size_t c = 0; c < 3; ++c)
          expected |= static_cast<uint32_t>(std::nearbyint(std::clamp(colors[i][c], 0.0f, 1.0f) *
                                                           static_cast<float>(most[c])))
                      << shift[c];
        uint32_t actual = 0;
        std::memcpy(&actual, &memory[i * bytes], bytes);
        EXPECT_EQ(actual, expected) << "type " << type << ", color " << i;
        for (size_t c = 0; c < 3; ++c)
          EXPECT_EQ(back[i][c],
                    static_cast<float>(actual >> shift[c] & most[c]) / static_cast<float>(most[c]));
        EXPECT_EQ(back[i][3], 1.0f);
      }
    }
}

TEST_F(Formats, Srgb) {
  const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_SRGBA, UR_IMAGE_CHANNEL_TYPE_UNORM_INT8};
  if (!supports(format))
    GTEST_SKIP() << "The device has no images in sRGB.";
  std::vector<std::byte> memory;
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < 4; ++c)
      memory.push_back(static_cast<std::byte>(i));
  const std::vector<Color> colors = readByKernel<float>("read_floats", format, memory, 256);
  // Linear light by the table of IEC 61966-2-1; alpha is not encoded.
  EXPECT_EQ(colors[0], (Color{0, 0, 0, 0}));
  EXPECT_NEAR(colors[10][0], 0.00303527, 1e-7);
  EXPECT_NEAR(colors[11][1], 0.00334654, 1e-7);
  EXPECT_NEAR(colors[188][2], 0.50288646, 1e-6);
  EXPECT_NEAR(colors[188][3], 188.0 / 255.0, 1e-6);
  EXPECT_EQ(colors[255], (Color{1, 1, 1, 1}));
  EXPECT_EQ(writeByKernel("write_floats", format, colors, 4), memory);
}

} // namespace
} // namespace ursa::conformance
