#include "compiler/targets/common/bitcode_records.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

// What LLVM allocates at most, as seen in its reader: an instruction or constant with its place in
// the list of values, a use, an abbreviation with room for 32 operands.
constexpr std::uint64_t kRecordBytes = 128;
constexpr std::uint64_t kOperandBytes = 32;
constexpr std::uint64_t kAbbreviationBytes = 640;
constexpr std::uint64_t kBytesOfBlockInfo = 320; ///< for each byte of the block

Expected<std::uint64_t> readField(BitstreamCursor &stream, const BitCodeAbbrevOp &field) {
  if (field.isLiteral())
    return field.getLiteralValue();
  switch (field.getEncoding()) {
  case BitCodeAbbrevOp::Fixed:
    return stream.Read(static_cast<unsigned>(field.getEncodingData()));
  case BitCodeAbbrevOp::VBR:
    return stream.ReadVBR64(static_cast<unsigned>(field.getEncodingData()));
  case BitCodeAbbrevOp::Char6:
    return stream.Read(6);
  default:
    return createStringError("An array or blob is the code of a record");
  }
}

/// Returns the bits of which a field consists at least.
unsigned leastBits(const BitCodeAbbrevOp &field) {
  return field.getEncoding() == BitCodeAbbrevOp::Char6
             ? 6
             : static_cast<unsigned>(field.getEncodingData());
}

} // namespace

Error MemoryBound::add(std::uint64_t count, std::uint64_t bytes) {
  const std::uint64_t product = SaturatingMultiply(count, bytes);
  if (product > left_)
    return createStringError("Reading it would take more memory than its size explains");
  left_ -= product;
  return Error::success();
}

BitcodeRecords::BitcodeRecords(ArrayRef<std::uint8_t> bytes, MemoryBound &bound)
    : stream(bytes), bound_(bound) {
  stream.setBlockInfo(&blockInfo_);
}

Error BitcodeRecords::reserve(std::uint64_t count, std::uint64_t bitsOfEach) {
  if (count > bitsLeft() / bitsOfEach)
    return createStringError("A record has more operands than the file has bits");
  if (Error error = bound_.add(count, kOperandBytes))
    return error;
  operands_.reserve(operands_.size() + count);
  return Error::success();
}

Error BitcodeRecords::read(unsigned abbreviation) {
  operands_.clear();
  if (Error error = bound_.add(1, kRecordBytes))
    return error;
  if (abbreviation != bitc::UNABBREV_RECORD) {
    auto known = stream.getAbbrev(abbreviation);
    return known ? readOperands(**known) : known.takeError();
  }
  if (Error error = stream.ReadVBR(6).moveInto(code_))
    return error;
  auto count = stream.ReadVBR(6);
  if (!count)
    return count.takeError();
  if (Error error = reserve(*count, 6))
    return error;
  for (std::uint32_t i = 0; i < *count; ++i) {
    auto operand = stream.ReadVBR64(6);
    if (!operand)
      return operand.takeError();
    operands_.push_back(*operand);
  }
  return Error::success();
}

Error BitcodeRecords::readOperands(const BitCodeAbbrev &abbreviation) {
  auto code = readField(stream, abbreviation.getOperandInfo(0));
  if (!code)
    return code.takeError();
  code_ = static_cast<unsigned>(*code);
  const unsigned fields = abbreviation.getNumOperandInfos();
  if (Error error = bound_.add(fields, kOperandBytes)) // literals are no bits of the record
    return error;
  for (unsigned i = 1; i < fields; ++i) {
    const BitCodeAbbrevOp &field = abbreviation.getOperandInfo(i);
    if (field.isEncoding() && field.getEncoding() == BitCodeAbbrevOp::Array)
      return i + 2 == fields ? readArray(abbreviation.getOperandInfo(i + 1))
                             : createStringError("An array is not the end of its record");
    if (field.isEncoding() && field.getEncoding() == BitCodeAbbrevOp::Blob) {
      if (Error error = readBlob())
        return error;
      continue;
    }
    auto operand = readField(stream, field);
    if (!operand)
      return operand.takeError();
    operands_.push_back(*operand);
  }
  return Error::success();
}

// An array of literals has no bits for its elements, so that a few bits make any number of them.
Error BitcodeRecords::readArray(const BitCodeAbbrevOp &element) {
  auto count = stream.ReadVBR(6);
  if (!count)
    return count.takeError();
  if (element.isLiteral() || element.getEncoding() == BitCodeAbbrevOp::Array ||
      element.getEncoding() == BitCodeAbbrevOp::Blob)
    return createStringError("The elements of an array have no encoding");
  if (Error error = reserve(*count, leastBits(element)))
    return error;
  for (std::uint32_t i = 0; i < *count; ++i) {
    auto operand = readField(stream, element);
    if (!operand)
      return operand.takeError();
    operands_.push_back(*operand);
  }
  return Error::success();
}

Error BitcodeRecords::readBlob() {
  auto size = stream.ReadVBR(6);
  if (!size)
    return size.takeError();
  const std::uint64_t end =
      alignTo(stream.GetCurrentBitNo(), 32) + 8 * alignTo(std::uint64_t{*size}, 4);
  if (!stream.canSkipToPos(end / 8))
    return createStringError("A blob is larger than the file");
  return stream.JumpToBit(end);
}

Error BitcodeRecords::readAbbreviation() {
  if (Error error = bound_.add(1, kAbbreviationBytes))
    return error;
  const std::uint64_t begin = stream.GetCurrentBitNo();
  if (Error error = stream.ReadAbbrevRecord())
    return error;
  return bound_.add(stream.GetCurrentBitNo() - begin, sizeof(BitCodeAbbrevOp));
}

Error BitcodeRecords::readBlockInfo() {
  SimpleBitstreamCursor header(stream.getBitcodeBytes());
  if (Error error = header.JumpToBit(stream.GetCurrentBitNo()))
    return error;
  if (Error error = header.ReadVBR(bitc::CodeLenWidth).takeError())
    return error;
  header.SkipToFourByteBoundary();
  auto words = header.Read(bitc::BlockSizeWidth);
  if (!words)
    return words.takeError();
  const std::uint64_t end = header.GetCurrentBitNo() + 32 * *words;
  if (end / 8 > stream.SizeInBytes())
    return createStringError("A block is larger than the file");
  if (Error error = bound_.add(4 * *words, kBytesOfBlockInfo))
    return error;
  auto read = stream.ReadBlockInfoBlock();
  if (!read)
    return read.takeError();
  if (!*read || stream.GetCurrentBitNo() != end)
    return createStringError("Malformed block");
  blockInfo_ = std::move(**read);
  return Error::success();
}

} // namespace ursa::compiler::targets
