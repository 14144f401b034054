// The memory of the CUDA side of a pair.
#pragma once

#include "measure.h"

#include <cstdlib>

inline void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

inline void waitForDevice() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

template <typename T> __global__ void fill(T *data, std::size_t size) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size)
    data[i] = T(float(i % 1021) / 1021.0f);
}

/// Device memory with values that repeat after 1,021 elements.
template <typename T> T *makeInput(std::size_t size) {
  T *data = nullptr;
  check(cudaMalloc(&data, size * sizeof(T)));
  fill<<<unsigned((size + 255) / 256), 256>>>(data, size);
  waitForDevice();
  return data;
}

template <typename T> T readElement(const T *data, std::size_t index) {
  T value;
  check(cudaMemcpy(&value, data + index, sizeof(T), cudaMemcpyDeviceToHost));
  return value;
}
