// The tests' view of the fake driver's images.
#pragma once

#include "adapters/cuda/driver/cu.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>

namespace ursa::testing {

struct FakeImageObject {
  bool isTexture = false; ///< otherwise a surface
  cuda::CUDA_RESOURCE_DESC resource = {};
  cuda::CUDA_TEXTURE_DESC texture = {};
};

/// The pixels of an array, without gaps.
struct FakePixels {
  std::byte *first = nullptr; ///< null if a handle is not that of such an object over an array
  size_t pixelBytes = 0;
  size_t width = 0;
  size_t height = 0;
  int device = 0;
};
FakePixels pixelsOf(unsigned long long object, bool isTexture);

struct FakeImages {
  std::mutex mutex; ///< guards the members below while several threads call
  cuda::CUDA_ARRAY3D_DESCRIPTOR lastArray = {}; ///< of the last array or mipmap that was created
  std::map<unsigned long long, FakeImageObject> live; ///< textures and surfaces by their handles
  unsigned long long last = 0x100;
  std::atomic<int> copied = -1; ///< the device of both images of the last kernel copy_2d
};

} // namespace ursa::testing

/// Returns the images of the process's fake driver.
extern "C" ursa::testing::FakeImages *fakeCudaImages();
