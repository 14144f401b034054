// Ordinary images, made by urMemImageCreate: a CUDA array, and what kernels get instead of it: a
// table in device memory with a surface, a texture for each kind of sampler, the extents and the
// format (format/nvptx/image_argument.h). Kernels on further devices of a context
// get replicas (image_replicas.h).
#pragma once

#include "adapters/common/launch.h"
#include "adapters/cuda/image/images.h"
#include "adapters/cuda/memory/memory.h"

#include <memory>
#include <vector>

namespace ursa::cuda {

/// Bytes between rows, and between slices or layers.
struct ImagePitches {
  size_t row = 0;
  size_t slice = 0; ///< 0 without slices and layers
};

class ImageReplicas;

/// Pixels on one device, and what kernels there get.
struct DeviceImage {
  ImageMemoryPointer pixels;
  std::vector<ImageObject> objects; ///< what the table names
  std::shared_ptr<const BufferMemory> table;

  DeviceImage() = default;
  DeviceImage(const DeviceImage &) = delete;
  DeviceImage &operator=(const DeviceImage &) = delete;
  ~DeviceImage();
};
using DeviceImagePointer = std::shared_ptr<const DeviceImage>;

/// Makes what kernels need. The driver's context is current.
Result<DeviceImagePointer> makeDeviceImage(ImageMemoryPointer pixels);

/// The state that only images have. It lies on the first device of its context.
struct MemImage {
  DeviceImagePointer first;
  ImageMemoryPointer pixels;               ///< those of `first`
  ImagePitches pitches;                    ///< for queries only
  std::unique_ptr<ImageReplicas> replicas; ///< null in a context with one device

  MemImage();
  MemImage(const MemImage &) = delete;
  MemImage &operator=(const MemImage &) = delete;
  ~MemImage();
};

/// Returns how the driver stores pixels of an ordinary image.
/// Errors: UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT.
Result<PixelFormat> memPixelFormat(const ur_image_format_t &format);

/// Makes an image over pixels that exist. The driver's context is current.
/// @param given what queries return; null for packed pixels
Result<ur_mem_handle_t> makeMemImage(ur_context_handle_t_ &context, ur_mem_flags_t flags,
                                     ImageMemoryPointer pixels,
                                     const ImagePitches *given = nullptr);

/// Fills the table's commands that copy pixels.
void fillMemImageCommands(ur_dditable_t &table);

/// Checks a memory object that is the argument of a parameter, of which the kernel's context is
/// checked. Errors: UR_RESULT_ERROR_INVALID_KERNEL_ARGS.
Result<void> checkImageArgument(const adapter::KernelSignature &kernel, uint32_t index,
                                const adapter::KernelParameter &parameter,
                                const ur_mem_handle_t_ *memory);

} // namespace ursa::cuda
