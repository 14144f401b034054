// The queue and the memory of the SYCL side of a pair.
#pragma once

#include "measure.h"

#include <sycl/sycl.hpp>

inline sycl::queue makeQueue() {
  return sycl::queue(sycl::gpu_selector_v, sycl::property::queue::in_order());
}

/// Device memory with values that repeat after 1,021 elements, the same as in device.cuh.
template <typename T> T *makeInput(sycl::queue &queue, std::size_t size) {
  T *data = sycl::malloc_device<T>(size, queue);
  queue.parallel_for(sycl::range<1>(size),
                     [=](sycl::item<1> item) { data[item] = T(float(item % 1021) / 1021.0f); });
  queue.wait();
  return data;
}

template <typename T> T readElement(sycl::queue &queue, const T *data, std::size_t index) {
  T value;
  queue.memcpy(&value, data + index, sizeof(T)).wait();
  return value;
}
