// Links libclc. See builtin_library.h.
#include "compiler/targets/common/builtin_library.h"

#include "compiler/targets/common/library_corrections.h"
#include "compiler/targets/common/opencl_names.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace ursa {
namespace {

/// A library whose function bodies are read on demand.
class Library {
public:
  static Expected<Library> open(StringRef path, LLVMContext &context) {
    SMDiagnostic diagnostic;
    auto module = getLazyIRFileModule(path, diagnostic, context);
    if (!module)
      return createStringError("The library of built-in functions '" + path +
                               "' cannot be read: " + diagnostic.getMessage() + ".");
    return Library(std::move(module));
  }

  /// The function that defines @p name, by name or else by signature; null when there is none.
  Function *find(StringRef name) {
    if (Function *function = module_->getFunction(name); function && isDefined(*function))
      return function;
    const std::string signature = openclSignature(name);
    if (signature.empty())
      return nullptr;
    sortByBaseName();
    auto candidates = byBaseName_.find(openclBaseName(name));
    if (candidates == byBaseName_.end())
      return nullptr;
    for (Function *function : candidates->second)
      if (openclSignature(function->getName()) == signature)
        return function;
    return nullptr;
  }

  /// Reads the bodies of @p roots and of all that they use, and drops the rest.
  Expected<std::unique_ptr<Module>> extract(ArrayRef<Function *> roots) && {
    SetVector<Function *> needed(roots.begin(), roots.end());
    SmallPtrSet<const Constant *, 32> seen;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (Error error = needed[i]->materialize())
        return error;
      for (Instruction &instruction : instructions(*needed[i]))
        for (Value *operand : instruction.operands())
          collect(operand, needed, seen);
    }
    for (Function &function : make_early_inc_range(*module_))
      if (!needed.contains(&function) && function.use_empty())
        function.eraseFromParent();
    if (Error error = module_->materializeAll())
      return error;
    return std::move(module_);
  }

private:
  explicit Library(std::unique_ptr<Module> module) : module_(std::move(module)) {}

  /// On first use: most functions have the same name on both sides.
  void sortByBaseName() {
    if (!byBaseName_.empty())
      return;
    for (Function &function : *module_)
      if (isDefined(function))
        byBaseName_[openclBaseName(function.getName())].push_back(&function);
  }

  static bool isDefined(const Function &function) {
    return !function.isDeclaration() || function.isMaterializable();
  }

  static void collect(Value *value, SetVector<Function *> &needed,
                      SmallPtrSetImpl<const Constant *> &seen) {
    auto *constant = dyn_cast<Constant>(value);
    if (!constant || !seen.insert(constant).second)
      return;
    if (auto *function = dyn_cast<Function>(constant))
      needed.insert(function);
    for (Value *operand : constant->operands())
      collect(operand, needed, seen);
  }

  std::unique_ptr<Module> module_;
  StringMap<SmallVector<Function *, 4>> byBaseName_;
};

} // namespace

Error linkBuiltins(Module &module, StringRef path, const RetargetOptions &options,
                   const std::function<bool(StringRef)> &keep) {
  SmallVector<Function *, 16> wanted;
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !keep(function.getName()))
      wanted.push_back(&function);
  if (wanted.empty())
    return Error::success();

  auto library = Library::open(path, module.getContext());
  if (!library)
    return library.takeError();
  SetVector<Function *> roots;
  SmallVector<std::pair<Function *, std::string>, 16> names;
  for (Function *function : wanted)
    if (Function *definition = library->find(function->getName())) {
      roots.insert(definition);
      names.emplace_back(function, definition->getName().str());
    }
  if (roots.empty())
    return Error::success();

  auto extracted = std::move(*library).extract(roots.getArrayRef());
  if (!extracted)
    return extracted.takeError();
  correctLibrary(**extracted);
  auto retargeted = retarget(**extracted, options);
  if (!retargeted)
    return retargeted.takeError();
  StringSet<> defined;
  for (GlobalObject &object : (*retargeted)->global_objects())
    if (!object.isDeclaration())
      defined.insert(object.getName());
  for (auto &[function, name] : names) {
    Function *definition = (*retargeted)->getFunction(name);
    if (definition->getFunctionType() != function->getFunctionType())
      return createStringError("Built-in function '" + name +
                               "' is declared with another type than the library's.");
    if (Function *same = module.getFunction(name); same && same != function) {
      function->replaceAllUsesWith(same);
      function->eraseFromParent();
    } else {
      function->setName(name);
    }
  }
  if (Linker::linkModules(module, std::move(*retargeted)))
    return createStringError("The library of built-in functions '" + path + "' cannot be linked.");
  for (GlobalObject &object : module.global_objects())
    if (defined.contains(object.getName()))
      object.setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace ursa
