// See union_constants.h.
#include "compiler/passes/union_constants.h"

#include "compiler/passes/constant_layout.h"
#include "compiler/passes/markup.h"
#include "compiler/passes/unions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

class UnionCompletion {
public:
  explicit UnionCompletion(Module &module) : module_(module), dataLayout_(module.getDataLayout()) {}

  void run() {
    auto calls = findMarkupCalls(module_);
    if (!calls)
      return consumeError(calls.takeError());
    for (MarkupCall &call : *calls)
      if (call.result)
        complete(call, wholeType(call.type, dataLayout_));
  }

private:
  std::uint64_t sizeOf(Type *type) const {
    return dataLayout_.getTypeAllocSize(type).getFixedValue();
  }

  void complete(MarkupCall &call, Type *whole) {
    constexpr unsigned kResult = 0, kDefault = 2; // operands of a read into memory
    if (whole == call.type)
      return;
    if (auto layout = layoutOf(whole, dataLayout_); !layout)
      return consumeError(layout.takeError()); // it is refused when constants are lowered
    auto bytes = bytesOf(call.defaultValue, call.defaultOffset, sizeOf(call.type), dataLayout_);
    if (!bytes)
      return consumeError(bytes.takeError());
    call.call->removeParamAttr(kResult, Attribute::StructRet);
    call.call->addParamAttr(kResult, Attribute::getWithStructRetType(module_.getContext(), whole));
    if (!call.defaultValue)
      return;
    Constant *object =
        ConstantStruct::getAnon(valueOf(call.type, whole, 0, *bytes, /*isInUnion=*/false));
    GlobalVariable *&variable = defaults_[object];
    if (!variable)
      variable = new GlobalVariable(module_, object->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, object, "ursa.default." + call.id,
                                    nullptr, GlobalValue::NotThreadLocal,
                                    call.variables.back()->getAddressSpace());
    Type *pointer = call.call->getArgOperand(kDefault)->getType();
    call.call->setArgOperand(kDefault,
                             ConstantExpr::getPointerBitCastOrAddrSpaceCast(variable, pointer));
    eraseDeadVariables(call.variables);
  }

  /// Returns the bytes at @p offset as a value of type @p whole, which takes the place of @p type.
  /// A scalar without a known byte is undefined, but zero in a union.
  Constant *valueOf(Type *type, Type *whole, std::uint64_t offset, const ConstantBytes &bytes,
                    bool isInUnion) const {
    if (isUnion(type)) {
      isInUnion = true;
      type = whole;
    }
    SmallVector<Constant *, 16> elements;
    if (auto *record = dyn_cast<StructType>(whole)) {
      const StructLayout *offsets = dataLayout_.getStructLayout(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        elements.push_back(valueOf(type->getStructElementType(i), record->getElementType(i),
                                   offset + offsets->getElementOffset(i).getFixedValue(), bytes,
                                   isInUnion));
      return ConstantStruct::get(record, elements);
    }
    if (auto *array = dyn_cast<ArrayType>(whole)) {
      const std::uint64_t step = sizeOf(array->getElementType());
      for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
        elements.push_back(valueOf(type->getArrayElementType(), array->getElementType(),
                                   offset + i * step, bytes, isInUnion));
      return ConstantArray::get(array, elements);
    }
    if (auto *vector = dyn_cast<FixedVectorType>(whole)) {
      Type *element = vector->getElementType();
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        elements.push_back(
            valueOf(element, element, offset + i * sizeOf(element), bytes, isInUnion));
      return ConstantVector::get(elements);
    }
    const Leaf leaf{whole, whole, offset, dataLayout_.getTypeStoreSize(whole).getFixedValue()};
    return isInUnion || isDefined(bytes, leaf) ? leafDefault(bytes, leaf) : UndefValue::get(whole);
  }

  Module &module_;
  const DataLayout &dataLayout_;
  DenseMap<Constant *, GlobalVariable *> defaults_; ///< by their values
};

} // namespace

void completeUnionConstants(Module &module) { UnionCompletion(module).run(); }

} // namespace ursa::compiler::passes
