// Splits a linked device module into the modules of several images, per source or per kernel.
//
//   before:  define spir_kernel void @a() #0 { call @helper() }     attributes #0 = {
//            define spir_kernel void @b() #1 { ... }                  "sycl-module-id"="a.cpp" }
//            define spir_func void @helper() { ... }
//   after:   one module with @a and @helper, one with @b
//
// Entry points are kernels, and functions with a module id, which other images may call. The module
// id of a function is its attribute "sycl-module-id", else its metadata of that name, a node with
// one string. An image has its entry points and everything they reach, including indirect calls
// (reference_graph.h). A kernel whose address is taken is a plain function there. A table of
// functions that no code refers to, but other modules may, is in every image.
//
// Entry points of one source that require different features or sizes (device_requirements.h) are
// in different images, so that a device that lacks a feature can use the others.
//
// All other definitions of an image are internal, so that images of one module can be linked with
// each other again. Exceptions keep their linkage: variables that are not constant or that an
// attribute makes visible to the host, and functions that are called indirectly.
//
// Images are extracted on demand, in time that depends on the size of the image alone, so that a
// module of thousands of kernels is never in memory twice.
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

namespace ursa::compiler::passes {

/// The attribute, and the metadata, that hold the source of a function.
inline constexpr llvm::StringLiteral kModuleIdAttribute = "sycl-module-id";

enum class SplitMode {
  None,      ///< one image with everything
  PerSource, ///< one for each module id, or more if device requirements differ
  PerKernel, ///< one for each entry point
  Auto,      ///< per source, unless splitting is unsafe: see unsplittableReason
};

struct SplitOptions {
  SplitMode mode = SplitMode::None;
  bool onlyKernels = false; ///< exclude functions that other images may call from the entry points
  bool keepValueNames = false; ///< keep names of local values, for readable IR
  /// The aspects that separate the entry points of a source, beside the sizes of their sub-groups;
  /// without it, all aspects and sizes do.
  std::optional<AspectSet> onlyAspects;
};

/// Returns the module id of @p function; empty if it has none.
llvm::StringRef moduleIdOf(const llvm::Function &function);

/// Returns whether other images may call @p function: it is defined, is not a kernel, has a module
/// id and external linkage.
bool isExported(const llvm::Function &function);

/// Returns whether @p function has the kernel calling convention of SPIR-V, PTX or AMD's GPUs.
bool hasKernelConvention(const llvm::Function &function);

/// Returns whether @p function is a defined kernel.
bool isKernel(const llvm::Function &function);

/// Returns why @p module cannot be split safely: the end of a sentence that begins "because ";
/// empty if it can. An indirect call may reach any function; a variable that kernels write would
/// have a copy in each image.
std::string unsplittableReason(const llvm::Module &module);

/// The images of a module, in the order of their first entry points. The module must outlive the
/// splitter and must not change.
class ModuleSplitter {
public:
  ModuleSplitter(const llvm::Module &module, const SplitOptions &options);

  /// Returns the number of images; 0 in mode None and without entry points, where the module itself
  /// is the only image.
  std::size_t size() const { return groups_.size(); }

  /// Fails if several images would have a copy of a variable with "sycl-device-image-scope", of
  /// which a program may have only one.
  llvm::Error checkVariables() const;

  /// Returns a new module in the same context with image @p index.
  std::unique_ptr<llvm::Module> extract(std::size_t index) const;

private:
  void numberGroups();
  /// Merges images of one source that would each have a copy of a variable that kernels write.
  /// Returns whether there were any.
  bool mergeGroups();
  void findSharedConstants();
  /// Returns the images whose entry points reach @p variable.
  llvm::SmallSet<std::size_t, 4> imagesThatReach(const llvm::GlobalVariable &variable) const;

  const llvm::Module &module_;
  bool keepValueNames_;
  ReferenceGraph references_;
  std::vector<std::vector<const llvm::Function *>> groups_; ///< entry points of each image
  llvm::DenseMap<const llvm::Function *, std::size_t> groupOf_;
  std::vector<const llvm::GlobalVariable *> functionTables_;     ///< tables that every image has
  llvm::DenseSet<const llvm::GlobalVariable *> sharedConstants_; ///< with copies in several images
};

} // namespace ursa::compiler::passes
