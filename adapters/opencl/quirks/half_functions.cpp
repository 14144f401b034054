#include "adapters/opencl/quirks/half_functions.h"

#include "spirv/builder.h"
#include "spirv/definitions.h"

#include <spirv/unified1/OpenCL.std.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ursa::opencl {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Operands;
using spirv::Section;
using spirv::Words;
namespace cl = OpenCLLIB;

constexpr uint32_t kInfinity = 0x7C00, kQuietNan = 0x7E00, kSign = 0x8000; ///< encodings of halves
constexpr uint32_t kFloatInfinity = 0x7F800000;
constexpr uint32_t kBelowOne = 0x3F7FE000; ///< the float of the largest half below 1
constexpr size_t kFunction = 4,
                 kFirst = 5; ///< words of OpExtInst: the function, its first argument

/// The type of a value: numbers or vectors of them.
struct Number {
  bool isFloat = false;
  uint32_t width = 0;    ///< bits of a number
  uint32_t elements = 0; ///< 1 for a scalar
  bool isHalf() const { return isFloat && width == 16; }
};

struct Pointer {
  uint32_t storage = 0;
  Id pointee = 0;
};

/// Rewrites the instructions of functions one by one. Those that are not understood stay.
class Rewriter {
public:
  /// @param words those that the module was parsed from
  Rewriter(spirv::Builder &module, std::span<const uint32_t> words)
      : module_(module), definitions_(words), set_(module.instructionSet("OpenCL.std")) {
    readRoundings();
  }

  /// Returns whether the module has changed.
  bool run() {
    const Words code = std::exchange(module_.section(Section::Function), {});
    out_ = &module_.section(Section::Function);
    bool isChanged = false;
    for (const Instruction &one : spirv::Walker(code, 0)) {
      const bool isReplaced = replace(one);
      isChanged |= isReplaced;
      if (!isReplaced)
        append(*out_, one);
    }
    if (!plain_.empty())
      dropDecorations();
    return isChanged || !plain_.empty();
  }

private:
  // What the module says.

  void readRoundings() {
    for (const Instruction &one : module_.instructions(Section::Annotation)) {
      if (one.op == spv::Op::OpDecorate && one.size() > 3 &&
          one[2] == static_cast<uint32_t>(spv::Decoration::FPRoundingMode))
        roundings_[one[1]] = static_cast<spv::FPRoundingMode>(one[3]);
    }
  }

  Number numberOfType(Id type) const {
    const Instruction definition = definitions_.of(type);
    switch (definition.op) {
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeInt:
      return {definition.op == spv::Op::OpTypeFloat, definition[2], 1};
    case spv::Op::OpTypeVector: {
      const Instruction element = definitions_.of(definition[2]);
      const bool isNumber = element.op == spv::Op::OpTypeFloat || element.op == spv::Op::OpTypeInt;
      return isNumber ? Number{element.op == spv::Op::OpTypeFloat, element[2], definition[3]}
                      : Number();
    }
    default:
      return {};
    }
  }
  /// Returns the id of a value's type; 0 if it has none.
  Id typeOf(Id value) const {
    const Instruction definition = definitions_.of(value);
    return definition.size() > 2 && definition[2] == value ? definition[1] : 0;
  }
  Number numberOf(Id value) const { return numberOfType(typeOf(value)); }
  /// Returns the type of a value if that is a pointer to halves.
  std::optional<Pointer> halfPointer(Id value) const {
    const Instruction type = definitions_.of(typeOf(value));
    return type.op == spv::Op::OpTypePointer && numberOfType(type[3]).isHalf()
               ? std::optional(Pointer{type[2], type[3]})
               : std::nullopt;
  }

  // Types, constants and instructions.

  Id vectorOf(Id type, uint32_t elements) {
    return elements == 1 ? type : module_.vectorType(type, elements);
  }
  Id floats(uint32_t elements) { return vectorOf(module_.floatType(32), elements); }
  Id integers(unsigned width, uint32_t elements) {
    return vectorOf(module_.intType(width), elements);
  }
  Id booleans(uint32_t elements) { return vectorOf(module_.boolType(), elements); }
  Id vectorOfConstant(Id type, Id number, uint32_t elements) {
    return elements == 1 ? number : module_.composite(type, Words(elements, number));
  }
  Id integer(unsigned width, uint64_t value, uint32_t elements) {
    return vectorOfConstant(integers(width, elements), module_.intConstant(width, value), elements);
  }
  Id real(unsigned width, uint64_t bits, uint32_t elements) {
    return vectorOfConstant(vectorOf(module_.floatType(width), elements),
                            module_.floatConstant(width, bits), elements);
  }

  /// Emits an instruction with the result @p id, or with a new one if that is 0.
  Id emitAs(Id id, spv::Op op, Id type, Operands operands) {
    if (!id)
      id = module_.newId();
    append(*out_, op, {type, id}, operands);
    return id;
  }
  Id emit(spv::Op op, Id type, Operands operands) { return emitAs(0, op, type, operands); }
  /// Emits an instruction on @p a and @p b of the same type as its result.
  Id emit2(spv::Op op, Id type, Id a, Id b) { return emit(op, type, {a, b}); }
  Id compare(spv::Op op, Id a, Id b, uint32_t elements) {
    return emit(op, booleans(elements), {a, b});
  }
  Id select(Id type, Id condition, Id yes, Id no) {
    return emit(spv::Op::OpSelect, type, {condition, yes, no});
  }
  Id call(uint32_t function, Id type, std::initializer_list<uint32_t> arguments) {
    return emit(spv::Op::OpExtInst, type, Words(with(function, arguments)));
  }
  /// Calls a function of one float for each element: PoCL's sine, cosine and tangent of vectors are
  /// wrong for small numbers.
  Id callOfElements(uint32_t function, Id numbers, uint32_t elements) {
    const Id scalar = module_.floatType(32), type = floats(elements);
    if (elements == 1)
      return call(function, scalar, {numbers});
    Id results = emit(spv::Op::OpUndef, type, {});
    for (uint32_t i = 0; i < elements; ++i) {
      const Id number = emit(spv::Op::OpCompositeExtract, scalar, {numbers, i});
      results =
          emit(spv::Op::OpCompositeInsert, type, {call(function, scalar, {number}), results, i});
    }
    return results;
  }
  Words with(uint32_t function, Operands arguments) const {
    Words words{set_, function};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  /// Returns the type of a vector's elements; that of a scalar is its own.
  Id elementOf(Id type) const {
    const Instruction definition = definitions_.of(type);
    return definition.op == spv::Op::OpTypeVector ? definition[2] : type;
  }
  /// Converts numbers of type @p from, those of a vector one by one: llvm-spirv 15 makes functions
  /// of conversions of vectors, and crashes on OpCompositeConstruct. @p result is 0 for a new id.
  Id convertTo(Id result, spv::Op op, Id to, Id from, Id value, uint32_t elements) {
    if (elements == 1)
      return emitAs(result, op, to, value);
    const Id type = module_.vectorType(to, elements);
    Id vector = emit(spv::Op::OpUndef, type, {});
    for (uint32_t i = 0; i < elements; ++i) {
      const Id number = emit(op, to, emit(spv::Op::OpCompositeExtract, from, {value, i}));
      vector = emitAs(i + 1 == elements ? result : 0, spv::Op::OpCompositeInsert, type,
                      {number, vector, i});
    }
    return vector;
  }
  Id converted(spv::Op op, Id to, Id from, Id value, uint32_t elements) {
    return convertTo(0, op, to, from, value, elements);
  }
  Id extended(Id half) {
    return converted(spv::Op::OpFConvert, module_.floatType(32), module_.floatType(16), half,
                     numberOf(half).elements);
  }
  Id halfOf(Id number, uint32_t elements) {
    return converted(spv::Op::OpFConvert, module_.floatType(16), module_.floatType(32), number,
                     elements);
  }
  Id bitsOf(Id half) {
    return emit(spv::Op::OpBitcast, integers(16, numberOf(half).elements), half);
  }
  Id pointerToBits(Id pointer, const Pointer &type) {
    const Id bits = integers(16, numberOfType(type.pointee).elements);
    return emit(spv::Op::OpBitcast,
                module_.pointerType(static_cast<spv::StorageClass>(type.storage), bits), pointer);
  }
  /// Defines the result of @p one by an instruction with one operand.
  void define(const Instruction &one, spv::Op op, Id operand) {
    append(*out_, op, {one[1], one[2], operand});
    plain_.insert(one[2]);
  }
  void defineConverted(const Instruction &one, spv::Op op, Id from, Id value, uint32_t elements) {
    convertTo(one[2], op, elementOf(one[1]), from, value, elements);
    plain_.insert(one[2]);
  }
  /// Defines the result of @p one by a float, rounded.
  void round(const Instruction &one, Id number) {
    defineConverted(one, spv::Op::OpFConvert, module_.floatType(32), number,
                    numberOfType(one[1]).elements);
  }
  void store(Id pointer, Id number, uint32_t elements) {
    append(*out_, spv::Op::OpStore, {pointer, halfOf(number, elements)});
  }

  // Instructions that are replaced. The functions return whether @p one is.

  bool replace(const Instruction &one) {
    switch (one.op) {
    case spv::Op::OpExtInst:
      return one.size() > kFirst && one[3] == set_ && replaceFunction(one);
    case spv::Op::OpConvertFToU:
    case spv::Op::OpConvertFToS:
    case spv::Op::OpIsNan:
    case spv::Op::OpIsInf:
    case spv::Op::OpIsFinite:
    case spv::Op::OpSignBitSet:
    case spv::Op::OpLessOrGreater:
    case spv::Op::OpOrdered:
    case spv::Op::OpUnordered:
    case spv::Op::OpDot:
    case spv::Op::OpFMod:
    case spv::Op::OpFRem:
      return computeInFloats(one, 3);
    case spv::Op::OpIsNormal:
      return areHalves(one, 3, 1) && isNormal(one);
    case spv::Op::OpConvertUToF:
    case spv::Op::OpConvertSToF:
    case spv::Op::OpFConvert:
      return one.size() > 3 && convert(one);
    case spv::Op::OpGroupAsyncCopy:
      return one.size() > 5 && moveBits(one, 4, 6);
    default:
      return false;
    }
  }

  bool replaceFunction(const Instruction &one) {
    switch (one[kFunction]) {
    case cl::Vload_half: // of floats, which OpenCL has without halves
    case cl::Vload_halfn:
    case cl::Vstore_half:
    case cl::Vstore_half_r:
    case cl::Vstore_halfn:
    case cl::Vstore_halfn_r:
    case cl::Vloada_halfn:
    case cl::Vstorea_halfn:
    case cl::Vstorea_halfn_r:
    case cl::Printf:
      return false;
    case cl::Vloadn: // ends with the number of elements, which is no id
      return moveBits(one, kFirst, one.size() - 1);
    case cl::Vstoren:
    case cl::Bitselect:
    case cl::Select:
    case cl::Shuffle:
    case cl::Shuffle2:
    case cl::Prefetch:
      return moveBits(one, kFirst, one.size());
    case cl::Fma:
      return areHalves(one, kFirst, 3) && fma(one);
    case cl::Nextafter:
      return areHalves(one, kFirst, 2) && nextAfter(one);
    case cl::Nan:
      return numberOfType(one[1]).isHalf() && nan(one);
    case cl::Cos:
    case cl::Sin:
    case cl::Tan:
      return areHalves(one, kFirst, 1) && trigonometric(one);
    case cl::Fract:
    case cl::Modf:
    case cl::Sincos:
      return areHalves(one, kFirst, 1) && one.size() > kFirst + 1 && twoResults(one);
    default:
      return computeInFloats(one, kFirst);
    }
  }

  bool areHalves(const Instruction &one, size_t first, size_t count) const {
    bool areAll = one.size() >= first + count;
    for (size_t i = first; areAll && i < first + count; ++i)
      areAll = numberOf(one[i]).isHalf();
    return areAll;
  }

  /// Replaces @p one by the same on floats. Its operands from @p first on are ids.
  bool computeInFloats(const Instruction &one, size_t first) {
    Words operands(one.words.begin() + 3, one.words.end());
    bool hasHalves = false;
    for (size_t i = first; i < one.size(); ++i)
      if (numberOf(one[i]).isHalf()) {
        hasHalves = true;
        operands[i - 3] = extended(one[i]);
      }
    const Number result = numberOfType(one[1]);
    if (result.isHalf())
      round(one, emit(one.op, floats(result.elements), operands));
    else if (hasHalves)
      append(*out_, one.op, {one[1], one[2]}, operands);
    return hasHalves || result.isHalf();
  }

  /// Replaces @p one, which only moves halves, by the same on integers of 16 bits. Its operands
  /// from
  /// @p first to before @p last are ids.
  bool moveBits(const Instruction &one, size_t first, size_t last) {
    Words operands(one.words.begin() + 3, one.words.end());
    bool hasHalves = false;
    for (size_t i = first; i < last; ++i) {
      const auto pointer = halfPointer(one[i]);
      if (!pointer && !numberOf(one[i]).isHalf())
        continue;
      hasHalves = true;
      operands[i - 3] = pointer ? pointerToBits(one[i], *pointer) : bitsOf(one[i]);
    }
    const Number result = numberOfType(one[1]);
    if (hasHalves && result.isHalf())
      define(one, spv::Op::OpBitcast, emit(one.op, integers(16, result.elements), operands));
    else if (hasHalves)
      append(*out_, one.op, {one[1], one[2]}, operands);
    return hasHalves;
  }

  /// A conversion of a scalar to the nearest number is an instruction, others are functions.
  bool convert(const Instruction &one) {
    const Number from = numberOf(one[3]), to = numberOfType(one[1]);
    const auto mode = roundings_.find(one[2]);
    const bool isNearest =
        mode == roundings_.end() || mode->second == spv::FPRoundingMode::RTE || from.isHalf();
    if ((!from.isHalf() && !to.isHalf()) || (mode == roundings_.end() && to.elements == 1))
      return false;
    const Id source = elementOf(typeOf(one[3]));
    if (isNearest) {
      defineConverted(one, one.op, source, one[3], to.elements);
      return true;
    }
    // Integers that a float does not represent exactly are far above the largest half.
    const Id wide = from.isFloat ? source : module_.floatType(32), half = module_.floatType(16);
    const Id number = from.isFloat ? one[3] : converted(one.op, wide, source, one[3], to.elements);
    const Id nearest = converted(spv::Op::OpFConvert, half, wide, number, to.elements);
    const Id back = converted(spv::Op::OpFConvert, wide, half, nearest, to.elements);
    const Id bits = emit(spv::Op::OpBitcast, integers(16, to.elements), nearest);
    define(one, spv::Op::OpBitcast,
           corrected(bits, back, number, vectorOf(wide, to.elements), mode->second, to.elements));
    return true;
  }

  /// Returns the encoding next to @p bits where @p back, its value, is on the wrong side of
  /// @p number. Both are of type @p wide.
  Id corrected(Id bits, Id back, Id number, Id wide, spv::FPRoundingMode rounding,
               uint32_t elements) {
    const Id type = integers(16, elements), one = integer(16, 1, elements);
    const Id further = emit2(spv::Op::OpIAdd, type, bits, one);
    const Id nearer = emit2(spv::Op::OpISub, type, bits, one);
    if (rounding == spv::FPRoundingMode::RTZ) {
      const Id isWrong = compare(spv::Op::OpFOrdGreaterThan, call(cl::Fabs, wide, {back}),
                                 call(cl::Fabs, wide, {number}), elements);
      return select(type, isWrong, nearer, bits);
    }
    const bool isUp = rounding == spv::FPRoundingMode::RTP;
    const Id isNegative = compare(spv::Op::OpSLessThan, bits, integer(16, 0, elements), elements);
    const Id isWrong = compare(isUp ? spv::Op::OpFOrdLessThan : spv::Op::OpFOrdGreaterThan, back,
                               number, elements);
    const Id next = isUp ? select(type, isNegative, nearer, further)
                         : select(type, isNegative, further, nearer);
    return select(type, isWrong, next, bits);
  }

  bool isNormal(const Instruction &one) {
    const uint32_t elements = numberOf(one[3]).elements;
    const Id infinity = integer(16, kInfinity, elements);
    const Id exponent =
        emit2(spv::Op::OpBitwiseAnd, integers(16, elements), bitsOf(one[3]), infinity);
    const Id hasNumber =
        compare(spv::Op::OpINotEqual, exponent, integer(16, 0, elements), elements);
    const Id isFinite = compare(spv::Op::OpINotEqual, exponent, infinity, elements);
    append(*out_, spv::Op::OpLogicalAnd, {one[1], one[2], hasNumber, isFinite});
    return true;
  }

  bool nan(const Instruction &one) {
    const uint32_t elements = numberOfType(one[1]).elements;
    define(one, spv::Op::OpBitcast,
           emit2(spv::Op::OpBitwiseOr, integers(16, elements), one[kFirst],
                 integer(16, kQuietNan, elements)));
    return true;
  }

  /// The product is exact in a float. The sum is rounded to odd: its last bit is set if it is
  /// inexact, so that the second rounding gives the correct half.
  bool fma(const Instruction &one) {
    const uint32_t elements = numberOf(one[kFirst]).elements;
    const Id type = floats(elements), word = integers(32, elements);
    const Id product =
        emit2(spv::Op::OpFMul, type, extended(one[kFirst]), extended(one[kFirst + 1]));
    const Id addend = extended(one[kFirst + 2]);
    const auto less = [&](Id a, Id b) { return emit2(spv::Op::OpFSub, type, a, b); };
    const Id sum = emit2(spv::Op::OpFAdd, type, product, addend);
    const Id part = less(sum, product); // the rounding error is exact: Knuth's two-sum
    const Id lost =
        emit2(spv::Op::OpFAdd, type, less(product, less(sum, part)), less(addend, part));
    const Id bits = emit(spv::Op::OpBitcast, word, sum);
    const Id unit = integer(32, 1, elements);
    const Id difference =
        emit2(spv::Op::OpBitwiseXor, word, bits, emit(spv::Op::OpBitcast, word, lost));
    const Id isTooFar =
        compare(spv::Op::OpSLessThan, difference, integer(32, 0, elements), elements);
    const Id towardsZero = select(word, isTooFar, emit2(spv::Op::OpISub, word, bits, unit), bits);
    const Id odd =
        emit(spv::Op::OpBitcast, type, emit2(spv::Op::OpBitwiseOr, word, towardsZero, unit));
    const Id isInexact = compare(spv::Op::OpFOrdNotEqual, lost, real(32, 0, elements), elements);
    round(one, select(type, isInexact, odd, sum));
    return true;
  }

  bool nextAfter(const Instruction &one) {
    const Id from = one[kFirst], to = one[kFirst + 1];
    const uint32_t elements = numberOf(from).elements;
    const Id type = integers(16, elements), unit = integer(16, 1, elements);
    const Id bits = bitsOf(from);
    const Id isPositive =
        compare(spv::Op::OpSGreaterThanEqual, bits, integer(16, 0, elements), elements);
    const Id isUp = compare(spv::Op::OpFOrdGreaterThan, to, from, elements);
    const Id grows = compare(spv::Op::OpLogicalEqual, isUp, isPositive, elements);
    const Id next = select(type, grows, emit2(spv::Op::OpIAdd, type, bits, unit),
                           emit2(spv::Op::OpISub, type, bits, unit));
    const Id sign = emit2(spv::Op::OpBitwiseAnd, type, bitsOf(to), integer(16, kSign, elements));
    const Id isZero = compare(spv::Op::OpFOrdEqual, from, real(16, 0, elements), elements);
    const Id neighbour = select(type, isZero, emit2(spv::Op::OpBitwiseOr, type, sign, unit), next);
    const Id isSame = compare(spv::Op::OpFOrdEqual, from, to, elements);
    const Id number = select(one[1], isSame, to, emit(spv::Op::OpBitcast, one[1], neighbour));
    const Id isNan =
        compare(spv::Op::OpLogicalOr, compare(spv::Op::OpFUnordNotEqual, from, from, elements),
                compare(spv::Op::OpFUnordNotEqual, to, to, elements), elements);
    append(*out_, spv::Op::OpSelect,
           {one[1], one[2], isNan, emit2(spv::Op::OpFAdd, one[1], from, to), number});
    plain_.insert(one[2]);
    return true;
  }

  bool trigonometric(const Instruction &one) {
    round(one,
          callOfElements(one[kFunction], extended(one[kFirst]), numberOf(one[kFirst]).elements));
    return true;
  }

  /// Functions that store a second half.
  bool twoResults(const Instruction &one) {
    const Id pointer = one[kFirst + 1];
    const uint32_t elements = numberOf(one[kFirst]).elements;
    const Id type = floats(elements), number = extended(one[kFirst]);
    if (one[kFunction] == cl::Sincos) {
      store(pointer, callOfElements(cl::Cos, number, elements), elements);
      round(one, callOfElements(cl::Sin, number, elements));
      return true;
    }
    const bool isFract = one[kFunction] == cl::Fract;
    const Id whole = call(isFract ? cl::Floor : cl::Trunc, type, {number});
    store(pointer, whole, elements);
    Id rest = emit2(spv::Op::OpFSub, type, number, whole);
    if (isFract) {
      const Id most = real(32, kBelowOne, elements);
      const Id isMore = compare(spv::Op::OpFOrdGreaterThan, rest, most, elements);
      rest = select(type, isMore, most, rest);
    }
    const Id isInfinite = compare(spv::Op::OpFOrdEqual, call(cl::Fabs, type, {number}),
                                  real(32, kFloatInfinity, elements), elements);
    const Id none = call(cl::Copysign, type, {real(32, 0, elements), number});
    rest = select(type, isInfinite, none, rest);
    // A rest of 0 has the sign of the number, but that of fract is positive.
    round(one, isFract ? rest : call(cl::Copysign, type, {rest, number}));
    return true;
  }

  /// Conversions, and functions that are none any more, have no modes.
  void dropDecorations() {
    const Words annotations = std::exchange(module_.section(Section::Annotation), {});
    for (const Instruction &one : spirv::Walker(annotations, 0)) {
      const bool isOfNumbers = one.op == spv::Op::OpDecorate && one.size() > 2 &&
                               plain_.contains(one[1]) &&
                               (one[2] == static_cast<uint32_t>(spv::Decoration::FPRoundingMode) ||
                                one[2] == static_cast<uint32_t>(spv::Decoration::FPFastMathMode));
      if (!isOfNumbers)
        append(module_.section(Section::Annotation), one);
    }
  }

  spirv::Builder &module_;
  const spirv::Definitions definitions_;
  const Id set_;
  Words *out_ = nullptr;
  std::unordered_map<Id, spv::FPRoundingMode> roundings_; ///< of results
  std::unordered_set<Id> plain_;                          ///< results that lose their decorations
};

} // namespace

std::vector<uint32_t> withHalfFunctionsByFloat(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  if (!module || !module->capabilities().contains(spv::Capability::Float16) ||
      !Rewriter(*module, words).run())
    return {words.begin(), words.end()};
  return module->finish();
}

} // namespace ursa::opencl
