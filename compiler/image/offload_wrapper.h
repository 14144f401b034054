// Builds the host module that embeds device images in a program and registers them when the program
// or library is loaded.
//
// The form of DPC++ is a tree of constants whose root is the device-binaries descriptor, and
//
//   constructor:  __sycl_register_lib(&descriptor)
//   destructor:   __sycl_unregister_lib(&descriptor)
//
// The form for Ursa's loader is the bytes of a container, in the section that LLVM's tools read,
// and
//
//   constructor:  if (ursaImagesCreate(bytes, size, &handle) == 0)
//                   ursaImagesRegisterFor(handle, bytes)
//   destructor:   if (handle) { ursaImagesUnregister(handle); ursaImagesRelease(handle); }
#pragma once

#include "compiler/image/image_reader.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ursa::compiler::image {

/// Section of the descriptors of a program, 32 bytes each; tools use it to find them in stripped
/// programs.
inline constexpr llvm::StringLiteral kDescriptorSection = "sycl_offloading_descriptors";
/// Section of containers.
inline constexpr llvm::StringLiteral kContainerSection = ".llvm.offloading";
/// Name of the descriptor's variable, as DPC++ spells it.
inline constexpr llvm::StringLiteral kDescriptorPrefix = ".sycl_offloading.";

struct WrapperOptions {
  std::string triple;           ///< triple of the program
  std::string descriptorName;   ///< makes the descriptor visible; empty: "descriptor", local
  bool emitRegistration = true; ///< emit constructor and destructor
};

/// Returns a module with the descriptor of @p images, at most 65,535.
llvm::Expected<std::unique_ptr<llvm::Module>> wrapImages(const std::vector<StoredImage> &images,
                                                         const WrapperOptions &options,
                                                         llvm::LLVMContext &context);

/// Returns a module with the container @p bytes, for Ursa's loader.
llvm::Expected<std::unique_ptr<llvm::Module>>
wrapContainer(llvm::StringRef bytes, const WrapperOptions &options, llvm::LLVMContext &context);

/// Compiles @p module to a position-independent object file of its triple.
llvm::Expected<std::string> emitObject(llvm::Module &module);

} // namespace ursa::compiler::image
