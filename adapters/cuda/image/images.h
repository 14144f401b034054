// Bindless images of a context: their memory, which is CUDA arrays, and the texture and surface
// objects over it. The handles that the application has are the driver's.
#pragma once

#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/image/image_format.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

namespace ursa::cuda {

/// An array, a mipmap, or a level of one.
struct ImageMemory {
  NativeContext &native;
  const CUarray array;           ///< null for a mipmap
  const CUmipmappedArray mipmap; ///< what is destroyed at the end, unless null
  const ImageShape shape;
  const ur_image_format_t format;
  const PixelFormat pixel;
  const std::shared_ptr<const ImageMemory> whole; ///< of a level; otherwise null
  const bool isOwned = true;

  /// Destroys an array or mipmap that is owned once the commands in flight are complete.
  ~ImageMemory();

  uintptr_t handle() const {
    return shape.isMipmap() ? reinterpret_cast<uintptr_t>(mipmap)
                            : reinterpret_cast<uintptr_t>(array);
  }
};
using ImageMemoryPointer = std::shared_ptr<const ImageMemory>;

/// The key of a texture or surface object: handles of different driver contexts may be equal.
struct ImageObject {
  NativeContext *native = nullptr;
  unsigned long long handle = 0;
  bool isSampled = false;

  friend bool operator<(const ImageObject &a, const ImageObject &b) {
    return std::tie(a.native, a.handle, a.isSampled) < std::tie(b.native, b.handle, b.isSampled);
  }
};

/// Destroys an object once the commands in flight are complete.
void destroy(const ImageObject &object);

/// Makes an array or a mipmap. The driver's context is current.
Result<ImageMemoryPointer> allocateImageMemory(NativeContext &native,
                                               const ur_image_format_t &format,
                                               const PixelFormat &pixel, const ImageShape &shape);

/// @name What textures and surfaces are made of
/// @{
CUDA_RESOURCE_DESC resourceOf(const ImageMemory &memory);
/// Returns a sampler, with what its chain adds, for images of that shape.
Result<CUDA_TEXTURE_DESC> textureDescriptor(const ur_sampler_desc_t &sampler,
                                            const ImageShape &shape, const PixelFormat &pixel);
/// @}

/// Thread safe.
class ContextImages {
public:
  ~ContextImages() { clear(); }

  void add(ImageMemoryPointer memory);
  /// Returns null if a handle is not that of memory of this context.
  ImageMemoryPointer find(uintptr_t handle) const;
  /// Removes memory, and the levels of a mipmap. Commands keep what they use.
  void remove(const ImageMemoryPointer &memory);

  void addObject(const ImageObject &object);
  /// Destroys an object once the commands in flight are complete. Returns false if there is none.
  bool removeObject(const ImageObject &object);

  /// Destroys what is left.
  void clear();

private:
  mutable std::mutex mutex_; ///< guards the members below
  std::map<uintptr_t, ImageMemoryPointer> memory_;
  std::set<ImageObject> objects_;
};

/// Checks the parameters that most functions of images begin with.
Result<void> checkContextAndDevice(ur_context_handle_t hContext, ur_device_handle_t hDevice);

/// Returns memory of images of the context on that device. Errors: UR_RESULT_ERROR_INVALID_VALUE.
Result<ImageMemoryPointer> findImageMemory(const ur_context_handle_t_ &context,
                                           ur_device_handle_t device, uintptr_t handle);

} // namespace ursa::cuda
