// Reads the metadata of device IR. Metadata comes from files and LLVM's verifier does not look at
// most of it, so every read checks operand kinds, null operands, counts and values, and fails with
// a sentence that names the owner, the metadata and the value:
//
//   Kernel 'k' has the metadata 'reqd_work_group_size' !{i32 0}; a work-group size is 1 to 3
//   numbers from 1 to 2147483647.
//
// Whoever reads a module from a file calls checkMetadata first: it also checks what only LLVM's
// code generators read, since those crash on metadata of another form.
#pragma once

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

namespace ursa {

/// A node and what it is attached to. The module must outlive it.
class MetadataNode {
public:
  /// The node of @p kind that is attached to @p owner, a function, variable or instruction; null
  /// for a node of the module's named metadata @p kind.
  MetadataNode(const llvm::Value *owner, llvm::StringRef kind, const llvm::MDNode &node)
      : owner_(owner), kind_(kind), node_(node) {}

  unsigned size() const { return node_.getNumOperands(); }

  /// Operand @p index, a number from @p first to @p last. Numbers of up to 32 bits are read without
  /// a sign. @p expected ends the sentence when it is something else, as in "a size is a number".
  llvm::Expected<std::uint64_t> number(unsigned index, std::uint64_t first, std::uint64_t last,
                                       const llvm::Twine &expected) const;

  /// Operand @p index, a string, which lives as long as the module's context.
  llvm::Expected<llvm::StringRef> text(unsigned index, const llvm::Twine &expected) const;

  /// Operand @p index, a node. Nodes may hold themselves: descend to a fixed depth only.
  llvm::Expected<MetadataNode> node(unsigned index, const llvm::Twine &expected) const;

  /// Operand @p index as it is; null where there is none.
  const llvm::Metadata *operand(unsigned index) const;

  /// An error that names the owner, the kind and this node, and ends with @p expected.
  llvm::Error fail(const llvm::Twine &expected) const;

private:
  const llvm::Value *owner_;
  llvm::StringRef kind_;
  const llvm::MDNode &node_;
};

/// A work-group size; dimensions that the metadata leaves out are 1.
struct WorkGroupSize {
  std::array<std::uint32_t, 3> sizes = {1, 1, 1};
  unsigned dimensions = 0; ///< how many the metadata has, 1 to 3
};

/// Metadata `reqd_work_group_size`. Sizes and their product are at most 2^31 - 1.
llvm::Expected<std::optional<WorkGroupSize>> requiredWorkGroupSize(const llvm::Function &kernel);

/// Metadata `intel_reqd_sub_group_size`.
llvm::Expected<std::optional<std::uint32_t>> requiredSubGroupSize(const llvm::Function &kernel);

/// Metadata `sycl_kernel_omit_args`: for each argument in the source whether the front end removed
/// it. Those that are left are as many as @p kernel has, without the specialization buffer.
llvm::Expected<std::vector<bool>> omittedArguments(const llvm::Function &kernel);

/// What metadata @p kind, as `kernel_arg_type`, says of argument @p index; empty without it.
llvm::Expected<llvm::StringRef> argumentText(const llvm::Function &kernel, llvm::StringRef kind,
                                             unsigned index);

/// The numbers in metadata @p kind of @p function, such as `sycl_used_aspects`. Elements are
/// numbers, or pairs of a name and a number. None without the metadata.
llvm::Expected<std::vector<std::int64_t>> metadataNumbers(const llvm::Function &function,
                                                          llvm::StringRef kind);

/// The only string in metadata @p kind of @p function; empty without it.
llvm::Expected<llvm::StringRef> metadataText(const llvm::Function &function, llvm::StringRef kind);

/// The string in metadata `sycl-module-id`; empty without it.
llvm::Expected<llvm::StringRef> moduleIdMetadata(const llvm::Function &function);

/// A specialization constant that the module's metadata `sycl.specialization-constants` declares.
struct DeclaredConstant {
  struct Leaf {
    std::uint32_t id; ///< UINT32_MAX: padding
    std::uint32_t offset;
    std::uint32_t size;
  };
  llvm::StringRef name;
  std::vector<Leaf> leaves;
};
llvm::Expected<std::vector<DeclaredConstant>> declaredSpecConstants(const llvm::Module &module);

/// The nodes of the named metadata @p name of @p module; none without it.
std::vector<MetadataNode> namedMetadata(const llvm::Module &module, llvm::StringRef name);

/// Checks all metadata of @p module that the compiler or LLVM's code generators read.
llvm::Error checkMetadata(const llvm::Module &module);

} // namespace ursa
