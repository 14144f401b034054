// The constants of a block of bitcode and the constants that they consist of.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace ursa::compiler::targets {

/// Constants with consecutive numbers. LLVM makes an instruction of an expression that constants no
/// longer have wherever it is used, together with what it consists of.
class ConstantGraph {
public:
  /// Begins with the constant @p first. Numbers from @p reserved to it are no constants, those
  /// below are constants of the module, which take up to @p instructionsOfModule instructions each.
  ConstantGraph(std::uint64_t reserved, std::uint64_t first, std::uint64_t instructionsOfModule = 0)
      : reserved_(reserved), first_(first), instructionsOfModule_(instructionsOfModule) {}

  /// Adds the next constant.
  void add(llvm::ArrayRef<std::uint64_t> parts = {}, bool isInstruction = false);

  std::uint64_t end() const { return first_ + nodes_.size(); }

  /// Returns the most instructions that a constant takes; 0 if LLVM makes none. Fails if a constant
  /// contains itself or what is no constant.
  llvm::Expected<std::uint64_t> mostInstructions() const;

private:
  struct Node {
    std::size_t firstPart = 0, parts = 0;
    bool isInstruction = false;
  };
  /// Returns what a constant takes, given what its parts take.
  std::uint64_t instructionsOf(const Node &node, llvm::ArrayRef<std::uint64_t> known) const;

  std::uint64_t reserved_, first_, instructionsOfModule_;
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> parts_;
};

} // namespace ursa::compiler::targets
