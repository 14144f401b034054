// Prices of options after Black and Scholes, by the standard math functions.
#include "device.hpp"

template <typename T> T normalDistribution(T x) {
  return T(0.5) * sycl::erfc(-x * T(0.70710678118654752));
}

template <typename T> void price(sycl::queue &queue, const char *name) {
  constexpr std::size_t kSize = std::size_t(1) << 24, kGroup = 256;
  const T *prices = makeInput<T>(queue, kSize), *strikes = makeInput<T>(queue, kSize + 1) + 1,
          *years = makeInput<T>(queue, kSize + 2) + 2;
  T *calls = makeInput<T>(queue, kSize), *puts = makeInput<T>(queue, kSize);
  measure(
      name, 1e-9 * kSize, "Goption/s",
      [&] {
        queue.parallel_for(sycl::nd_range<1>(kSize, kGroup), [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_id(0);
          const T rate = T(0.02), volatility = T(0.3);
          const T now = T(5) + T(25) * prices[i], strike = T(1) + T(99) * strikes[i],
                  time = T(0.25) + T(9.75) * years[i];
          const T deviation = volatility * sycl::sqrt(time);
          const T d1 =
              (sycl::log(now / strike) + (rate + T(0.5) * volatility * volatility) * time) /
              deviation;
          const T d2 = d1 - deviation;
          const T discounted = strike * sycl::exp(-rate * time);
          const T call = now * normalDistribution(d1) - discounted * normalDistribution(d2);
          calls[i] = call;
          puts[i] = call + discounted - now;
        });
      },
      [&] { queue.wait(); }, [&] { return readElement(queue, puts, 12345); });
}

int main() {
  sycl::queue queue = makeQueue();
  price<float>(queue, "black_scholes_float");
  price<double>(queue, "black_scholes_double");
}
