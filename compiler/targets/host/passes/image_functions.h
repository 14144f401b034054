// Defines the image functions of OpenCL C: their bodies read the image's description or call the
// runtime.
//
//   before:
//     declare <4 x float> @_Z11read_imagef...(ptr, ptr, <2 x float>)
//   after:
//     define internal <4 x float> @_Z11read_imagef...(ptr %image, ptr %sampler, <2 x float> %at)
//       %bits = ...                                      ; sampler, x and y as scalars
//       %color = call <4 x float> @ursa.image.read.float(ptr %image, i32 %bits, float %x, ...)
//
// A function whose signature differs from OpenCL C stays undefined and is reported as undefined.
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::host {

void defineImageFunctions(llvm::Module &module);

} // namespace ursa::compiler::host
