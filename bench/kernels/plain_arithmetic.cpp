// The kernels of arithmetic.cl in plain C++ for one thread. See plain.h and plain.cpp, whose rules
// hold here.
#include "bench/kernels/plain.h"

#include <math.h>

namespace ursa::bench::plain {
namespace {

float normalShare(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float tail =
      0.39894228f * expf(-0.5f * d * d) * k *
      (0.31938153f +
       k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0.0f ? 1.0f - tail : tail;
}

} // namespace

void blackScholes(const float *__restrict prices, const float *__restrict strikes,
                  const float *__restrict years, float *__restrict out, int count, size_t begin,
                  size_t end) {
  constexpr float kRate = 0.02f, kVolatility = 0.3f;
  for (size_t i = begin; i < end; ++i) {
    const float price = prices[i], strike = strikes[i], time = years[i];
    const float spread = kVolatility * sqrtf(time);
    const float d1 =
        (logf(price / strike) + (kRate + 0.5f * kVolatility * kVolatility) * time) / spread;
    const float d2 = d1 - spread;
    const float share1 = normalShare(d1), share2 = normalShare(d2);
    const float discounted = strike * expf(-kRate * time);
    out[i] = price * share1 - discounted * share2;
    out[static_cast<size_t>(count) + i] = discounted * (1.0f - share2) - price * (1.0f - share1);
  }
}

void doubleMix(const double *__restrict in, double *__restrict out, int rounds, size_t begin,
               size_t end) {
  for (size_t first = begin; first < end; first += kPointsAtOnce) {
    double x[kPointsAtOnce], y[kPointsAtOnce];
    for (size_t i = 0; i < kPointsAtOnce; ++i) {
      x[i] = in[first + i];
      y[i] = 1.0;
    }
    for (int k = 0; k < rounds; ++k)
      for (size_t i = 0; i < kPointsAtOnce; ++i) {
        x[i] = sqrt(x[i] * x[i] + 0.5) - 0.25 * y[i];
        y[i] = y[i] * 0.75 + 1.0 / (x[i] + 2.0);
      }
    for (size_t i = 0; i < kPointsAtOnce; ++i)
      out[first + i] = x[i] + y[i];
  }
}

void collatz(int *__restrict steps, size_t begin, size_t end) {
  for (size_t first = begin; first < end; first += kPointsAtOnce) {
    uint32_t number[kPointsAtOnce];
    int count[kPointsAtOnce] = {};
    for (uint32_t i = 0; i < kPointsAtOnce; ++i)
      number[i] = static_cast<uint32_t>(first) + i + 1;
    for (int runs = 1; runs;) {
      runs = 0;
      for (size_t i = 0; i < kPointsAtOnce; ++i) {
        const int is = number[i] != 1;
        const uint32_t next = number[i] % 2 == 0 ? number[i] / 2 : 3 * number[i] + 1;
        number[i] = is ? next : number[i];
        count[i] += is;
        runs |= is;
      }
    }
    for (size_t i = 0; i < kPointsAtOnce; ++i)
      steps[first + i] = count[i];
  }
}

void raytrace(const float *__restrict spheres, float *__restrict out, int width, int count,
              size_t begin, size_t end) {
  const float scale = 2.0f / static_cast<float>(width);
  for (size_t row = begin; row < end; ++row)
    for (int first = 0; first < width; first += kPointsAtOnce) {
      float ox[kPointsAtOnce], oy[kPointsAtOnce], oz[kPointsAtOnce], dx[kPointsAtOnce],
          dy[kPointsAtOnce], dz[kPointsAtOnce], light[kPointsAtOnce], weight[kPointsAtOnce];
      int runs[kPointsAtOnce];
      for (int i = 0; i < kPointsAtOnce; ++i) {
        ox[i] = 0.0f;
        oy[i] = 0.0f;
        oz[i] = -4.0f;
        const float x = static_cast<float>(first + i) * scale - 1.0f;
        const float y = static_cast<float>(static_cast<int>(row)) * scale - 1.0f;
        const float z = 2.0f;
        const float inverse = 1.0f / sqrtf(x * x + y * y + z * z);
        dx[i] = x * inverse;
        dy[i] = y * inverse;
        dz[i] = z * inverse;
        light[i] = 0.0f;
        weight[i] = 1.0f;
        runs[i] = 1;
      }
      for (int bounce = 0; bounce < 3; ++bounce) {
        float nearest[kPointsAtOnce];
        int hit[kPointsAtOnce];
        for (int i = 0; i < kPointsAtOnce; ++i) {
          nearest[i] = 1e30f;
          hit[i] = -1;
        }
        for (int s = 0; s < count; ++s) {
          const float x = spheres[4 * s], y = spheres[4 * s + 1], z = spheres[4 * s + 2];
          const float radius = spheres[4 * s + 3];
          for (int i = 0; i < kPointsAtOnce; ++i) {
            const float cx = x - ox[i], cy = y - oy[i], cz = z - oz[i];
            const float along = cx * dx[i] + cy * dy[i] + cz * dz[i];
            const float inside = along * along - (cx * cx + cy * cy + cz * cz) + radius * radius;
            const float at = along - sqrtf(inside > 0.0f ? inside : 0.0f);
            const int isNearer = (inside > 0.0f) & (at > 0.001f) & (at < nearest[i]);
            nearest[i] = isNearer ? at : nearest[i];
            hit[i] = isNearer ? s : hit[i];
          }
        }
        int any = 0;
        for (int i = 0; i < kPointsAtOnce; ++i) {
          const float missed = light[i] + weight[i] * (0.5f + 0.5f * dy[i]);
          const int hits = runs[i] & (hit[i] >= 0);
          const int of = 4 * (hit[i] >= 0 ? hit[i] : 0);
          const float x = ox[i] + nearest[i] * dx[i], y = oy[i] + nearest[i] * dy[i],
                      z = oz[i] + nearest[i] * dz[i];
          const float shrink = 1.0f / spheres[of + 3];
          const float nx = (x - spheres[of]) * shrink, ny = (y - spheres[of + 1]) * shrink,
                      nz = (z - spheres[of + 2]) * shrink;
          const float lit = nx * 0.57f + ny * 0.57f - nz * 0.57f;
          const float reached = light[i] + weight[i] * (lit > 0.0f ? 0.5f * lit : 0.0f);
          const float twice = 2.0f * (dx[i] * nx + dy[i] * ny + dz[i] * nz);
          light[i] = hits ? reached : runs[i] ? missed : light[i];
          weight[i] = hits ? weight[i] * 0.5f : weight[i];
          const float nextX = dx[i] - twice * nx, nextY = dy[i] - twice * ny,
                      nextZ = dz[i] - twice * nz;
          dx[i] = hits ? nextX : dx[i];
          dy[i] = hits ? nextY : dy[i];
          dz[i] = hits ? nextZ : dz[i];
          ox[i] = hits ? x : ox[i];
          oy[i] = hits ? y : oy[i];
          oz[i] = hits ? z : oz[i];
          runs[i] = hits;
          any |= hits;
        }
        if (!any)
          break;
      }
      for (int i = 0; i < kPointsAtOnce; ++i)
        out[row * static_cast<size_t>(width) + static_cast<size_t>(first + i)] = light[i];
    }
}

} // namespace ursa::bench::plain
