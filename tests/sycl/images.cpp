// Images of SYCL 2020 that are not sampled: shapes, pitches, formats, dependencies, write-back.
#include "check.h"

#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

using namespace sycl;

static void copies(queue &q) {
  std::vector<std::uint8_t> pixels(4 * 6 * 5);
  for (size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<std::uint8_t>(i);
  std::vector<std::uint8_t> swapped(pixels.size());
  {
    unsampled_image<2> from(pixels.data(), image_format::r8g8b8a8_unorm, range<2>(6, 5));
    unsampled_image<2> to(swapped.data(), image_format::b8g8r8a8_unorm, range<2>(6, 5));
    CHECK(from.get_range() == range<2>(6, 5));
    CHECK(from.get_pitch() == range<1>(24));
    CHECK_EQUAL(from.size(), 30);
    CHECK_EQUAL(from.byte_size(), 120);
    q.submit([&](handler &group) {
      unsampled_image_accessor<float4, 2, access_mode::read> in(from, group);
      auto out = to.get_access<float4, access_mode::write>(group, no_init);
      static_assert(std::is_same_v<decltype(in)::value_type, const float4>);
      CHECK(out.has_property<property::no_init>());
      CHECK_EQUAL(out.size(), 30);
      group.parallel_for(range<2>(5, 6), [=](id<2> i) {
        const int2 place(static_cast<int>(i[1]), static_cast<int>(i[0]));
        out.write(place, in.read(place));
      });
    });
    const auto result = to.get_host_access<const float4>();
    const float4 color = result.read(int2(3, 2)); // the pixel with the bytes 60 to 63
    CHECK_EQUAL(color[0], 60 * (1 / 255.0f));     // the same on all devices, and near 60 / 255
    CHECK_EQUAL(color[3], 63 * (1 / 255.0f));
  }
  for (size_t i = 0; i < pixels.size(); i += 4) {
    CHECK_EQUAL(int(swapped[i]), pixels[i + 2]);
    CHECK_EQUAL(int(swapped[i + 1]), pixels[i + 1]);
    CHECK_EQUAL(int(swapped[i + 2]), pixels[i]);
    CHECK_EQUAL(int(swapped[i + 3]), pixels[i + 3]);
  }
}

// What is between rows and slices stays as it is.
static void pitches(queue &q) {
  constexpr size_t row = 10 * 4, slice = 3 * row; // in bytes
  std::vector<std::uint32_t> memory(2 * slice / 4, 0xABABABAB);
  {
    unsampled_image<3> image(memory.data(), image_format::r8g8b8a8_uint, range<3>(4, 3, 2),
                             range<2>(row, slice));
    CHECK(image.get_pitch() == range<2>(row, slice));
    CHECK_EQUAL(image.byte_size(), 2 * slice);
    q.submit([&](handler &group) {
      unsampled_image_accessor<uint4, 3, access_mode::write> out(image, group, no_init);
      group.parallel_for(range<3>(2, 3, 4), [=](id<3> i) {
        out.write(int4(static_cast<int>(i[2]), static_cast<int>(i[1]), static_cast<int>(i[0]), 0),
                  uint4(static_cast<unsigned>(i[2]), static_cast<unsigned>(i[1]),
                        static_cast<unsigned>(i[0]), 300u)); // limited to 255
      });
    });
  }
  for (unsigned i = 0; i < memory.size(); ++i) {
    const unsigned x = i % 10, y = i / 10 % 3, z = i / 30;
    const unsigned expected = x < 4 ? x | y << 8 | z << 16 | 255u << 24 : 0xABABABABu;
    CHECK_EQUAL(memory[i], expected);
  }
  CHECK_THROWS(invalid,
               unsampled_image<2>(image_format::r8g8b8a8_uint, range<2>(4, 4), range<1>(12)));
  CHECK_THROWS(invalid,
               unsampled_image<2>(image_format::r8g8b8a8_uint, range<2>(4, 4), range<1>(18)));
  CHECK_THROWS(invalid, unsampled_image<1>(image_format::r8g8b8a8_uint, range<1>(size_t(1) << 40)));
  // More bytes than a number has: of rows, and of slices.
  constexpr size_t most = ~size_t(3);
  CHECK_THROWS(invalid,
               unsampled_image<2>(image_format::r8g8b8a8_uint, range<2>(4, 4), range<1>(most)));
  CHECK_THROWS(invalid, unsampled_image<3>(image_format::r8g8b8a8_uint, range<3>(4, 4, 8),
                                           range<2>(16, size_t(1) << 62)));
  constexpr size_t large = size_t(1) << 29;
  CHECK_THROWS(invalid,
               unsampled_image<3>(image_format::r8g8b8a8_uint, range<3>(large, large, large)));
}

/// Writes a color to one pixel in a kernel, reads it back there, and returns the bytes of memory.
template <class Color>
static Color roundTrip(queue &q, image_format format, const Color &color, void *memory) {
  Color result{};
  {
    unsampled_image<1> image(memory, format, range<1>(3));
    buffer<Color> results(&result, range<1>(1));
    q.submit([&](handler &group) {
      unsampled_image_accessor<Color, 1, access_mode::write> out(image, group);
      group.single_task([=] { out.write(1, color); });
    });
    q.submit([&](handler &group) {
      unsampled_image_accessor<Color, 1, access_mode::read> in(image, group);
      accessor out(results, group, write_only);
      group.single_task([=] { out[0] = in.read(1); });
    });
    CHECK(all(host_unsampled_image_accessor<Color, 1, access_mode::read>(image).read(1) ==
              host_accessor(results)[0]));
  }
  return result;
}

template <class T, class Color>
static void format(queue &q, image_format given, const Color &color, const Color &expected,
                   const T (&stored)[4]) {
  T memory[12];
  std::memset(memory, 0x55, sizeof(memory));
  const T untouched = memory[0];
  const Color result = roundTrip(q, given, color, memory);
  for (int i = 0; i < 4; ++i) {
    CHECK_EQUAL(float(result[i]), float(expected[i]));
    CHECK(memory[i] == untouched);
    CHECK(memory[4 + i] == stored[i]);
    CHECK(memory[8 + i] == untouched);
  }
}

static void formats(queue &q) {
  using U8 = std::uint8_t;
  using U16 = std::uint16_t;
  using U32 = std::uint32_t;
  using f = image_format;
  const float4 color(0.5f, -2.0f, 2.0f, 0.25f);
  format<U8>(q, f::r8g8b8a8_unorm, color, float4(128 / 255.0f, 0, 1, 64 / 255.0f),
             {128, 0, 255, 64}); // 127.5 and 63.75
  format<U8>(q, f::b8g8r8a8_unorm, color, float4(128 / 255.0f, 0, 1, 64 / 255.0f),
             {255, 0, 128, 64});
  format<U16>(q, f::r16g16b16a16_unorm, color, float4(32768 / 65535.0f, 0, 1, 16384 / 65535.0f),
              {32768, 0, 65535, 16384});
  format<float>(q, f::r32g32b32a32_sfloat, color, color, {0.5f, -2.0f, 2.0f, 0.25f});
  format<U16>(q, f::r16b16g16a16_sfloat, color, color, {0x3800, 0xC000, 0x4000, 0x3400});
  // Halves between two numbers, too large, denormal and too small.
  format<U16>(q, f::r16b16g16a16_sfloat, float4(1.0f + 0x1p-11f, 70000.0f, 0x1.8p-24f, -0x1p-26f),
              float4(1.0f, INFINITY, 0x1p-23f, -0.0f), {0x3C00, 0x7C00, 0x0002, 0x8000});
  format<std::int8_t>(q, f::r8g8b8a8_sint, int4(5, -7, 1000, -1000), int4(5, -7, 127, -128),
                      {5, -7, 127, -128});
  format<std::int16_t>(q, f::r16g16b16a16_sint, int4(5, -7, 1 << 20, -(1 << 20)),
                       int4(5, -7, 32767, -32768), {5, -7, 32767, -32768});
  format<std::int32_t>(q, f::r32b32g32a32_sint, int4(5, -7, 1 << 30, -(1 << 30)),
                       int4(5, -7, 1 << 30, -(1 << 30)), {5, -7, 1 << 30, -(1 << 30)});
  format<U8>(q, f::r8g8b8a8_uint, uint4(5, 255, 256, 0), uint4(5, 255, 255, 0), {5, 255, 255, 0});
  format<U16>(q, f::r16g16b16a16_uint, uint4(5, 65535, 65536, 0), uint4(5, 65535, 65535, 0),
              {5, 65535, 65535, 0});
  format<U32>(q, f::r32b32g32a32_uint, uint4(5, 0xFFFFFFFF, 1u << 31, 0),
              uint4(5, 0xFFFFFFFF, 1u << 31, 0), {5, 0xFFFFFFFF, 1u << 31, 0});
  if (q.get_device().has(aspect::fp16)) {
    const half4 halves(half(0.5f), half(-2.0f), half(2.0f), half(0.25f));
    format<U16>(q, f::r16b16g16a16_sfloat, halves, halves, {0x3800, 0xC000, 0x4000, 0x3400});
  }
}

// Outside of an image nothing is written, and zeros are read.
static void outside(queue &q) {
  float memory[16] = {};
  int4 sums(1);
  {
    unsampled_image<2> image(memory, image_format::r32g32b32a32_sfloat, range<2>(2, 2));
    buffer<int4> results(&sums, range<1>(1));
    q.submit([&](handler &group) {
      unsampled_image_accessor<float4, 2, access_mode::read_write> access(image, group);
      accessor out(results, group, write_only);
      group.single_task([=] {
        access.write(int2(2, 0), float4(1));
        access.write(int2(0, -1), float4(1));
        const float4 color = access.read(int2(-1, 5));
        out[0] = int4(static_cast<int>(color[0]), static_cast<int>(color[1]),
                      static_cast<int>(color[2]), static_cast<int>(color[3]));
      });
    });
  }
  for (const float value : memory)
    CHECK_EQUAL(value, 0);
  CHECK_EQUAL(sums[0] + sums[1] + sums[2] + sums[3], 0);
}

static void hostTasks(queue &q) {
  unsampled_image<1> image(image_format::r32b32g32a32_sint, range<1>(8));
  q.submit([&](handler &group) {
    auto out = image.get_access<int4, access_mode::write>(group);
    group.parallel_for(range<1>(8), [=](id<1> i) {
      out.write(static_cast<int>(i[0]), int4(static_cast<int>(i[0])));
    });
  });
  q.submit([&](handler &group) {
    auto all = image.get_access<int4, access_mode::read_write, image_target::host_task>(group);
    group.host_task([=] {
      for (int i = 0; i < 8; ++i)
        all.write(i, all.read(i) * 2);
    });
  });
  const auto result = image.get_host_access<int4>();
  CHECK_EQUAL(result.read(7)[3], 14);
  result.write(0, int4(4));
  CHECK_EQUAL(result.read(0)[0], 4);
}

static void fill(queue &q, unsampled_image<1> image, int value) {
  q.submit([&](handler &group) {
    auto out = image.get_access<int4, access_mode::write>(group);
    group.parallel_for(range<1>(image.size()),
                       [=](id<1> i) { out.write(static_cast<int>(i[0]), int4(value)); });
  });
}

static void writeBack(queue &q) {
  constexpr auto kFormat = image_format::r32b32g32a32_sint;
  int kept[8] = {}, copied[8] = {};
  auto shared =
      std::shared_ptr<void>(new int[8](), [](void *p) { delete[] static_cast<int *>(p); });
  auto destination = std::shared_ptr<int>(new int[8](), std::default_delete<int[]>());
  std::vector<int> appended;
  {
    unsampled_image<1> off(kept, kFormat, range<1>(2), property::image::use_host_ptr());
    CHECK(off.has_property<property::image::use_host_ptr>());
    off.set_write_back(false);
    unsampled_image<1> toOther(kept, kFormat, range<1>(2));
    toOther.set_final_data(copied);
    unsampled_image<1> ofShared(shared, kFormat, range<1>(2));
    unsampled_image<1> toWeak(kFormat, range<1>(2));
    toWeak.set_final_data(std::weak_ptr<int>(destination));
    unsampled_image<1> toIterator(kFormat, range<1>(2));
    toIterator.set_final_data(std::back_inserter(appended));
    int value = 1;
    for (const unsampled_image<1> &each : {toOther, ofShared, toWeak, toIterator})
      fill(q, each, value++);
    CHECK(toOther == unsampled_image<1>(toOther));
    CHECK(toOther != ofShared);
    CHECK(std::hash<unsampled_image<1>>()(toWeak) != std::hash<unsampled_image<1>>()(ofShared));
  }
  CHECK_EQUAL(kept[7], 0);
  CHECK_EQUAL(copied[7], 1);
  CHECK_EQUAL(static_cast<int *>(shared.get())[7], 2);
  CHECK_EQUAL(destination.get()[7], 3);
  CHECK_EQUAL(appended.size(), 8);
  CHECK_EQUAL(appended.back(), 4);
}

// Objects with images in them, arrays, and accessors as parts of graphs.
static void captures(queue &q) {
  unsampled_image<1> one(image_format::r32b32g32a32_sint, range<1>(4));
  unsampled_image<1> other(image_format::r32b32g32a32_sint, range<1>(4));
  fill(q, one, 3);
  fill(q, other, 4);
  struct Pair {
    unsampled_image_accessor<int4, 1, access_mode::read> images[2];
    int factor;
  };
  int sum = 0;
  {
    buffer<int> sums(&sum, range<1>(1));
    q.submit([&](handler &group) {
      using Read = unsampled_image_accessor<int4, 1, access_mode::read>;
      const Pair pair{{Read(one, group), Read(other, group)}, 10};
      accessor out(sums, group, write_only);
      group.single_task([=] {
        const Read copy = pair.images[1];
        out[0] = pair.images[0].read(1)[0] * pair.factor + copy.read(2)[2] +
                 (copy == pair.images[1] && copy != pair.images[0] ? 100 : 0);
      });
    });
  }
  CHECK_EQUAL(sum, 134);
}

static void queries(queue &q) {
  const device where = q.get_device();
  CHECK(where.has(aspect::image));
  CHECK(where.get_info<info::device::image_support>());
  CHECK(where.get_info<info::device::image2d_max_width>() >= 8192);
  CHECK(where.get_info<info::device::image3d_max_depth>() >= 2048);
  CHECK(where.get_info<info::device::image_max_buffer_size>() >= 65536);
  CHECK(where.get_info<info::device::max_read_image_args>() >= 128);
  CHECK(where.get_info<info::device::max_samplers>() >= 16);
  CHECK(any_device_has_v<aspect::image> && all_devices_have_v<aspect::image>);
}

int main() {
  queue q;
  copies(q);
  pitches(q);
  formats(q);
  outside(q);
  hostTasks(q);
  writeBack(q);
  captures(q);
  queries(q);
  q.wait_and_throw();
  return failures != 0;
}
