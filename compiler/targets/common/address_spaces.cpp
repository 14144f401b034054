// See address_spaces.h.
#include "compiler/targets/common/address_spaces.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

using builtins::callsOf;

constexpr unsigned kMaxRounds = 256; ///< each round goes one call deeper

bool hasGenericPointers(const Module &module) {
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      if (isGenericPointer(instruction.getType()->getScalarType()))
        return true;
      for (const Value *operand : instruction.operands())
        if (isGenericPointer(operand->getType()->getScalarType()))
          return true;
    }
  return false;
}

/// Returns whether the signature of a function may change: only calls in this module use it.
bool canChangeSignature(const Function &function) {
  return !function.isDeclaration() && function.hasLocalLinkage() && !function.hasAddressTaken() &&
         !function.isVarArg() && function.getCallingConv() != CallingConv::SPIR_KERNEL;
}

class AddressSpaceInference {
public:
  explicit AddressSpaceInference(Module &module) : module_(module) {}

  void run() {
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      propagateWithinFunctions();
      if (inlineCallerPointerAccessors())
        continue; // analyze the inlined code again
      const PointerSpaces spaces(module_);
      bool isChanged = castPointerSources(spaces);
      isChanged |= specializeCalls(spaces);
      isChanged |= specializeResults(spaces);
      eraseUnused();
      if (!isChanged)
        break;
    }
    propagateWithinFunctions();
  }

private:
  /// Infers address spaces within functions.
  void propagateWithinFunctions() {
    PassManagers managers;
    managers.builder.registerPipelineParsingCallback(
        [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
          if (name != "ursa-infer-address-spaces")
            return false;
          passes.addPass(InferAddressSpacesPass(kGenericSpace));
          return true;
        });
    managers.run(module_, "always-inline,function(sroa<preserve-cfg>,ursa-infer-address-spaces)");
    forgetErased();
  }

  /// Forgets the functions that the inliner has erased.
  void forgetErased() {
    SmallPtrSet<const Function *, 32> present;
    for (const Function &function : module_)
      present.insert(&function);
    std::erase_if(clones_, [&](const auto &entry) {
      return !present.contains(entry.first.first) || !present.contains(entry.second);
    });
    inlined_.remove_if([&](const Function *function) { return !present.contains(function); });
  }

  /// Casts the results of loads and calls to the address space that they point to.
  bool castPointerSources(const PointerSpaces &spaces) {
    bool isChanged = false;
    for (Function &function : module_)
      for (Instruction &instruction : make_early_inc_range(instructions(function))) {
        if (!isGenericPointer(instruction.getType()) ||
            !isa<LoadInst, CallInst, IntToPtrInst>(instruction))
          continue;
        const auto space = spaces.spaceOf(instruction);
        if (space)
          isChanged |= castUsesToSpace(instruction, *space);
      }
    return isChanged;
  }

  /// Casts a pointer to @p space and back for all its uses. Returns false if the uses already do.
  static bool castUsesToSpace(Instruction &pointer, unsigned space) {
    if (pointer.use_empty() ||
        all_of(pointer.users(), [](const User *user) { return isa<AddrSpaceCastInst>(user); }))
      return false;
    IRBuilder<> builder(pointer.getParent(), std::next(pointer.getIterator()));
    builder.SetCurrentDebugLocation(pointer.getDebugLoc());
    auto *known =
        llvm::cast<Instruction>(builder.CreateAddrSpaceCast(&pointer, builder.getPtrTy(space)));
    Value *generic = builder.CreateAddrSpaceCast(known, pointer.getType());
    pointer.replaceUsesWithIf(generic, [&](const Use &use) { return use.getUser() != known; });
    return true;
  }

  /// Redirects calls to clones of functions for the spaces of the arguments.
  bool specializeCalls(const PointerSpaces &spaces) {
    SmallVector<CallInst *, 32> calls;
    for (Function &function : module_)
      if (!function.isDeclaration() && function.hasExactDefinition() && !function.isVarArg())
        for (CallInst *call : callsOf(function))
          if (any_of(call->args(),
                     [](const Use &argument) { return isGenericPointer(argument->getType()); }))
            calls.push_back(call);
    bool isChanged = false;
    for (CallInst *call : calls)
      isChanged |= specialize(*call, spaces);
    return isChanged;
  }

  bool specialize(CallInst &call, const PointerSpaces &spaces) {
    Function &callee = *call.getCalledFunction();
    SmallVector<unsigned, 8> argumentSpaces;
    bool isSpecialized = false;
    for (const Use &argument : call.args()) {
      const Type *type = argument->getType();
      argumentSpaces.push_back(type->isPointerTy() ? type->getPointerAddressSpace() : 0);
      if (!isGenericPointer(type))
        continue;
      if (const auto space = spaces.spaceOf(*argument)) {
        argumentSpaces.back() = *space;
        isSpecialized = true;
      }
    }
    if (!isSpecialized)
      return false;
    Function *clone = cloneFor(callee, argumentSpaces);
    IRBuilder<> builder(&call);
    for (Use &argument : call.args())
      if (isGenericPointer(argument->getType()) &&
          argumentSpaces[call.getArgOperandNo(&argument)] != kGenericSpace)
        argument.set(builder.CreateAddrSpaceCast(
            argument.get(), builder.getPtrTy(argumentSpaces[call.getArgOperandNo(&argument)])));
    call.setCalledFunction(clone);
    return true;
  }

  /// Returns a clone of the function with generic pointer arguments in the chosen spaces.
  Function *cloneFor(Function &function, ArrayRef<unsigned> spaces) {
    Function *&clone = clones_[{&function, {spaces.begin(), spaces.end()}}];
    if (clone)
      return clone;
    SmallVector<Type *, 8> types;
    std::string name = function.getName().str();
    for (const Argument &argument : function.args()) {
      const unsigned space = spaces[argument.getArgNo()];
      const bool isCast = isGenericPointer(argument.getType()) && space != kGenericSpace;
      types.push_back(isCast ? PointerType::get(module_.getContext(), space) : argument.getType());
      name += isCast ? "." + std::to_string(space) : "";
    }
    clone = Function::Create(FunctionType::get(function.getReturnType(), types, false),
                             GlobalValue::InternalLinkage, name, module_);
    ValueToValueMapTy map;
    BasicBlock *entry = BasicBlock::Create(module_.getContext(), "", clone);
    IRBuilder<> builder(entry);
    for (Argument &argument : function.args()) {
      Argument *parameter = clone->getArg(argument.getArgNo());
      parameter->setName(argument.getName());
      map[&argument] = parameter->getType() == argument.getType()
                           ? static_cast<Value *>(parameter)
                           : builder.CreateAddrSpaceCast(parameter, argument.getType());
    }
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(clone, &function, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    clone->setCallingConv(function.getCallingConv());
    clone->setAttributes(
        function.getAttributes().removeFnAttribute(module_.getContext(), "sycl-module-id"));
    auto *body = llvm::cast<BasicBlock>(map[&function.getEntryBlock()]);
    BranchInst::Create(body, entry);
    MergeBlockIntoPredecessor(body);
    return clone;
  }

  /// Changes the return type of functions to the space that their results point to.
  bool specializeResults(const PointerSpaces &spaces) {
    SmallVector<std::pair<Function *, unsigned>, 8> found;
    for (Function &function : module_)
      if (canChangeSignature(function) && isGenericPointer(function.getReturnType()))
        if (const auto space = spaces.returnSpace(function))
          found.emplace_back(&function, *space);
    for (auto [function, space] : found)
      changeResult(*function, space);
    return !found.empty();
  }

  void changeResult(Function &function, unsigned space) {
    Type *type = PointerType::get(module_.getContext(), space);
    SmallVector<Type *, 8> types(function.getFunctionType()->params());
    auto *changed =
        Function::Create(FunctionType::get(type, types, false), function.getLinkage(), "", module_);
    changed->takeName(&function);
    changed->copyAttributesFrom(&function);
    changed->setSubprogram(function.getSubprogram());
    function.setSubprogram(nullptr);
    changed->splice(changed->end(), &function);
    for (Argument &argument : function.args()) {
      changed->getArg(argument.getArgNo())->takeName(&argument);
      argument.replaceAllUsesWith(changed->getArg(argument.getArgNo()));
    }
    for (BasicBlock &block : *changed)
      if (auto *result = dyn_cast<ReturnInst>(block.getTerminator())) {
        IRBuilder<> builder(result);
        builder.CreateRet(builder.CreateAddrSpaceCast(result->getReturnValue(), type));
        result->eraseFromParent();
      }
    for (CallInst *call : callsOf(function)) {
      IRBuilder<> builder(call);
      SmallVector<Value *, 8> arguments(call->args());
      CallInst *other = builder.CreateCall(changed, arguments);
      other->setCallingConv(call->getCallingConv());
      other->setAttributes(call->getAttributes());
      other->copyMetadata(*call);
      Value *generic = builder.CreateAddrSpaceCast(other, call->getType());
      call->replaceAllUsesWith(generic);
      call->eraseFromParent();
    }
    for (auto &entry : clones_)
      if (entry.second == &function)
        entry.second = nullptr;
    function.eraseFromParent();
  }

  /// Inlines functions that access generic pointers in memory of their callers.
  bool inlineCallerPointerAccessors() {
    bool isChanged = false;
    for (Function &function : module_) {
      if (!canChangeSignature(function) || inlined_.contains(&function))
        continue;
      if (!any_of(instructions(function), accessesPointerOfCaller))
        continue;
      inlined_.insert(&function);
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::AlwaysInline);
      for (CallInst *call : callsOf(function))
        call->removeFnAttr(Attribute::NoInline);
      isChanged = true;
    }
    return isChanged;
  }

  static bool accessesPointerOfCaller(const Instruction &instruction) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *store = dyn_cast<StoreInst>(&instruction);
    if (!load && !store)
      return false;
    const Type *type = load ? load->getType() : store->getValueOperand()->getType();
    const Value *address = load ? load->getPointerOperand() : store->getPointerOperand();
    return holdsGenericPointer(type) && address->getType()->getPointerAddressSpace() == 0 &&
           !isa<AllocaInst>(getUnderlyingObject(address, /*MaxLookup=*/0));
  }

  void eraseUnused() {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (Function &function : make_early_inc_range(module_))
        if (canChangeSignature(function) && function.use_empty()) {
          inlined_.erase(&function);
          eraseClones(&function);
          function.eraseFromParent();
          isChanged = true;
        }
    }
  }

  /// Removes entries that refer to a function before it is erased.
  void eraseClones(const Function *function) {
    std::erase_if(clones_, [&](const auto &entry) {
      return entry.first.first == function || entry.second == function;
    });
  }

  Module &module_;
  std::map<std::pair<const Function *, std::vector<unsigned>>, Function *> clones_;
  SmallPtrSet<const Function *, 8> inlined_;
};

} // namespace

void inferAddressSpaces(Module &module) {
  if (hasGenericPointers(module))
    AddressSpaceInference(module).run();
}

} // namespace ursa::compiler::targets
