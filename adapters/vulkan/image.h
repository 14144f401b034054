// Vulkan images as docs/ARCHITECTURE.md describes them: a reflection in JSON, and a body with the
// modules and the data segment. Nothing in them is trusted, but that a module which is put together
// well does what SPIR-V says is left to the driver; a checksum keeps damaged ones from it.
#pragma once

#include "core/support/result.h"

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
  uint32_t offset = 0; ///< of a value, from where the values start
  uint32_t size = 0;
  std::vector<uint32_t> pointers; ///< offsets in a value of the pointers that it holds
};

/// A specialization constant, by its numeric id.
struct ImageConstant {
  uint32_t id = 0;
  uint32_t size = 0; ///< bytes of its value; 1 of a bool
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
  uint32_t subGroupSize = 0; ///< that it requires; 0 for any
  uint32_t localBytes = 0;
  std::vector<ImageConstant> constants; ///< ascending by id
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
  std::vector<ImageConstant> constants; ///< all that it declares, also those that no module has
  std::optional<ImageData> data;
  std::optional<ImagePrintf> printf;

  const ImageKernel *find(std::string_view name) const;
};

/// @name Limits of the format
/// @{
inline constexpr uint32_t kPushConstantBytes = 128;
inline constexpr uint32_t kArgumentsAt = 48; ///< in the push constants
inline constexpr uint32_t kFirstLocalSpecId = 6;
inline constexpr uint32_t kFirstConstantSpecId = 256;
/// @}

/// Errors: UR_RESULT_ERROR_INVALID_BINARY says what is wrong.
Result<Image> readImage(std::span<const std::byte> bytes);

/// A kernel of which only the name and what it requires are told, as the property set
/// `Ursa/kernel requirements` has it.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY names the line that is none.
Result<ImageKernel> readRequirements(std::string_view kernel, std::string_view lines);

/// The specialization constants of a module whose SpecIds are those of constants, ascending.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY when the words are no module.
Result<std::vector<ImageConstant>> constantsOf(std::span<const uint32_t> words);

} // namespace ursa::vulkan
