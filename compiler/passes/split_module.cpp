// Splits modules. See split_module.h.
#include "compiler/passes/split_module.h"

#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr unsigned kGlobalAddressSpace = 1;

/// The attribute with the host's name of a variable.
constexpr StringLiteral kUniqueIdAttribute = "sycl-unique-id";

/// The attribute of a variable of which a program may have only one: device_image_scope in SYCL.
constexpr StringLiteral kImageScopeAttribute = "sycl-device-image-scope";

/// Sets whether the context keeps names of local values, and restores the setting: names of
/// thousands of copies take time.
class ValueNameScope {
public:
  ValueNameScope(LLVMContext &context, bool keep)
      : context_(context), before_(context.shouldDiscardValueNames()) {
    context_.setDiscardValueNames(!keep);
  }
  ~ValueNameScope() { context_.setDiscardValueNames(before_); }

private:
  LLVMContext &context_;
  bool before_;
};

bool isCalledThroughPointers(const Function &function) {
  return function.hasFnAttribute(kReferencedIndirectly) ||
         function.hasFnAttribute("indirectly-callable");
}

/// Copies entry points to a new module and, on demand, the globals that copies refer to.
class ModuleExtractor : public ValueMaterializer {
public:
  ModuleExtractor(const Module &source, ArrayRef<const Function *> entries,
                  const ReferenceGraph &references,
                  const DenseSet<const GlobalVariable *> &sharedConstants, bool keepValueNames)
      : source_(source), references_(references), sharedConstants_(sharedConstants),
        keepValueNames_(keepValueNames), entries_(entries.begin(), entries.end()),
        target_(std::make_unique<Module>(source.getModuleIdentifier(), source.getContext())) {}

  std::unique_ptr<Module> run(ArrayRef<const GlobalVariable *> tables) {
    target_->setSourceFileName(source_.getSourceFileName());
    target_->setTargetTriple(source_.getTargetTriple());
    target_->setDataLayout(source_.getDataLayout());
    for (const Function *entry : entries_)
      copy(*entry);
    for (const GlobalVariable *table : tables)
      copy(*table);
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
    // Replaces an alias by its aliasee, which is the same code under another name.
    if (auto *alias = dyn_cast<GlobalAlias>(value))
      return MapValue(alias->getAliasee(), values_, RF_None, nullptr, this);
    return nullptr;
  }

private:
  void copy(const GlobalValue &global) { MapValue(&global, values_, RF_None, nullptr, this); }

  Value *declare(const Function &function) {
    Function *clone =
        Function::Create(function.getFunctionType(), function.getLinkage(),
                         function.getAddressSpace(), function.getName(), target_.get());
    clone->copyAttributesFrom(&function);
    if (function.isDeclaration())
      return clone;
    copyComdat(function, *clone);
    functions_.push_back(&function);
    return clone;
  }

  Value *declare(const GlobalVariable &variable) {
    auto *clone = new GlobalVariable(*target_, variable.getValueType(), variable.isConstant(),
                                     variable.getLinkage(), nullptr, variable.getName(), nullptr,
                                     variable.getThreadLocalMode(), variable.getAddressSpace());
    clone->copyAttributesFrom(&variable);
    if (sharedConstants_.contains(&variable))
      internalize(*clone);
    else
      copyComdat(variable, *clone);
    variables_.push_back(&variable);
    return clone;
  }

  void copyComdat(const GlobalObject &from, GlobalObject &to) {
    const Comdat *comdat = from.getComdat();
    if (!comdat)
      return;
    Comdat *clone = target_->getOrInsertComdat(comdat->getName());
    clone->setSelectionKind(comdat->getSelectionKind());
    to.setComdat(clone);
  }

  void define(const GlobalVariable &variable) {
    auto *clone = cast<GlobalVariable>(values_[&variable]);
    if (variable.hasInitializer())
      clone->setInitializer(MapValue(variable.getInitializer(), values_, RF_None, nullptr, this));
    SmallVector<std::pair<unsigned, MDNode *>, 2> attached;
    variable.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      clone->addMetadata(kind, *MapMetadata(node, values_, RF_None, nullptr, this));
  }

  void define(const Function &function) {
    auto *clone = cast<Function>(values_[&function]);
    for (const Argument &argument : function.args()) {
      clone->getArg(argument.getArgNo())->setName(argument.getName());
      values_[&argument] = clone->getArg(argument.getArgNo());
    }
    SmallVector<ReturnInst *, 4> returns;
    const ValueNameScope names(source_.getContext(), keepValueNames_);
    CloneFunctionInto(clone, &function, values_, CloneFunctionChangeType::ClonedModule, returns, "",
                      nullptr, nullptr, this);
    if (!entries_.contains(&function))
      internalizeHelper(function, *clone);
    for (const Function *callee : references_.indirectCallees(function))
      copy(*callee);
  }

  static void internalize(GlobalObject &clone) {
    clone.setLinkage(GlobalValue::InternalLinkage);
    clone.setVisibility(GlobalValue::DefaultVisibility);
    clone.setDSOLocal(true);
    clone.setComdat(nullptr);
  }

  /// Makes a function that is not an entry point of this image internal.
  void internalizeHelper(const Function &function, Function &clone) {
    if (!moduleIdOf(function).empty()) {
      clone.removeFnAttr(kModuleIdAttribute);
      clone.setMetadata(kModuleIdAttribute, nullptr);
    }
    if (isKernel(function))
      clone.setCallingConv(clone.getCallingConv() == CallingConv::SPIR_KERNEL
                               ? CallingConv::SPIR_FUNC
                               : CallingConv::C);
    else if (isCalledThroughPointers(function))
      return;
    internalize(clone);
  }

  void copyNamedMetadata() {
    // Removes duplicates: linking repeats the metadata of every source, such as the language
    // version.
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
      NamedMDNode *clone = target_->getOrInsertNamedMetadata(named.getName());
      for (MDNode *node : nodes)
        clone->addOperand(node);
    }
  }

  const Module &source_;
  const ReferenceGraph &references_;
  const DenseSet<const GlobalVariable *> &sharedConstants_;
  bool keepValueNames_;
  SmallSetVector<const Function *, 4> entries_;
  ValueToValueMapTy values_;
  std::unique_ptr<Module> target_;
  std::vector<const Function *> functions_; ///< declared; from nextFunction_ on not defined yet
  std::size_t nextFunction_ = 0;
  SmallVector<const GlobalVariable *, 8> variables_; ///< declared, not defined yet
};

bool hasImageScope(const GlobalVariable &variable) {
  return variable.getAttributes().hasAttribute(kImageScopeAttribute) &&
         variable.getAttributes().getAttribute(kImageScopeAttribute).getValueAsString() != "false";
}

/// Returns whether copies of @p variable in several images would change behaviour: kernels may
/// write it.
bool mustNotBeDuplicated(const GlobalVariable &variable) {
  return (!variable.isConstant() && variable.getAddressSpace() == kGlobalAddressSpace) ||
         hasImageScope(variable);
}

bool isEntryPoint(const Function &function) { return isKernel(function) || isExported(function); }

/// Returns the sources whose entry points reach @p variable.
SetVector<StringRef> sourcesThatReach(const GlobalVariable &variable,
                                      const ReferenceGraph &references) {
  SetVector<StringRef> sources;
  for (const Function *function : references.functionsThatReach({&variable}))
    if (isEntryPoint(*function))
      sources.insert(moduleIdOf(*function));
  return sources;
}

bool holdsFunction(const Constant &constant) {
  SmallSetVector<const Constant *, 8> parts;
  parts.insert(&constant);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (isa<Function>(parts[i]))
      return true;
    for (const Value *operand : parts[i]->operands())
      if (auto *part = dyn_cast<Constant>(operand))
        parts.insert(part);
  }
  return false;
}

} // namespace

StringRef moduleIdOf(const Function &function) {
  if (Attribute attribute = function.getFnAttribute(kModuleIdAttribute); attribute.isValid())
    return attribute.getValueAsString();
  auto text = moduleIdMetadata(function);
  if (!text) { // checkMetadata reports it
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

std::string unsplittableReason(const Module &module) {
  for (const Function &function : module) {
    if (function.hasFnAttribute(kReferencedIndirectly))
      return "function '" + function.getName().str() + "' is called through a pointer";
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isIndirectCall())
          return "function '" + function.getName().str() + "' calls through a pointer";
  }
  const ReferenceGraph references(module);
  for (const GlobalVariable &variable : module.globals())
    if (mustNotBeDuplicated(variable) && sourcesThatReach(variable, references).size() > 1)
      return "several images would have a variable '" + variable.getName().str() + "' of their own";
  return "";
}

ModuleSplitter::ModuleSplitter(const Module &module, const SplitOptions &options)
    : module_(module), keepValueNames_(options.keepValueNames), references_(module) {
  SplitMode mode = options.mode;
  if (mode == SplitMode::Auto)
    mode = unsplittableReason(module).empty() ? SplitMode::PerSource : SplitMode::None;
  if (mode == SplitMode::None)
    return;
  std::optional<AspectUsage> usage;
  if (mode == SplitMode::PerSource)
    usage.emplace(module, references_);
  MapVector<std::string, std::vector<const Function *>, std::map<std::string, unsigned>> groups;
  for (const Function &function : module) {
    if (!isKernel(function) && (options.onlyKernels || !isExported(function)))
      continue;
    std::string key =
        mode == SplitMode::PerKernel ? function.getName().str() : moduleIdOf(function).str() + '\0';
    if (usage)
      key += requirementsKey(function, usage->reachableAspects(function), options.onlyAspects);
    groups[key].push_back(&function);
  }
  for (auto &[key, entries] : groups)
    groups_.push_back(std::move(entries));
  numberGroups();
  if (mode == SplitMode::PerSource && mergeGroups())
    numberGroups();
  findSharedConstants();
}

void ModuleSplitter::numberGroups() {
  for (std::size_t i = 0; i < groups_.size(); ++i)
    for (const Function *entry : groups_[i])
      groupOf_[entry] = i;
}

bool ModuleSplitter::mergeGroups() {
  EquivalenceClasses<std::size_t> joined;
  const auto sourceOf = [this](std::size_t group) { return moduleIdOf(*groups_[group].front()); };
  for (const GlobalVariable &variable : module_.globals()) {
    if (!mustNotBeDuplicated(variable))
      continue;
    StringMap<std::size_t> first; // the first image of each source
    for (std::size_t image : imagesThatReach(variable)) {
      const auto [found, isNew] = first.try_emplace(sourceOf(image), image);
      if (!isNew)
        joined.unionSets(found->second, image);
    }
  }
  if (joined.empty())
    return false;
  std::map<std::size_t, std::vector<const Function *>> merged; // by the first group of each set
  std::map<std::size_t, std::size_t> firstOf;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const std::size_t set =
        joined.contains(i) ? firstOf.try_emplace(joined.getLeaderValue(i), i).first->second : i;
    auto &entries = merged[set];
    entries.insert(entries.end(), groups_[i].begin(), groups_[i].end());
  }
  groups_.clear();
  for (auto &[set, entries] : merged)
    groups_.push_back(std::move(entries));
  return true;
}

SmallSet<std::size_t, 4> ModuleSplitter::imagesThatReach(const GlobalVariable &variable) const {
  SmallSet<std::size_t, 4> images;
  for (const Function *function : references_.functionsThatReach({&variable}))
    if (const auto found = groupOf_.find(function); found != groupOf_.end())
      images.insert(found->second);
  return images;
}

void ModuleSplitter::findSharedConstants() {
  if (groups_.size() < 2)
    return;
  for (const GlobalVariable &variable : module_.globals()) {
    if (!variable.hasInitializer() || isKeepAliveList(variable))
      continue;
    const bool isCopied = variable.isConstant() && variable.hasExternalLinkage() &&
                          !variable.getAttributes().hasAttribute(kUniqueIdAttribute);
    const bool mayBeTable =
        !variable.isDiscardableIfUnused() && holdsFunction(*variable.getInitializer());
    if (!isCopied && !mayBeTable)
      continue;
    const std::size_t images = imagesThatReach(variable).size();
    if (images == 0 && mayBeTable)
      functionTables_.push_back(&variable);
    if (isCopied && (images > 1 || (images == 0 && mayBeTable)))
      sharedConstants_.insert(&variable);
  }
}

Error ModuleSplitter::checkVariables() const {
  for (const GlobalVariable &variable : module_.globals()) {
    if (!hasImageScope(variable))
      continue;
    const auto images = imagesThatReach(variable);
    if (images.size() > 1)
      return createStringError(
          "Variable '" + variable.getName() + "' has the property device_image_scope, and " +
          Twine(images.size()) + " images use it; kernels that use it must be in one image.");
  }
  return Error::success();
}

std::unique_ptr<Module> ModuleSplitter::extract(std::size_t index) const {
  return ModuleExtractor(module_, groups_[index], references_, sharedConstants_, keepValueNames_)
      .run(functionTables_);
}

} // namespace ursa::compiler::passes
