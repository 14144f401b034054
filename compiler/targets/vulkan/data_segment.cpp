// See data_segment.h.
#include "compiler/targets/vulkan/data_segment.h"

#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/printf.h"
#include "format/vulkan_module.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns whether the data segment holds @p variable.
bool belongsToSegment(const GlobalVariable &variable) {
  const unsigned space = variable.getAddressSpace();
  // Constants in private memory can be shared, because no work-item writes to them.
  return (space == 1 || space == 2 || (space == 0 && variable.isConstant())) &&
         !variable.getName().starts_with("llvm.") && !variable.getName().starts_with(kPrefix);
}

class DataSegment {
public:
  explicit DataSegment(Module &module) : module_(module), layout_(module.getDataLayout()) {}

  bool run() {
    layOut();
    if (offsets_.empty())
      return false;
    bytes_.resize(alignTo(end_, 16));
    for (auto &[variable, offset] : offsets_)
      if (variable->hasInitializer())
        write(*variable->getInitializer(), offset, *variable);
    recordMetadata();
    for (Function *kernel : kernelsOf(module_))
      replaceUses(*kernel);
    for (auto &[variable, offset] : offsets_) {
      variable->removeDeadConstantUsers();
      if (!variable->use_empty())
        variable->replaceAllUsesWith(PoisonValue::get(variable->getType()));
      variable->eraseFromParent();
    }
    return true;
  }

private:
  /// Assigns offsets to the variables.
  void layOut() {
    for (GlobalVariable &variable : module_.globals()) {
      variable.removeDeadConstantUsers();
      const bool isNamed = variable.getAddressSpace() == 1 && !variable.hasLocalLinkage();
      if (!belongsToSegment(variable) || (variable.use_empty() && !isNamed))
        continue;
      if (!variable.hasInitializer())
        module_.getContext().emitError("Variable '" + variable.getName() +
                                       "' is declared but not defined in any input.");
      Type *type = variable.getValueType();
      end_ =
          alignTo(end_, std::max(variable.getAlign().valueOrOne(), layout_.getPrefTypeAlign(type)));
      offsets_.insert({&variable, end_});
      end_ += std::max<std::uint64_t>(layout_.getTypeAllocSize(type), 1);
    }
  }

  /// Writes @p value at @p offset. A pointer to a variable of the segment is written as the offset
  /// of the variable, with a relocation.
  void write(const Constant &value, std::uint64_t offset, const GlobalVariable &variable) {
    Type *type = value.getType();
    if (value.isNullValue() || isa<UndefValue>(value))
      return;
    if (auto *integer = dyn_cast<ConstantInt>(&value)) {
      writeBits(integer->getValue(), offset);
    } else if (auto *floating = dyn_cast<ConstantFP>(&value)) {
      writeBits(floating->getValueAPF().bitcastToAPInt(), offset);
    } else if (type->isPointerTy()) {
      writePointer(value, offset, variable);
    } else if (auto *structure = dyn_cast<StructType>(type)) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        write(*value.getAggregateElement(i),
              offset + layout_.getStructLayout(structure)->getElementOffset(i).getFixedValue(),
              variable);
    } else if (type->isArrayTy() || type->isVectorTy()) {
      const auto count = type->isArrayTy() ? type->getArrayNumElements()
                                           : cast<FixedVectorType>(type)->getNumElements();
      const std::uint64_t stride = layout_.getTypeAllocSize(type->getContainedType(0));
      for (unsigned i = 0; i < count; ++i)
        write(*value.getAggregateElement(i), offset + i * stride, variable);
    } else {
      reportUnsupportedInitializer(variable);
    }
  }

  void writeBits(const APInt &bits, std::uint64_t offset) {
    for (unsigned bit = 0; bit < bits.getBitWidth(); bit += 8)
      bytes_[offset + bit / 8] = static_cast<char>(
          bits.extractBitsAsZExtValue(std::min(8U, bits.getBitWidth() - bit), bit));
  }

  void writePointer(const Constant &value, std::uint64_t offset, const GlobalVariable &variable) {
    const Value *base = &value;
    APInt distance(64, 0);
    while (auto *expression = dyn_cast<ConstantExpr>(base)) {
      if (expression->getOpcode() == Instruction::AddrSpaceCast)
        base = expression->getOperand(0);
      else if (auto *gep = dyn_cast<GEPOperator>(expression);
               gep && gep->accumulateConstantOffset(layout_, distance))
        base = gep->getPointerOperand();
      else
        return reportUnsupportedInitializer(variable);
    }
    const auto target = offsets_.find(dyn_cast<GlobalVariable>(const_cast<Value *>(base)));
    if (target == offsets_.end())
      return reportUnsupportedInitializer(variable);
    writeBits(distance + target->second, offset);
    relocations_.push_back(static_cast<unsigned>(offset));
  }

  void reportUnsupportedInitializer(const GlobalVariable &variable) {
    module_.getContext().emitError("The initial value of variable '" + variable.getName() +
                                   "' cannot be written to a Vulkan image; it may contain "
                                   "numbers and addresses of variables.");
  }

  /// Adds the content of the segment and its metadata to the module.
  void recordMetadata() {
    LLVMContext &context = module_.getContext();
    Constant *content =
        ConstantDataArray::getString(context, StringRef(bytes_.data(), bytes_.size()), false);
    new GlobalVariable(module_, content->getType(), true, GlobalValue::InternalLinkage, content,
                       kDataVariable, nullptr, GlobalValue::NotThreadLocal, 1);
    auto number = [&](std::uint64_t value) {
      return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
    };
    sort(relocations_);
    for (unsigned offset : relocations_)
      module_.getOrInsertNamedMetadata(kRelocations)
          ->addOperand(MDNode::get(context, {number(offset)}));
    for (auto &[variable, offset] : offsets_) {
      if (variable->getName() == kPrintfBuffer)
        module_.getOrInsertNamedMetadata(kPrintfSlot)
            ->addOperand(MDNode::get(context, {number(offset)}));
      else if (variable->getAddressSpace() == 1 && !variable->hasLocalLinkage())
        module_.getOrInsertNamedMetadata(kVariables)
            ->addOperand(
                MDNode::get(context, {MDString::get(context, variable->getName()), number(offset),
                                      number(layout_.getTypeAllocSize(variable->getValueType()))}));
    }
  }

  void replaceUses(Function &kernel) {
    SmallVector<Constant *, 8> variables;
    for (auto &[variable, offset] : offsets_)
      variables.push_back(variable);
    convertUsersOfConstantsToInstructions(variables, &kernel);
    Value *base = nullptr;
    DenseMap<GlobalVariable *, Value *> addresses;
    for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
      for (Use &use : instruction.operands()) {
        auto *variable = dyn_cast<GlobalVariable>(use.get());
        const auto found = variable ? offsets_.find(variable) : offsets_.end();
        if (found == offsets_.end())
          continue;
        Value *&address = addresses[variable];
        if (!address) {
          BasicBlock &entry = kernel.getEntryBlock();
          IRBuilder<> builder(&entry, base ? std::next(cast<Instruction>(base)->getIterator())
                                           : entry.getFirstInsertionPt());
          if (!base)
            base = readPushConstant64(builder, format::vulkan::kPushData);
          const bool isPrivate = variable->getAddressSpace() == 0;
          address = builder.CreateIntToPtr(builder.CreateAdd(base, builder.getInt64(found->second)),
                                           isPrivate ? builder.getPtrTy(2) : variable->getType());
          if (isPrivate) // its uses are private pointers
            address = copyToPrivate(builder, *variable, address);
        }
        use.set(address);
      }
  }

  Value *copyToPrivate(IRBuilder<> &builder, const GlobalVariable &variable, Value *address) {
    Type *type = variable.getValueType();
    AllocaInst *copy = builder.CreateAlloca(type);
    const Align align = variable.getAlign().valueOrOne();
    copy->setAlignment(align);
    builder.CreateMemCpy(copy, align, address, align, layout_.getTypeAllocSize(type));
    return copy;
  }

  Module &module_;
  const DataLayout &layout_;
  MapVector<GlobalVariable *, std::uint64_t> offsets_;
  std::uint64_t end_ = 0;
  std::vector<char> bytes_;
  SmallVector<unsigned, 8> relocations_;
};

} // namespace

PreservedAnalyses DataSegmentPass::run(Module &module, ModuleAnalysisManager &) {
  return DataSegment(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
