// See argument_objects.h.
#include "compiler/targets/nvptx/argument_objects.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr unsigned kParameterSpace = 101;
constexpr Align kMaxAlign = Align::Constant<16>(); // of a load

/// An object in memory of a work-item that only holds arguments.
struct ArgumentObject {
  AllocaInst *memory = nullptr;
  MapVector<unsigned, std::int64_t> offsets; ///< of arguments in the object, by their index
  SmallVector<Instruction *, 16> writes;     ///< stores of arguments, and lifetimes
  bool isIndexed = false; ///< whether an address in it or in a copy is computed at run time
};

/// Finds all uses of an object; nothing, if something else than arguments is written to it, or if
/// its address goes elsewhere.
class ObjectUses {
public:
  /// @param initialization a copy that may write the object
  explicit ObjectUses(AllocaInst &memory, const MemCpyInst *initialization = nullptr)
      : layout_(memory.getDataLayout()), initialization_(initialization) {
    object_.memory = &memory;
  }

  std::optional<ArgumentObject> find() {
    if (!object_.memory->isStaticAlloca() || !visit(*object_.memory, 0) || !object_.isIndexed ||
        object_.offsets.empty())
      return std::nullopt;
    return std::move(object_);
  }

  /// Finds the lifetimes of an object that nothing but the copy writes.
  std::optional<SmallVector<Instruction *, 16>> findLifetimes() {
    if (!object_.memory->isStaticAlloca() || !visit(*object_.memory, 0) || !object_.offsets.empty())
      return std::nullopt;
    return std::move(object_.writes);
  }

private:
  /// @param offset of the pointer in the object; nothing: it is computed at run time
  bool visit(Value &pointer, std::optional<std::int64_t> offset) {
    for (Use &use : pointer.uses())
      if (!visitUse(use, offset))
        return false;
    return true;
  }

  bool visitUse(Use &use, std::optional<std::int64_t> offset) {
    auto *user = cast<Instruction>(use.getUser());
    if (user == initialization_)
      return true;
    if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
      APInt step(layout_.getIndexTypeSizeInBits(element->getType()), 0);
      if (element->getType()->isVectorTy())
        return false;
      if (!element->accumulateConstantOffset(layout_, step)) {
        object_.isIndexed = true;
        return visit(*element, std::nullopt);
      }
      return visit(*element, offset ? std::optional(*offset + step.getSExtValue()) : std::nullopt);
    }
    if (isa<AddrSpaceCastInst>(user))
      return visit(*user, offset);
    if (auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple();
    if (auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() == StoreInst::getPointerOperandIndex() && offset &&
             noteStore(*store, *offset);
    if (auto *copy = dyn_cast<MemCpyInst>(user)) {
      object_.isIndexed = true; // as the copy may be
      return use.getOperandNo() == 1 && !copy->isVolatile();
    }
    if (auto *call = dyn_cast<IntrinsicInst>(user); call && call->isLifetimeStartOrEnd()) {
      object_.writes.push_back(call);
      return true;
    }
    return false;
  }

  bool noteStore(StoreInst &store, std::int64_t offset) {
    // A pointer has the same bits in all address spaces of global memory.
    auto *argument = dyn_cast<Argument>(store.getValueOperand()->stripPointerCasts());
    if (!argument || !store.isSimple() || store.getParent() != object_.memory->getParent())
      return false;
    object_.writes.push_back(&store);
    return object_.offsets.insert({argument->getArgNo(), offset}).second;
  }

  const DataLayout &layout_;
  const MemCpyInst *initialization_;
  ArgumentObject object_;
};

/// Where the driver puts arguments if those of objects are passed as bytes of the objects'
/// alignment.
class ArgumentLayout {
public:
  ArgumentLayout(const Function &kernel, ArrayRef<ArgumentObject> objects)
      : layout_(kernel.getDataLayout()), deltas_(objects.size()) {
    for (const auto &[number, object] : enumerate(objects))
      for (const auto &[index, offset] : object.offsets)
        isValid_ = isValid_ && places_.insert({index, {number, offset}}).second;
    for (const Argument &argument : kernel.args())
      isValid_ = isValid_ && place(argument, objects);
  }

  /// Whether the arguments of each object have its layout.
  bool isValid() const { return isValid_ && !aligns_.empty(); }
  /// The alignments of arguments that are passed as bytes, by index.
  const MapVector<unsigned, Align> &aligns() const { return aligns_; }

private:
  bool place(const Argument &argument, ArrayRef<ArgumentObject> objects) {
    const bool isByVal = argument.hasByValAttr();
    Type *type = isByVal ? argument.getParamByValType() : argument.getType();
    Align align = isByVal ? argument.getParamAlign().valueOrOne() : layout_.getABITypeAlign(type);
    const auto known = places_.find(argument.getArgNo());
    if (known != places_.end()) {
      const auto &[number, offset] = known->second;
      std::optional<std::int64_t> &delta = deltas_[number];
      const bool isFirst = !delta;
      if (isFirst) { // the object keeps its alignment
        const std::uint64_t aligned =
            std::min(objects[number].memory->getAlign(), kMaxAlign).value();
        delta = static_cast<std::int64_t>(
                    alignTo(end_, aligned, static_cast<std::uint64_t>(offset) % aligned)) -
                offset;
      }
      const auto wanted = static_cast<std::uint64_t>(offset + *delta);
      if (type->isVectorTy()) {
        if (layout_.getTypeStoreSize(type) != layout_.getTypeAllocSize(type))
          return false;
        align = commonAlignment(kMaxAlign, wanted);
      }
      if (isFirst || type->isVectorTy()) // bytes have an address
        aligns_.insert({argument.getArgNo(), align});
      if (alignTo(end_, align) != wanted)
        return false;
    }
    end_ = alignTo(end_, align) + layout_.getTypeAllocSize(type).getFixedValue();
    return true;
  }

  const DataLayout &layout_;
  DenseMap<unsigned, std::pair<std::size_t, std::int64_t>> places_; ///< object and offset in it
  SmallVector<std::optional<std::int64_t>, 2> deltas_; ///< from offsets in objects to places
  MapVector<unsigned, Align> aligns_;
  std::uint64_t end_ = 0; ///< of the arguments so far
  bool isValid_ = true;
};

/// Replaces the uses of an object by uses of parameter space.
class UseRewriter {
public:
  void run(Value &before, Value &after) {
    for (User *user : make_early_inc_range(before.users()))
      rewrite(*cast<Instruction>(user), after);
  }

private:
  void rewrite(Instruction &user, Value &after) {
    IRBuilder<> builder(&user);
    if (auto *element = dyn_cast<GetElementPtrInst>(&user)) {
      SmallVector<Value *, 4> indices(element->indices());
      run(user, *builder.CreateGEP(element->getSourceElementType(), &after, indices));
    } else if (isa<AddrSpaceCastInst>(user)) {
      run(user, after);
    } else if (auto *load = dyn_cast<LoadInst>(&user)) {
      LoadInst *replacement =
          builder.CreateAlignedLoad(load->getType(), &after, std::min(load->getAlign(), kMaxAlign));
      replacement->copyMetadata(*load);
      replacement->takeName(load);
      load->replaceAllUsesWith(replacement);
    } else if (auto *copy = dyn_cast<MemCpyInst>(&user); copy && !replaceCopy(*copy, after)) {
      builder.CreateMemCpy(copy->getRawDest(), copy->getDestAlign(), &after,
                           std::min(copy->getSourceAlign().valueOrOne(), kMaxAlign),
                           copy->getLength());
    }
    user.eraseFromParent();
  }

  /// Replaces the object that a copy writes, if nothing else does.
  bool replaceCopy(MemCpyInst &copy, Value &after) {
    auto *object = dyn_cast<AllocaInst>(copy.getRawDest()->stripPointerCasts());
    const auto *size = dyn_cast<ConstantInt>(copy.getLength());
    if (!object || !size ||
        object->getAllocationSize(object->getDataLayout()) !=
            TypeSize::getFixed(size->getZExtValue()))
      return false;
    auto lifetimes = ObjectUses(*object, &copy).findLifetimes();
    if (!lifetimes)
      return false;
    for (Instruction *lifetime : *lifetimes)
      lifetime->eraseFromParent();
    copy.setArgOperand(0, PoisonValue::get(copy.getRawDest()->getType()));
    run(*object, after);
    return true; // the object without uses is erased later
  }
};

/// Returns a kernel with the body of another one, whose given vectors are passed as bytes.
Function *passAsBytes(Function &kernel, const MapVector<unsigned, Align> &aligns) {
  LLVMContext &context = kernel.getContext();
  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<Type *, 16> types(kernel.getFunctionType()->params());
  for (const auto &[index, align] : aligns)
    types[index] = PointerType::get(context, 0);
  Function *result = Function::Create(FunctionType::get(kernel.getReturnType(), types, false),
                                      kernel.getLinkage(), kernel.getAddressSpace());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), result);
  result->takeName(&kernel);
  result->copyAttributesFrom(&kernel);
  result->setComdat(kernel.getComdat());
  result->copyMetadata(&kernel, 0);
  result->splice(result->begin(), &kernel);
  IRBuilder<> builder(&result->getEntryBlock(), result->getEntryBlock().getFirstInsertionPt());
  for (Argument &argument : kernel.args()) {
    Argument *parameter = result->getArg(argument.getArgNo());
    parameter->takeName(&argument);
    const auto align = aligns.find(argument.getArgNo());
    if (align == aligns.end()) {
      argument.replaceAllUsesWith(parameter);
      continue;
    }
    AttrBuilder attributes(context);
    attributes.addByValAttr(ArrayType::get(
        builder.getInt8Ty(), layout.getTypeAllocSize(argument.getType()).getFixedValue()));
    attributes.addAlignmentAttr(align->second);
    result->removeParamAttrs(argument.getArgNo(),
                             AttributeFuncs::typeIncompatible(parameter->getType(), {}));
    result->addParamAttrs(argument.getArgNo(), attributes);
    if (argument.use_empty())
      continue;
    Value *place =
        builder.CreateAddrSpaceCast(parameter, PointerType::get(context, kParameterSpace));
    argument.replaceAllUsesWith(
        builder.CreateAlignedLoad(argument.getType(), place, align->second));
  }
  kernel.replaceAllUsesWith(result);
  kernel.eraseFromParent();
  return result;
}

/// Replaces an object by the arguments that it holds, of which the first one is passed as bytes.
void readInPlace(Function &kernel, const ArgumentObject &object) {
  for (Instruction *write : object.writes)
    write->eraseFromParent();
  const auto *first = min_element(object.offsets, less_first());
  IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  Value *begin = builder.CreateAddrSpaceCast(
      kernel.getArg(first->first), PointerType::get(kernel.getContext(), kParameterSpace));
  begin = builder.CreateGEP(builder.getInt8Ty(), begin,
                            builder.getInt64(static_cast<std::uint64_t>(-first->second)));
  UseRewriter().run(*object.memory, *begin);
  object.memory->eraseFromParent();
}

bool readObjectsInPlace(Function &kernel) {
  SmallVector<ArgumentObject, 2> objects;
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *memory = dyn_cast<AllocaInst>(&instruction))
      if (auto object = ObjectUses(*memory).find())
        objects.push_back(std::move(*object));
  const ArgumentLayout layout(kernel, objects);
  if (!layout.isValid())
    return false;
  Function *changed = passAsBytes(kernel, layout.aligns());
  for (const ArgumentObject &object : objects)
    readInPlace(*changed, object);
  return true;
}

} // namespace

PreservedAnalyses NvptxArgumentObjectsPass::run(Module &module, ModuleAnalysisManager &) {
  bool isChanged = false;
  for (Function &function : make_early_inc_range(module))
    if (function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration())
      isChanged |= readObjectsInPlace(function);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::nvptx
