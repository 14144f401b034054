// Reads a bitstream record by record for a check of it before LLVM does: a record whose counts
// cannot be right is an error before anything is allocated for it.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace ursa::compiler::targets {

/// An upper bound of the memory that LLVM allocates, which must stay below a limit.
class MemoryBound {
public:
  explicit MemoryBound(std::uint64_t limit) : left_(limit) {}

  /// Adds @p count times @p bytes. Fails if the limit is exceeded.
  llvm::Error add(std::uint64_t count, std::uint64_t bytes);

private:
  std::uint64_t left_;
};

/// The records of a stream: its numbers may be anything.
class BitcodeRecords {
public:
  BitcodeRecords(llvm::ArrayRef<std::uint8_t> bytes, MemoryBound &bound);

  /// Reads the record that begins with @p abbreviation. Fails if the file cannot hold it.
  llvm::Error read(unsigned abbreviation);

  /// Reads an abbreviation, whose code was read.
  llvm::Error readAbbreviation();

  /// Reads the block of abbreviations for other blocks, whose code and id were read.
  llvm::Error readBlockInfo();

  unsigned code() const { return code_; }
  std::size_t size() const { return operands_.size(); }
  /// Returns an operand; 0 if the record is shorter.
  std::uint64_t operator[](std::size_t i) const { return i < operands_.size() ? operands_[i] : 0; }
  llvm::ArrayRef<std::uint64_t> operands() const { return operands_; }

  llvm::BitstreamCursor stream;

private:
  llvm::Error readOperands(const llvm::BitCodeAbbrev &abbreviation);
  llvm::Error readArray(const llvm::BitCodeAbbrevOp &element);
  llvm::Error readBlob();
  llvm::Error reserve(std::uint64_t count, std::uint64_t bitsOfEach);
  std::uint64_t bitsLeft() const { return 8 * stream.SizeInBytes() - stream.GetCurrentBitNo(); }

  MemoryBound &bound_;
  llvm::BitstreamBlockInfo blockInfo_;
  unsigned code_ = 0;
  llvm::SmallVector<std::uint64_t, 64> operands_;
};

} // namespace ursa::compiler::targets
