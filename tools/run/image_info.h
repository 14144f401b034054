// What the property sets of a file's images say: targets, kernels with their arguments, constants
// with types and defaults. The sets are described in docs/ARCHITECTURE.md.
#pragma once

#include "tools/run/constant_type.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::run {

/// One property, as the file holds it.
struct Property {
  std::string set;
  std::string name;
  std::vector<std::byte> value;
};

/// One image, as the file holds it.
struct ImageProperties {
  std::string target;
  std::vector<Property> properties;
};

struct ArgumentInfo {
  enum class Kind { Value, Pointer, Local, Image, Sampler };
  std::string name;
  Kind kind = Kind::Value;
  std::string space;
  std::string type;
  size_t size = 0;
};

struct KernelInfo {
  std::string name;
  std::vector<ArgumentInfo> arguments;
  std::vector<std::string> constants; ///< symbolic ids that it reads
  std::optional<std::array<size_t, 3>> requiredLocalSize;
};

struct ConstantInfo {
  std::string name;
  std::string typeSpelling;         ///< empty when the file does not tell
  std::optional<ConstantType> type; ///< absent likewise
  size_t size = 0;                  ///< bytes of a value
  std::string defaultText;          ///< empty when the file does not tell the type
};

/// A file's images together: each kernel and constant once.
struct FileInfo {
  std::vector<std::string> targets;
  std::vector<KernelInfo> kernels;
  std::vector<ConstantInfo> constants;

  /// Throw a Failure that lists what there is.
  const KernelInfo &kernel(std::string_view name) const;
  const ConstantInfo &constant(std::string_view name) const;
};

/// Reads the property sets; throws a Failure that names image and property when one is malformed.
FileInfo describeImages(const std::vector<ImageProperties> &images);

} // namespace ursa::run
