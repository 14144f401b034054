// The kernels that the fake driver knows: those of tests/conformance/kernels that the suites need
// most, and one that fails.
#include "cuda/fake_images.h"
#include "cuda/fake_world.h"
#include "format/nvptx/image_argument.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <regex>
#include <tuple>
#include <utility>

namespace ursa::testing {
namespace {

template <class... Parameters> FakeKernel make(void (*function)(const Grid &, Parameters...)) {
  return {{sizeof(Parameters)...},
          [function](const Grid &grid, const std::vector<std::vector<std::byte>> &bytes) {
            std::tuple<Parameters...> values;
            size_t i = 0;
            std::apply(
                [&](auto &...value) {
                  (std::memcpy(&value, bytes.at(i++).data(), sizeof(value)), ...);
                },
                values);
            std::apply([&](auto... value) { function(grid, value...); }, values);
          }};
}

size_t itemsOf(const Grid &grid) { return size_t{grid.groups[0]} * grid.local[0]; }

void iota(const Grid &grid, int *out, int start) {
  for (size_t i = 0; i < itemsOf(grid); ++i)
    out[i] = start + static_cast<int>(i);
}

struct Offset {
  std::array<uint32_t, 3> by;
};

void iotaWithOffset(const Grid &grid, int *out, int start, Offset offset) {
  for (size_t i = 0; i < itemsOf(grid); ++i)
    out[offset.by[0] + i] = start + static_cast<int>(offset.by[0] + i);
}

void step(const Grid &grid, int *value, int expected) {
  for (size_t i = 0; i < itemsOf(grid); ++i)
    if (value[i] == expected)
      value[i] = expected + 1;
}

void slow(const Grid &grid, unsigned *out, unsigned rounds) {
  for (size_t i = 0; i < itemsOf(grid); ++i) {
    auto state = static_cast<unsigned>(i) + 1;
    for (unsigned step = 0; step < 32 * rounds; ++step)
      state = (state ^ state >> 15) * 1664525u + 1013904223u;
    out[i] = state;
  }
}

void add(const Grid &grid, float *sum, const float *a, const float *b, float scale) {
  for (size_t i = 0; i < itemsOf(grid); ++i)
    sum[i] = a[i] + scale * b[i];
}

void count(const Grid &grid, int *counter) {
  std::atomic_ref<int>(*counter) += static_cast<int>(itemsOf(grid));
}

void isNull(const Grid &, int *out, const int *pointer) { out[0] = pointer == nullptr; }

// The pointers to local memory are offsets.
void twoLocals(const Grid &grid, int *out, uint32_t a, uint32_t b) {
  std::vector<std::byte> shared(grid.sharedBytes);
  const unsigned size = grid.local[0];
  for (unsigned group = 0; group < grid.groups[0]; ++group) {
    for (unsigned l = 0; l < size; ++l) {
      const auto first = static_cast<int>(l);
      const auto second = static_cast<char>(2 * l);
      std::memcpy(&shared.at(a + 4 * l), &first, sizeof(first));
      std::memcpy(&shared.at(b + l), &second, sizeof(second));
    }
    for (unsigned l = 0; l < size; ++l) {
      int first = 0;
      char second = 0;
      std::memcpy(&first, &shared.at(a + 4 * (size - 1 - l)), sizeof(first));
      std::memcpy(&second, &shared.at(b + size - 1 - l), sizeof(second));
      out[group * size + l] = first * 1000 + second;
    }
  }
}

void idsWithOffset(const Grid &grid, uint64_t *out, Offset offset) {
  const auto &[nx, ny, nz] = grid.groups;
  const auto &[lx, ly, lz] = grid.local;
  const size_t sizes[3] = {size_t{nx} * lx, size_t{ny} * ly, size_t{nz} * lz};
  for (size_t z = 0; z < sizes[2]; ++z)
    for (size_t y = 0; y < sizes[1]; ++y)
      for (size_t x = 0; x < sizes[0]; ++x) {
        uint64_t *record = out + 20 * ((z * sizes[1] + y) * sizes[0] + x);
        const size_t at[3] = {x, y, z};
        for (int d = 0; d < 3; ++d) {
          record[d] = offset.by[d] + at[d];
          record[3 + d] = at[d] % grid.local[d];
          record[6 + d] = at[d] / grid.local[d];
          record[9 + d] = grid.local[d];
          record[12 + d] = grid.groups[d];
        }
        record[15] = sizes[2] > 1 ? 3 : sizes[1] > 1 ? 2 : 1;
        record[16] = (record[5] * ly + record[4]) * lx + record[3];
        record[17] = lx;
        record[18] = sizes[1];
        record[19] = offset.by[2];
      }
}
void ids(const Grid &grid, uint64_t *out) { idsWithOffset(grid, out, {}); }

void copyFloats(const Grid &grid, float *to, const float *from, uint32_t count) {
  for (size_t i = 0; i < std::min<size_t>(count, itemsOf(grid)); ++i)
    to[i] = from[i];
}

void vectorAdd(const Grid &grid, float *sum, const float *a, const float *b, uint32_t count) {
  for (size_t i = 0; i < std::min<size_t>(count, itemsOf(grid)); ++i)
    sum[i] = a[i] + b[i];
}

// Reads texels, not colors.
void copy2d(const Grid &grid, const format::nvptx::ImageArgument *from,
            const format::nvptx::ImageArgument *to, uint64_t sampler) {
  const uint32_t index = format::nvptx::textureIndex(static_cast<uint32_t>(sampler));
  const FakePixels in = pixelsOf(from->textures[index], /*isTexture=*/true);
  const FakePixels out = pixelsOf(to->surface, /*isTexture=*/false);
  const size_t width = itemsOf(grid);
  const size_t height = size_t{grid.groups[1]} * grid.local[1];
  if (!in.first || !out.first || in.width != width || in.height != height || out.width != width ||
      out.height != height || in.device != out.device || in.pixelBytes != from->pixelBytes ||
      out.pixelBytes != to->pixelBytes)
    return;
  std::memcpy(out.first, in.first, width * height * in.pixelBytes);
  fakeCudaImages()->copied = in.device;
}

void copyImages(const Grid &grid, const format::nvptx::ImageArgument *from,
                const format::nvptx::ImageArgument *to) {
  copy2d(grid, from, to, /*sampler=*/0);
}

void empty(const Grid &) {}
void storeNothing(const Grid &, int *) {}
void storeFromBuffer(const Grid &, int *out, const int *buffer) { out[0] = buffer[0]; }

void fault(const Grid &) {
  world().change([] { world().fault = CUDA_ERROR_ILLEGAL_ADDRESS; });
}

void asserts(const Grid &) {
  world().change([] { world().fault = CUDA_ERROR_ASSERT; });
}

} // namespace

FakeKernel constantKernel(const std::string &ptx) {
  static const std::regex pattern(
      R"(\.entry constant_value\(([^)]*)\)[^}]*st\.global\.[bsu]32\s+\[[^\]]*\],\s*(\S+);)");
  std::smatch match;
  if (!std::regex_search(ptx, match, pattern))
    return make(empty);
  const std::string parameters = match[1];
  const std::string stored = match[2];
  if (parameters.find("constant_value_param_1") != parameters.npos)
    return make(storeFromBuffer);
  FakeKernel kernel = make(storeNothing);
  kernel.run = [value = std::atoi(stored.c_str())](const Grid &, const auto &bytes) {
    int *out = nullptr;
    std::memcpy(&out, bytes.at(0).data(), sizeof(out));
    out[0] = value;
  };
  return kernel;
}

const FakeKernel &fakeKernel(const std::string &name) {
  static const auto &kernels =
      *new std::map<std::string, FakeKernel>{{"iota", make(iota)},
                                             {"iota_with_offset", make(iotaWithOffset)},
                                             {"step", make(step)},
                                             {"slow", make(slow)},
                                             {"add", make(add)},
                                             {"count", make(count)},
                                             {"is_null", make(isNull)},
                                             {"ids", make(ids)},
                                             {"ids_with_offset", make(idsWithOffset)},
                                             {"fault", make(fault)},
                                             {"copy_2d", make(copy2d)},
                                             {"copy_images", make(copyImages)},
                                             {"asserts", make(asserts)},
                                             {"copy_floats", make(copyFloats)},
                                             {"vector_add", make(vectorAdd)},
                                             {"two_locals", make(twoLocals)}};
  static const FakeKernel &unknown = *new FakeKernel(make(empty));
  const auto found = kernels.find(name);
  return found == kernels.end() ? unknown : found->second;
}

} // namespace ursa::testing
