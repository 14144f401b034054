// See unions.h.
#include "compiler/passes/unions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

/// Whether all that a type holds are numbers, also bit-fields of odd widths.
bool holdsNumbers(Type *type) {
  if (auto *record = dyn_cast<StructType>(type))
    return !record->isOpaque() && all_of(record->elements(), holdsNumbers);
  if (auto *array = dyn_cast<ArrayType>(type))
    return holdsNumbers(array->getElementType());
  type = type->getScalarType();
  return type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

std::uint64_t sizeOf(Type *type, const DataLayout &dataLayout) {
  return dataLayout.getTypeAllocSize(type).getFixedValue();
}

/// Returns integers that are as long and as aligned as a union.
Type *wordsFor(Type *type, const DataLayout &dataLayout) {
  constexpr std::uint64_t kLongestWord = 8;
  const std::uint64_t size = sizeOf(type, dataLayout);
  const std::uint64_t align = dataLayout.getABITypeAlign(type).value();
  if (size == 0)
    return type;
  const std::uint64_t bytes = std::min(align, kLongestWord);
  Type *word = Type::getIntNTy(type->getContext(), static_cast<unsigned>(bytes * 8));
  if (align > bytes)
    word = FixedVectorType::get(word, static_cast<unsigned>(align / bytes));
  return ArrayType::get(word, size / align);
}

} // namespace

bool isUnion(const Type *type) {
  const auto *record = dyn_cast<StructType>(type);
  return record && record->hasName() && record->getName().starts_with("union.");
}

Type *wholeType(Type *type, const DataLayout &dataLayout) {
  Type *whole = type;
  if (isUnion(type) && holdsNumbers(type)) {
    whole = wordsFor(type, dataLayout);
  } else if (auto *record = dyn_cast<StructType>(type)) {
    SmallVector<Type *, 16> elements;
    for (Type *element : record->elements())
      elements.push_back(wholeType(element, dataLayout));
    if (!equal(elements, record->elements()))
      whole = StructType::get(type->getContext(), elements, record->isPacked());
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    whole = ArrayType::get(wholeType(array->getElementType(), dataLayout), array->getNumElements());
  } else if (type->isIntegerTy() && !type->isIntegerTy(1) && type->getIntegerBitWidth() <= 64) {
    whole =
        Type::getIntNTy(type->getContext(), static_cast<unsigned>(sizeOf(type, dataLayout) * 8));
  }
  const bool isAlike =
      whole == type || (sizeOf(whole, dataLayout) == sizeOf(type, dataLayout) &&
                        dataLayout.getABITypeAlign(whole) == dataLayout.getABITypeAlign(type));
  return isAlike ? whole : type;
}

} // namespace ursa::compiler::passes
