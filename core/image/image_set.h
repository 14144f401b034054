// A set of device images, as a file holds it, and the registry of those that the process
// registered.
#pragma once

#include "core/image/property_sets.h"
#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa {

/// One device image. Immutable.
struct DeviceImage {
  std::string target;     ///< as written: "host-x86_64+emulated"
  std::string baseTarget; ///< without the suffix: what a device is asked about
  bool emulated = false;  ///< constants are read from the specialization buffer
  std::span<const std::byte> code;
  uint64_t codeHash = 0;            ///< XXH3 of the code
  std::string kernelList;           ///< kernel names, one a line
  std::vector<std::string> kernels; ///< the same, split
  PropertySets properties;

  bool hasKernel(std::string_view name) const;
};

/// Images and the bytes that they view. Immutable and shared.
class ImageSet {
public:
  /// Reads a container; the bytes are kept.
  static Result<std::shared_ptr<const ImageSet>> fromBytes(std::vector<std::byte> bytes);

  /// A program in SPIR-V as a set of one image, which has no properties.
  static std::shared_ptr<const ImageSet> fromSpirv(std::vector<std::byte> spirv);

  /// Reads a container from a file. UR_RESULT_ERROR_INVALID_VALUE when it cannot be read.
  static Result<std::shared_ptr<const ImageSet>> fromFile(const std::string &path);

  const std::vector<DeviceImage> &images() const { return images_; }

private:
  std::vector<std::byte> bytes_;
  std::vector<DeviceImage> images_;
};

/// The images that were registered with the process, in the order of registration. Thread safe.
std::vector<std::shared_ptr<const ImageSet>> registeredImages();
void registerImages(std::shared_ptr<const ImageSet> images);
/// False when they are not registered.
bool unregisterImages(const std::shared_ptr<const ImageSet> &images);

} // namespace ursa
