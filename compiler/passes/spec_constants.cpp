// The specialization constants pass. See spec_constants.h.
#include "compiler/passes/spec_constants.h"

#include "compiler/passes/constant_layout.h"
#include "compiler/passes/markup.h"
#include "compiler/passes/number_copies.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <set>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

/// The state of a constant while its module is lowered.
struct ConstantEntry {
  ConstantLayout layout;
  ConstantBytes bytes;
  std::size_t ordinal = 0;
  std::uint32_t firstId = 0;
  std::uint64_t bufferOffset = 0;
  SpecConstant result;
};

/// Returns OpenCL's mangling of a scalar parameter type.
StringRef mangled(const Type *type) {
  if (type->isHalfTy())
    return "Dh";
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  switch (type->getIntegerBitWidth()) {
  case 8:
    return "a";
  case 16:
    return "s";
  case 32:
    return "i";
  default:
    return "l";
  }
}

/// Builds a value of type @p type from the leaves that @p next returns in order. A null leaf stays
/// undefined.
Value *buildValue(IRBuilder<> &builder, Type *type, const std::function<Value *()> &next) {
  if (!type->isAggregateType() && !type->isVectorTy())
    return next();
  // Emits one insertvalue with the full path for each element: LLVM's SPIR-V backend miscompiles
  // aggregates that are extracted or inserted in steps.
  Value *root = UndefValue::get(type);
  SmallVector<unsigned, 8> path;
  auto vectorValue = [&](FixedVectorType *vector) {
    Value *value = UndefValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      if (Value *leaf = next())
        value = builder.CreateInsertElement(value, leaf, std::uint64_t{i});
    return value;
  };
  std::function<void(Type *)> walk = [&](Type *element) {
    if (auto *vector = dyn_cast<FixedVectorType>(element)) {
      root = builder.CreateInsertValue(root, vectorValue(vector), path);
      return;
    }
    if (!element->isAggregateType()) {
      if (Value *leaf = next())
        root = builder.CreateInsertValue(root, leaf, path);
      return;
    }
    const auto count = static_cast<unsigned>(
        element->isStructTy() ? element->getStructNumElements() : element->getArrayNumElements());
    for (unsigned i = 0; i < count; ++i) {
      path.push_back(i);
      walk(element->isStructTy() ? element->getStructElementType(i)
                                 : element->getArrayElementType());
      path.pop_back();
    }
  };
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vectorValue(vector);
  walk(type);
  return root;
}

class SpecConstantLowering {
public:
  SpecConstantLowering(Module &module, format::ConstantMode mode)
      : module_(module), dataLayout_(module.getDataLayout()), mode_(mode) {}

  Expected<SpecConstantTable> run() {
    auto calls = findMarkupCalls(module_);
    if (!calls)
      return calls.takeError();
    SetVector<AllocaInst *> slots;
    SetVector<GlobalVariable *> variables;
    for (MarkupCall &call : *calls) {
      auto entry = entryFor(call);
      if (!entry)
        return entry.takeError();
      if (!isEmpty(**entry))
        readers_[call.call->getFunction()].insert((*entry)->ordinal);
      slots.insert(call.slots.begin(), call.slots.end());
      variables.insert(call.variables.begin(), call.variables.end());
    }
    SpecConstantTable table;
    if (mode_ != format::ConstantMode::Folded)
      table.reads = kernelReads();
    for (MarkupCall &call : *calls)
      markCopy(call, entries_.find(call.id)->second);
    for (MarkupCall &call : *calls)
      replace(call, entries_.find(call.id)->second);
    eraseDeadSlots(slots.getArrayRef());
    eraseMarkupDeclarations(module_);
    eraseDeadVariables(variables.getArrayRef());
    for (auto &[id, entry] : entries_)
      if (!isEmpty(entry))
        table.constants.push_back(std::move(entry.result));
    if (mode_ == format::ConstantMode::Folded) {
      table.defaultsFolded = !table.constants.empty();
      table.constants.clear();
    }
    return table;
  }

private:
  /// Returns whether a constant is an empty struct, which has no value to set.
  static bool isEmpty(const ConstantEntry &entry) { return entry.layout.size == 0; }

  /// Returns the entry of a call's constant, which its first call creates.
  Expected<ConstantEntry *> entryFor(const MarkupCall &call) {
    auto constantError = [&](Error why) -> Error {
      std::string text;
      raw_string_ostream(text) << sourceLocation(*call.call) << "Specialization constant '"
                               << call.id << "' of type " << *call.type << " "
                               << toString(std::move(why)) << ".";
      return createStringError(text);
    };
    if (auto found = entries_.find(call.id); found != entries_.end()) {
      ConstantEntry &known = found->second;
      if (typeSpelling(call.type) != known.result.type)
        return constantError(createStringError("is also read as type " + known.result.type));
      auto bytes = bytesOf(call.defaultValue, call.defaultOffset, known.layout.size, dataLayout_);
      if (!bytes)
        return constantError(bytes.takeError());
      if (bytes->value != known.bytes.value || bytes->known != known.bytes.known)
        return constantError(createStringError("has two different defaults"));
      return &known;
    }
    auto layout = layoutOf(call.type, dataLayout_);
    if (!layout)
      return constantError(layout.takeError());
    auto bytes = bytesOf(call.defaultValue, call.defaultOffset, layout->size, dataLayout_);
    if (!bytes)
      return constantError(bytes.takeError());
    ConstantEntry entry;
    entry.layout = std::move(*layout);
    entry.bytes = std::move(*bytes);
    entry.ordinal = entries_.size();
    entry.firstId = nextId_;
    entry.result.id = call.id;
    entry.result.type = typeSpelling(call.type);
    entry.result.defaultValue = entry.bytes.value;
    if (mode_ == format::ConstantMode::Native)
      addLeafDescriptors(entry);
    else if (!isEmpty(entry))
      allocateInBuffer(entry);
    return &entries_.insert({call.id, std::move(entry)}).first->second;
  }

  void addLeafDescriptors(ConstantEntry &entry) {
    std::uint64_t coveredEnd = 0;
    auto &descriptors = entry.result.descriptors;
    for (const LayoutItem &item : entry.layout.items) {
      if (item.kind == LayoutItem::Kind::End) {
        if (item.begin == item.end)
          continue; // an empty struct covers no bytes, not even a gap before it
        coveredEnd = std::max(coveredEnd, item.begin);
        if (coveredEnd < item.end)
          descriptors.push_back({format::LeafDescriptor::kPaddingId,
                                 static_cast<std::uint32_t>(coveredEnd),
                                 static_cast<std::uint32_t>(item.end - coveredEnd)});
        coveredEnd = std::max(coveredEnd, item.end);
        continue;
      }
      const Leaf &leaf = entry.layout.leaves[item.leaf];
      const std::uint32_t id = nextId_++;
      if (!isDefined(entry.bytes, leaf))
        continue;
      descriptors.push_back(
          {id, static_cast<std::uint32_t>(leaf.offset), static_cast<std::uint32_t>(leaf.size)});
      coveredEnd = leaf.offset + leaf.size;
    }
  }

  void allocateInBuffer(ConstantEntry &entry) {
    entry.bufferOffset = alignTo(bufferSize_, entry.layout.align);
    bufferAlign_ = std::max(bufferAlign_, entry.layout.align);
    const std::uint64_t gap = entry.bufferOffset - bufferSize_;
    if (gap != 0) {
      ConstantEntry &previous = entries_.begin()[static_cast<std::ptrdiff_t>(lastInBuffer_)].second;
      previous.result.descriptors.push_back({format::LeafDescriptor::kPaddingId,
                                             static_cast<std::uint32_t>(previous.layout.size),
                                             static_cast<std::uint32_t>(gap)});
      previous.result.defaultValue.resize(previous.layout.size + gap);
    }
    entry.result.descriptors.push_back(
        {nextId_++, 0, static_cast<std::uint32_t>(entry.layout.size)});
    bufferSize_ = entry.bufferOffset + entry.layout.size;
    lastInBuffer_ = entry.ordinal;
  }

  void replace(MarkupCall &markup, const ConstantEntry &entry) {
    CallInst *call = markup.call;
    IRBuilder<> builder(call);
    builder.CollectMetadataToCopy(call, module_.getContext().getMDKindID(kCopyMetadata));
    Value *buffer = markup.buffer;
    if (!buffer)
      buffer = bufferCall(builder);
    if (mode_ == format::ConstantMode::Emulated)
      addBufferAttributes(buffer);
    Value *value = nullptr;
    if (mode_ != format::ConstantMode::Emulated)
      value = markup.result ? storeLeaves(builder, markup, entry)
                            : specConstantValue(builder, markup.type, entry);
    else
      value = markup.result ? copyFromBuffer(builder, markup, entry, buffer)
                            : loadFromBuffer(builder, markup.type, entry, buffer);
    if (markup.element) {
      const unsigned space = call->getType()->getPointerAddressSpace();
      value = builder.Insert(
          new AllocaInst(markup.element, space, value, markup.elementAlign.valueOrOne()));
    }
    if (value) {
      value->takeName(call);
      call->replaceAllUsesWith(value);
    }
    call->eraseFromParent();
  }

  /// Marks a read that does not need the device to know its numbers. One into memory only moves
  /// them.
  static void markCopy(const MarkupCall &markup, const ConstantEntry &entry) {
    const auto isOptional = [](const Leaf &leaf) { return isOptionalNumber(leaf.stored); };
    if (markup.result && any_of(entry.layout.leaves, isOptional))
      markup.call->setMetadata(kCopyMetadata, MDNode::get(markup.call->getContext(), {}));
    else if (!markup.result && isOptionalNumber(markup.type))
      markIfCopied(*markup.call);
  }

  /// Creates a call that the specialization-buffer pass replaces by the kernel's argument. Native
  /// code does not use it, but the call makes the pass add the argument, so that signatures are the
  /// same.
  Value *bufferCall(IRBuilder<> &builder) {
    auto callee = module_.getOrInsertFunction(kBufferFunction, builder.getPtrTy(1));
    auto *function = cast<Function>(callee.getCallee());
    function->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *call = builder.CreateCall(callee);
    call->setCallingConv(CallingConv::SPIR_FUNC);
    return call;
  }

  /// Adds size and alignment of the buffer as attributes, so that LLVM can optimize copies of
  /// constants to the stack.
  void addBufferAttributes(Value *buffer) {
    auto *call = dyn_cast<CallInst>(buffer);
    if (!call || !call->getCalledFunction() ||
        call->getCalledFunction()->getName() != kBufferFunction || bufferSize_ == 0)
      return;
    LLVMContext &context = module_.getContext();
    call->addRetAttr(Attribute::getWithDereferenceableBytes(context, bufferSize_));
    call->addRetAttr(Attribute::getWithAlignment(context, bufferAlign_));
  }

  /// Returns a leaf in its stored type for the native and default values modes; null if it has no
  /// default.
  Value *storedLeaf(IRBuilder<> &builder, const ConstantEntry &entry, std::size_t index) {
    const Leaf &leaf = entry.layout.leaves[index];
    if (!isDefined(entry.bytes, leaf))
      return nullptr;
    if (mode_ == format::ConstantMode::Folded)
      return leafDefault(entry.bytes, leaf);
    const std::string name = ("_Z20__spirv_SpecConstanti" + mangled(leaf.stored)).str();
    auto callee = module_.getOrInsertFunction(name, leaf.stored, builder.getInt32Ty(), leaf.stored);
    auto *function = cast<Function>(callee.getCallee());
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->setMemoryEffects(MemoryEffects::none());
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr(Attribute::WillReturn);
    function->addFnAttr(Attribute::Speculatable);
    auto *id = builder.getInt32(entry.firstId + static_cast<std::uint32_t>(index));
    CallInst *call = builder.CreateCall(callee, {id, leafDefault(entry.bytes, leaf)});
    call->setCallingConv(CallingConv::SPIR_FUNC);
    return call;
  }

  static Value *truncateToType(IRBuilder<> &builder, Value *stored, Type *type) {
    return stored && stored->getType() != type ? builder.CreateTrunc(stored, type) : stored;
  }

  Value *specConstantValue(IRBuilder<> &builder, Type *type, const ConstantEntry &entry) {
    std::size_t index = 0;
    Value *value = buildValue(builder, type, [&] {
      Type *leafType = entry.layout.leaves[index].type;
      return truncateToType(builder, storedLeaf(builder, entry, index++), leafType);
    });
    return value ? value : UndefValue::get(type);
  }

  Value *storeLeaves(IRBuilder<> &builder, const MarkupCall &markup, const ConstantEntry &entry) {
    const Align align = resultAlign(markup, entry);
    for (std::size_t i = 0; i < entry.layout.leaves.size(); ++i) {
      const std::uint64_t offset = entry.layout.leaves[i].offset;
      if (Value *leaf = storedLeaf(builder, entry, i))
        builder.CreateAlignedStore(leaf, addressAt(builder, markup.result, offset),
                                   commonAlignment(align, offset));
    }
    return nullptr;
  }

  Value *loadFromBuffer(IRBuilder<> &builder, Type *type, const ConstantEntry &entry,
                        Value *buffer) {
    auto load = [&](Type *loaded, std::uint64_t offset) {
      const std::uint64_t place = entry.bufferOffset + offset;
      LoadInst *result = builder.CreateAlignedLoad(loaded, addressAt(builder, buffer, place),
                                                   commonAlignment(entry.layout.align, place));
      // The buffer is constant while the kernel runs.
      result->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module_.getContext(), {}));
      return result;
    };
    if (type->isVectorTy())
      return load(type, 0);
    std::size_t index = 0;
    return buildValue(builder, type, [&] {
      const Leaf &leaf = entry.layout.leaves[index++];
      return truncateToType(builder, load(leaf.stored, leaf.offset), leaf.type);
    });
  }

  Value *copyFromBuffer(IRBuilder<> &builder, const MarkupCall &markup, const ConstantEntry &entry,
                        Value *buffer) {
    if (entry.layout.size != 0)
      builder.CreateMemCpy(
          markup.result, resultAlign(markup, entry), addressAt(builder, buffer, entry.bufferOffset),
          commonAlignment(entry.layout.align, entry.bufferOffset), entry.layout.size);
    return nullptr;
  }

  static Align resultAlign(const MarkupCall &markup, const ConstantEntry &entry) {
    return markup.call->getParamAlign(0).value_or(entry.layout.align);
  }

  static Value *addressAt(IRBuilder<> &builder, Value *base, std::uint64_t offset) {
    return offset == 0 ? base
                       : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  }

  /// Finds the constants that each kernel reads by following direct calls.
  std::map<std::string, std::vector<std::string>> kernelReads() {
    std::map<std::string, std::vector<std::string>> reads;
    for (Function &kernel : module_) {
      if (!isKernel(kernel))
        continue;
      SetVector<const Function *> reached;
      reached.insert(&kernel);
      std::set<std::size_t> read;
      for (std::size_t i = 0; i < reached.size(); ++i) {
        if (auto found = readers_.find(reached[i]); found != readers_.end())
          read.insert(found->second.begin(), found->second.end());
        for (const Instruction &instruction : instructions(*reached[i]))
          if (auto *call = dyn_cast<CallBase>(&instruction))
            if (const Function *callee = call->getCalledFunction())
              reached.insert(callee);
      }
      auto &ids = reads[kernel.getName().str()];
      for (std::size_t ordinal : read)
        ids.push_back(entries_.begin()[static_cast<std::ptrdiff_t>(ordinal)].first.str());
    }
    return reads;
  }

  Module &module_;
  const DataLayout &dataLayout_;
  format::ConstantMode mode_;
  MapVector<StringRef, ConstantEntry, std::map<StringRef, unsigned>> entries_;
  std::map<const Function *, std::set<std::size_t>> readers_;
  std::uint32_t nextId_ = 0;
  std::uint64_t bufferSize_ = 0;
  std::size_t lastInBuffer_ = 0; ///< ordinal of the last constant in the buffer
  Align bufferAlign_;
};

void addMetadata(Module &module, const SpecConstantTable &table) {
  if (table.constants.empty())
    return;
  LLVMContext &context = module.getContext();
  auto number = [&](std::uint32_t value) -> Metadata * {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  NamedMDNode *ids = module.getOrInsertNamedMetadata("sycl.specialization-constants");
  NamedMDNode *defaults =
      module.getOrInsertNamedMetadata("sycl.specialization-constants-default-values");
  for (const SpecConstant &constant : table.constants) {
    SmallVector<Metadata *, 8> operands = {MDString::get(context, constant.id)};
    for (const format::LeafDescriptor &descriptor : constant.descriptors)
      operands.append({number(descriptor.id), number(descriptor.offset), number(descriptor.size)});
    ids->addOperand(MDNode::get(context, operands));
    Constant *bytes = ConstantDataArray::get(context, ArrayRef(constant.defaultValue));
    defaults->addOperand(MDNode::get(context, {ConstantAsMetadata::get(bytes)}));
  }
}

} // namespace

Expected<SpecConstantTable> lowerSpecConstants(Module &module, format::ConstantMode mode) {
  auto table = SpecConstantLowering(module, mode).run();
  if (table)
    addMetadata(module, *table);
  return table;
}

PreservedAnalyses SpecConstantsPass::run(Module &module, ModuleAnalysisManager &) {
  if (auto table = lowerSpecConstants(module, mode_); !table)
    module.getContext().emitError(toString(table.takeError()));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
