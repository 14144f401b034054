// What the kernels of a SPIR-V module take, read from its words: drivers tell it late, in part, or
// not at all, and some end the process when an argument does not fit.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

enum class ParameterKind : uint8_t {
  Unknown, ///< of a type that is not looked into: anything may be given
  Value,
  Pointer, ///< to global or constant memory
  Local,   ///< a pointer to memory of the work-group
  Image,
  Sampler
};

enum class ImageShape : uint8_t { Unknown, Image1D, Array1D, Buffer, Image2D, Array2D, Image3D };

struct Parameter {
  ParameterKind kind = ParameterKind::Unknown;
  uint32_t size = 0;                      ///< bytes of a value, 0 when that is not known
  ImageShape shape = ImageShape::Unknown; ///< of an image
};

/// Parameters by kernel name.
using Signatures = std::map<std::string, std::vector<Parameter>>;

/// Reads a module whose header and instruction lengths are right (Module::parse saw to that). What
/// is wrong with the rest makes parameters unknown, or leaves a kernel out. Thread safe.
Signatures readSignatures(std::span<const uint32_t> words);

} // namespace ursa::spirv
