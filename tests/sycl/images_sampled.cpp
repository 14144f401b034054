// Images that are sampled, compared with the formulas of OpenCL C in double precision.
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace sycl;

constexpr int kExtent[3] = {5, 4, 3};
constexpr int kPixels = 5 * 4 * 3;

/// The index of a pixel of one dimension; -1 for the border (OpenCL C, table 8.1).
static int addressed(addressing_mode mode, int place, int extent) {
  switch (mode) {
  case addressing_mode::clamp:
    return place < 0 || place >= extent ? -1 : place;
  case addressing_mode::repeat: // 8.3: what is beyond by less than the extent
    return place < 0 ? place + extent : place >= extent ? place - extent : place;
  default:
    return std::min(std::max(place, 0), extent - 1);
  }
}

struct Between {
  int first, second;
  double share; ///< of the second
};

static Between between(const image_sampler &how, double coordinate, int extent) {
  double place = coordinate;
  if (how.addressing == addressing_mode::repeat)
    place = (coordinate - std::floor(coordinate)) * extent;
  else if (how.addressing == addressing_mode::mirrored_repeat)
    place = std::fabs(coordinate - 2.0 * std::rint(0.5 * coordinate)) * extent;
  else if (how.coordinate == coordinate_normalization_mode::normalized)
    place = coordinate * extent;
  if (how.filtering == filtering_mode::linear)
    place -= 0.5;
  const int first = static_cast<int>(std::floor(place));
  return {addressed(how.addressing, first, extent), addressed(how.addressing, first + 1, extent),
          place - std::floor(place)};
}

/// A channel of the pixel at indexes of which -1 is the border.
static double pixel(const std::vector<float> &pixels, int channel, int x, int y, int z) {
  if (x < 0 || y < 0 || z < 0)
    return 0;
  return pixels[static_cast<size_t>(((z * kExtent[1] + y) * kExtent[0] + x) * 4 + channel)];
}

static double expected(const std::vector<float> &pixels, const image_sampler &how, int dimensions,
                       const float4 &coordinates, int channel) {
  Between at[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < dimensions; ++i)
    at[i] = between(how, coordinates[i], kExtent[i]);
  if (how.filtering == filtering_mode::nearest)
    return pixel(pixels, channel, at[0].first, at[1].first, at[2].first);
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double share = 1;
    int place[3];
    for (int i = 0; i < 3; ++i) {
      const bool isSecond = corner & (1 << i);
      share *= isSecond ? at[i].share : 1 - at[i].share;
      place[i] = isSecond ? at[i].second : at[i].first;
    }
    sum += share * pixel(pixels, channel, place[0], place[1], place[2]);
  }
  return sum;
}

template <int Dimensions> struct Coordinates;
template <> struct Coordinates<1> {
  static float of(const float4 &all) { return all[0]; }
};
template <> struct Coordinates<2> {
  static float2 of(const float4 &all) { return {all[0], all[1]}; }
};
template <> struct Coordinates<3> {
  static float4 of(const float4 &all) { return all; }
};

template <int Dimensions> static range<Dimensions> extent() {
  if constexpr (Dimensions == 1)
    return {5};
  else if constexpr (Dimensions == 2)
    return {5, 4};
  else
    return {5, 4, 3};
}

template <int Dimensions>
static void compare(queue &q, const std::vector<float> &pixels, const image_sampler &how,
                    const std::vector<float4> &coordinates) {
  std::vector<float4> colors(coordinates.size());
  sampled_image<Dimensions> image(pixels.data(), image_format::r32g32b32a32_sfloat, how,
                                  extent<Dimensions>());
  {
    buffer given(coordinates);
    buffer results(colors);
    q.submit([&](handler &group) {
      sampled_image_accessor<float4, Dimensions> in(image, group);
      accessor places(given, group, read_only);
      accessor out(results, group, write_only, no_init);
      group.parallel_for(range<1>(coordinates.size()), [=](id<1> i) {
        out[i] = in.read(Coordinates<Dimensions>::of(places[i]));
      });
    });
  }
  const auto onHost = image.template get_host_access<float4>();
  for (size_t i = 0; i < coordinates.size(); ++i)
    for (int channel = 0; channel < 4; ++channel) {
      const double right = expected(pixels, how, Dimensions, coordinates[i], channel);
      const double atHost = onHost.read(Coordinates<Dimensions>::of(coordinates[i]))[channel];
      if (std::fabs(colors[i][channel] - right) <= 1e-4 && std::fabs(atHost - right) <= 1e-4)
        continue;
      std::fprintf(
          stderr,
          "%dD, addressing %d, coordinates %d, filtering %d at (%g, %g, %g): channel %d is "
          "%g, on the host %g, not %g\n",
          Dimensions, static_cast<int>(how.addressing), static_cast<int>(how.coordinate),
          static_cast<int>(how.filtering), coordinates[i][0], coordinates[i][1], coordinates[i][2],
          channel, colors[i][channel], atHost, right);
      ++failures;
      return;
    }
}

static void samplers(queue &q) {
  std::vector<float> pixels(kPixels * 4);
  for (size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>((i * 37) % 64) / 8;
  std::vector<float4> normalized, unnormalized, inside;
  for (int i = 0; i < 300; ++i) {
    const float4 place(static_cast<float>((i * 29) % 157 - 60) / 32 + 1 / 512.0f,
                       static_cast<float>((i * 31) % 139 - 50) / 32 + 1 / 256.0f,
                       static_cast<float>((i * 23) % 149 - 50) / 32 + 1 / 128.0f, 0);
    normalized.push_back(place);
    unnormalized.push_back(place * float4(5, 4, 3, 1));
    inside.push_back(float4(place[0] * place[0] / 16 + 0.2f, place[1] * place[1] / 16 + 0.2f,
                            place[2] * place[2] / 16 + 0.2f, 0));
  }
  // Whole numbers, whose pixels are certain as well.
  for (const float i : {-2.0f, -1.0f, 0.0f, 1.0f, 2.0f, 3.0f}) {
    normalized.push_back(float4(i, 0, 1, 0));
    unnormalized.push_back(float4(i, i, i, 0));
  }
  using is = addressing_mode;
  using numbers = coordinate_normalization_mode;
  for (const auto filtering : {filtering_mode::nearest, filtering_mode::linear}) {
    for (const auto addressing : {is::mirrored_repeat, is::repeat, is::clamp_to_edge, is::clamp})
      for (const auto coordinate : {numbers::normalized, numbers::unnormalized}) {
        const bool isNormalized = coordinate == numbers::normalized;
        if (!isNormalized && (addressing == is::repeat || addressing == is::mirrored_repeat))
          continue; // undefined
        const image_sampler how{addressing, coordinate, filtering};
        const std::vector<float4> &coordinates = isNormalized ? normalized : unnormalized;
        compare<1>(q, pixels, how, coordinates);
        compare<2>(q, pixels, how, coordinates);
        compare<3>(q, pixels, how, coordinates);
      }
    compare<2>(q, pixels, {is::none, numbers::normalized, filtering}, inside);
  }
}

// Coordinates that are far outside, or no numbers: something of the image or its border.
static void strangeCoordinates(queue &q) {
  const std::vector<float> pixels(kPixels * 4, 1.0f);
  const float given[] = {1e30f, -1e30f, INFINITY, -INFINITY, NAN, 3e9f, -3e9f, 16777217.0f};
  for (int mode = 0; mode < 5; ++mode)
    for (int rest = 0; rest < 4; ++rest) {
      const image_sampler how{static_cast<addressing_mode>(mode),
                              static_cast<coordinate_normalization_mode>(rest & 1),
                              static_cast<filtering_mode>(rest >> 1)};
      sampled_image<2> image(pixels.data(), image_format::r32g32b32a32_sfloat, how, range<2>(5, 4));
      float results[8] = {};
      {
        buffer places(given, range<1>(8));
        buffer out(results, range<1>(8));
        q.submit([&](handler &group) {
          auto in = image.get_access<const float4>(group);
          accessor from(places, group, read_only);
          accessor to(out, group, write_only);
          group.parallel_for(range<1>(8),
                             [=](id<1> i) { to[i] = in.read(float2(from[i], from[i]))[3]; });
        });
      }
      for (const float value : results)
        CHECK(value >= 0 && value <= 1);
    }
}

static void otherFormats(queue &q) {
  const std::uint8_t bytes[] = {0, 51, 102, 153, 204, 255, 0, 255};
  const std::int16_t shorts[] = {1, 2, 3, 4, -5, -6, -7, -8};
  const auto shared = std::shared_ptr<const void>(bytes, [](const void *) {});
  const image_sampler linear{addressing_mode::clamp_to_edge,
                             coordinate_normalization_mode::normalized, filtering_mode::linear};
  sampled_image<1> ofBytes(shared, image_format::r8g8b8a8_unorm, linear, range<1>(2));
  sampled_image<1> ofShorts(shorts, image_format::r16g16b16a16_sint,
                            {addressing_mode::clamp, coordinate_normalization_mode::unnormalized,
                             filtering_mode::nearest},
                            range<1>(2), image_allocator());
  float4 color;
  int4 numbers[2];
  {
    buffer<float4> colors(&color, range<1>(1));
    buffer<int4> results(numbers, range<1>(2));
    q.submit([&](handler &group) {
      auto a = ofBytes.get_access<float4>(group);
      auto b = ofShorts.get_access<int4>(group);
      const sampled_image_accessor<const int4, 1> constant(b);
      accessor toColors(colors, group, write_only);
      accessor toNumbers(results, group, write_only);
      group.single_task([=] {
        toColors[0] = a.read(0.5f);
        toNumbers[0] = b.read(1.75f);
        toNumbers[1] = constant.read(-0.25f);
      });
    });
    q.submit([&](handler &group) {
      const sampled_image_accessor<float4, 1, image_target::host_task> in(ofBytes, group);
      group.host_task([=] { CHECK(std::fabs(in.read(0.0f)[1] - 0.2f) < 1e-6f); });
    });
  }
  CHECK(std::fabs(color[0] - 0.4f) < 1e-6f);
  CHECK(std::fabs(color[3] - 0.8f) < 1e-6f);
  CHECK_EQUAL(numbers[0][3], -8);
  CHECK_EQUAL(numbers[1][0] + numbers[1][3], 0); // the border
  CHECK_EQUAL(ofBytes.byte_size(), 8);
  CHECK_EQUAL(ofBytes.size(), 2);
  CHECK(ofBytes == sampled_image<1>(ofBytes) && ofBytes != ofShorts);
}

int main() {
  queue q;
  samplers(q);
  strangeCoordinates(q);
  otherFormats(q);
  q.wait_and_throw();
  return failures != 0;
}
