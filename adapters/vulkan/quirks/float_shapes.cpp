#include "adapters/vulkan/quirks/float_shapes.h"

#include "spirv/builder.h"
#include "spirv/grammar.h"

#include <spirv/unified1/GLSL.std.450.h>

#include <cstring>
#include <unordered_map>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::ParsedInstruction;
using spirv::Section;
using spirv::Words;
using spv::Op;

constexpr uint32_t kHalf = 16, kSingle = 32, kDouble = 64; // bits

/// Replaces instructions of a module with scalars.
class Rewriter {
public:
  Rewriter(spirv::Builder module, const spirv::ParsedInstructions &instructions)
      : module_(std::move(module)), instructions_(instructions) {
    for (const ParsedInstruction &one : instructions)
      if (one.result)
        definitions_[one.result] = &one;
    for (const spirv::Instruction &import : module_.instructions(Section::Import))
      if (spirv::textIn(import.words.subspan(2)) == kGlsl)
        glsl_ = import[1];
  }

  /// Calls a function with each instruction of functions; it adds instructions before this one, and
  /// returns whether they replace it. Returns nothing if none was replaced.
  template <class Function> std::optional<Words> rewrite(Function change) {
    code_.clear();
    bool isInFunctions = false, isChanged = false;
    for (const ParsedInstruction &one : instructions_) {
      isInFunctions |= one.op == Op::OpFunction;
      if (isInFunctions && change(*this, one))
        isChanged = true;
      else if (isInFunctions)
        append(code_, one);
    }
    if (!isChanged)
      return std::nullopt;
    module_.section(Section::Function) = std::move(code_);
    return module_.finish();
  }

  /// Returns the instruction that defines a value; null for none.
  const ParsedInstruction *definition(Id id) const {
    const auto found = definitions_.find(id);
    return found == definitions_.end() ? nullptr : found->second;
  }
  /// Returns the bits of a float type; 0 for other types.
  uint32_t floatBits(Id type) const { return bitsOfType(Op::OpTypeFloat, type); }
  uint32_t integerBits(Id type) const { return bitsOfType(Op::OpTypeInt, type); }
  std::optional<uint64_t> number(Id id) const {
    const ParsedInstruction *one = definition(id);
    if (!one || one->op != Op::OpConstant)
      return std::nullopt;
    return (*one)[3] | uint64_t{one->size() > 4 ? (*one)[4] : 0} << 32;
  }
  /// Whether an instruction is one of GLSL.std.450 with an operand.
  bool isGlsl(const ParsedInstruction &one) const {
    return one.op == Op::OpExtInst && one.size() > 5 && glsl_ != 0 && one[3] == glsl_;
  }

  /// Adds an instruction. Floating-point ones are not combined with others.
  Id add(Op op, Id type, spirv::Operands operands, Id result = 0) {
    const Id id = result ? result : module_.newId();
    append(code_, op, {type, id}, operands);
    if (op == Op::OpFAdd || op == Op::OpFSub)
      module_.decorate(id, spv::Decoration::NoContraction);
    return id;
  }
  Id addGlsl(GLSLstd450 number, Id type, spirv::Operands operands) {
    glsl_ = module_.instructionSet(kGlsl);
    const Id id = module_.newId();
    append(code_, Op::OpExtInst, {type, id, glsl_, static_cast<uint32_t>(number)}, operands);
    return id;
  }
  spirv::Builder &module() { return module_; }

private:
  static constexpr std::string_view kGlsl = "GLSL.std.450";

  uint32_t bitsOfType(Op op, Id type) const {
    const ParsedInstruction *one = definition(type);
    return one && one->op == op ? (*one)[2] : 0;
  }

  spirv::Builder module_;
  const spirv::ParsedInstructions &instructions_;
  Id glsl_ = 0; ///< 0 for none
  std::unordered_map<Id, const ParsedInstruction *> definitions_;
  Words code_;
};

template <class Change> Words changed(std::span<const uint32_t> words, Change change) {
  std::optional<Words> result;
  auto module = spirv::Builder::parse(words);
  if (const spirv::ParsedInstructions instructions(words); module && instructions.problem().empty())
    result = Rewriter(*std::move(module), instructions).rewrite(change);
  return result ? *std::move(result) : Words(words.begin(), words.end());
}

uint64_t bitsOf(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Adds the magnitude with the sign of @p from, whose bits are an integer.
Id addSigned(Rewriter &rewriter, Id type, uint32_t bits, Id magnitude, Id fromBits, Id result = 0) {
  const Id zero = rewriter.module().intConstant(bits, 0);
  const Id isNegative =
      rewriter.add(Op::OpSLessThan, rewriter.module().boolType(), {fromBits, zero});
  const Id negative = rewriter.add(Op::OpFNegate, type, {magnitude});
  return rewriter.add(Op::OpSelect, type, {isNegative, negative, magnitude}, result);
}

bool isRounding(uint32_t number) {
  return number == GLSLstd450RoundEven || number == GLSLstd450Trunc || number == GLSLstd450Floor ||
         number == GLSLstd450Ceil;
}

/// Adds a double rounded by a sum.
Id addRounded(Rewriter &rewriter, uint32_t number, Id type, Id value, Id result) {
  const Id boolean = rewriter.module().boolType();
  const Id large = rewriter.module().floatConstant(kDouble, bitsOf(0x1p52));
  const Id one = rewriter.module().floatConstant(kDouble, bitsOf(1));
  const Id magnitude = rewriter.addGlsl(GLSLstd450FAbs, type, {value});
  const Id sum = rewriter.add(Op::OpFAdd, type, {magnitude, large});
  Id rounded = rewriter.add(Op::OpFSub, type, {sum, large});
  if (number != GLSLstd450RoundEven) {
    const Id isUp = rewriter.add(Op::OpFOrdGreaterThan, boolean, {rounded, magnitude});
    const Id less = rewriter.add(Op::OpFSub, type, {rounded, one});
    rounded = rewriter.add(Op::OpSelect, type, {isUp, less, rounded});
  }
  // Others are integral or NaN.
  const Id isSmall = rewriter.add(Op::OpFOrdLessThan, boolean, {magnitude, large});
  const Id known = rewriter.add(Op::OpSelect, type, {isSmall, rounded, magnitude});
  const Id bits = rewriter.add(Op::OpBitcast, rewriter.module().intType(kDouble), {value});
  const bool isDirected = number == GLSLstd450Floor || number == GLSLstd450Ceil;
  const Id truncated = addSigned(rewriter, type, kDouble, known, bits, isDirected ? 0 : result);
  if (number == GLSLstd450Floor) {
    const Id isAbove = rewriter.add(Op::OpFOrdGreaterThan, boolean, {truncated, value});
    const Id below = rewriter.add(Op::OpFSub, type, {truncated, one});
    return rewriter.add(Op::OpSelect, type, {isAbove, below, truncated}, result);
  }
  if (number == GLSLstd450Ceil) { // -0.5 becomes -0
    const Id isBelow = rewriter.add(Op::OpFOrdLessThan, boolean, {truncated, value});
    const Id above = rewriter.add(Op::OpFAdd, type, {truncated, one});
    return rewriter.add(Op::OpSelect, type, {isBelow, above, truncated}, result);
  }
  return truncated;
}

bool isToFloat(Op op) { return op == Op::OpConvertSToF || op == Op::OpConvertUToF; }
bool isToInteger(Op op) { return op == Op::OpConvertFToS || op == Op::OpConvertFToU; }

/// Returns the operand of a conversion's operand, if that is a conversion as well.
const ParsedInstruction *innerConversion(const Rewriter &rewriter, const ParsedInstruction &outer,
                                         bool (&isInner)(Op)) {
  const ParsedInstruction *inner = outer.size() > 3 ? rewriter.definition(outer[3]) : nullptr;
  return inner && isInner(inner->op) && inner->size() > 3 ? inner : nullptr;
}

bool roundDouble(Rewriter &rewriter, const ParsedInstruction &instruction) {
  const auto all = instruction.words;
  if (rewriter.isGlsl(instruction) && isRounding(all[4]) && rewriter.floatBits(all[1]) == kDouble) {
    addRounded(rewriter, all[4], all[1], all[5], all[2]);
    return true;
  }
  if (!isToFloat(instruction.op) || all.size() < 4 || rewriter.floatBits(all[1]) != kDouble)
    return false;
  const ParsedInstruction *inner = innerConversion(rewriter, instruction, isToInteger);
  const ParsedInstruction *value = inner ? rewriter.definition((*inner)[3]) : nullptr;
  if (!value || value->type != all[1])
    return false;
  const Id rounded = addRounded(rewriter, GLSLstd450Trunc, all[1], (*inner)[3], 0);
  // The sum with 0 is never -0.
  rewriter.add(Op::OpFAdd, all[1], {rounded, rewriter.module().floatConstant(kDouble, 0)}, all[2]);
  return true;
}

bool separateConversions(Rewriter &rewriter, const ParsedInstruction &instruction) {
  if (!isToInteger(instruction.op))
    return false;
  const ParsedInstruction *inner = innerConversion(rewriter, instruction, isToFloat);
  const Id type = inner ? inner->type : 0;
  const uint32_t bits = rewriter.floatBits(type);
  if (bits != kHalf && bits != kSingle && bits != kDouble)
    return false;
  constexpr uint64_t kHalfInfinity = 0x7C00, kInfinity = 0x7F800000, kWideInfinity = 0x7FFull << 52;
  const Id infinity = rewriter.module().floatConstant(bits, bits == kHalf     ? kHalfInfinity
                                                            : bits == kSingle ? kInfinity
                                                                              : kWideInfinity);
  const Id same = rewriter.addGlsl(GLSLstd450NMin, type, {instruction[3], infinity});
  rewriter.add(instruction.op, instruction.type, {same}, instruction.result);
  return true;
}

/// Returns the other operand of a mask of bits; 0 if the value is not masked so.
Id maskedBy(const Rewriter &rewriter, Id value, uint64_t mask) {
  const ParsedInstruction *masked = rewriter.definition(value);
  if (!masked || masked->op != Op::OpBitwiseAnd || masked->size() < 5)
    return 0;
  for (const size_t at : {3, 4})
    if (rewriter.number((*masked)[at]) == mask)
      return (*masked)[7 - at];
  return 0;
}

bool selectSign(Rewriter &rewriter, const ParsedInstruction &cast) {
  const ParsedInstruction *either =
      cast.op == Op::OpBitcast && cast.size() > 3 ? rewriter.definition(cast[3]) : nullptr;
  const uint32_t bits = cast.op == Op::OpBitcast ? rewriter.floatBits(cast.type) : 0;
  if (!either || either->op != Op::OpBitwiseOr || either->size() < 5 ||
      (bits != kSingle && bits != kDouble) || rewriter.integerBits(either->type) != bits)
    return false;
  const uint64_t sign = uint64_t{1} << (bits - 1);
  const Id type = cast.type;
  for (const size_t at : {3, 4}) {
    const Id from = maskedBy(rewriter, (*either)[at], sign);
    const Id other = (*either)[7 - at];
    if (!from)
      continue;
    Id magnitude = 0;
    if (const auto number = rewriter.number(other); number && !(*number & sign))
      magnitude = rewriter.add(Op::OpBitcast, type, {other});
    else if (const Id value = maskedBy(rewriter, other, sign - 1))
      magnitude =
          rewriter.addGlsl(GLSLstd450FAbs, type, {rewriter.add(Op::OpBitcast, type, {value})});
    if (!magnitude)
      continue;
    addSigned(rewriter, type, bits, magnitude, from, cast.result);
    return true;
  }
  return false;
}

} // namespace

std::vector<uint32_t> withDoublesRoundedBySums(std::span<const uint32_t> words) {
  return changed(words, roundDouble);
}

std::vector<uint32_t> withSeparateConversions(std::span<const uint32_t> words) {
  return changed(words, separateConversions);
}

std::vector<uint32_t> withSelectedSigns(std::span<const uint32_t> words) {
  return changed(words, selectSign);
}

} // namespace ursa::vulkan
