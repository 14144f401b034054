// Links libclc. See builtin_library.h.
#include "compiler/targets/common/builtin_library.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/common/library_corrections.h"
#include "compiler/targets/common/used_functions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Bitcode of corrections.cl, as 32-bit words.
constexpr std::uint32_t kCorrections[] = {
#include "corrections.inc"
};

/// Bitcode of the most used functions of the libclc at build time, as 32-bit words. Reading the
/// symbol table of all of libclc takes longer than compiling a small kernel.
constexpr std::uint32_t kFrequent[] = {
#include "frequent.inc"
};

/// The prefix by which corrections.cl calls libclc's own functions.
constexpr StringLiteral kOriginalPrefix = "libclc_";

/// Returns "_Z3powdd" for "_Z10libclc_powdd"; empty for names without the prefix.
std::string originalName(StringRef name) {
  const StringRef base = builtins::baseName(name);
  if (base.size() == name.size() || !base.starts_with(kOriginalPrefix))
    return {};
  return builtins::mangledName(base.drop_front(kOriginalPrefix.size()),
                               builtins::parameterTypes(name));
}

/// A library whose function bodies are read on demand.
class Library {
public:
  /// Opens a library that is embedded in the program, called @p name in messages.
  static Expected<Library> embedded(ArrayRef<std::uint32_t> words, StringRef name,
                                    LLVMContext &context) {
    const StringRef bytes(reinterpret_cast<const char *>(words.data()),
                          words.size() * sizeof(std::uint32_t));
    auto module = getLazyBitcodeModule(MemoryBufferRef(bytes, name), context);
    if (!module)
      return module.takeError();
    return Library(std::move(*module));
  }

  static Expected<Library> open(StringRef path, LLVMContext &context) {
    SMDiagnostic diagnostic;
    auto module = getLazyIRFileModule(path, diagnostic, context);
    if (!module)
      return createStringError("The library of built-in functions '" + path +
                               "' cannot be read: " + diagnostic.getMessage() + ".");
    return Library(std::move(module));
  }

  /// Returns the function that defines @p name, by name or else by signature; null if there is
  /// none.
  Function *find(StringRef name) {
    if (Function *function = module_->getFunction(name); function && isDefined(*function))
      return function;
    const std::string signature = builtins::signature(name);
    if (signature.empty())
      return nullptr;
    indexByBaseName();
    auto candidates = byBaseName_.find(builtins::baseName(name));
    if (candidates == byBaseName_.end())
      return nullptr;
    for (Function *function : candidates->second)
      if (builtins::signature(function->getName()) == signature)
        return function;
    return nullptr;
  }

  /// Reads the bodies of @p roots and of everything that they use, and drops the rest.
  Expected<std::unique_ptr<Module>> extract(ArrayRef<Function *> roots) && {
    if (Error error = readUsedFunctions(*module_, roots))
      return error;
    return std::move(module_);
  }

private:
  explicit Library(std::unique_ptr<Module> module) : module_(std::move(module)) {}

  /// Built on first use: most functions are found by their exact name.
  void indexByBaseName() {
    if (!byBaseName_.empty())
      return;
    for (Function &function : *module_)
      if (isDefined(function))
        byBaseName_[builtins::baseName(function.getName())].push_back(&function);
  }

  static bool isDefined(const Function &function) {
    return !function.isDeclaration() || function.isMaterializable();
  }

  std::unique_ptr<Module> module_;
  StringMap<SmallVector<Function *, 4>> byBaseName_;
};

/// Returns the functions that @p module declares and uses, except those for which @p keep returns
/// true.
SmallVector<Function *, 16> undefinedBuiltins(Module &module,
                                              const std::function<bool(StringRef)> &keep) {
  SmallVector<Function *, 16> declared;
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !keep(function.getName()))
      declared.push_back(&function);
  return declared;
}

/// Links the definitions of @p declared that @p library has.
Error linkFrom(Library library, Module &module, ArrayRef<Function *> declared,
               const RetargetOptions &options) {
  SetVector<Function *> roots;
  SmallVector<std::pair<Function *, Function *>, 16> definitions;
  for (Function *function : declared) {
    const std::string original = originalName(function->getName());
    Function *definition = library.find(original.empty() ? function->getName() : original);
    if (!definition)
      continue;
    roots.insert(definition);
    definitions.emplace_back(function, definition);
  }
  if (roots.empty())
    return Error::success();

  auto extracted = std::move(library).extract(roots.getArrayRef());
  if (!extracted)
    return extracted.takeError();
  SmallVector<std::pair<Function *, std::string>, 16> names;
  for (auto &[function, definition] : definitions) {
    if (builtins::baseName(function->getName()).starts_with(kOriginalPrefix))
      definition->setName(function->getName());
    names.emplace_back(function, definition->getName().str());
  }
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
    return createStringError("A library of built-in functions cannot be linked.");
  for (GlobalObject &object : module.global_objects())
    if (defined.contains(object.getName()))
      object.setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace

Error linkBuiltins(Module &module, StringRef path, const RetargetOptions &options,
                   const std::function<bool(StringRef)> &keep,
                   ArrayRef<ArrayRef<std::uint32_t>> before) {
  const auto linkFromLibrary = [&](auto &&open) -> Error {
    const SmallVector<Function *, 16> declared = undefinedBuiltins(module, keep);
    if (declared.empty())
      return Error::success();
    Expected<Library> library = open();
    if (!library)
      return library.takeError();
    return linkFrom(std::move(*library), module, declared, options);
  };
  LLVMContext &context = module.getContext();
  for (const ArrayRef<std::uint32_t> library : before)
    if (!library.empty())
      if (Error error = linkFromLibrary(
              [&] { return Library::embedded(library, "the target's built-ins", context); }))
        return error;
  if (Error error = linkFromLibrary(
          [&] { return Library::embedded(kCorrections, "corrections.cl", context); }))
    return error;
  if (path == URSA_LIBCLC)
    if (Error error = linkFromLibrary(
            [&] { return Library::embedded(kFrequent, "frequent built-ins", context); }))
      return error;
  return linkFromLibrary([&] { return Library::open(path, context); });
}

} // namespace ursa::compiler::targets
