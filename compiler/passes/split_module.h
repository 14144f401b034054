// Splits a linked device module into the modules of several images, per source or per kernel.
//
//   before:  define spir_kernel void @a() #0 { call @helper() }     attributes #0 = {
//            define spir_kernel void @b() #1 { ... }                  "sycl-module-id"="a.cpp" }
//            define spir_func void @helper() { ... }
//   after:   one module with @a and @helper, one with @b
//
// Entry points are kernels, and functions with a module id, which other images may call. The module
// id of a function is its attribute "sycl-module-id", else its metadata of that name, a node with
// one string. An image has its entry points and what they reach. A kernel whose
// address they take is a plain function there.
//
// An image is made when it is asked for, in time that depends on its own size alone, so that a
// module of thousands of kernels is never held twice.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace ursa {

/// The attribute, and the metadata, by which a front end tells what source a function comes from.
inline constexpr llvm::StringLiteral kModuleIdAttribute = "sycl-module-id";

enum class SplitMode {
  None,      ///< one image with everything
  PerSource, ///< one for each module id
  PerKernel, ///< one for each entry point
  Auto,      ///< per source, unless images would share what they cannot: see mustStayTogether
};

struct SplitOptions {
  SplitMode mode = SplitMode::None;
  bool onlyKernels = false; ///< functions that other images may call are no entry points
  bool keepNames = false;   ///< of local values, which nobody but a reader needs
};

/// The module id of @p function; empty when it has none.
llvm::StringRef moduleIdOf(const llvm::Function &function);

/// Whether other images may call @p function: it is defined, is no kernel, has a module id and a
/// name for others.
bool isExported(const llvm::Function &function);

/// Whether @p function has the calling convention of kernels, that of SPIR-V, PTX or AMD's GPUs.
bool hasKernelConvention(const llvm::Function &function);

/// Whether @p function is defined and a kernel.
bool isKernel(const llvm::Function &function);

/// Why images of @p module cannot be split: the end of a sentence that begins "because ", empty
/// when they can. A call through a pointer may reach any function; a variable that kernels write
/// would have a copy in each image.
std::string mustStayTogether(const llvm::Module &module);

/// The images of a module, which must outlive it and not change. Images are in the order of their
/// first entry points in the module.
class ModuleSplitter {
public:
  ModuleSplitter(const llvm::Module &module, const SplitOptions &options);

  /// How many images there are; 0 in mode None and when there is no entry point: the module itself
  /// is the only image.
  std::size_t size() const { return groups_.size(); }

  /// A new module in the same context with image @p index.
  std::unique_ptr<llvm::Module> extract(std::size_t index) const;

private:
  const llvm::Module &module_;
  bool keepNames_;
  std::vector<std::vector<const llvm::Function *>> groups_; ///< entry points of each image
};

} // namespace ursa
