// See ptx_codegen.h.
#include "compiler/targets/nvptx/ptx_codegen.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/unroll_bans.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/unroll.h"
#include "compiler/targets/nvptx/argument_objects.h"
#include "compiler/targets/nvptx/contractions.h"
#include "compiler/targets/nvptx/images.h"
#include "compiler/targets/nvptx/index_arithmetic.h"
#include "compiler/targets/nvptx/vector_copies.h"
#include "format/ptx.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

#include <mutex>

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

// Calls are dear: arguments go through memory, the address spaces of pointers are lost, and a
// function reserves its registers in each caller. LLVM multiplies the threshold by 11 for NVPTX.
// More than this makes kernels for which the driver's compiler takes minutes.
constexpr int kInlineThreshold = 400;

constexpr unsigned kMostUnrolled = 1024; // instructions of a loop

constexpr const char *kAfterUnrolling =
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg";

constexpr const char *kCleanup = "globaldce,strip-dead-prototypes";

constexpr const char *kSimplification =
    "always-inline,globaldce,"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg),"
    "cgscc(inline),"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg),"
    "globaldce,strip-dead-prototypes";

Expected<const Target *> findTarget(const Triple &triple) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError("LLVM has no NVPTX backend: " + problem + ".");
  return target;
}

/// Returns the functions that call @p function, if all its uses are calls, one in each of them.
SmallPtrSet<Function *, 4> callersOnce(const Function &function) {
  SmallPtrSet<Function *, 4> callers;
  for (const Use &use : function.uses()) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) ||
        !callers.insert(const_cast<Function *>(call->getFunction())).second)
      return {};
  }
  return callers;
}

/// Inlines the body of a kernel into its forms, with and without a global offset, whatever its
/// size: a function that only kernels call, once each, or that such a function alone calls, once.
void inlineBodies(Module &module) {
  SmallPtrSet<const Function *, 8> bodies;
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : module) {
      if (!function.hasLocalLinkage() || function.isDeclaration() || bodies.contains(&function) ||
          function.hasFnAttribute(Attribute::NoInline))
        continue;
      const auto callers = callersOnce(function);
      const bool isBody =
          !callers.empty() && (all_of(callers,
                                      [](const Function *caller) {
                                        return caller->getCallingConv() == CallingConv::PTX_Kernel;
                                      }) ||
                               (callers.size() == 1 && bodies.contains(*callers.begin())));
      if (!isBody)
        continue;
      function.addFnAttr(Attribute::AlwaysInline);
      bodies.insert(&function);
      changed = true;
    }
  }
}

/// Adds passes to the pipeline of an optimization level.
void addOwnPasses(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(NvptxVectorCopiesPass()));
  });
  builder.registerPeepholeEPCallback([](FunctionPassManager &passes, OptimizationLevel) {
    passes.addPass(NvptxVectorCopiesPass());
  });
  // The alignment of generic pointers is not known.
  builder.registerCGSCCOptimizerLateEPCallback([](CGSCCPassManager &passes, OptimizationLevel) {
    passes.addPass(createCGSCCToFunctionPassAdaptor(InferAddressSpacesPass()));
  });
  // More than LLVM's own, and for loops that call functions only after these are inlined.
  builder.registerOptimizerEarlyEPCallback(
      [&builder](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        passes.addPass(NvptxArgumentObjectsPass());
        FunctionPassManager unroll;
        targets::addFullUnrolling(unroll, kMostUnrolled);
        cantFail(builder.parsePassPipeline(unroll, kAfterUnrolling));
        passes.addPass(createModuleToFunctionPassAdaptor(std::move(unroll)));
      });
}

} // namespace

Expected<std::string> nvptxProcessor(unsigned computeCapability) {
  const Triple triple("nvptx64-nvidia-cuda");
  auto target = findTarget(triple);
  if (!target)
    return target.takeError();
  const std::unique_ptr<MCSubtargetInfo> known((*target)->createMCSubtargetInfo(triple, "", ""));
  for (unsigned version = computeCapability; version >= kFirstNvptxCapability; --version)
    if (std::string name = "sm_" + std::to_string(version); known->isCPUStringValid(name))
      return name;
  return createStringError(
      "Bitcode is compiled for compute capability " + Twine(kFirstNvptxCapability / 10) + "." +
      Twine(kFirstNvptxCapability % 10) + " and later; the device has " +
      Twine(computeCapability / 10) + "." + Twine(computeCapability % 10) + ".");
}

Expected<std::unique_ptr<TargetMachine>> createNvptxMachine(const std::string &tripleName,
                                                            const std::string &processor,
                                                            NvptxDebugInfo debugInfo) {
  const Triple triple(tripleName);
  auto target = findTarget(triple);
  if (!target)
    return target.takeError();
  const std::unique_ptr<MCSubtargetInfo> known((*target)->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(processor))
    return createStringError("The processor '" + processor +
                             "' is not known; processors have names such as sm_70.");
  // The mask of active lanes came with PTX 6.2, labels in sections with debugging information with
  // 7.0; what is newer has a later version anyway.
  const bool isFirst = processor == "sm_70" || processor == "sm_72";
  StringRef features = isFirst ? "+ptx63" : "";
  if (debugInfo == NvptxDebugInfo::Full && (isFirst || processor == "sm_75"))
    features = "+ptx70";
  return std::unique_ptr<TargetMachine>(
      (*target)->createTargetMachine(triple, processor, features, TargetOptions(), std::nullopt));
}

void keepOnlyLines(Module &module) {
  NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu");
  if (!units)
    return;
  stripNonLineTableDebugInfo(module);
  // Units with line tables in sections make a target for debuggers; these have directives only.
  DenseMap<DICompileUnit *, DICompileUnit *> replacements;
  units = module.getNamedMetadata("llvm.dbg.cu");
  for (unsigned i = 0; i < units->getNumOperands(); ++i) {
    auto *unit = cast<DICompileUnit>(units->getOperand(i));
    auto *replacement = DICompileUnit::getDistinct(
        module.getContext(), unit->getSourceLanguage(), unit->getFile(), unit->getProducer(),
        unit->isOptimized(), "", 0, "", DICompileUnit::DebugDirectivesOnly, nullptr, nullptr,
        nullptr, nullptr, nullptr, 0, false, false, DICompileUnit::DebugNameTableKind::None, false,
        "", "");
    replacements[unit] = replacement;
    units->setOperand(i, replacement);
  }
  DebugInfoFinder finder;
  finder.processModule(module);
  for (DISubprogram *function : finder.subprograms())
    if (DICompileUnit *replacement = replacements.lookup(function->getUnit()))
      function->replaceUnit(replacement);
}

void simplifyNvptx(Module &module, bool full) {
  targets::PassManagers().run(module, full ? kSimplification : kCleanup);
}

void unrollNvptx(Module &module, TargetMachine &machine) {
  targets::PassManagers managers(&machine);
  managers.run(module, kSimplification);
  FunctionPassManager unroll;
  targets::addFullUnrolling(unroll);
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(unroll)));
  passes.run(module, managers.modules);
}

void optimizeNvptx(Module &module, TargetMachine &machine, bool full) {
  module.setDataLayout(machine.createDataLayout());
  if (full)
    inlineBodies(module);
  PipelineTuningOptions tuning;
  tuning.InlinerThreshold = kInlineThreshold;
  targets::PassManagers managers(&machine, tuning);
  PassBuilder &builder = managers.builder;
  if (full)
    addOwnPasses(builder);
  // Before LLVM's own unrolling, which leaves these loops alone.
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { targets::addPartialUnrolling(passes); });
  ModulePassManager passes = full ? builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
                                  : builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  cantFail(builder.parsePassPipeline(passes, kCleanup));
  // The driver's compiler unrolls small loops further, because it knows the processor.
  passes::noteUnrollBans(module);
  passes.run(module, managers.modules);
  passes::liftUnrollBans(module);
}

namespace {

/// Skips the backend's search for addresses that can be computed from others, in functions such as
/// those whose loops are unrolled: its time grows with the square of their size, and the driver's
/// compiler does the same.
class LongFunctions final : public OptPassGate {
public:
  explicit LongFunctions(Module &module)
      : context_(module.getContext()), before_(context_.getOptPassGate()) {
    for (const Function &function : module)
      if (function.getInstructionCount() > kMostInstructions)
        descriptions_.insert(("function (" + function.getName() + ")").str());
    context_.setOptPassGate(*this);
  }
  LongFunctions(const LongFunctions &) = delete;
  LongFunctions &operator=(const LongFunctions &) = delete;
  ~LongFunctions() override { context_.setOptPassGate(before_); }

  bool isEnabled() const override { return !descriptions_.empty(); }
  bool shouldRunPass(StringRef pass, StringRef description) const override {
    return !((pass == "slsr" || pass == "nary-reassociate") && descriptions_.contains(description));
  }

private:
  static constexpr unsigned kMostInstructions = 300;

  LLVMContext &context_;
  OptPassGate &before_;
  StringSet<> descriptions_;
};

/// Returns a line for each kernel that requires a size of its sub-groups.
std::string describeSubGroupSizes(const Module &module) {
  std::string lines;
  for (const Function &kernel : module) {
    if (kernel.getCallingConv() != CallingConv::PTX_Kernel || kernel.isDeclaration())
      continue;
    if (const auto size = cantFail(passes::requiredSubGroupSize(kernel)))
      lines +=
          (format::ptx::kSubGroupSizeLine + kernel.getName() + " " + Twine(*size) + "\n").str();
  }
  return lines;
}

} // namespace

Expected<std::string> emitPtx(Module &module, TargetMachine &machine) {
  const std::string comments = describeImageArguments(module) + describeSubGroupSizes(module);
  protectIndices(module);
  contractSums(module);
  const LongFunctions skipped(module);
  SmallString<0> text;
  raw_svector_ostream out(text);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::AssemblyFile))
    return createStringError("LLVM's NVPTX backend writes no files.");
  passes.run(module);
  return std::string(text) + comments;
}

} // namespace ursa::compiler::nvptx
