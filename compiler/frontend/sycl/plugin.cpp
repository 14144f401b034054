// A plugin for stock clang that compiles SYCL sources. In the device pass (-fsycl-is-device) it
// checks kernels and writes the integration header and footer when parsing ends, and prepares the
// IR: kernels are flattened, and specialization constants get their symbolic ids.
//
//   clang++ -fsycl -fsycl-device-only -fplugin=libursa_sycl_plugin.so
//       -fplugin-arg-ursa-unit=ID -fplugin-arg-ursa-header=FILE
//       -fplugin-arg-ursa-footer=FILE -fplugin-arg-ursa-sub-group-size=N source.cpp
#include "compiler/frontend/sycl/attribute_metadata.h"
#include "compiler/frontend/sycl/attributes.h"
#include "compiler/frontend/sycl/device_checks.h"
#include "compiler/frontend/sycl/device_code.h"
#include "compiler/frontend/sycl/host_code.h"
#include "compiler/frontend/sycl/integration_files.h"
#include "compiler/frontend/sycl/kept_variables.h"
#include "compiler/frontend/sycl/local_allocations.h"
#include "compiler/frontend/sycl/missing_headers.h"
#include "compiler/passes/aspect_uses.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/narrow_indexes.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/specialized_members.h"
#include "compiler/passes/symbolic_ids.h"
#include "compiler/passes/unroll_bans.h"
#include "support/readable_names.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Sema/Sema.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <memory>
#include <optional>

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

struct Options {
  std::string unit = "0";
  std::string header;        ///< empty: not written
  std::string footer;        ///< likewise
  uint32_t subGroupSize = 0; ///< that kernels without the attribute require; 0: none
};

/// Of this process, which compiles one source: clang creates the action and the passes apart.
Options &options() {
  static Options all;
  return all;
}

/// Attributes of kernels and functions, by name, from the syntax tree for the IR.
std::map<std::string, FunctionAttributes> &attributes() {
  static std::map<std::string, FunctionAttributes> all;
  return all;
}

/// Names of kernels that are local to the translation unit, by the names that clang gives them.
std::map<std::string, std::string> &localKernels() {
  static std::map<std::string, std::string> all;
  return all;
}

/// Offsets of numbers that are constants, by the names of kernels in device code.
std::map<std::string, std::vector<uint64_t>> &specializedMembers() {
  static std::map<std::string, std::vector<uint64_t>> all;
  return all;
}

/// Offsets of std::nullptr_t in kernel objects, likewise.
std::map<std::string, std::vector<uint64_t>> &nullPointers() {
  static std::map<std::string, std::vector<uint64_t>> all;
  return all;
}

/// Places of kernels and variables in the source, by their names in device code.
std::map<std::string, std::string> &places() {
  static std::map<std::string, std::string> all;
  return all;
}

/// Names of functions for other translation units.
llvm::StringSet<> &externalFunctions() {
  static llvm::StringSet<> all;
  return all;
}

/// Ids of variables of type device_global, by their names in device code.
std::map<std::string, std::string> &globalIds() {
  static std::map<std::string, std::string> all;
  return all;
}

class Consumer final : public ASTConsumer {
public:
  explicit Consumer(CompilerInstance &compiler) : compiler_(compiler) {}

  void Initialize(ASTContext &context) override {
    if (context.getLangOpts().SYCLIsDevice)
      code_.emplace(context, options().unit);
  }
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    if (code_ && !isWritten_)
      for (const Decl *declaration : group)
        code_->addTopLevel(*declaration);
    return true;
  }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *function) override {
    if (code_)
      code_->addInstantiation(*function, launchPlace(*function));
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *variable) override {
    if (code_ && !isWritten_)
      code_->addVariable(*variable);
  }
  void HandleTranslationUnit(ASTContext &context) override {
    if (!code_)
      return;
    checkKernelNames(context, *code_);
    if (context.getDiagnostics().hasErrorOccurred())
      return;
    code_->addTemplateInstantiations();
    llvm::SetVector<const VarDecl *> variables;
    attributes() = checkDeviceCode(compiler_.getSema(), *code_, variables);
    for (const Kernel &kernel : code_->kernels())
      addPlace(context, kernel.name, kernel.launchPlace);
    ASTNameGenerator names(context);
    for (const VarDecl *variable : variables)
      addPlace(context, names.getName(variable), variable->getLocation());
    for (const Kernel &kernel : code_->kernels())
      if (kernel.name != kernel.stableName)
        localKernels()[kernel.stableName] = kernel.name;
    for (const Kernel &kernel : code_->kernels())
      for (const KernelParameter &parameter : kernel.parameters)
        if (parameter.kind == KernelParameter::Kind::Specialized)
          specializedMembers()[kernel.name].push_back(parameter.offset);
    for (const Kernel &kernel : code_->kernels())
      if (!kernel.nullPointers.empty())
        nullPointers()[kernel.name] = kernel.nullPointers;
    for (const ExternalFunction &external : code_->externalFunctions())
      externalFunctions().insert(external.name);
    if (context.getDiagnostics().hasErrorOccurred())
      return;
    write(options().header,
          [&](llvm::raw_ostream &out) { writeIntegrationHeader(out, context, code_->kernels()); });
    write(options().footer, [&](llvm::raw_ostream &out) {
      writeIntegrationFooter(out, context, code_->ids(), code_->globals());
    });
    for (const DeviceGlobal &global : code_->globals())
      globalIds()[global.mangledName] = global.id;
    isWritten_ = true;
    addKeepingFunctions(compiler_, code_->ids());
  }

private:
  static void addPlace(const ASTContext &context, const std::string &name, SourceLocation where) {
    const PresumedLoc place = context.getSourceManager().getPresumedLoc(where);
    if (place.isValid())
      places()[name] = std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) +
                       ":" + std::to_string(place.getColumn());
  }

  /// Returns the place outside SYCL's headers that led to the instantiation of a function.
  SourceLocation launchPlace(const FunctionDecl &function) const {
    SourceLocation place = function.getPointOfInstantiation();
    for (const auto &context : llvm::reverse(compiler_.getSema().CodeSynthesisContexts)) {
      if (!context.Entity || !isSyclDeclaration(*context.Entity))
        break;
      place = context.PointOfInstantiation;
    }
    return place;
  }

  template <class Writer> void write(const std::string &path, const Writer &writer) {
    if (path.empty())
      return;
    // By a rename: drivers begin the host pass when the file exists.
    llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
      writer(out);
      return llvm::Error::success();
    });
    if (error) {
      const std::error_code code = llvm::errorToErrorCode(std::move(error));
      DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
      diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                     "the file '%0' cannot be written: %1"))
          << path << code.message();
    }
  }

  CompilerInstance &compiler_;
  std::optional<DeviceCode> code_;
  bool isWritten_ = false; ///< further declarations are those of kept variables
};

class Action final : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    rewriteTrailingAttributes(compiler.getPreprocessor());
    explainMissingHeaders(compiler.getPreprocessor());
    return std::make_unique<Consumer>(compiler);
  }
  bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &all) override {
    for (llvm::StringRef argument : all) {
      if (argument.consume_front("unit="))
        options().unit = argument.str();
      else if (argument.consume_front("header="))
        options().header = argument.str();
      else if (argument.consume_front("footer="))
        options().footer = argument.str();
      else if (llvm::StringRef size = argument; size.consume_front("sub-group-size=") &&
                                                !size.getAsInteger(10, options().subGroupSize))
        continue;
      else
        return refuse(compiler, argument);
    }
    return true;
  }
  static bool refuse(const CompilerInstance &compiler, llvm::StringRef argument) {
    DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    diagnostics.Report(diagnostics.getCustomDiagID(
        DiagnosticsEngine::Error, "'%0' is no argument of the plugin ursa; it has unit=, header=, "
                                  "footer= and sub-group-size=NUMBER"))
        << argument;
    return false;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const FrontendPluginRegistry::Add<Action> action("ursa", "compiles SYCL sources");

/// The data layout of the device as clang chose it.
std::string &deviceLayout() {
  static std::string layout;
  return layout;
}

/// Requests that the function object of each kernel is inlined into it: then what the kernel does
/// not read of the object is no argument.
void inlineFunctionObjects(llvm::Module &module) {
  for (llvm::Function &kernel : module) {
    if (kernel.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(kernel))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (llvm::Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() &&
            !callee->hasFnAttribute(llvm::Attribute::NoInline))
          callee->addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

/// Attaches offsets in kernel objects to the kernels, as metadata.
void setOffsets(llvm::Module &module, llvm::StringRef kind,
                const std::map<std::string, std::vector<uint64_t>> &byKernel) {
  llvm::LLVMContext &context = module.getContext();
  for (const auto &[name, offsets] : byKernel) {
    llvm::Function *kernel = module.getFunction(name);
    if (!kernel)
      continue;
    llvm::SmallVector<llvm::Metadata *, 8> all;
    for (const uint64_t offset : offsets)
      all.push_back(llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), offset)));
    kernel->setMetadata(kind, llvm::MDNode::get(context, all));
  }
}

/// Tells where kernels and variables are in the source, for messages of later steps.
void setPlaces(llvm::Module &module) {
  for (const auto &[name, place] : places()) {
    llvm::GlobalValue *value = module.getNamedValue(name);
    if (auto *function = llvm::dyn_cast_or_null<llvm::Function>(value))
      function->addFnAttr(passes::kSourceAttribute, place);
    else if (auto *variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(value))
      variable->addAttribute(passes::kSourceAttribute, place);
  }
}

/// Marks variables of type device_global. They become visible outside of the module, under the name
/// that no other unit has, so that no optimization takes what it sees for all accesses.
void markDeviceGlobals(llvm::Module &module) {
  for (const auto &[name, id] : globalIds())
    if (llvm::GlobalVariable *variable = module.getGlobalVariable(name, /*AllowInternal=*/true)) {
      variable->addAttribute(passes::kDeviceGlobalAttribute, id);
      variable->setConstant(false);
      if (variable->hasLocalLinkage()) {
        variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
        variable->setName(id);
      }
    }
}

/// Gives device code the layout of its target back after all optimizations.
struct RestoreLayoutPass : llvm::PassInfoMixin<RestoreLayoutPass> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    if (module.getTargetTriple().isSPIROrSPIRV())
      module.setDataLayout(deviceLayout());
    return llvm::PreservedAnalyses::all();
  }
};

std::string readable(llvm::Error error) {
  return withReadableNames(llvm::toString(std::move(error)));
}

/// Prepares device code before all optimizations; code of the host stays as it is.
struct DeviceCodePass : llvm::PassInfoMixin<DeviceCodePass> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses) {
    if (!module.getTargetTriple().isSPIROrSPIRV())
      return llvm::PreservedAnalyses::all();
    removeHostCode(module, externalFunctions());
    for (const auto &[clangName, name] : localKernels())
      if (llvm::Function *kernel = module.getFunction(clangName))
        kernel->setName(name);
    keepVariables(module);
    markDeviceGlobals(module);
    llvm::GlobalDCEPass().run(module, analyses);
    setAttributeMetadata(module, attributes(), options().subGroupSize);
    setPlaces(module);
    setOffsets(module, passes::kSpecializedMetadata, specializedMembers());
    setOffsets(module, passes::kNullPointersMetadata, nullPointers());
    passes::noteAspectUses(module);
    passes::noteUnrollBans(module);
    removeAnnotations(module);
    lowerLocalAllocations(module);
    if (llvm::Error error = passes::setSymbolicIds(module, options().unit))
      module.getContext().emitError(readable(std::move(error)));
    else if (llvm::Error flat = passes::flattenKernels(module))
      module.getContext().emitError(readable(std::move(flat)));
    inlineFunctionObjects(module);
    deviceLayout() = module.getDataLayoutStr();
    module.setDataLayout(passes::layoutForNarrowIndexes(deviceLayout()));
    return llvm::PreservedAnalyses::none();
  }
};

} // namespace
} // namespace ursa::compiler::frontend::sycl

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ursa-sycl", "1", [](llvm::PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
                  passes.addPass(ursa::compiler::frontend::sycl::DeviceCodePass());
                });
            builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &passes,
                                                       llvm::OptimizationLevel,
                                                       llvm::ThinOrFullLTOPhase) {
              passes.addPass(ursa::compiler::frontend::sycl::RestoreLayoutPass());
            });
          }};
}
