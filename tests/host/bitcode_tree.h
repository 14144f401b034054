// Bitcode as a tree of blocks and records, to change single records of a real module: make a count
// huge, add a record that no compiler writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace llvm {
class BitstreamWriter;
} // namespace llvm

namespace ursa::jit {

struct BitcodeItem {
  bool isBlock = false;
  unsigned id = 0; ///< of a block; the code of a record
  std::vector<uint64_t> operands;
  bool hasBlob = false;
  std::string blob;
  std::vector<BitcodeItem> children;
  /// Writes the item instead, if there is one.
  std::function<void(llvm::BitstreamWriter &)> write;

  static BitcodeItem record(unsigned code, std::vector<uint64_t> operands = {}) {
    return {.id = code, .operands = std::move(operands)};
  }
  static BitcodeItem block(unsigned id, std::vector<BitcodeItem> children = {}) {
    return {.isBlock = true, .id = id, .children = std::move(children)};
  }
  static BitcodeItem written(std::function<void(llvm::BitstreamWriter &)> write) {
    return {.id = ~0U, .write = std::move(write)};
  }
  /// Returns the first block with this id, which there must be.
  BitcodeItem &child(unsigned block);
  /// Returns the first record with this code, which there must be.
  BitcodeItem &entry(unsigned code);
};

/// Reads bitcode of LLVM's writer. Abbreviations are resolved; what names positions in the file
/// (the table of function bodies, the index of metadata) is left out. LLVM finds these by itself.
/// @return an item with the blocks of the file
BitcodeItem readBitcodeTree(const std::vector<std::byte> &bytes);

/// Writes a tree without abbreviations.
std::vector<std::byte> writeBitcodeTree(const BitcodeItem &tree);

/// Calls visit(block, record) for each record of the tree.
void forEachRecord(BitcodeItem &tree, const std::function<void(unsigned, BitcodeItem &)> &visit);

} // namespace ursa::jit
