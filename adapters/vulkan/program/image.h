// Reads Vulkan images (docs/formats/vulkan-image.md): a reflection in JSON, and a body with the
// modules and the data segment. Images are untrusted, except that the driver is relied on for
// modules that are well formed; a checksum keeps damaged ones from it.
#pragma once

#include "support/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::vulkan {

/// Values of specialization constants by numeric id.
using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

struct ImageArgument {
  bool isLocal = false;
  bool isPointer = false;
  uint32_t specId = 0; ///< of local memory
  uint32_t offset = 0; ///< of a value, from the start of the values
  uint32_t size = 0;
  std::vector<uint32_t> pointers; ///< offsets of the pointers in a value
};

/// A specialization constant, by its numeric id.
struct ImageConstant {
  uint32_t id = 0;
  uint32_t size = 0; ///< bytes of its value; 1 for a bool
  bool isBool = false;
};

struct ImageKernel {
  std::string name;
  std::vector<uint32_t> words;
  std::vector<ImageArgument> arguments;
  uint32_t argumentBytes = 0;
  bool argumentBuffer = false; ///< values are in a buffer, not in the push constants
  bool data = false;           ///< reads the data segment
  std::optional<std::array<uint32_t, 3>> localSize;
  uint32_t subGroupSize = 0; ///< required size; 0 for any
  uint32_t localBytes = 0;
  std::vector<ImageConstant> constants; ///< ascending by id
  bool masksOffset = false; ///< has the specialization constant format::vulkan::kSpecOffsetMask
  std::vector<std::string> capabilities;
};

struct ImageVariable {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
};

struct ImageData {
  std::vector<std::byte> bytes;
  uint64_t align = 1;
  std::vector<uint64_t> relocations;
  std::vector<ImageVariable> variables;
};

struct ImageFormat {
  std::string text;
  std::vector<uint32_t> sizes; ///< bytes of each argument
};

struct ImagePrintf {
  uint64_t slot = 0; ///< in the data segment
  std::vector<ImageFormat> formats;
  std::vector<std::string> strings;
};

struct Image {
  std::vector<ImageKernel> kernels;     ///< ascending by name
  std::vector<ImageConstant> constants; ///< all declared ones, also those that no module uses
  std::optional<ImageData> data;
  std::optional<ImagePrintf> printf;

  const ImageKernel *find(std::string_view name) const;
};

/// Errors: UR_RESULT_ERROR_INVALID_BINARY; the message says what is wrong.
Result<Image> readImage(std::span<const std::byte> bytes);

/// Returns a kernel with only its name and requirements set, read from the property set
/// `Ursa/kernel requirements`.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY names the malformed line.
Result<ImageKernel> readRequirements(std::string_view kernel, std::string_view lines);

/// The specialization constants of a module, ascending by SpecId.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY if the words are not a module.
Result<std::vector<ImageConstant>> constantsOf(std::span<const uint32_t> words);

/// Returns whether a module that constantsOf() accepts has a specialization constant with a SpecId.
bool hasSpecId(std::span<const uint32_t> words, uint32_t specId);

} // namespace ursa::vulkan
