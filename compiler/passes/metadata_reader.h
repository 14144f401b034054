// Reads the metadata of device IR. Metadata comes from files and LLVM's verifier ignores most of
// it, so every read checks operand kinds, null operands, counts and values. Errors name the owner,
// the metadata and the value:
//
//   Kernel 'k' has the metadata 'reqd_work_group_size' !{i32 0}; a work-group size is 1 to 3
//   numbers from 1 to 4294967295.
//
// Code that reads a module from a file calls checkMetadata first. It also checks metadata that only
// LLVM's code generators read, because they crash on malformed metadata.
#pragma once

#include "format/spec_constants.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
class Value;
} // namespace llvm

namespace ursa::compiler::passes {

/// A metadata node and its owner. The module must outlive it.
class MetadataNode {
public:
  /// Refers to the node of @p kind attached to @p owner, a function, variable or instruction. A
  /// null @p owner means a node of the module's named metadata @p kind.
  MetadataNode(const llvm::Value *owner, llvm::StringRef kind, const llvm::MDNode &node)
      : owner_(owner), kind_(kind), node_(node) {}

  unsigned size() const { return node_.getNumOperands(); }

  /// Returns operand @p index, which must be a number from @p first to @p last. Numbers of up to 32
  /// bits are zero-extended. @p expected ends the error message, as in "a size is a number".
  llvm::Expected<std::uint64_t> number(unsigned index, std::uint64_t first, std::uint64_t last,
                                       const llvm::Twine &expected) const;

  /// Returns operand @p index, which must be a string. It lives as long as the module's context.
  llvm::Expected<llvm::StringRef> text(unsigned index, const llvm::Twine &expected) const;

  /// Returns operand @p index, which must be a node. Nodes may be cyclic: descend to a fixed depth
  /// only.
  llvm::Expected<MetadataNode> node(unsigned index, const llvm::Twine &expected) const;

  /// Returns operand @p index unchecked; null if there is none.
  const llvm::Metadata *operand(unsigned index) const;

  /// Returns an error that names the owner, the kind and this node, and ends with @p expected.
  llvm::Error fail(const llvm::Twine &expected) const;

private:
  const llvm::Value *owner_;
  llvm::StringRef kind_;
  const llvm::MDNode &node_;
};

/// A work-group size. Dimensions that the metadata omits are 1.
struct WorkGroupSize {
  std::array<std::uint32_t, 3> sizes = {1, 1, 1};
  unsigned dimensions = 0; ///< number of dimensions in the metadata, 1 to 3
};

/// Returns the metadata `reqd_work_group_size`. Sizes and their product are at most 2^32 - 1.
llvm::Expected<std::optional<WorkGroupSize>> requiredWorkGroupSize(const llvm::Function &kernel);

/// Returns the metadata `sycl_hierarchical_work_group_size`: the size that a hierarchical kernel of
/// SYCL requires of the groups of its source. Each of them is one work-item in device IR.
llvm::Expected<std::optional<WorkGroupSize>>
hierarchicalWorkGroupSize(const llvm::Function &kernel);

/// Returns the metadata `intel_reqd_sub_group_size`.
llvm::Expected<std::optional<std::uint32_t>> requiredSubGroupSize(const llvm::Function &kernel);

/// Returns the metadata `sycl_kernel_omit_args`: for each argument in the source, whether the front
/// end removed it. The number of remaining arguments equals that of @p kernel without the
/// specialization buffer.
llvm::Expected<std::vector<bool>> omittedArguments(const llvm::Function &kernel);

/// Returns the entry of metadata @p kind, such as `kernel_arg_type`, for argument @p index; empty
/// without the metadata.
llvm::Expected<llvm::StringRef> argumentText(const llvm::Function &kernel, llvm::StringRef kind,
                                             unsigned index);

/// Returns the numbers in metadata @p kind of @p function, such as `sycl_used_aspects`. Elements
/// are numbers, or pairs of a name and a number. Empty without the metadata.
llvm::Expected<std::vector<std::int64_t>> metadataNumbers(const llvm::Function &function,
                                                          llvm::StringRef kind);

/// Returns the only string in metadata @p kind of @p function; empty without the metadata.
llvm::Expected<llvm::StringRef> metadataText(const llvm::Function &function, llvm::StringRef kind);

/// Returns the string in metadata `sycl-module-id`; empty without the metadata.
llvm::Expected<llvm::StringRef> moduleIdMetadata(const llvm::Function &function);

/// A specialization constant that the module's metadata `sycl.specialization-constants` declares.
struct DeclaredConstant {
  llvm::StringRef name;
  std::vector<format::LeafDescriptor> leaves;
};
llvm::Expected<std::vector<DeclaredConstant>> declaredSpecConstants(const llvm::Module &module);

/// Returns the nodes of the named metadata @p name of @p module; empty without it.
std::vector<MetadataNode> namedMetadata(const llvm::Module &module, llvm::StringRef name);

/// Checks all metadata of @p module that the compiler or LLVM's code generators read.
llvm::Error checkMetadata(const llvm::Module &module);

} // namespace ursa::compiler::passes
