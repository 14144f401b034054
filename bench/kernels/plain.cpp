// Plain C++ for one thread. See plain.h. Uses no inline functions of libraries: the linker could
// take this file's copies, made for this machine's processor, for those of others.
#include "bench/kernels/plain.h"

#include <math.h>

namespace ursa::bench::plain {
namespace {

template <int Radius>
void convolve(const float *__restrict in, const float *__restrict weights, float *__restrict out,
              int width, size_t begin, size_t end) {
  const int pitch = width + 2 * kMargin;
  for (size_t y = begin; y < end; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int dy = -Radius; dy <= Radius; ++dy)
        for (int dx = -Radius; dx <= Radius; ++dx)
          sum += weights[(dy + Radius) * (2 * Radius + 1) + dx + Radius] *
                 in[(static_cast<ptrdiff_t>(y) + dy + kMargin) * pitch + x + dx + kMargin];
      out[y * static_cast<size_t>(width) + static_cast<size_t>(x)] = sum;
    }
}

float clampToByte(float value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

int clampTo(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }

} // namespace

bool runsHere() {
#ifdef __AVX512F__
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw"))
    return false;
#endif
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return false;
#endif
  return true;
}

const char *compiler() { return "clang " __clang_version__; }

const char *instructions() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#else
  return "SSE2";
#endif
}

void convolution7(const float *in, const float *weights, float *out, int width, size_t begin,
                  size_t end) {
  convolve<3>(in, weights, out, width, begin, end);
}

void convolution3(const float *in, const float *weights, float *out, int width, size_t begin,
                  size_t end) {
  convolve<1>(in, weights, out, width, begin, end);
}

// The innermost loop is that over columns, which vectorizes with floats that may not be reordered.
void sgemm(const float *__restrict a, const float *__restrict b, float *__restrict c, int n,
           size_t begin, size_t end) {
  const auto size = static_cast<size_t>(n);
  for (size_t row = begin; row < end; ++row) {
    for (size_t column = 0; column < size; ++column)
      c[row * size + column] = 0;
    for (size_t k = 0; k < size; ++k) {
      const float factor = a[row * size + k];
      for (size_t column = 0; column < size; ++column)
        c[row * size + column] += factor * b[k * size + column];
    }
  }
}

// Several bodies at once, whose sums stay in registers.
void nbody(const Body *__restrict bodies, Body *__restrict accelerations, int n, size_t begin,
           size_t end) {
  for (size_t first = begin; first < end; first += kBodiesAtOnce) {
    float x[kBodiesAtOnce], y[kBodiesAtOnce], z[kBodiesAtOnce];
    float sumX[kBodiesAtOnce] = {}, sumY[kBodiesAtOnce] = {}, sumZ[kBodiesAtOnce] = {};
    for (size_t i = 0; i < kBodiesAtOnce; ++i) {
      x[i] = bodies[first + i].x;
      y[i] = bodies[first + i].y;
      z[i] = bodies[first + i].z;
    }
    for (int j = 0; j < n; ++j) {
      const Body other = bodies[j];
      for (size_t i = 0; i < kBodiesAtOnce; ++i) {
        const float dx = other.x - x[i], dy = other.y - y[i], dz = other.z - z[i];
        const float squared = dx * dx + dy * dy + dz * dz + 1e-3f;
        const float near = 1.0f / sqrtf(squared);
        const float strength = other.w * near * near * near;
        sumX[i] += dx * strength;
        sumY[i] += dy * strength;
        sumZ[i] += dz * strength;
      }
    }
    for (size_t i = 0; i < kBodiesAtOnce; ++i)
      accelerations[first + i] = {sumX[i], sumY[i], sumZ[i], 0};
  }
}

void reduction(const float *__restrict in, float *__restrict sums, size_t begin, size_t end) {
  for (size_t group = begin; group < end; ++group) {
    float parts[kGroup];
    for (size_t i = 0; i < kGroup; ++i)
      parts[i] = in[group * kGroup + i];
    for (size_t width = kGroup / 2; width > 0; width /= 2)
      for (size_t i = 0; i < width; ++i)
        parts[i] += parts[i + width];
    sums[group] = parts[0];
  }
}

// Several points at once, until none of them is inside.
void mandelbrot(int *__restrict counts, int width, float step, int limit, size_t begin,
                size_t end) {
  for (size_t row = begin; row < end; ++row)
    for (int first = 0; first < width; first += kPointsAtOnce) {
      const float y0 = -1.5f + static_cast<float>(static_cast<int>(row)) * step;
      float x0[kPointsAtOnce], x[kPointsAtOnce] = {}, y[kPointsAtOnce] = {};
      int count[kPointsAtOnce] = {};
      for (int i = 0; i < kPointsAtOnce; ++i)
        x0[i] = -2.0f + static_cast<float>(first + i) * step;
      for (int n = 0; n < limit; ++n) {
        int inside = 0;
        for (int i = 0; i < kPointsAtOnce; ++i) {
          // A point that has left stays outside: it is not moved any more.
          const int stays = x[i] * x[i] + y[i] * y[i] <= 4.0f;
          const float nextX = x[i] * x[i] - y[i] * y[i] + x0[i];
          const float nextY = 2.0f * x[i] * y[i] + y0;
          x[i] = stays ? nextX : x[i];
          y[i] = stays ? nextY : y[i];
          count[i] += stays;
          inside |= stays;
        }
        if (!inside)
          break;
      }
      for (int i = 0; i < kPointsAtOnce; ++i)
        counts[row * static_cast<size_t>(width) + static_cast<size_t>(first + i)] = count[i];
    }
}

void expArray(const float *__restrict in, float *__restrict out, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    out[i] = expf(in[i]);
}

void sinArray(const float *__restrict in, float *__restrict out, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    out[i] = sinf(in[i]);
}

void vectorAdd(const float *__restrict a, const float *__restrict b, float *__restrict c,
               size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    c[i] = a[i] + b[i];
}

void blend(const Pixel *__restrict a, const Pixel *__restrict b, Pixel *__restrict out,
           size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    const unsigned share = a[i].w, rest = 255 - share;
    out[i].x = static_cast<uint8_t>((a[i].x * share + b[i].x * rest) >> 8);
    out[i].y = static_cast<uint8_t>((a[i].y * share + b[i].y * rest) >> 8);
    out[i].z = static_cast<uint8_t>((a[i].z * share + b[i].z * rest) >> 8);
    out[i].w = static_cast<uint8_t>((a[i].w * share + b[i].w * rest) >> 8);
  }
}

void blur(const Pixel *__restrict in, Pixel *__restrict out, const float (*__restrict weights)[7],
          int width, int height, size_t begin, size_t end) {
  constexpr int kRadius = 3;
  for (size_t y = begin; y < end; ++y)
    for (int x = 0; x < width; ++x) {
      float sumX = 0, sumY = 0, sumZ = 0;
      for (int dy = -kRadius; dy <= kRadius; ++dy) {
        const Pixel *row =
            in + static_cast<ptrdiff_t>(clampTo(static_cast<int>(y) + dy, height - 1)) * width;
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
          const Pixel pixel = row[clampTo(x + dx, width - 1)];
          const float weight = weights[dy + kRadius][dx + kRadius];
          sumX += weight * static_cast<float>(pixel.x);
          sumY += weight * static_cast<float>(pixel.y);
          sumZ += weight * static_cast<float>(pixel.z);
        }
      }
      const size_t at = y * static_cast<size_t>(width) + static_cast<size_t>(x);
      out[at].x = static_cast<uint8_t>(nearbyintf(clampToByte(sumX)));
      out[at].y = static_cast<uint8_t>(nearbyintf(clampToByte(sumY)));
      out[at].z = static_cast<uint8_t>(nearbyintf(clampToByte(sumZ)));
      out[at].w = in[at].w;
    }
}

void int8Rows(const int8_t *__restrict rows, const int8_t *__restrict vector, int *__restrict out,
              int n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    int sum = 0;
    for (int j = 0; j < n; ++j)
      sum += rows[row * static_cast<size_t>(n) + static_cast<size_t>(j)] * vector[j];
    out[row] = sum;
  }
}

void matrixVector(const float *__restrict rows, const float *__restrict vector,
                  float *__restrict out, int n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      sum += rows[row * static_cast<size_t>(n) + static_cast<size_t>(j)] * vector[j];
    out[row] = sum;
  }
}

void sparse(const int *__restrict begins, const int *__restrict columns,
            const float *__restrict values, const float *__restrict vector, float *__restrict out,
            size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    float sum = 0;
    for (int j = begins[row]; j < begins[row + 1]; ++j)
      sum += values[j] * vector[columns[j]];
    out[row] = sum;
  }
}

void particles(const Particle *__restrict in, Particle *__restrict out, size_t begin, size_t end) {
  const float step = 0.01f;
  for (size_t i = begin; i < end; ++i) {
    out[i].x = in[i].x + in[i].vx * step;
    out[i].y = in[i].y + in[i].vy * step;
    out[i].z = in[i].z + in[i].vz * step;
    out[i].vx = in[i].vx;
    out[i].vy = in[i].vy;
    out[i].vz = in[i].vz - in[i].mass * step;
    out[i].mass = in[i].mass;
  }
}

// Several points at once, whose distances stay in registers.
void nearest(const Point *__restrict points, const Point *__restrict centres, int *__restrict out,
             int n, size_t begin, size_t end) {
  for (size_t first = begin; first < end; first += kPointsAtOnce) {
    float x[kPointsAtOnce], y[kPointsAtOnce], z[kPointsAtOnce], least[kPointsAtOnce];
    int at[kPointsAtOnce] = {};
    for (size_t i = 0; i < kPointsAtOnce; ++i) {
      x[i] = points[first + i].x;
      y[i] = points[first + i].y;
      z[i] = points[first + i].z;
      least[i] = __builtin_inff();
    }
    for (int j = 0; j < n; ++j) {
      const Point centre = centres[j];
      for (size_t i = 0; i < kPointsAtOnce; ++i) {
        const float dx = x[i] - centre.x, dy = y[i] - centre.y, dz = z[i] - centre.z;
        const float squared = dx * dx + dy * dy + dz * dz;
        const bool isLess = squared < least[i];
        least[i] = isLess ? squared : least[i];
        at[i] = isLess ? j : at[i];
      }
    }
    for (size_t i = 0; i < kPointsAtOnce; ++i)
      out[first + i] = at[i];
  }
}

void stencil(const float *__restrict in, float *__restrict out, int n, size_t begin, size_t end) {
  const ptrdiff_t size = n, plane = size * size;
  for (auto z = static_cast<ptrdiff_t>(begin); z < static_cast<ptrdiff_t>(end); ++z)
    for (ptrdiff_t y = 0; y < size; ++y) {
      const float *row = in + z * plane + y * size;
      float *result = out + z * plane + y * size;
      if (z == 0 || z == size - 1 || y == 0 || y == size - 1) {
        for (ptrdiff_t x = 0; x < size; ++x)
          result[x] = row[x];
        continue;
      }
      result[0] = row[0];
      for (ptrdiff_t x = 1; x < size - 1; ++x)
        result[x] = 0.4f * row[x] + 0.1f * (row[x - 1] + row[x + 1] + row[x - size] +
                                            row[x + size] + row[x - plane] + row[x + plane]);
      result[size - 1] = row[size - 1];
    }
}

void transpose(const float *__restrict in, float *__restrict out, int n, size_t begin, size_t end) {
  const auto size = static_cast<size_t>(n);
  for (size_t y = begin; y < end; y += kTransposed)
    for (size_t x = 0; x < size; x += kTransposed)
      for (size_t i = 0; i < kTransposed; ++i)
        for (size_t j = 0; j < kTransposed; ++j)
          out[(x + i) * size + y + j] = in[(y + j) * size + x + i];
}

void jacobi(const float *__restrict in, float *__restrict out, int n, size_t begin, size_t end) {
  const ptrdiff_t size = n, pitch = size + 2;
  for (auto y = static_cast<ptrdiff_t>(begin); y < static_cast<ptrdiff_t>(end); ++y) {
    const float *row = in + (y + 1) * pitch + 1;
    for (ptrdiff_t x = 0; x < size; ++x)
      out[y * size + x] = 0.25f * (row[x - pitch] + row[x + pitch] + row[x - 1] + row[x + 1]);
  }
}

// Several tables, because neighbours are often equal.
void histogram(const uint8_t *__restrict in, uint32_t *__restrict counts, int each, size_t begin,
               size_t end) {
  constexpr size_t kTables = 4;
  for (size_t group = begin; group < end; ++group) {
    uint32_t tables[kTables][kBytes] = {};
    const size_t count = static_cast<size_t>(each) * kBytes;
    for (size_t i = 0; i < count; i += kTables)
      for (size_t table = 0; table < kTables; ++table)
        ++tables[table][in[group * count + i + table]];
    for (size_t i = 0; i < kBytes; ++i)
      counts[group * kBytes + i] = tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
  }
}

void tree(const float *__restrict in, float *__restrict sums, size_t begin, size_t end) {
  for (size_t group = begin; group < end; ++group) {
    float parts[kBytes];
    for (size_t i = 0; i < kBytes; ++i)
      parts[i] = in[group * kBytes + i];
    for (size_t width = kBytes / 2; width > 0; width /= 2)
      for (size_t i = 0; i < width; ++i)
        parts[i] += parts[i + width];
    sums[group] = parts[0];
  }
}

// Rows of many groups, because memory is faster in long pieces.
void stridedSums(const float *__restrict in, float *__restrict sums, size_t count, size_t stride,
                 size_t begin, size_t end) {
  for (size_t first = begin; first < end; first += kMostStrided) {
    const size_t groups = end - first < kMostStrided ? end - first : kMostStrided;
    float parts[kMostStrided * kBytes] = {};
    for (size_t row = 0; row < count; row += stride)
      for (size_t i = 0; i < groups * kBytes; ++i)
        parts[i] += in[row + first * kBytes + i];
    for (size_t group = 0; group < groups; ++group) {
      float *own = parts + group * kBytes;
      for (size_t width = kBytes / 2; width > 0; width /= 2)
        for (size_t i = 0; i < width; ++i)
          own[i] += own[i + width];
      sums[first + group] = own[0];
    }
  }
}

} // namespace ursa::bench::plain
