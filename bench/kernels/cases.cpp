// Defines the cases. See cases.h.
#include "bench/kernels/cases.h"

#include "bench/kernels/arithmetic_cases.h"
#include "bench/kernels/case_parts.h"
#include "bench/kernels/plain.h"
#include "client/failure.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace ursa::bench {
namespace {

KernelCase convolution(int radius, bool isTiny) {
  const size_t side = isTiny ? 64 : 1024;
  const auto width = static_cast<int>(side);
  const size_t pitch = side + size_t{2} * plain::kMargin,
               taps = size_t{2} * static_cast<size_t>(radius) + 1;
  KernelCase made;
  made.title = fmt::format("{0}×{0} convolution, radius a constant", taps);
  made.file = made.kernel = "convolution";
  made.constants = {{"radius", bytesOf(std::vector{radius}), fmt::format("{}", radius)}};
  made.inputs = {floats(pitch * pitch), floats(taps * taps)};
  made.resultBytes = side * side * sizeof(float);
  made.values = {static_cast<uint32_t>(width)};
  made.dimensions = 2;
  made.global = {side, side};
  made.work = {2.0 * static_cast<double>(taps * taps * side * side), "GFLOP/s"};
  made.goal = {Goal::Share, radius == 3 ? 1.1 : 0.95};
  const auto run = radius == 3 ? plain::convolution7 : plain::convolution3;
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(side, 1, [&](size_t begin, size_t end) {
      run(as<float>(in[0]), as<float>(in[1]), as<float>(out), width, begin, end);
    });
  };
  return made;
}

/// @param tile of local memory; 0: none
KernelCase sgemm(size_t tile, bool isTiny) {
  const size_t n = isTiny ? 64 : 480;
  KernelCase made;
  made.title = tile != 0 ? fmt::format("SGEMM, {0}×{0} tiles in local memory, barriers", tile)
                         : "SGEMM, naive";
  made.file = made.kernel = tile == 16 ? "sgemm_tiled" : tile == 8 ? "sgemm_tiled8" : "sgemm";
  made.inputs = {floats(n * n), floats(n * n, -1)};
  made.resultBytes = n * n * sizeof(float);
  made.values = {static_cast<uint32_t>(n)};
  made.dimensions = 2;
  made.global = {n, n};
  if (tile != 0)
    made.local = {tile, tile, 1};
  made.work = {2.0 * static_cast<double>(n * n * n), "GFLOP/s"};
  made.goal = {Goal::Share, tile == 8 ? 0.5 : tile == 16 ? 1.0 : 1.1};
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(n, 1, [&](size_t begin, size_t end) {
      plain::sgemm(as<float>(in[0]), as<float>(in[1]), as<float>(out), static_cast<int>(n), begin,
                   end);
    });
  };
  return made;
}

KernelCase nbody(bool isTiny) {
  const size_t n = isTiny ? 64 : 4096;
  constexpr double kOperations = 20; // of two bodies, as usually counted
  KernelCase made;
  made.title = "n-body, float4";
  made.file = made.kernel = "nbody";
  made.inputs = {floats(4 * n)};
  made.resultBytes = n * sizeof(plain::Body);
  made.values = {static_cast<uint32_t>(n)};
  made.global[0] = n;
  made.work = {kOperations * static_cast<double>(n * n), "GFLOP/s"};
  made.goal = {Goal::Share, 1.0};
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(n, plain::kBodiesAtOnce, [&](size_t begin, size_t end) {
      plain::nbody(as<plain::Body>(in[0]), as<plain::Body>(out), static_cast<int>(n), begin, end);
    });
  };
  return made;
}

KernelCase reduction(bool isTiny) {
  const size_t groups = isTiny ? 8 : 32768;
  KernelCase made;
  made.title = "reduction, tree with barriers, local size 64";
  made.file = made.kernel = "reduction";
  made.inputs = {floats(groups * plain::kGroup)};
  made.resultBytes = groups * sizeof(float);
  made.global[0] = groups * plain::kGroup;
  made.local[0] = plain::kGroup;
  made.work = {kFloat * static_cast<double>(groups * plain::kGroup), "GB/s"};
  made.goal = {Goal::Share, 0.9};
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(groups, 1, [&](size_t begin, size_t end) {
      plain::reduction(as<float>(in[0]), as<float>(out), begin, end);
    });
  };
  return made;
}

KernelCase mandelbrot(bool isTiny) {
  const size_t side = isTiny ? 64 : 512;
  const auto width = static_cast<int>(side);
  constexpr int kLimit = 256;
  const float step = 3.0f / static_cast<float>(side);
  KernelCase made;
  made.title = "Mandelbrot, a loop that diverges";
  made.file = made.kernel = "mandelbrot";
  made.resultBytes = side * side * sizeof(int);
  made.values = {static_cast<uint32_t>(width), std::bit_cast<uint32_t>(step), kLimit};
  made.dimensions = 2;
  made.global = {side, side};
  made.work = {static_cast<double>(side * side), "Gpixel/s"};
  made.goal = {Goal::Share, 1.5};
  made.plain = [=](Threads &threads, const std::vector<const void *> &, void *out) {
    threads.forRange(side, 1, [&](size_t begin, size_t end) {
      plain::mandelbrot(as<int>(out), width, step, kLimit, begin, end);
    });
  };
  return made;
}

KernelCase function(bool isExp, bool isTiny) {
  const size_t count = isTiny ? 1000 : 1 << 20;
  KernelCase made;
  made.title = isExp ? "exp of an array" : "sin of an array";
  made.file = "elementwise";
  made.kernel = isExp ? "exp_array" : "sin_array";
  made.inputs = {isExp ? floats(count, -10, 10) : floats(count, -100, 100)};
  made.resultBytes = count * sizeof(float);
  made.global[0] = count;
  made.work = {static_cast<double>(count), "Gvalue/s"};
  made.goal = {Goal::Share, 5};
  made.ulps = 5; // OpenCL allows 4 for sin and 3 for exp, the C library has 1 at most
  const auto run = isExp ? plain::expArray : plain::sinArray;
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(count, 64, [&](size_t begin, size_t end) {
      run(as<float>(in[0]), as<float>(out), begin, end);
    });
  };
  return made;
}

KernelCase vectorAdd(size_t count, const char *title, double goal) {
  KernelCase made;
  made.title = title;
  made.file = "elementwise";
  made.kernel = "vector_add";
  made.inputs = {floats(count), floats(count, -1)};
  made.resultBytes = count * sizeof(float);
  made.global[0] = count;
  made.work = {3 * kFloat * static_cast<double>(count), "GB/s"};
  if (goal > 0)
    made.goal = {Goal::Share, goal};
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(count, 8192, [&](size_t begin, size_t end) {
      plain::vectorAdd(as<float>(in[0]), as<float>(in[1]), as<float>(out), begin, end);
    });
  };
  return made;
}

KernelCase blend(bool isTiny) {
  const size_t count = isTiny ? 1000 : 1 << 20;
  KernelCase made;
  made.title = "uchar4 blend";
  made.file = "elementwise";
  made.kernel = "blend";
  made.inputs = {pixels(count, 1), pixels(count, 2)};
  made.resultBytes = made.inputs[0].size();
  made.global[0] = count;
  made.work = {static_cast<double>(count), "Gpixel/s"};
  made.goal = {Goal::Share, 6.0}; // of code that is not vectorized; clang vectorizes this peer
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(count, 64, [&](size_t begin, size_t end) {
      plain::blend(as<plain::Pixel>(in[0]), as<plain::Pixel>(in[1]), as<plain::Pixel>(out), begin,
                   end);
    });
  };
  return made;
}

/// The demo's blur: its kernel, its filter and the size of its picture.
KernelCase blur(bool isTiny) {
  constexpr int kRadius = 3;
  constexpr double kSigma = 1.8;
  const size_t width = isTiny ? 64 : 1024, height = isTiny ? 48 : 768;
  std::vector<float> weights;
  double sum = 0;
  const auto weight = [](int dx, int dy) {
    return std::exp(-(dx * dx + dy * dy) / (2 * kSigma * kSigma));
  };
  for (int dy = -kRadius; dy <= kRadius; ++dy)
    for (int dx = -kRadius; dx <= kRadius; ++dx)
      sum += weight(dx, dy);
  std::string text;
  for (int dy = -kRadius; dy <= kRadius; ++dy)
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      weights.push_back(static_cast<float>(weight(dx, dy) / sum));
      text += fmt::format("{}{:a}f", text.empty() ? "" : ", ", weights.back());
    }
  KernelCase made;
  made.title = "the demo's blur: uchar4, 7×7, clamped";
  made.file = "blur";
  made.kernel = "convolve";
  made.constants = {{"radius", bytesOf(std::vector{kRadius}), "3"},
                    {"coefficients", bytesOf(weights), "((Coefficients){{" + text + "}})"}};
  made.inputs = {pixels(width * height, 1)};
  made.resultBytes = made.inputs[0].size();
  made.values = {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
  made.dimensions = 2;
  made.global = {width, height};
  made.work = {static_cast<double>(width * height) * 1e3, "Mpixel/s"};
  made.goal = {Goal::Rate, 300};
  made.plain = [=](Threads &threads, const std::vector<const void *> &in, void *out) {
    threads.forRange(height, 1, [&](size_t begin, size_t end) {
      plain::blur(as<plain::Pixel>(in[0]), as<plain::Pixel>(out),
                  reinterpret_cast<const float(*)[7]>(weights.data()), static_cast<int>(width),
                  static_cast<int>(height), begin, end);
    });
  };
  return made;
}

KernelCase int8Rows(bool isTiny) {
  const size_t rows = isTiny ? 64 : 4096, n = isTiny ? 64 : 1024;
  KernelCase made;
  made.title = "products of int8 rows and a vector";
  made.file = "rows";
  made.kernel = "int8_rows";
  made.inputs = {bytes(rows * n, 1), bytes(n, 2)};
  made.resultBytes = rows * sizeof(int);
  made.values = {static_cast<uint32_t>(n)};
  made.global[0] = rows;
  made.work = {2.0 * static_cast<double>(rows * n), "GOp/s"};
  made.goal = {Goal::Share, 0.95};
  divide(made, rows, 1, [n](const auto &in, void *out, size_t begin, size_t end) {
    plain::int8Rows(as<int8_t>(in[0]), as<int8_t>(in[1]), as<int>(out), static_cast<int>(n), begin,
                    end);
  });
  return made;
}

KernelCase matrixVector(bool isTiny) {
  const size_t n = isTiny ? 64 : 2048;
  KernelCase made;
  made.title = "matrix times vector, a work-item a row";
  made.file = "rows";
  made.kernel = "matrix_vector";
  made.inputs = {floats(n * n), floats(n, -1)};
  made.resultBytes = n * sizeof(float);
  made.values = {static_cast<uint32_t>(n)};
  made.global[0] = n;
  made.work = {2.0 * static_cast<double>(n * n), "GFLOP/s"};
  made.goal = {Goal::Share, 0.5};
  divide(made, n, 1, [n](const auto &in, void *out, size_t begin, size_t end) {
    plain::matrixVector(as<float>(in[0]), as<float>(in[1]), as<float>(out), static_cast<int>(n),
                        begin, end);
  });
  return made;
}

KernelCase sparse(bool isTiny) {
  const size_t rows = isTiny ? 64 : 65536, each = 16;
  std::vector<int> begins, columns;
  Random random(3);
  for (size_t row = 0; row <= rows; ++row)
    begins.push_back(static_cast<int>(row * each));
  for (size_t i = 0; i < rows * each; ++i)
    columns.push_back(static_cast<int>(random.next() % rows));
  KernelCase made;
  made.title = "sparse matrix (CSR) times vector, a work-item a row";
  made.file = "rows";
  made.kernel = "sparse";
  made.inputs = {bytesOf(begins), bytesOf(columns), floats(rows * each), floats(rows, -1)};
  made.resultBytes = rows * sizeof(float);
  made.global[0] = rows;
  made.work = {2.0 * static_cast<double>(rows * each), "GFLOP/s"};
  made.goal = {Goal::Share, 0.9};
  divide(made, rows, 1, [](const auto &in, void *out, size_t begin, size_t end) {
    plain::sparse(as<int>(in[0]), as<int>(in[1]), as<float>(in[2]), as<float>(in[3]),
                  as<float>(out), begin, end);
  });
  return made;
}

KernelCase particles(bool isTiny) {
  const size_t count = isTiny ? 1000 : 262144;
  constexpr size_t kMembers = sizeof(plain::Particle) / sizeof(float);
  KernelCase made;
  made.title = "structs of 28 bytes";
  made.file = "rows";
  made.kernel = "particles";
  made.inputs = {floats(kMembers * count)};
  made.resultBytes = made.inputs[0].size();
  made.global[0] = count;
  made.work = {2.0 * static_cast<double>(made.resultBytes), "GB/s"};
  made.goal = {Goal::Share, 0.8};
  divide(made, count, 64, [](const auto &in, void *out, size_t begin, size_t end) {
    plain::particles(as<plain::Particle>(in[0]), as<plain::Particle>(out), begin, end);
  });
  return made;
}

KernelCase nearest(bool isTiny) {
  const size_t count = isTiny ? 1024 : 1 << 20, centres = 64;
  constexpr double kOperations = 8; // of a point and a centre
  KernelCase made;
  made.title = "nearest centres of points, structs of 12 bytes";
  made.file = "rows";
  made.kernel = "nearest";
  made.inputs = {floats(3 * count), floats(3 * centres, -1)};
  made.resultBytes = count * sizeof(int);
  made.values = {static_cast<uint32_t>(centres)};
  made.global[0] = count;
  made.work = {kOperations * static_cast<double>(count * centres), "GFLOP/s"};
  made.goal = {Goal::Share, 0.8};
  divide(made, count, plain::kPointsAtOnce,
         [centres](const auto &in, void *out, size_t begin, size_t end) {
           plain::nearest(as<plain::Point>(in[0]), as<plain::Point>(in[1]), as<int>(out),
                          static_cast<int>(centres), begin, end);
         });
  return made;
}

KernelCase stencil(bool isTiny) {
  const size_t n = isTiny ? 24 : 128;
  KernelCase made;
  made.title = "3-D stencil, guarded at the borders";
  made.file = "tiles";
  made.kernel = "stencil";
  made.inputs = {floats(n * n * n)};
  made.resultBytes = made.inputs[0].size();
  made.values = {static_cast<uint32_t>(n)};
  made.dimensions = 3;
  made.global = {n, n, n};
  made.work = {2.0 * static_cast<double>(made.resultBytes), "GB/s"};
  made.goal = {Goal::Share, 0.9};
  divide(made, n, 1, [n](const auto &in, void *out, size_t begin, size_t end) {
    plain::stencil(as<float>(in[0]), as<float>(out), static_cast<int>(n), begin, end);
  });
  return made;
}

KernelCase transpose(bool isTiny) {
  const size_t n = isTiny ? 64 : 1024;
  KernelCase made;
  made.title = "transpose";
  made.file = "tiles";
  made.kernel = "transpose";
  made.inputs = {floats(n * n)};
  made.resultBytes = made.inputs[0].size();
  made.values = {static_cast<uint32_t>(n)};
  made.dimensions = 2;
  made.global = {n, n, 1};
  made.work = {2.0 * static_cast<double>(made.resultBytes), "GB/s"};
  made.goal = {Goal::Share, 0.9};
  divide(made, n, plain::kTransposed, [n](const auto &in, void *out, size_t begin, size_t end) {
    plain::transpose(as<float>(in[0]), as<float>(out), static_cast<int>(n), begin, end);
  });
  return made;
}

KernelCase jacobi(bool isTiny) {
  const size_t n = isTiny ? 64 : 2048;
  KernelCase made;
  made.title = "Jacobi step through local memory, 16×16";
  made.file = "tiles";
  made.kernel = "jacobi";
  made.inputs = {floats((n + 2) * (n + 2))};
  made.resultBytes = n * n * sizeof(float);
  made.values = {static_cast<uint32_t>(n)};
  made.dimensions = 2;
  made.global = {n, n, 1};
  made.local = {16, 16, 1};
  made.work = {2.0 * static_cast<double>(made.resultBytes), "GB/s"};
  made.goal = {Goal::Share, 0.7};
  divide(made, n, 1, [n](const auto &in, void *out, size_t begin, size_t end) {
    plain::jacobi(as<float>(in[0]), as<float>(out), static_cast<int>(n), begin, end);
  });
  return made;
}

KernelCase histogram(bool isTiny) {
  const size_t groups = isTiny ? 4 : 64, each = isTiny ? 4 : 256;
  KernelCase made;
  made.title = "histogram, atomic operations on local memory";
  made.file = "tiles";
  made.kernel = "histogram";
  made.inputs = {bytes(groups * each * plain::kBytes, 1)};
  made.resultBytes = groups * plain::kBytes * sizeof(uint32_t);
  made.values = {static_cast<uint32_t>(each)};
  made.global[0] = groups * plain::kBytes;
  made.local[0] = plain::kBytes;
  made.work = {static_cast<double>(made.inputs[0].size()), "GB/s"};
  made.goal = {Goal::Share, 0.5};
  divide(made, groups, 1, [each](const auto &in, void *out, size_t begin, size_t end) {
    plain::histogram(as<uint8_t>(in[0]), as<uint32_t>(out), static_cast<int>(each), begin, end);
  });
  return made;
}

KernelCase tree(bool isTiny) {
  const size_t groups = isTiny ? 8 : 16384;
  KernelCase made;
  made.title = "reduction, tree as deep as the group, local size 256";
  made.file = "tiles";
  made.kernel = "tree";
  made.inputs = {floats(groups * plain::kBytes)};
  made.resultBytes = groups * sizeof(float);
  made.global[0] = groups * plain::kBytes;
  made.local[0] = plain::kBytes;
  made.work = {kFloat * static_cast<double>(groups * plain::kBytes), "GB/s"};
  made.goal = {Goal::Share, 0.5};
  divide(made, groups, 1, [](const auto &in, void *out, size_t begin, size_t end) {
    plain::tree(as<float>(in[0]), as<float>(out), begin, end);
  });
  return made;
}

KernelCase stridedSums(bool isTiny) {
  const size_t groups = isTiny ? 4 : 256, rounds = isTiny ? 4 : 128;
  const size_t stride = groups * plain::kBytes, count = rounds * stride - 100;
  KernelCase made;
  made.title = "sums of every n-th element, n the global size";
  made.file = "tiles";
  made.kernel = "strided_sums";
  made.inputs = {floats(rounds * stride)};
  std::memset(made.inputs[0].data() + count * sizeof(float), 0,
              (rounds * stride - count) * sizeof(float)); // plain C++ has no condition
  made.resultBytes = groups * sizeof(float);
  made.values = {static_cast<uint32_t>(count)};
  made.global[0] = stride;
  made.local[0] = plain::kBytes;
  made.work = {kFloat * static_cast<double>(count), "GB/s"};
  made.goal = {Goal::Share, 0.8};
  divide(made, groups, 1, [=](const auto &in, void *out, size_t begin, size_t end) {
    plain::stridedSums(as<float>(in[0]), as<float>(out), count, stride, begin, end);
  });
  return made;
}

using Make = std::function<KernelCase(bool isTiny)>;

const std::vector<std::pair<std::string, Make>> &allCases() {
  static const std::vector<std::pair<std::string, Make>> cases = {
      {"convolution_7x7", [](bool isTiny) { return convolution(3, isTiny); }},
      {"convolution_3x3", [](bool isTiny) { return convolution(1, isTiny); }},
      {"sgemm_tiled8", [](bool isTiny) { return sgemm(8, isTiny); }},
      {"sgemm_tiled", [](bool isTiny) { return sgemm(16, isTiny); }},
      {"sgemm", [](bool isTiny) { return sgemm(0, isTiny); }},
      {"nbody", nbody},
      {"reduction", reduction},
      {"mandelbrot", mandelbrot},
      {"exp", [](bool isTiny) { return function(true, isTiny); }},
      {"sin", [](bool isTiny) { return function(false, isTiny); }},
      {"vector_add_16m",
       [](bool isTiny) {
         return vectorAdd(isTiny ? 1000 : size_t{16} << 20, "vector add, 16 M floats", 1.0);
       }},
      {"vector_add_128k",
       [](bool isTiny) {
         return vectorAdd(isTiny ? 1000 : size_t{128} << 10, "vector add, 128 K floats", 1.3);
       }},
      {"blend", blend},
      {"blur", blur},
      {"int8_rows", int8Rows},
      {"matrix_vector", matrixVector},
      {"sparse", sparse},
      {"particles", particles},
      {"nearest", nearest},
      {"stencil", stencil},
      {"transpose", transpose},
      {"jacobi", jacobi},
      {"histogram", histogram},
      {"tree", tree},
      {"strided_sums", stridedSums},
      {"black_scholes", blackScholes},
      {"double_mix", doubleMix},
      {"collatz", collatz},
      {"raytrace", raytrace},
  };
  return cases;
}

} // namespace

const std::vector<std::string> &kernelCaseNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const auto &[name, make] : allCases())
      made.push_back(name);
    return made;
  }();
  return names;
}

KernelCase makeKernelCase(const std::string &name, bool isTiny) {
  for (const auto &[known, make] : allCases())
    if (known == name) {
      KernelCase made = make(isTiny);
      made.name = name;
      return made;
    }
  client::fail("There is no kernel case '{}'.", name);
}

KernelCase makeSizeCase(size_t count) { return vectorAdd(count, "vector add", 0); }

} // namespace ursa::bench
