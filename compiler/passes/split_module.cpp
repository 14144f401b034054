// Splits modules. See split_module.h.
#include "compiler/passes/split_module.h"

#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr unsigned kGlobalAddressSpace = 1;

bool isKeepAliveList(const GlobalValue &global) {
  return global.getName() == "llvm.used" || global.getName() == "llvm.compiler.used";
}

/// Decides, while it lives, whether local values have names: those of thousands of copies take
/// their time.
class LocalNames {
public:
  LocalNames(LLVMContext &context, bool keep)
      : context_(context), before_(context.shouldDiscardValueNames()) {
    context_.setDiscardValueNames(!keep);
  }
  ~LocalNames() { context_.setDiscardValueNames(before_); }

private:
  LLVMContext &context_;
  bool before_;
};

/// Copies entry points and, when a copy refers to it, what they need.
class Extraction : public ValueMaterializer {
public:
  Extraction(const Module &source, ArrayRef<const Function *> entries, bool keepNames)
      : source_(source), keepNames_(keepNames), entries_(entries.begin(), entries.end()),
        target_(std::make_unique<Module>(source.getModuleIdentifier(), source.getContext())) {}

  std::unique_ptr<Module> run() {
    target_->setSourceFileName(source_.getSourceFileName());
    target_->setTargetTriple(source_.getTargetTriple());
    target_->setDataLayout(source_.getDataLayout());
    for (const Function *entry : entries_)
      MapValue(entry, values_, RF_None, nullptr, this);
    while (!functions_.empty() || !variables_.empty()) {
      if (!variables_.empty())
        define(*variables_.pop_back_val());
      else
        define(*functions_[nextFunction_++]);
      if (nextFunction_ == functions_.size()) {
        functions_.clear();
        nextFunction_ = 0;
      }
    }
    copyNamedMetadata();
    return std::move(target_);
  }

  Value *materialize(Value *value) override {
    if (auto *function = dyn_cast<Function>(value))
      return declare(*function);
    if (auto *variable = dyn_cast<GlobalVariable>(value))
      return declare(*variable);
    // What an alias names is the same code under another name.
    if (auto *alias = dyn_cast<GlobalAlias>(value))
      return MapValue(alias->getAliasee(), values_, RF_None, nullptr, this);
    return nullptr;
  }

private:
  Value *declare(const Function &function) {
    Function *twin =
        Function::Create(function.getFunctionType(), function.getLinkage(),
                         function.getAddressSpace(), function.getName(), target_.get());
    twin->copyAttributesFrom(&function);
    if (function.isDeclaration())
      return twin;
    copyComdat(function, *twin);
    functions_.push_back(&function);
    return twin;
  }

  Value *declare(const GlobalVariable &variable) {
    auto *twin = new GlobalVariable(*target_, variable.getValueType(), variable.isConstant(),
                                    variable.getLinkage(), nullptr, variable.getName(), nullptr,
                                    variable.getThreadLocalMode(), variable.getAddressSpace());
    twin->copyAttributesFrom(&variable);
    copyComdat(variable, *twin);
    variables_.push_back(&variable);
    return twin;
  }

  void copyComdat(const GlobalObject &from, GlobalObject &to) {
    const Comdat *comdat = from.getComdat();
    if (!comdat)
      return;
    Comdat *twin = target_->getOrInsertComdat(comdat->getName());
    twin->setSelectionKind(comdat->getSelectionKind());
    to.setComdat(twin);
  }

  void define(const GlobalVariable &variable) {
    auto *twin = cast<GlobalVariable>(values_[&variable]);
    if (variable.hasInitializer())
      twin->setInitializer(MapValue(variable.getInitializer(), values_, RF_None, nullptr, this));
    SmallVector<std::pair<unsigned, MDNode *>, 2> attached;
    variable.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      twin->addMetadata(kind, *MapMetadata(node, values_, RF_None, nullptr, this));
  }

  void define(const Function &function) {
    auto *twin = cast<Function>(values_[&function]);
    for (const Argument &argument : function.args()) {
      twin->getArg(argument.getArgNo())->setName(argument.getName());
      values_[&argument] = twin->getArg(argument.getArgNo());
    }
    SmallVector<ReturnInst *, 4> returns;
    const LocalNames names(source_.getContext(), keepNames_);
    CloneFunctionInto(twin, &function, values_, CloneFunctionChangeType::ClonedModule, returns, "",
                      nullptr, nullptr, this);
    if (!entries_.contains(&function))
      makeHelper(function, *twin);
  }

  /// What is no entry point of this image is none of its exports either.
  void makeHelper(const Function &function, Function &twin) {
    if (!moduleIdOf(function).empty()) {
      twin.removeFnAttr(kModuleIdAttribute);
      twin.setMetadata(kModuleIdAttribute, nullptr);
    }
    if (!isKernel(function))
      return;
    twin.setCallingConv(twin.getCallingConv() == CallingConv::SPIR_KERNEL ? CallingConv::SPIR_FUNC
                                                                          : CallingConv::C);
    twin.setLinkage(GlobalValue::InternalLinkage);
    twin.setComdat(nullptr);
  }

  void copyNamedMetadata() {
    // Linking repeats what every source says, as the version of the language.
    for (const NamedMDNode &named : source_.named_metadata()) {
      SetVector<MDNode *> nodes;
      const bool isUnits = named.getName() == "llvm.dbg.cu";
      for (const MDNode *node : named.operands()) {
        if (!isUnits)
          nodes.insert(MapMetadata(node, values_, RF_NullMapMissingGlobalValues));
        else if (auto unit = values_.getMappedMD(node); unit && *unit)
          nodes.insert(cast<MDNode>(*unit));
      }
      if (nodes.empty())
        continue;
      NamedMDNode *twin = target_->getOrInsertNamedMetadata(named.getName());
      for (MDNode *node : nodes)
        twin->addOperand(node);
    }
  }

  const Module &source_;
  bool keepNames_;
  SmallSetVector<const Function *, 4> entries_;
  ValueToValueMapTy values_;
  std::unique_ptr<Module> target_;
  std::vector<const Function *> functions_; ///< declared; from nextFunction_ on not yet defined
  std::size_t nextFunction_ = 0;
  SmallVector<const GlobalVariable *, 8> variables_; ///< declared, not yet defined
};

/// The sources or kernels that reach @p value, found from the uses upwards.
SetVector<StringRef> sourcesThatReach(const Value &value) {
  SetVector<const Value *> reached;
  SetVector<StringRef> sources;
  reached.insert(&value);
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const User *user : reached[i]->users()) {
      if (auto *instruction = dyn_cast<Instruction>(user)) {
        const Function *function = instruction->getFunction();
        reached.insert(function);
        if (isKernel(*function) || isExported(*function))
          sources.insert(moduleIdOf(*function));
      } else if (auto *global = dyn_cast<GlobalValue>(user); !global || !isKeepAliveList(*global)) {
        reached.insert(user);
      }
    }
  return sources;
}

} // namespace

StringRef moduleIdOf(const Function &function) {
  if (Attribute attribute = function.getFnAttribute(kModuleIdAttribute); attribute.isValid())
    return attribute.getValueAsString();
  auto text = moduleIdMetadata(function);
  if (!text) { // checkMetadata refuses it
    consumeError(text.takeError());
    return "";
  }
  return *text;
}

bool hasKernelConvention(const Function &function) {
  const CallingConv::ID convention = function.getCallingConv();
  return convention == CallingConv::SPIR_KERNEL || convention == CallingConv::PTX_Kernel ||
         convention == CallingConv::AMDGPU_KERNEL;
}

bool isKernel(const Function &function) {
  return !function.isDeclaration() && hasKernelConvention(function);
}

bool isExported(const Function &function) {
  return !function.isDeclaration() && !hasKernelConvention(function) &&
         !function.hasLocalLinkage() && !moduleIdOf(function).empty();
}

std::string mustStayTogether(const Module &module) {
  for (const Function &function : module) {
    if (function.hasFnAttribute("referenced-indirectly"))
      return "function '" + function.getName().str() + "' is called through a pointer";
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isIndirectCall())
          return "function '" + function.getName().str() + "' calls through a pointer";
  }
  for (const GlobalVariable &variable : module.globals())
    if (!variable.isConstant() && variable.getAddressSpace() == kGlobalAddressSpace &&
        sourcesThatReach(variable).size() > 1)
      return "several images would have a variable '" + variable.getName().str() + "' of their own";
  return "";
}

ModuleSplitter::ModuleSplitter(const Module &module, const SplitOptions &options)
    : module_(module), keepNames_(options.keepNames) {
  SplitMode mode = options.mode;
  if (mode == SplitMode::Auto)
    mode = mustStayTogether(module).empty() ? SplitMode::PerSource : SplitMode::None;
  if (mode == SplitMode::None)
    return;
  MapVector<StringRef, std::vector<const Function *>> groups;
  for (const Function &function : module)
    if (isKernel(function) || (!options.onlyKernels && isExported(function)))
      groups[mode == SplitMode::PerKernel ? function.getName() : moduleIdOf(function)].push_back(
          &function);
  for (auto &[name, entries] : groups)
    groups_.push_back(std::move(entries));
}

std::unique_ptr<Module> ModuleSplitter::extract(std::size_t index) const {
  return Extraction(module_, groups_[index], keepNames_).run();
}

} // namespace ursa
