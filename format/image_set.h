// A set of device images, as one file holds it.
#pragma once

#include "format/property_set.h"
#include "format/spec_constants.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format {

/// One device image. Immutable.
struct DeviceImage {
  std::string target;     ///< as written: "host-x86_64+emulated"
  std::string baseTarget; ///< without the suffix; used to query devices
  bool emulated = false;  ///< the kernels read constants from the emulation buffer
  std::span<const std::byte> code;
  uint64_t codeHash = 0;            ///< XXH3 of the code
  std::string kernelList;           ///< kernel names, one per line
  std::vector<std::string> kernels; ///< the same names, split
  std::vector<PropertySet> properties;

  bool hasKernel(std::string_view name) const;

  /// The properties of an image say whether its constants are folded to their defaults.
  ConstantMode constantMode() const;

  /// Return the set, or the property of a set, null if there is none.
  /// @{
  const PropertySet *findSet(std::string_view set) const;
  const Property *findProperty(std::string_view set, std::string_view property) const;
  /// @}
};

/// A set of images and the bytes that they view. Immutable and shared.
class ImageSet {
public:
  /// Reads a container and takes ownership of the bytes.
  static Result<std::shared_ptr<const ImageSet>> fromBytes(std::vector<std::byte> bytes);

  /// Returns a set with one image for a SPIR-V program. The image has no properties.
  static std::shared_ptr<const ImageSet> fromSpirv(std::vector<std::byte> spirv);

  /// Reads a container from a file. UR_RESULT_ERROR_INVALID_VALUE when it cannot be read.
  static Result<std::shared_ptr<const ImageSet>> fromFile(const std::string &path);

  /// Returns a new set with the images of all @p sets, which it keeps.
  static std::shared_ptr<const ImageSet> joined(std::vector<std::shared_ptr<const ImageSet>> sets);

  const std::vector<DeviceImage> &images() const { return images_; }

private:
  std::vector<std::byte> bytes_;
  std::vector<std::shared_ptr<const ImageSet>> joined_; ///< own the bytes of a joined set
  std::vector<DeviceImage> images_;
};

} // namespace ursa::format
