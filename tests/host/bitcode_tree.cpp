#include "bitcode_tree.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/Bitstream/BitstreamWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

using namespace llvm;

namespace ursa::jit {
namespace {

template <class T> T take(Expected<T> value) {
  if (value)
    return *value;
  ADD_FAILURE() << toString(value.takeError());
  return T();
}

bool namesPosition(unsigned block, const BitcodeItem &item) {
  if (block == bitc::MODULE_BLOCK_ID)
    return item.isBlock ? item.id == bitc::VALUE_SYMTAB_BLOCK_ID
                        : item.id == bitc::MODULE_CODE_VSTOFFSET;
  return block == bitc::METADATA_BLOCK_ID && !item.isBlock &&
         (item.id == bitc::METADATA_INDEX_OFFSET || item.id == bitc::METADATA_INDEX);
}

class Reader {
public:
  explicit Reader(const std::vector<std::byte> &bytes)
      : stream_(ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size())) {
    stream_.setBlockInfo(&blockInfo_);
    cantFail(stream_.JumpToBit(32)); // "BC" 0xC0DE
  }

  std::vector<BitcodeItem> items(unsigned block) {
    std::vector<BitcodeItem> items;
    while (!stream_.AtEndOfStream()) {
      const BitstreamEntry entry = take(stream_.advance());
      if (entry.Kind != BitstreamEntry::SubBlock && entry.Kind != BitstreamEntry::Record)
        break;
      if (entry.Kind == BitstreamEntry::SubBlock && entry.ID == bitc::BLOCKINFO_BLOCK_ID) {
        blockInfo_ = *take(stream_.ReadBlockInfoBlock());
        continue;
      }
      BitcodeItem item =
          entry.Kind == BitstreamEntry::SubBlock ? nested(entry.ID) : record(entry.ID);
      if (!namesPosition(block, item))
        items.push_back(std::move(item));
    }
    return items;
  }

private:
  BitcodeItem nested(unsigned id) {
    if (Error error = stream_.EnterSubBlock(id))
      ADD_FAILURE() << toString(std::move(error));
    return BitcodeItem::block(id, items(id));
  }

  BitcodeItem record(unsigned abbreviation) {
    SmallVector<uint64_t, 64> operands;
    StringRef blob;
    const unsigned code = take(stream_.readRecord(abbreviation, operands, &blob));
    BitcodeItem item = BitcodeItem::record(code, {operands.begin(), operands.end()});
    item.hasBlob = blob.data() != nullptr;
    item.blob = blob.str();
    return item;
  }

  BitstreamCursor stream_;
  BitstreamBlockInfo blockInfo_;
};

void write(BitstreamWriter &stream, const BitcodeItem &item) {
  if (item.write) {
    item.write(stream);
    return;
  }
  if (item.isBlock) {
    stream.EnterSubblock(item.id, 4);
    for (const BitcodeItem &child : item.children)
      write(stream, child);
    stream.ExitBlock();
    return;
  }
  if (!item.hasBlob) {
    stream.EmitRecord(item.id, item.operands);
    return;
  }
  const auto abbreviation = std::make_shared<BitCodeAbbrev>();
  abbreviation->Add(BitCodeAbbrevOp(item.id));
  for (size_t i = 0; i < item.operands.size(); ++i)
    abbreviation->Add(BitCodeAbbrevOp(BitCodeAbbrevOp::VBR, 6));
  abbreviation->Add(BitCodeAbbrevOp(BitCodeAbbrevOp::Blob));
  std::vector<uint64_t> all = {item.id};
  all.insert(all.end(), item.operands.begin(), item.operands.end());
  stream.EmitRecordWithBlob(stream.EmitAbbrev(abbreviation), all, item.blob);
}

BitcodeItem &find(std::vector<BitcodeItem> &items, bool isBlock, unsigned id) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const BitcodeItem &item) {
    return item.isBlock == isBlock && item.id == id;
  });
  EXPECT_NE(found, items.end()) << "no " << (isBlock ? "block " : "record ") << id;
  return *found;
}

} // namespace

BitcodeItem &BitcodeItem::child(unsigned block) { return find(children, true, block); }

BitcodeItem &BitcodeItem::entry(unsigned code) { return find(children, false, code); }

BitcodeItem readBitcodeTree(const std::vector<std::byte> &bytes) {
  return BitcodeItem::block(0, Reader(bytes).items(0));
}

std::vector<std::byte> writeBitcodeTree(const BitcodeItem &tree) {
  SmallVector<char, 0> bytes;
  BitstreamWriter stream(bytes);
  for (const char c : {'B', 'C', '\xC0', '\xDE'})
    stream.Emit(static_cast<unsigned char>(c), 8);
  for (const BitcodeItem &item : tree.children)
    write(stream, item);
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.data());
  return {begin, begin + bytes.size()};
}

void forEachRecord(BitcodeItem &tree, const std::function<void(unsigned, BitcodeItem &)> &visit) {
  for (BitcodeItem &item : tree.children)
    if (item.isBlock)
      forEachRecord(item, visit);
    else
      visit(tree.id, item);
}

} // namespace ursa::jit
