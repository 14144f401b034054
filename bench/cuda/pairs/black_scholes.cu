// See black_scholes.cpp.
#include "device.cuh"

template <typename T> __device__ T normalDistribution(T x) {
  return T(0.5) * erfc(-x * T(0.70710678118654752));
}

template <typename T>
__global__ void kernel(const T *prices, const T *strikes, const T *years, T *calls, T *puts) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const T rate = T(0.02), volatility = T(0.3);
  const T now = T(5) + T(25) * prices[i], strike = T(1) + T(99) * strikes[i],
          time = T(0.25) + T(9.75) * years[i];
  const T deviation = volatility * sqrt(time);
  const T d1 = (log(now / strike) + (rate + T(0.5) * volatility * volatility) * time) / deviation;
  const T d2 = d1 - deviation;
  const T discounted = strike * exp(-rate * time);
  const T call = now * normalDistribution(d1) - discounted * normalDistribution(d2);
  calls[i] = call;
  puts[i] = call + discounted - now;
}

template <typename T> void price(const char *name) {
  constexpr std::size_t kSize = std::size_t(1) << 24, kGroup = 256;
  const T *prices = makeInput<T>(kSize), *strikes = makeInput<T>(kSize + 1) + 1,
          *years = makeInput<T>(kSize + 2) + 2;
  T *calls = makeInput<T>(kSize), *puts = makeInput<T>(kSize);
  measure(
      name, 1e-9 * kSize, "Goption/s",
      [&] { kernel<<<kSize / kGroup, kGroup>>>(prices, strikes, years, calls, puts); },
      waitForDevice, [&] { return readElement(puts, 12345); });
}

int main() {
  price<float>("black_scholes_float");
  price<double>("black_scholes_double");
}
