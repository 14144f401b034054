// A 3x3 convolution whose coefficients are a specialization constant: the program of the first page
// of the documentation of specialization constants. Prints one line for each device.
#include <sycl/sycl.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using coeff_t = std::array<std::array<float, 3>, 3>;

// The coefficients of a command are set before it is submitted.
constexpr sycl::specialization_id<coeff_t> coeff_id;

static coeff_t blur() {
  coeff_t coefficients;
  for (auto &row : coefficients)
    row.fill(1.0f / 9.0f);
  return coefficients;
}

static void convolve(sycl::queue &queue, sycl::buffer<float, 2> in, sycl::buffer<float, 2> out,
                     const coeff_t &coefficients) {
  queue.submit([&](sycl::handler &group) {
    sycl::accessor input{in, group, sycl::read_only};
    sycl::accessor output{out, group, sycl::write_only, sycl::no_init};
    group.set_specialization_constant<coeff_id>(coefficients);
    group.parallel_for<class Convolution>(
        in.get_range(), [=](sycl::item<2> item, sycl::kernel_handler values) {
          const coeff_t coeff = values.get_specialization_constant<coeff_id>();
          const auto rows = static_cast<int>(item.get_range(0));
          const auto columns = static_cast<int>(item.get_range(1));
          float sum = 0;
          for (int i = -1; i <= 1; ++i)
            for (int j = -1; j <= 1; ++j) {
              const int row = static_cast<int>(item[0]) + i;
              const int column = static_cast<int>(item[1]) + j;
              if (row >= 0 && row < rows && column >= 0 && column < columns)
                sum += coeff[i + 1][j + 1] * input[row][column];
            }
          output[item] = sum;
        });
  });
}

int main() {
  constexpr size_t kRows = 120, kColumns = 160;
  std::vector<float> picture(kRows * kColumns);
  for (size_t i = 0; i < picture.size(); ++i)
    picture[i] = static_cast<float>(i % 97) / 97.0f;
  int failures = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::vector<float> result(picture.size());
    {
      sycl::queue queue(device);
      sycl::buffer<float, 2> in(picture.data(), sycl::range<2>(kRows, kColumns));
      sycl::buffer<float, 2> out(result.data(), sycl::range<2>(kRows, kColumns));
      convolve(queue, in, out, blur());
    } // the buffers write their contents back
    float largest = 0;
    for (size_t row = 1; row + 1 < kRows; ++row)
      for (size_t column = 1; column + 1 < kColumns; ++column) {
        float expected = 0;
        for (size_t i = row - 1; i <= row + 1; ++i)
          for (size_t j = column - 1; j <= column + 1; ++j)
            expected += picture[i * kColumns + j] / 9.0f;
        largest = std::fmax(largest, std::fabs(result[row * kColumns + column] - expected));
      }
    const bool isRight = largest < 1e-5f;
    failures += !isRight;
    std::printf("%-40s largest error %g: %s\n", device.get_info<sycl::info::device::name>().c_str(),
                largest, isRight ? "right" : "WRONG");
  }
  return failures;
}
