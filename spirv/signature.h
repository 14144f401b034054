// The parameters of the kernels of a SPIR-V module, read from its words. Drivers report them late,
// incompletely or not at all, and some crash on an argument that does not fit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

enum class ParameterKind : uint8_t {
  Unknown, ///< of a type that is not analyzed: any argument is accepted
  Value,
  Pointer, ///< pointer to global or constant memory
  Local,   ///< pointer to local memory
  Image,
  Sampler
};

enum class ImageShape : uint8_t { Unknown, Image1D, Array1D, Buffer, Image2D, Array2D, Image3D };

struct Parameter {
  ParameterKind kind = ParameterKind::Unknown;
  uint32_t size = 0;                      ///< size of a value in bytes, 0 if unknown
  ImageShape shape = ImageShape::Unknown; ///< of an image
};

using Parameters = std::vector<Parameter>;

/// Parameters by kernel name, never null. Many entry points may name one function: they share its
/// list, so that all lists together are not larger than the module.
using Signatures = std::map<std::string, std::shared_ptr<const Parameters>>;

/// Reads a module whose header and instruction lengths are valid (Module::parse checks them). Other
/// errors make parameters unknown or omit a kernel; of two kernels with one name the first counts.
/// Takes time and memory linear in the size of the module. Thread safe.
Signatures readSignatures(std::span<const uint32_t> words);

} // namespace ursa::spirv
