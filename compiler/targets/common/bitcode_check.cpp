// See bitcode_check.h: the blocks of a file. bitcode_record_checks.cpp checks their records.
#include "compiler/targets/common/bitcode_state.h"

#include "llvm/Bitcode/LLVMBitCodes.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::targets::bitcode {
namespace {

bool isLeaf(unsigned block) {
  return block != bitc::MODULE_BLOCK_ID && block != bitc::FUNCTION_BLOCK_ID;
}

/// Returns whether LLVM reads a block inside of another one; it skips others.
bool isRead(unsigned block, unsigned parent) {
  switch (block) {
  case bitc::CONSTANTS_BLOCK_ID:
  case bitc::VALUE_SYMTAB_BLOCK_ID:
  case bitc::METADATA_BLOCK_ID:
  case bitc::USELIST_BLOCK_ID:
    return !isLeaf(parent);
  case bitc::METADATA_ATTACHMENT_ID:
    return parent == bitc::FUNCTION_BLOCK_ID;
  case bitc::FUNCTION_BLOCK_ID:
  case bitc::PARAMATTR_BLOCK_ID:
  case bitc::PARAMATTR_GROUP_BLOCK_ID:
  case bitc::TYPE_BLOCK_ID_NEW:
  case bitc::METADATA_KIND_BLOCK_ID:
  case bitc::OPERAND_BUNDLE_TAGS_BLOCK_ID:
  case bitc::SYNC_SCOPE_NAMES_BLOCK_ID:
    return parent == bitc::MODULE_BLOCK_ID;
  default:
    return false;
  }
}

} // namespace

// The same steps as LLVM's search for modules.
Error BitcodeCheck::run() {
  if (Error error = stream().JumpToBit(32)) // "BC" 0xC0DE
    return error;
  while (!stream().AtEndOfStream() && stream().getCurrentByteNo() + 8 < stream().SizeInBytes()) {
    const std::uint64_t begin = stream().GetCurrentBitNo();
    auto entry = stream().advance();
    if (!entry)
      return entry.takeError();
    if (Error error = readTop(begin, *entry))
      return error;
  }
  return Error::success();
}

Error BitcodeCheck::readTop(std::uint64_t begin, BitstreamEntry entry) {
  if (entry.Kind == BitstreamEntry::Record)
    return record_.read(entry.ID);
  if (entry.Kind != BitstreamEntry::SubBlock)
    return malformed("Malformed block");
  if (entry.ID == bitc::IDENTIFICATION_BLOCK_ID) {
    if (Error error = readBlock(entry.ID, 0))
      return error;
    if (Error error = stream().advance().moveInto(entry))
      return error;
    if (entry.Kind != BitstreamEntry::SubBlock || entry.ID != bitc::MODULE_BLOCK_ID)
      return malformed("Malformed block");
  }
  if (entry.ID == bitc::STRTAB_BLOCK_ID || entry.ID == bitc::SYMTAB_BLOCK_ID)
    return readBlock(entry.ID, 0);
  if (entry.ID != bitc::MODULE_BLOCK_ID)
    return stream().SkipBlock();
  module_.emplace(begin);
  if (Error error = readBlock(entry.ID, 0))
    return error;
  return endModule();
}

// LLVM enters some blocks and skips the same blocks at other times: both must end at one place.
Error BitcodeCheck::readBlock(unsigned block, unsigned parent) {
  unsigned words = 0;
  if (Error error = stream().EnterSubBlock(block, &words))
    return error;
  const std::uint64_t end = stream().GetCurrentBitNo() + std::uint64_t{words} * 32;
  constantType_ = TypeFacts{.bits = 32};
  while (true) {
    const std::uint64_t begin = stream().GetCurrentBitNo();
    auto entry = stream().advance(BitstreamCursor::AF_DontAutoprocessAbbrevs);
    if (!entry)
      return entry.takeError();
    switch (entry->Kind) {
    case BitstreamEntry::Error:
      return malformed("Malformed block");
    case BitstreamEntry::EndBlock:
      return stream().GetCurrentBitNo() == end ? Error::success()
                                               : malformed("A block has another size than it says");
    case BitstreamEntry::SubBlock:
      if (Error error = readNested(entry->ID, block, begin))
        return error;
      continue;
    case BitstreamEntry::Record:
      if (Error error = entry->ID == bitc::DEFINE_ABBREV ? record_.readAbbreviation()
                                                         : record_.read(entry->ID))
        return error;
      if (entry->ID == bitc::DEFINE_ABBREV)
        continue;
      if (Error error = check(block, parent))
        return error;
    }
  }
}

// LLVM may read a function when the module has been read. What it depends on must not change then.
Error BitcodeCheck::readNested(unsigned block, unsigned parent, std::uint64_t begin) {
  if (block == bitc::BLOCKINFO_BLOCK_ID && parent == bitc::MODULE_BLOCK_ID) {
    if (module_->fixedAbbreviations)
      return malformed("Abbreviations of blocks follow blocks that use them");
    return record_.readBlockInfo();
  }
  if (!isRead(block, parent))
    return stream().SkipBlock();
  module_->fixedAbbreviations = true;
  if (block == bitc::FUNCTION_BLOCK_ID)
    return readFunction(begin);
  if (block == bitc::VALUE_SYMTAB_BLOCK_ID && parent == bitc::MODULE_BLOCK_ID)
    module_->symbolTableWords.push_back((begin - module_->beginBit) / 32);
  if (block == bitc::CONSTANTS_BLOCK_ID) {
    if (parent == bitc::MODULE_BLOCK_ID && !module_->constants)
      module_->constants.emplace(module_->globals, module_->globals);
    if (parent == bitc::MODULE_BLOCK_ID ? module_->bodiesRead != 0 : function_.hasBegun)
      return malformed("Constants follow what uses them");
  } else if (parent == bitc::FUNCTION_BLOCK_ID) {
    if (Error error = endConstants())
      return error;
  }
  return readBlock(block, parent);
}

Error BitcodeCheck::readFunction(std::uint64_t begin) {
  if (module_->bodiesRead == module_->bodies.size())
    return malformed("There are more bodies than functions");
  if (!module_->instructionsOfConstant) {
    module_->instructionsOfConstant = 0;
    if (module_->constants)
      if (Error error =
              module_->constants->mostInstructions().moveInto(module_->instructionsOfConstant))
        return error;
  }
  Body &body = module_->bodies[module_->bodiesRead++];
  body.word = (begin - module_->beginBit) / 32;
  function_ = {};
  function_.constants.emplace(module_->values(), module_->values() + body.parameters,
                              *module_->instructionsOfConstant);
  if (Error error = readBlock(bitc::FUNCTION_BLOCK_ID, bitc::MODULE_BLOCK_ID))
    return error;
  if (Error error = endConstants())
    return error;
  const std::uint64_t most = std::max(function_.mostInstructions, *module_->instructionsOfConstant);
  return bound_.add(function_.operands, SaturatingMultiply(most, kInstructionBytes));
}

Error BitcodeCheck::endConstants() {
  if (std::exchange(function_.hasBegun, true))
    return Error::success();
  return function_.constants->mostInstructions().moveInto(function_.mostInstructions);
}

// Two functions with one body would be two copies of it, a hundred functions a hundred.
Error BitcodeCheck::endModule() {
  const ModuleFacts &module = *module_;
  if (module.constants && !module.instructionsOfConstant)
    if (Error error = module.constants->mostInstructions().takeError())
      return error;
  if (module.bodiesRead != 0 && module.listedSymbolTable &&
      !is_contained(module.symbolTableWords, *module.listedSymbolTable))
    return malformed("The table of symbols is elsewhere");
  for (const auto &[function, word] : module.listedBodies) {
    const auto *body = std::lower_bound(
        module.bodies.data(), module.bodies.data() + module.bodies.size(), function,
        [](const Body &a, std::uint64_t value) { return a.value < value; });
    const bool isBody =
        body != module.bodies.data() + module.bodies.size() && body->value == function;
    if (!isBody && !module.namesInTable)
      continue; // formerly aliases were listed, too
    if (!isBody || body->word != word)
      return malformed("The body of a function is elsewhere");
  }
  return Error::success();
}

} // namespace ursa::compiler::targets::bitcode
