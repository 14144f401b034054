// Walks types and initializers. See constant_layout.h.
#include "compiler/passes/constant_layout.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

Error layoutError(const Twine &why) { return createStringError(why); }

/// Returns why a scalar of type @p type cannot be specialized; empty if it can.
std::string unsupportedReason(const Type *type, bool inVector) {
  if (type->isPointerTy())
    return "holds a pointer";
  if (type->isBFloatTy())
    return "holds a bfloat, which device IR does not have";
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy())
    return "";
  if (type->isIntegerTy(1) && !inVector)
    return "";
  for (unsigned width : {8U, 16U, 32U, 64U})
    if (type->isIntegerTy(width))
      return "";
  std::string text;
  raw_string_ostream(text) << "holds a value of type " << *type;
  return text;
}

/// Counts leaves up to just past the limit, so that a huge array is rejected before it is walked.
Expected<std::uint64_t> countLeaves(Type *type, bool inVector = false) {
  if (auto *structType = dyn_cast<StructType>(type)) {
    if (structType->isOpaque())
      return layoutError("holds an opaque struct");
    std::uint64_t total = 0;
    for (Type *element : structType->elements()) {
      auto count = countLeaves(element);
      if (!count)
        return count.takeError();
      total = std::min(total + *count, kMaxLeaves + 1);
    }
    return total;
  }
  Type *element = nullptr;
  std::uint64_t length = 0;
  if (auto *array = dyn_cast<ArrayType>(type)) {
    element = array->getElementType();
    length = array->getNumElements();
    if (length == 0)
      return layoutError("holds an array without elements");
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    element = vector->getElementType();
    length = vector->getNumElements();
    inVector = true;
  }
  if (element) {
    auto count = countLeaves(element, inVector);
    if (!count)
      return count.takeError();
    return *count && length > kMaxLeaves / *count ? kMaxLeaves + 1 : length * *count;
  }
  if (std::string why = unsupportedReason(type, inVector); !why.empty())
    return layoutError(why +
                       "; only bool, integers of 8, 16, 32 and 64 bits, half, float, double, and "
                       "vectors, arrays and structs of them can be specialized");
  return 1;
}

void collectLeaves(Type *type, std::uint64_t offset, const DataLayout &dataLayout,
                   ConstantLayout &layout) {
  if (auto *structType = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = dataLayout.getStructLayout(structType);
    for (unsigned i = 0; i < structType->getNumElements(); ++i)
      collectLeaves(structType->getElementType(i), offset + offsets->getElementOffset(i),
                    dataLayout, layout);
    layout.items.push_back({LayoutItem::Kind::End, 0, offset,
                            offset + dataLayout.getTypeAllocSize(type).getFixedValue()});
    return;
  }
  Type *element = nullptr;
  std::uint64_t length = 0;
  if (auto *array = dyn_cast<ArrayType>(type)) {
    element = array->getElementType();
    length = array->getNumElements();
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    element = vector->getElementType();
    length = vector->getNumElements();
  }
  if (element) {
    const std::uint64_t stride = dataLayout.getTypeAllocSize(element).getFixedValue();
    for (std::uint64_t i = 0; i < length; ++i)
      collectLeaves(element, offset + i * stride, dataLayout, layout);
    return;
  }
  Type *stored = type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
  layout.items.push_back({LayoutItem::Kind::Leaf, layout.leaves.size()});
  layout.leaves.push_back(
      {type, stored, offset, dataLayout.getTypeStoreSize(stored).getFixedValue()});
}

/// Writes the known bytes of @p constant, which lies at @p offset, into @p bytes.
Error fillBytes(const Constant *constant, std::int64_t offset, const DataLayout &dataLayout,
                ConstantBytes &bytes) {
  const auto size = static_cast<std::int64_t>(bytes.value.size());
  Type *type = constant->getType();
  const auto length = static_cast<std::int64_t>(dataLayout.getTypeStoreSize(type).getFixedValue());
  if (offset >= size || offset + length <= 0 || isa<UndefValue>(constant))
    return Error::success();
  auto setByte = [&](std::int64_t at, std::uint8_t byte) {
    if (at < 0 || at >= size)
      return;
    bytes.value[static_cast<std::size_t>(at)] = byte;
    bytes.known[static_cast<std::size_t>(at)] = true;
  };
  if (constant->isNullValue()) {
    for (std::int64_t i = 0; i < length; ++i)
      setByte(offset + i, 0);
    return Error::success();
  }
  const APInt *bits = nullptr;
  APInt floatBits;
  if (auto *integer = dyn_cast<ConstantInt>(constant)) {
    bits = &integer->getValue();
  } else if (auto *number = dyn_cast<ConstantFP>(constant)) {
    floatBits = number->getValueAPF().bitcastToAPInt();
    bits = &floatBits;
  }
  if (bits) {
    const APInt wide = bits->zext(static_cast<unsigned>(length) * 8);
    for (std::int64_t i = 0; i < length; ++i)
      setByte(offset + i, static_cast<std::uint8_t>(
                              wide.extractBitsAsZExtValue(8, static_cast<unsigned>(i) * 8)));
    return Error::success();
  }
  unsigned count = 0;
  Type *element = nullptr;
  const StructLayout *offsets = nullptr;
  if (auto *structType = dyn_cast<StructType>(type)) {
    offsets = dataLayout.getStructLayout(structType);
    count = structType->getNumElements();
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    element = array->getElementType();
    count = static_cast<unsigned>(array->getNumElements());
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    element = vector->getElementType();
    count = vector->getNumElements();
  }
  if (count == 0 || isa<ConstantExpr>(constant))
    return layoutError("has a default that depends on an address");
  const std::uint64_t stride = element ? dataLayout.getTypeAllocSize(element).getFixedValue() : 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t at =
        offsets ? offsets->getElementOffset(i).getFixedValue() : std::uint64_t{i} * stride;
    if (Error error = fillBytes(constant->getAggregateElement(i),
                                offset + static_cast<std::int64_t>(at), dataLayout, bytes))
      return error;
  }
  return Error::success();
}

} // namespace

Expected<ConstantLayout> layoutOf(Type *type, const DataLayout &dataLayout) {
  auto count = countLeaves(type);
  if (!count)
    return count.takeError();
  if (*count > kMaxLeaves)
    return layoutError("has more than " + Twine(kMaxLeaves) +
                       " scalars, the most that one may have");
  ConstantLayout layout;
  layout.type = type;
  Type *stored = type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
  layout.size = dataLayout.getTypeAllocSize(stored).getFixedValue();
  layout.align = dataLayout.getABITypeAlign(stored);
  collectLeaves(type, 0, dataLayout, layout);
  layout.items.push_back({LayoutItem::Kind::End, 0, 0, layout.size});
  return layout;
}

Expected<ConstantBytes> bytesOf(const Constant *constant, std::uint64_t offset, std::uint64_t size,
                                const DataLayout &dataLayout) {
  ConstantBytes bytes;
  bytes.value.resize(size);
  bytes.known.resize(size, constant == nullptr);
  if (constant)
    if (Error error = fillBytes(constant, -static_cast<std::int64_t>(offset), dataLayout, bytes))
      return error;
  return bytes;
}

bool isDefined(const ConstantBytes &bytes, const Leaf &leaf) {
  for (std::uint64_t i = 0; i < leaf.size; ++i)
    if (bytes.known[leaf.offset + i])
      return true;
  return false;
}

Constant *leafDefault(const ConstantBytes &bytes, const Leaf &leaf) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < leaf.size; ++i)
    value |= std::uint64_t{bytes.value[leaf.offset + i]} << (8 * i);
  if (leaf.stored->isIntegerTy())
    return ConstantInt::get(leaf.stored, value);
  const APInt bits(static_cast<unsigned>(leaf.size) * 8, value);
  return ConstantFP::get(leaf.stored->getContext(), APFloat(leaf.stored->getFltSemantics(), bits));
}

std::string typeSpelling(Type *type) {
  std::string text;
  raw_string_ostream out(text);
  if (type->isIntegerTy(1)) {
    out << "bool";
  } else if (auto *structType = dyn_cast<StructType>(type)) {
    const char *separator = " ";
    out << (structType->isPacked() ? "<{" : "{");
    for (Type *element : structType->elements()) {
      out << separator << typeSpelling(element);
      separator = ", ";
    }
    out << (structType->isPacked() ? " }>" : " }");
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    out << "[" << array->getNumElements() << " x " << typeSpelling(array->getElementType()) << "]";
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    out << "<" << vector->getNumElements() << " x " << typeSpelling(vector->getElementType())
        << ">";
  } else {
    out << *type;
  }
  return text;
}

} // namespace ursa::compiler::passes
