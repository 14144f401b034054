// Images and samplers of OpenCL C, by CUDA's textures and surfaces:
//
//   before:
//     %c = call <4 x float> @_Z11read_imagef...(ptr addrspace(1) %image, ptr %sampler, <2 x float>
//     %at)
//   after:
//     %i = <index of the texture for the sampler>
//     %h = load i64, <%image->textures[%i]>
//     %t = call {float, ...} @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %h, float %x, float %y)
//     %c = call <4 x float> @ursa_image_color_float4(..., i32 <%image->order>, <4 x float> %t)
//
// An image points to an ImageArgument (runtime/image_argument.h). Images that are read only are
// read from textures; those that a kernel also writes, and writes, use the surface, whose pixels
// are bytes. images.cl has what depends on the format.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace llvm {
class Module;
class Type;
} // namespace llvm

namespace ursa::compiler::nvptx {

/// Returns the type of images and samplers in NVPTX modules, a pointer; null for any other type.
llvm::Type *nvptxTypeOfImage(llvm::Type *device);

/// Marks the parameters of @p module's kernels that are images or samplers in @p device
/// (common/opencl_images.h). Fails for images that there are no functions for.
llvm::Error markImageArguments(const llvm::Module &device, llvm::Module &module);

/// Defines the image functions that @p module uses. Functions whose signature differs from OpenCL C
/// stay undefined. Returns the library that the definitions need (linkBuiltins), empty for none.
llvm::ArrayRef<std::uint32_t> defineImageFunctions(llvm::Module &module);

/// Returns lines of PTX that tell which arguments of kernels are images and samplers; empty if none
/// is one.
std::string describeImageArguments(const llvm::Module &module);

} // namespace ursa::compiler::nvptx
