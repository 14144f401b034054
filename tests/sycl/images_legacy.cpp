// Images, samplers and accessors of SYCL 1.2.1.
#include "check.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace sycl;

using order = image_channel_order;
using type = image_channel_type;

static void constructors() {
  std::vector<std::uint16_t> memory(64, 7);
  const auto shared = std::shared_ptr<void>(memory.data(), [](void *) {});
  const void *const constant = memory.data();
  const image_allocator allocator;
  const range<3> extent(3, 2, 4);
  const image<3> all[] = {
      {order::rgbx, type::unorm_short_565, extent},
      {order::rgbx, type::unorm_short_565, extent, allocator},
      {memory.data(), order::rgbx, type::unorm_short_565, extent},
      {memory.data(), order::rgbx, type::unorm_short_565, extent, allocator},
      {constant, order::rgbx, type::unorm_short_565, extent, property_list{}},
      {shared, order::rgbx, type::unorm_short_565, extent, property::image::use_host_ptr()},
      {order::rgbx, type::unorm_short_565, extent, range<2>(6, 12)},
      {memory.data(), order::rgbx, type::unorm_short_565, extent, range<2>(6, 12), allocator},
      {shared, order::rgbx, type::unorm_short_565, extent, range<2>(6, 12)},
  };
  for (const image<3> &each : all) {
    CHECK(each.get_range() == extent);
    CHECK(each.get_pitch() == range<2>(6, 12));
    CHECK_EQUAL(each.size(), 24);
    CHECK_EQUAL(each.byte_size(), 48);
  }
  CHECK(all[5].has_property<property::image::use_host_ptr>());
  CHECK(all[0] != all[1]);
  CHECK_THROWS(invalid, image<1>(order::rgba, type::unorm_short_555, range<1>(4)));
  CHECK_THROWS(invalid, image<1>(order::r, type::unorm_int_101010, range<1>(4)));
}

/// Reads a pixel in a kernel, writes what was read to another image of the format, and compares.
template <class Color, class T>
static void pixel(queue &q, order channels, type each, const std::vector<T> &stored,
                  const Color &expected) {
  std::vector<T> memory(stored.size() * 2, T(0)), written(stored.size() * 2, T(0));
  std::copy(stored.begin(), stored.end(), memory.begin() + static_cast<long>(stored.size()));
  Color color{};
  {
    image<1> from(memory.data(), channels, each, range<1>(2));
    image<1> to(written.data(), channels, each, range<1>(2));
    buffer<Color> results(&color, range<1>(1));
    q.submit([&](handler &group) {
      auto in = from.template get_access<Color, access::mode::read>(group);
      auto out = to.template get_access<Color, access::mode::write>(group);
      accessor result(results, group, write_only);
      group.single_task([=] {
        result[0] = in.read(1);
        out.write(1, in.read(1));
      });
    });
  }
  for (int i = 0; i < 4; ++i)
    CHECK(std::fabs(float(color[i]) - float(expected[i])) < 1e-6f);
  CHECK(memory == written);
}

static void orders(queue &q) {
  const std::vector<float> one{2}, two{2, 3}, three{2, 3, 4}, four{2, 3, 4, 5};
  pixel(q, order::r, type::fp32, one, float4(2, 0, 0, 1));
  pixel(q, order::a, type::fp32, one, float4(0, 0, 0, 2));
  pixel(q, order::intensity, type::fp32, one, float4(2, 2, 2, 2));
  pixel(q, order::luminance, type::fp32, one, float4(2, 2, 2, 1));
  pixel(q, order::rg, type::fp32, two, float4(2, 3, 0, 1));
  pixel(q, order::ra, type::fp32, two, float4(2, 0, 0, 3));
  pixel(q, order::rgb, type::fp32, three, float4(2, 3, 4, 1));
  pixel(q, order::rgba, type::fp32, four, float4(2, 3, 4, 5));
  pixel(q, order::bgra, type::fp32, four, float4(4, 3, 2, 5));
  pixel(q, order::argb, type::fp32, four, float4(3, 4, 5, 2));
  pixel(q, order::abgr, type::fp32, four, float4(5, 4, 3, 2));
  pixel(q, order::rg, type::signed_int16, std::vector<std::int16_t>{-4, 9}, int4(-4, 9, 0, 1));
  pixel(q, order::a, type::unsigned_int8, std::vector<std::uint8_t>{200}, uint4(0, 0, 0, 200));
}

static void types(queue &q) {
  using S8 = std::vector<std::int8_t>;
  using S16 = std::vector<std::int16_t>;
  using U16 = std::vector<std::uint16_t>;
  pixel(q, order::rgba, type::snorm_int8, S8{127, -127, 56, 0}, float4(1, -1, 56 / 127.0f, 0));
  pixel(q, order::rgba, type::snorm_int16, S16{32767, -32767, 1, 0},
        float4(1, -1, 1 / 32767.0f, 0));
  pixel(q, order::rgbx, type::unorm_short_565, U16{(31 << 11) | (21 << 5) | 1},
        float4(1, 21 / 63.0f, 1 / 31.0f, 1));
  pixel(q, order::rgb, type::unorm_short_555, U16{(3 << 10) | (31 << 5) | 2},
        float4(3 / 31.0f, 1, 2 / 31.0f, 1));
  pixel(q, order::rgb, type::unorm_int_101010,
        std::vector<std::uint32_t>{(1023u << 20) | (5u << 10) | 500u},
        float4(1, 5 / 1023.0f, 500 / 1023.0f, 1));
  pixel(q, order::ra, type::fp16, U16{0x3C00, 0x0001}, float4(1, 0, 0, 0x1p-24f));
}

// -128 and -127 are both -1.
static void lowestNumber() {
  const std::int8_t memory[4] = {-128, -127, 0, 0};
  image<1> all(memory, order::rgba, type::snorm_int8, range<1>(1));
  const auto access = all.get_access<float4, access::mode::read>();
  CHECK_EQUAL(access.read(0)[0], -1);
  CHECK_EQUAL(access.read(0)[1], -1);
}

static void arrays(queue &q) {
  std::vector<float4> memory(4 * 3 * 2);
  for (size_t i = 0; i < memory.size(); ++i)
    memory[i] = float4(static_cast<float>(i));
  int wrong[12] = {};
  {
    image<3> cube(memory.data(), order::rgba, type::fp32, range<3>(4, 3, 2));
    image<2> plane(order::rgba, type::fp32, range<2>(4, 3));
    buffer<int, 2> results(wrong, range<2>(3, 4));
    q.submit([&](handler &group) { // the second slice
      accessor<float4, 2, access::mode::read, access::target::image_array> in(cube, group);
      accessor<float4, 1, access::mode::write, access::target::image_array> out(plane, group);
      group.parallel_for(range<2>(3, 4), [=](id<2> i) {
        const int x = static_cast<int>(i[1]), y = static_cast<int>(i[0]);
        out[i[0]].write(x, in[1].read(int2(x, y)));
      });
    });
    q.submit([&](handler &group) {
      accessor<float4, 1, access::mode::read, access::target::image_array> rows(plane, group);
      auto pixels = plane.get_access<float4, access::mode::read>(group);
      accessor flags(results, group, write_only);
      const sampler nearest(coordinate_normalization_mode::unnormalized, addressing_mode::clamp,
                            filtering_mode::nearest);
      group.parallel_for(range<2>(3, 4), [=](id<2> i) {
        const int x = static_cast<int>(i[1]), y = static_cast<int>(i[0]);
        const float expected = static_cast<float>(12 + y * 4 + x);
        const auto row = rows[i[0]];
        flags[i] = row.read(x)[0] != expected || pixels.read(int2(x, y))[1] != expected ||
                   row.read(x, nearest)[2] != expected ||
                   row.read(static_cast<float>(x) + 0.5f, nearest)[3] != expected ||
                   row.get_range() != range<1>(4) || rows.get_range() != range<2>(4, 3) ||
                   pixels.get_range() != range<2>(4, 3) || row.size() != 4;
      });
    });
  }
  for (const int each : wrong)
    CHECK_EQUAL(each, 0);
}

// A kernel that samples with what a program passes to it.
static void samplers(queue &q) {
  float4 memory[4] = {float4(0), float4(4), float4(8), float4(12)}, results[3];
  {
    image<1> line(memory, order::rgba, type::fp32, range<1>(4));
    buffer<float4> out(results, range<1>(3));
    const sampler linear(coordinate_normalization_mode::normalized, addressing_mode::repeat,
                         filtering_mode::linear);
    const sampler nearest(coordinate_normalization_mode::unnormalized,
                          addressing_mode::clamp_to_edge, filtering_mode::nearest);
    CHECK(linear.get_addressing_mode() == addressing_mode::repeat);
    CHECK(linear.get_filtering_mode() == filtering_mode::linear);
    CHECK(linear.get_coordinate_normalization_mode() == coordinate_normalization_mode::normalized);
    CHECK(linear != nearest);
    q.submit([&](handler &group) {
      auto in = line.get_access<float4, access::mode::read>(group);
      auto to = out.get_access<access::mode::write>(group);
      group.single_task([=] {
        to[0] = in.read(0.0f, linear); // between the last and the first
        to[1] = in.read(7, nearest);
        to[2] = in.read(2.5f, nearest);
      });
    });
  }
  CHECK_EQUAL(results[0][0], 6);
  CHECK_EQUAL(results[1][1], 12);
  CHECK_EQUAL(results[2][2], 8);
}

static void hostAccess(queue &q) {
  int memory[12] = {};
  const int constant[12] = {};
  {
    image<2> written(memory, order::r, type::signed_int32, range<2>(3, 4));
    image<2> kept(constant, order::r, type::signed_int32, range<2>(3, 4));
    for (image<2> *each : {&written, &kept}) {
      q.submit([&](handler &group) {
        accessor<int4, 2, access::mode::discard_write, access::target::image> out(*each, group);
        group.parallel_for(range<2>(3, 4), [=](id<2> i) {
          const int2 place(static_cast<int>(i[0]), static_cast<int>(i[1]));
          out.write(place, int4(place[0] + 10 * place[1]));
        });
      });
      accessor<int4, 2, access::mode::read_write, access::target::host_image> onHost(*each);
      CHECK_EQUAL(onHost.read(int2(2, 3))[0], 32);
      onHost.write(int2(0, 0), int4(99));
    }
  }
  CHECK_EQUAL(memory[0], 99);
  CHECK_EQUAL(memory[11], 32);
  CHECK_EQUAL(constant[11], 0);
}

int main() {
  queue q;
  constructors();
  orders(q);
  types(q);
  lowestNumber();
  arrays(q);
  samplers(q);
  hostAccess(q);
  q.wait_and_throw();
  return failures != 0;
}
