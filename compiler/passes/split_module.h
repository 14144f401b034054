// Splits a linked device module into the modules of several images, per source or per kernel.
//
//   before:  define spir_kernel void @a() #0 { call @helper() }     attributes #0 = {
//            define spir_kernel void @b() #1 { ... }                  "sycl-module-id"="a.cpp" }
//            define spir_func void @helper() { ... }
//   after:   one module with @a and @helper, one with @b
//
// Entry points are kernels, and functions with a module id, which other images may call. The module
// id of a function is its attribute "sycl-module-id", else its metadata of that name, a node with
// one string. An image has its entry points and what they reach, also by calls through pointers
// (reference_graph.h). A kernel whose address they take is a plain function there. A table of
// functions that no code refers to and other modules may is in every image.
//
// Entry points of one source that require different features or sizes (device_requirements.h) are
// in different images, so that a device that lacks a feature can have the others.
//
// What an image has beside its entry points is internal there, so that images of one module can be
// linked with each other again. These keep their linkage: variables that are not constant or that
// an attribute names for the host, and functions that are called through pointers.
//
// An image is made when it is asked for, in time that depends on its own size alone, so that a
// module of thousands of kernels is never held twice.
#pragma once

#include "compiler/passes/device_requirements.h"
#include "compiler/passes/reference_graph.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallSet.h"
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
  PerSource, ///< one for each module id, or more, where device requirements differ
  PerKernel, ///< one for each entry point
  Auto,      ///< per source, unless images would share what they cannot: see mustStayTogether
};

struct SplitOptions {
  SplitMode mode = SplitMode::None;
  bool onlyKernels = false; ///< functions that other images may call are no entry points
  bool keepNames = false;   ///< of local values, which nobody but a reader needs
  /// The aspects that part the entry points of a source; without it, all aspects and sizes do.
  std::optional<AspectSet> onlyAspects;
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

/// The images of a module, which must outlive it and must not change. Images are in the order of
/// their first entry points in the module.
class ModuleSplitter {
public:
  ModuleSplitter(const llvm::Module &module, const SplitOptions &options);

  /// How many images there are; 0 in mode None and when there is no entry point: the module itself
  /// is the only image.
  std::size_t size() const { return groups_.size(); }

  /// Fails with a sentence when several images would have a variable of which a program may have
  /// one, as its attribute "sycl-device-image-scope" tells.
  llvm::Error checkVariables() const;

  /// A new module in the same context with image @p index.
  std::unique_ptr<llvm::Module> extract(std::size_t index) const;

private:
  void numberGroups();
  /// Joins images of one source that would each have a copy of a variable that kernels write.
  /// Returns whether there were any.
  bool mergeGroups();
  void findSharedConstants();
  /// The images whose entry points reach @p variable.
  llvm::SmallSet<std::size_t, 4> imagesOf(const llvm::GlobalVariable &variable) const;

  const llvm::Module &module_;
  bool keepNames_;
  ReferenceGraph references_;
  std::vector<std::vector<const llvm::Function *>> groups_; ///< entry points of each image
  llvm::DenseMap<const llvm::Function *, std::size_t> groupOf_;
  std::vector<const llvm::GlobalVariable *> tables_;             ///< that every image has
  llvm::DenseSet<const llvm::GlobalVariable *> sharedConstants_; ///< with copies in several images
};

} // namespace ursa
