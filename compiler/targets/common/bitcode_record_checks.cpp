// The checks of records of bitcode. The numbers of operands are those of LLVM's reader;
// LLVMBitCodes.h lists the records.
#include "compiler/targets/common/bitcode_check.h"

#include "compiler/targets/common/bitcode_state.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/LLVMBitCodes.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::targets::bitcode {

Error BitcodeCheck::check(unsigned block, unsigned parent) {
  switch (block) {
  case bitc::MODULE_BLOCK_ID:
    return checkModule();
  case bitc::TYPE_BLOCK_ID_NEW:
    return checkType();
  case bitc::PARAMATTR_BLOCK_ID:
    return checkAttributes();
  case bitc::PARAMATTR_GROUP_BLOCK_ID:
    return record_.code() == bitc::PARAMATTR_GRP_CODE_ENTRY ? checkAttributeGroup()
                                                            : Error::success();
  case bitc::CONSTANTS_BLOCK_ID:
    return checkConstant(parent == bitc::FUNCTION_BLOCK_ID ? *function_.constants
                                                           : *module_->constants);
  case bitc::METADATA_BLOCK_ID:
    return checkMetadata(parent == bitc::MODULE_BLOCK_ID);
  case bitc::FUNCTION_BLOCK_ID:
    return checkInstruction();
  case bitc::VALUE_SYMTAB_BLOCK_ID:
    if (record_.code() != bitc::VST_CODE_FNENTRY || parent != bitc::MODULE_BLOCK_ID)
      return Error::success();
    if (record_.size() < 2)
      return malformed("Invalid record");
    module_->listedBodies[record_[0]] = record_[1] - 1;
    return Error::success();
  default:
    return Error::success();
  }
}

Error BitcodeCheck::checkModule() {
  switch (record_.code()) {
  case bitc::MODULE_CODE_VERSION:
    module_->namesInTable = record_[0] >= 2;
    return Error::success();
  case bitc::MODULE_CODE_VSTOFFSET:
    if (record_[0] != 0)
      module_->listedSymbolTable = record_[0] - 1;
    return Error::success();
  case bitc::MODULE_CODE_GCNAME:
    module_->longestCollector = std::max<std::uint64_t>(module_->longestCollector, record_.size());
    return Error::success();
  case bitc::MODULE_CODE_COMDAT:
    if (record_.size() < (module_->namesInTable ? 3 : 2))
      return malformed("Invalid record");
    return bound_.add(module_->namesInTable ? record_[1] : 0, 2);
  case bitc::MODULE_CODE_GLOBALVAR:
    return checkGlobal(6, 15);
  case bitc::MODULE_CODE_ALIAS:
  case bitc::MODULE_CODE_ALIAS_OLD:
    return checkGlobal(3, 10);
  case bitc::MODULE_CODE_IFUNC:
    return checkGlobal(4, 7);
  case bitc::MODULE_CODE_FUNCTION:
    if (Error error = checkGlobal(8, 18))
      return error;
    return checkFunctionRecord();
  default:
    return Error::success();
  }
}

// Names are copies, and may be the same part of the table of strings.
Error BitcodeCheck::checkGlobal(std::size_t shortest, std::size_t partition) {
  const std::size_t first = module_->namesInTable ? 2 : 0;
  if (record_.size() < first + shortest)
    return malformed("Invalid record");
  if (module_->constants || module_->bodiesRead != 0)
    return malformed("Variables and functions follow what uses them");
  ++module_->globals;
  if (Error error = bound_.add(record_[first + partition], 1))
    return error;
  return bound_.add(module_->namesInTable ? record_[1] : 0, 2);
}

Error BitcodeCheck::checkFunctionRecord() {
  const std::size_t first = module_->namesInTable ? 2 : 0;
  const TypeFacts type = module_->type(record_[first]);
  if (!record_[first + 2])
    module_->bodies.push_back({module_->globals - 1, type.parameters});
  if (Error error = bound_.add(type.parameters, kArgumentBytes))
    return error;
  if (Error error = bound_.add(type.nodes, 16))
    return error;
  if (Error error =
          bound_.add(type.names, SaturatingMultiply(module_->longestName, std::uint64_t{2})))
    return error;
  if (module_->hasUntypedAttributes) // each gets a type, in a new list of attributes
    if (Error error =
            bound_.add(type.parameters, SaturatingMultiply(type.parameters, std::uint64_t{16})))
      return error;
  return bound_.add(record_[first + 8] ? module_->longestCollector : 0, 1);
}

Error BitcodeCheck::checkType() {
  TypeFacts type;
  const auto addPart = [&](std::uint64_t id) {
    const TypeFacts part = module_->type(id);
    type.nodes = SaturatingAdd(type.nodes, part.nodes);
    type.names = SaturatingAdd(type.names, part.names);
  };
  switch (record_.code()) {
  case bitc::TYPE_CODE_NUMENTRY:
    return bound_.add(record_[0], sizeof(void *));
  case bitc::TYPE_CODE_STRUCT_NAME:
    module_->longestName = std::max<std::uint64_t>(module_->longestName, record_.size());
    return Error::success();
  case bitc::TYPE_CODE_INTEGER:
    type.bits = record_[0];
    break;
  case bitc::TYPE_CODE_POINTER:
    type.parameters = module_->type(record_[0]).parameters;
    module_->hasTypedPointers = true;
    break;
  case bitc::TYPE_CODE_FUNCTION_OLD:
    return malformed("Types of functions have the form of LLVM 2");
  case bitc::TYPE_CODE_FUNCTION:
    type.parameters = record_.size() < 2 ? 0 : record_.size() - 2;
    for (const std::uint64_t part : record_.operands().drop_front(record_.size() ? 1 : 0))
      addPart(part);
    break;
  case bitc::TYPE_CODE_STRUCT_ANON:
    for (const std::uint64_t part : record_.operands().drop_front(record_.size() ? 1 : 0))
      addPart(part);
    break;
  case bitc::TYPE_CODE_STRUCT_NAMED:
  case bitc::TYPE_CODE_OPAQUE:
    type.names = 1;
    break;
  case bitc::TYPE_CODE_TARGET_TYPE:
    type.names = 1;
    type.nodes += record_.size();
    for (std::uint64_t i = 0; i < record_[0] && i + 1 < record_.size(); ++i)
      addPart(record_[i + 1]);
    break;
  case bitc::TYPE_CODE_ARRAY:
    addPart(record_[1]);
    type.isSequence = true;
    break;
  case bitc::TYPE_CODE_VECTOR:
    addPart(record_[1]);
    type.bits = module_->type(record_[1]).bits;
    type.elements = record_[0];
    type.isSequence = true;
    module_->mostElements = std::max(module_->mostElements, type.elements);
    module_->hasScalable |= record_[2] != 0;
    break;
  default:
    break;
  }
  module_->types.push_back(type);
  return Error::success();
}

// A list of attributes has a place for each parameter up to the last with attributes.
Error BitcodeCheck::checkAttributes() {
  if (record_.code() == bitc::PARAMATTR_CODE_ENTRY_OLD)
    return malformed("Attributes have the form of LLVM 3");
  std::uint64_t last = 0;
  for (const std::uint64_t group : record_.operands())
    if (const auto found = module_->attributeIndices.find(static_cast<std::uint32_t>(group));
        found != module_->attributeIndices.end())
      last = std::max(last, found->second);
  return bound_.add(last + 2, 4 * sizeof(void *));
}

Error BitcodeCheck::checkAttributeGroup() {
  if (record_.size() < 3)
    return malformed("Invalid record");
  const std::uint32_t index = static_cast<std::uint32_t>(record_[1]) + 1; // that of functions is ~0
  module_->attributeIndices[static_cast<std::uint32_t>(record_[0])] = index;
  if (Error error = bound_.add(std::uint64_t{index} + 2, 4 * sizeof(void *)))
    return error;
  std::size_t at = 2;
  const auto skipText = [&] {
    while (at < record_.size() && record_[at] != 0)
      ++at;
    ++at;
  };
  while (at < record_.size()) {
    const std::uint64_t form = record_[at++];
    const std::uint64_t kind = record_[at];
    switch (form) {
    case 0: // a word, formerly also one that needs a type
    case 5: // the same
      module_->hasUntypedAttributes |= kind == bitc::ATTR_KIND_BY_VAL ||
                                       kind == bitc::ATTR_KIND_STRUCT_RET ||
                                       kind == bitc::ATTR_KIND_IN_ALLOCA;
      ++at;
      break;
    case 1: // a number
    case 6: // a type
      at += 2;
      break;
    case 3: // a text
      skipText();
      break;
    case 4: // a text with a value
      skipText();
      skipText();
      break;
    case 7: { // a range
      const std::uint64_t bits = record_[at + 1];
      at += 2;
      if (Error error = checkRange(at, bits))
        return error;
      break;
    }
    case 8: { // ranges
      const std::uint64_t count = record_[at + 1], bits = record_[at + 2];
      at += 3;
      for (std::uint64_t i = 0; i < count; ++i)
        if (Error error = checkRange(at, bits))
          return error;
      break;
    }
    default:
      return malformed("Invalid attribute group entry");
    }
  }
  return at == record_.size() ? Error::success() : malformed("Invalid attribute group entry");
}

// Two numbers of up to 64 bits, or two counts in one number and as many words.
Error BitcodeCheck::checkRange(std::size_t &at, std::uint64_t bits) {
  if (at >= record_.size())
    return malformed("Too few records for range");
  const std::uint64_t counts = record_[at];
  at += static_cast<std::uint32_t>(bits) > 64
            ? 1 + static_cast<std::uint32_t>(counts) + (counts >> 32)
            : 2;
  return bound_.add(static_cast<std::uint32_t>(bits), 1);
}

Error BitcodeCheck::checkConstant(ConstantGraph &graph) {
  switch (record_.code()) {
  case bitc::CST_CODE_SETTYPE:
    constantType_ = module_->type(record_[0]);
    return Error::success();
  case bitc::CST_CODE_INTEGER:
  case bitc::CST_CODE_WIDE_INTEGER:
  case bitc::CST_CODE_FLOAT:
    graph.add();
    if (Error error = bound_.add(constantType_.elements, kElementBytes))
      return error;
    return bound_.add(constantType_.bits, 1);
  case bitc::CST_CODE_INLINEASM:
  case bitc::CST_CODE_INLINEASM_OLD:
  case bitc::CST_CODE_INLINEASM_OLD2:
  case bitc::CST_CODE_INLINEASM_OLD3:
    module_->hasInlineAsm = true;
    graph.add();
    return Error::success();
  case bitc::CST_CODE_AGGREGATE:
    graph.add(record_.operands());
    return Error::success();
  case bitc::CST_CODE_NULL:
  case bitc::CST_CODE_UNDEF:
  case bitc::CST_CODE_POISON:
  case bitc::CST_CODE_STRING:
  case bitc::CST_CODE_CSTRING:
    graph.add();
    return Error::success();
  case bitc::CST_CODE_DATA: // LLVM takes any other type for a vector, and may not end
    graph.add();
    return constantType_.isSequence ? Error::success() : malformed("Invalid type for value");
  default:
    return checkExpression(graph);
  }
}

// An expression on vectors becomes a constant for each element.
Error BitcodeCheck::checkExpression(ConstantGraph &graph) {
  SmallVector<std::uint64_t, 8> parts;
  bool isInstruction = false; // what is no longer a constant
  const auto addParts = [&](std::initializer_list<std::size_t> places) {
    for (const std::size_t place : places)
      parts.push_back(record_[place]);
  };
  switch (record_.code()) {
  case bitc::CST_CODE_CE_UNOP:
    addParts({1});
    isInstruction = true;
    break;
  case bitc::CST_CODE_CE_BINOP:
    addParts({1, 2});
    isInstruction = record_[0] != bitc::BINOP_ADD && record_[0] != bitc::BINOP_SUB &&
                    record_[0] != bitc::BINOP_XOR;
    break;
  case bitc::CST_CODE_CE_CAST:
    addParts({2});
    isInstruction = record_[0] != bitc::CAST_TRUNC && record_[0] < bitc::CAST_PTRTOINT;
    break;
  case bitc::CST_CODE_CE_SELECT:
    addParts({0, 1, 2});
    isInstruction = true;
    break;
  case bitc::CST_CODE_CE_SHUFFLEVEC:
    addParts({0, 1, 2});
    break;
  case bitc::CST_CODE_CE_EXTRACTELT:
    addParts({1, record_.size() == 4 ? std::size_t{3} : 2});
    break;
  case bitc::CST_CODE_CE_INSERTELT:
    addParts({0, 1, record_.size() == 4 ? std::size_t{3} : 2});
    break;
  case bitc::CST_CODE_CE_SHUFVEC_EX:
    addParts({1, 2, 3});
    break;
  case bitc::CST_CODE_CE_CMP:
    addParts({1, 2});
    isInstruction = true;
    break;
  case bitc::CST_CODE_BLOCKADDRESS: // places for the blocks up to this one
    if (Error error = bound_.add(static_cast<std::uint32_t>(record_[2]), sizeof(void *)))
      return error;
    addParts({1});
    break;
  case bitc::CST_CODE_DSO_LOCAL_EQUIVALENT:
  case bitc::CST_CODE_NO_CFI_VALUE:
    addParts({1});
    break;
  case bitc::CST_CODE_PTRAUTH:
    addParts({0, 1, 2, 3});
    break;
  case bitc::CST_CODE_PTRAUTH2:
    addParts({0, 1, 2, 3, 4});
    break;
  case bitc::CST_CODE_CE_GEP_OLD:
  case bitc::CST_CODE_CE_INBOUNDS_GEP:
  case bitc::CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD:
  case bitc::CST_CODE_CE_GEP_WITH_INRANGE:
  case bitc::CST_CODE_CE_GEP: {
    std::size_t at = record_.size() % 2;
    if (record_.code() == bitc::CST_CODE_CE_GEP ||
        record_.code() == bitc::CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD)
      at = 2;
    if (record_.code() == bitc::CST_CODE_CE_GEP_WITH_INRANGE) {
      at = 3;
      if (Error error = checkRange(at, record_[2]))
        return error;
    }
    for (; at < record_.size(); at += 2)
      parts.push_back(record_[at + 1]);
    isInstruction = module_->hasScalable;
    break;
  }
  default: // unknown ones are undefined
    break;
  }
  graph.add(parts, isInstruction);
  return bound_.add(constantType_.elements, 2 * kElementBytes);
}

Error BitcodeCheck::checkMetadata(bool isOfModule) {
  switch (record_.code()) {
  case bitc::METADATA_STRINGS:
    return bound_.add(record_[0], kStringBytes);
  case bitc::METADATA_OLD_NODE:
  case bitc::METADATA_OLD_FN_NODE:
    return malformed("Metadata has the form of LLVM 3");
  case bitc::METADATA_VALUE:
    return isOfModule && record_[1] >= module_->values()
               ? malformed("Metadata refers to a value that is no constant")
               : Error::success();
  case bitc::METADATA_ENUMERATOR:
    return bound_.add((record_[0] & 4) ? static_cast<std::uint32_t>(record_[1]) : 0, 1);
  case bitc::METADATA_FIXED_POINT_TYPE: {
    // Two numbers: their counts of words and bits, and the words.
    const std::size_t second = 10 + (record_[9] >> 32);
    if (Error error = bound_.add(static_cast<std::uint32_t>(record_[9]), 1))
      return error;
    return bound_.add(static_cast<std::uint32_t>(record_[second]), 1);
  }
  default:
    return Error::success();
  }
}

Error BitcodeCheck::checkInstruction() {
  if (record_.code() == bitc::FUNC_CODE_DECLAREBLOCKS)
    return bound_.add(record_[0], kBlockBytes);
  if (Error error = endConstants())
    return error;
  function_.operands += record_.size();
  switch (record_.code()) {
  case bitc::FUNC_CODE_INST_SWITCH:
    if (record_.size() < 3 || record_[0] >> 16 == 0x4B5)
      return malformed("A switch has ranges of cases");
    return Error::success();
  case bitc::FUNC_CODE_INST_LANDINGPAD_OLD:
    return malformed("A landing pad has the form of LLVM 3");
  case bitc::FUNC_CODE_INST_LANDINGPAD:
    return record_.size() < 3 || record_[2] > record_.size() ? malformed("Invalid record")
                                                             : Error::success();
  case bitc::FUNC_CODE_INST_CATCHSWITCH:
    return record_[1] > record_.size() ? malformed("Invalid record") : Error::success();
  case bitc::FUNC_CODE_INST_SHUFFLEVEC:
    return bound_.add(module_->mostElements, 2 * sizeof(int));
  case bitc::FUNC_CODE_INST_CALLBR:
    if (record_.size() < 4 || record_[3] > record_.size())
      return malformed("Invalid record");
    [[fallthrough]];
  case bitc::FUNC_CODE_INST_CALL:
  case bitc::FUNC_CODE_INST_INVOKE:
    // An argument without a type gets one, in a new list of attributes.
    if (module_->hasUntypedAttributes || (module_->hasTypedPointers && module_->hasInlineAsm))
      if (Error error = bound_.add(record_.size(), 16 * std::uint64_t{record_.size()}))
        return error;
    // Calls of some intrinsics become code for each element.
    return bound_.add(module_->mostElements > 256 ? module_->mostElements : 0, 2);
  default:
    return Error::success();
  }
}

} // namespace ursa::compiler::targets::bitcode

namespace ursa::compiler::targets {

Error checkBitcode(MemoryBufferRef bitcode) {
  const auto *begin = reinterpret_cast<const unsigned char *>(bitcode.getBufferStart());
  const unsigned char *end = begin + bitcode.getBufferSize();
  if (isBitcodeWrapper(begin, end) && SkipBitcodeWrapperHeader(begin, end, true))
    return Error::success();
  if (!isRawBitcode(begin, end) || (end - begin) % 4 != 0)
    return Error::success();
  return bitcode::BitcodeCheck(ArrayRef(begin, end)).run();
}

} // namespace ursa::compiler::targets
