// The kernels of this folder in plain C++, as loops that the compiler vectorizes: a peer that
// leaves little to gain. plain.cpp is compiled for this machine's processor by the clang that the
// host device's compiler is made of, without fast-math options; the operations are in the kernels'
// order, so that results are the same bit for bit.
//
// Each function does the rows, groups or elements from begin to end, for one thread of several.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ursa::bench::plain {

/// False if plain.cpp was compiled for a processor that has more than this one.
bool runsHere();

/// The compiler of plain.cpp, and the widest vectors that it may use.
const char *compiler();
const char *instructions();

/// A convolution reads a margin of so many elements around the picture.
inline constexpr int kMargin = 3;

void convolution7(const float *in, const float *weights, float *out, int width, size_t begin,
                  size_t end);
void convolution3(const float *in, const float *weights, float *out, int width, size_t begin,
                  size_t end);
void sgemm(const float *a, const float *b, float *c, int n, size_t begin, size_t end);

struct Body {
  float x, y, z, w;
};
/// @p begin and @p end are multiples of kBodiesAtOnce.
void nbody(const Body *bodies, Body *accelerations, int n, size_t begin, size_t end);
inline constexpr size_t kBodiesAtOnce = 32;

inline constexpr size_t kGroup = 64;
void reduction(const float *in, float *sums, size_t begin, size_t end);

/// The width is a multiple of kPointsAtOnce.
void mandelbrot(int *counts, int width, float step, int limit, size_t begin, size_t end);
inline constexpr int kPointsAtOnce = 32;

void expArray(const float *in, float *out, size_t begin, size_t end);
void sinArray(const float *in, float *out, size_t begin, size_t end);
void vectorAdd(const float *a, const float *b, float *c, size_t begin, size_t end);

struct Pixel {
  uint8_t x, y, z, w;
};
void blend(const Pixel *a, const Pixel *b, Pixel *out, size_t begin, size_t end);

/// The radius is 3; outside of the picture the nearest pixel is used.
void blur(const Pixel *in, Pixel *out, const float (*weights)[7], int width, int height,
          size_t begin, size_t end);

void int8Rows(const int8_t *rows, const int8_t *vector, int *out, int n, size_t begin, size_t end);
void matrixVector(const float *rows, const float *vector, float *out, int n, size_t begin,
                  size_t end);
void sparse(const int *begins, const int *columns, const float *values, const float *vector,
            float *out, size_t begin, size_t end);

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};
void particles(const Particle *in, Particle *out, size_t begin, size_t end);

struct Point {
  float x, y, z;
};
/// The next ones of @p n centres. @p begin and @p end are multiples of kPointsAtOnce.
void nearest(const Point *points, const Point *centres, int *out, int n, size_t begin, size_t end);

/// Planes of a cube.
void stencil(const float *in, float *out, int n, size_t begin, size_t end);
/// By tiles of so many rows, of which @p begin and @p end are multiples.
void transpose(const float *in, float *out, int n, size_t begin, size_t end);
inline constexpr size_t kTransposed = 16;
/// The input has a border of one element.
void jacobi(const float *in, float *out, int n, size_t begin, size_t end);

inline constexpr size_t kBytes = 256;
/// Groups of @p each times kBytes bytes.
void histogram(const uint8_t *in, uint32_t *counts, int each, size_t begin, size_t end);
void tree(const float *in, float *sums, size_t begin, size_t end);
/// Groups of kBytes sums, each of every @p stride -th element; at most kMostStrided of them.
void stridedSums(const float *in, float *sums, size_t count, size_t stride, size_t begin,
                 size_t end);
inline constexpr size_t kMostStrided = 32;

// Those of arithmetic.cl. But for options, @p begin and @p end, or the width, are multiples of
// kPointsAtOnce.
void blackScholes(const float *prices, const float *strikes, const float *years, float *out,
                  int count, size_t begin, size_t end);
void doubleMix(const double *in, double *out, int rounds, size_t begin, size_t end);
void collatz(int *steps, size_t begin, size_t end);
void raytrace(const float *spheres, float *out, int width, int count, size_t begin, size_t end);

} // namespace ursa::bench::plain
