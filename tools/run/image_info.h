// The contents of the property sets of a file's images: targets, kernels with their arguments,
// constants with types and defaults. docs/formats/properties.md describes the sets.
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
  std::vector<std::string> constants; ///< symbolic ids of the constants that it reads
  std::optional<std::array<size_t, 3>> requiredLocalSize;
};

struct ConstantInfo {
  std::string name;
  std::string typeSpelling;         ///< empty if the file does not contain it
  std::optional<ConstantType> type; ///< likewise
  size_t size = 0;                  ///< bytes of a value
  std::string defaultText;          ///< empty if the file does not contain the type
};

/// All images of a file: each kernel and constant appears once.
struct FileInfo {
  std::vector<std::string> targets;
  std::vector<KernelInfo> kernels;
  std::vector<ConstantInfo> constants;

  /// Throws a Failure that lists the existing names.
  const KernelInfo &kernel(std::string_view name) const;
  const ConstantInfo &constant(std::string_view name) const;
};

/// Reads the property sets; throws a Failure that names image and property if one is malformed.
FileInfo describeImages(const std::vector<ImageProperties> &images);

} // namespace ursa::run
