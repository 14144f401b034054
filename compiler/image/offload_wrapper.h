// Builds the host module that embeds device images in a program and registers them when the program
// or library that it is linked into is loaded.
//
// As DPC++ does it: a tree of constants whose root is the device-binaries descriptor, and
//
//   constructor:  __sycl_register_lib(&descriptor)
//   destructor:   __sycl_unregister_lib(&descriptor)
//
// For Ursa's loader: the bytes of a container, in the section that LLVM's tools look at, and
//
//   constructor:  if (ursaImagesCreate(bytes, size, &handle) == 0) ursaImagesRegister(handle)
//   destructor:   if (handle) { ursaImagesUnregister(handle); ursaImagesRelease(handle); }
#pragma once

#include "compiler/image/image_reader.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ursa {

/// Section of the descriptors of a program, one of 32 bytes after the other; by it tools find them
/// in programs without symbols.
inline constexpr llvm::StringLiteral kDescriptorSection = "sycl_offloading_descriptors";
/// Section of containers.
inline constexpr llvm::StringLiteral kContainerSection = ".llvm.offloading";
/// Name of the descriptor's variable, as DPC++ spells it.
inline constexpr llvm::StringLiteral kDescriptorPrefix = ".sycl_offloading.";

struct WrapperOptions {
  std::string triple;         ///< of the program
  std::string descriptorName; ///< of the descriptor, to make it visible; empty: "descriptor", local
  bool registers = true;      ///< write constructor and destructor
};

/// A module with the descriptor of @p images, at most 65,535.
llvm::Expected<std::unique_ptr<llvm::Module>> wrapImages(const std::vector<StoredImage> &images,
                                                         const WrapperOptions &options,
                                                         llvm::LLVMContext &context);

/// A module with the container @p bytes, for Ursa's loader.
llvm::Expected<std::unique_ptr<llvm::Module>>
wrapContainer(llvm::StringRef bytes, const WrapperOptions &options, llvm::LLVMContext &context);

/// @p module as a position-independent object file of its triple.
llvm::Expected<std::string> emitObject(llvm::Module &module);

} // namespace ursa
