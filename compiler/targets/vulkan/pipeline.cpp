// See pipeline.h.
#include "compiler/targets/vulkan/pipeline.h"

#include "compiler/builtins/atomics.h"
#include "compiler/targets/common/half_functions.h"
#include "compiler/targets/common/reducible.h"
#include "compiler/targets/spirv/aggregates.h"
#include "compiler/targets/vulkan/addresses.h"
#include "compiler/targets/vulkan/data_segment.h"
#include "compiler/targets/vulkan/divisions.h"
#include "compiler/targets/vulkan/float_atomics.h"
#include "compiler/targets/vulkan/fused_multiply.h"
#include "compiler/targets/vulkan/generic_pointers.h"
#include "compiler/targets/vulkan/group_copies.h"
#include "compiler/targets/vulkan/group_functions.h"
#include "compiler/targets/vulkan/integers.h"
#include "compiler/targets/vulkan/kernel_arguments.h"
#include "compiler/targets/vulkan/local_variables.h"
#include "compiler/targets/vulkan/memory_functions.h"
#include "compiler/targets/vulkan/memory_intrinsics.h"
#include "compiler/targets/vulkan/merges.h"
#include "compiler/targets/vulkan/native_math.h"
#include "compiler/targets/vulkan/pointers.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/printf.h"
#include "compiler/targets/vulkan/rotation.h"
#include "compiler/targets/vulkan/structurize.h"
#include "compiler/targets/vulkan/sub_groups.h"
#include "compiler/targets/vulkan/unroll_arrays.h"
#include "compiler/targets/vulkan/value_numbering.h"
#include "compiler/targets/vulkan/vector_accesses.h"
#include "compiler/targets/vulkan/vector_casts.h"
#include "compiler/targets/vulkan/work_items.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr unsigned kGenericSpace = 4;

/// The pass `ursa-vulkan-half-functions`.
struct HalfFunctionsPass : PassInfoMixin<HalfFunctionsPass> {
  static PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    targets::defineHalfFunctions(module, /*hasHalfArithmetic=*/false);
    targets::convertDoublesByFloat(module); // lavapipe rounds to float first
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// A step of the pipeline. `--skip-pass=NAME` skips it.
struct Step {
  const char *name;
  const char *passes;
  bool isOptimization = false;
};

constexpr Step kBuiltinSteps[] = {
    {"work-items", "ursa-vulkan-work-items"},
    {"half-functions", "ursa-vulkan-half-functions"},
    {"fused-multiply", "ursa-vulkan-fused-multiply"},
    {"memory-functions", "ursa-vulkan-memory-functions"},
    {"native-math", "ursa-vulkan-native-math"},
    {"atomics", "ursa-vulkan-atomics"},
    {"sub-groups", "ursa-vulkan-sub-groups"},
    {"group-copies", "ursa-vulkan-group-copies"},
    {"group-functions", "ursa-vulkan-group-functions"},
    {"printf", "ursa-vulkan-printf"},
};

constexpr Step kLoweringSteps[] = {
    {"kernel-arguments", "ursa-vulkan-kernel-arguments"},
    {"inline", "always-inline,globaldce"},
    {"simplify", "function(ursa-spirv-aggregates,ursa-vulkan-local-variables,sroa<modify-cfg>,"
                 "early-cse<memssa>,ursa-vulkan-infer-address-spaces,sroa<modify-cfg>,instcombine<"
                 "no-verify-fixpoint>"
                 ",simplifycfg)"},
    {"unroll",
     "function(loop-simplify,lcssa,ursa-vulkan-unroll-arrays,loop-simplify,lcssa,ursa-vulkan-"
     "unroll-candidates,"
     "loop-unroll<O3;no-partial;no-peeling;no-runtime;no-upperbound>)",
     true},
    {"simplify-again",
     "function(sroa<modify-cfg>,early-cse<memssa>,ursa-vulkan-infer-address-spaces,"
     "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,ursa-vulkan-value-numbering,"
     "sroa<modify-cfg>,"
     "instcombine<no-verify-fixpoint>,simplifycfg,adce)",
     true},
    // instcombine creates selects and phis of the results of compare-exchanges, which the first
    // pass scalarizes.
    {"memory-intrinsics", "function(ursa-spirv-aggregates,ursa-vulkan-memory-intrinsics,lower-"
                          "constant-intrinsics,expand-reductions)"},
    {"data-segment", "globaldce,ursa-vulkan-data-segment,function(ursa-vulkan-memory-intrinsics)"},
    {"scalarize", "function(ursa-vulkan-vector-accesses,scalarizer<variable-insert-extract>,"
                  "ursa-vulkan-vector-casts,scalarizer<variable-insert-extract>,early-cse,"
                  "instsimplify,sroa<preserve-cfg>,"
                  "adce)"},
    {"generic-pointers", "function(ursa-vulkan-generic-pointers)"},
    {"float-atomics", "function(ursa-vulkan-float-atomics)"},
    {"intrinsics", "function(ursa-vulkan-intrinsics)"},
    {"pointers", "function(ursa-vulkan-pointers)"},
    {"integers", "function(instsimplify,ursa-vulkan-integers)"},
    {"divisions", "function(ursa-vulkan-divisions)"},
    {"cleanup", "function(early-cse,instsimplify,adce)"},
    {"addresses", "function(ursa-vulkan-addresses)"},
    // A rotated loop does not need a flag that tells how it was left.
    {"rotate", "function(ursa-reducible,loop-simplify,lcssa,ursa-vulkan-rotate)", true},
    {"structurize", "function(mergereturn,lower-switch,ursa-reducible,loop-simplify,lcssa,"
                    "ursa-vulkan-structurize)"},
    {"cleanup-again", "function(early-cse,instsimplify,adce)"},
    {"merges", "function(ursa-vulkan-merges)"},
};

/// Retains the first error that the passes report.
class ErrorCollector final : public DiagnosticHandler {
public:
  explicit ErrorCollector(std::string &error) : error_(error) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error && error_.empty()) {
      raw_string_ostream out(error_);
      DiagnosticPrinterRawOStream printer(out);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &error_;
};

/// Runs steps on a module.
class PipelineRunner {
public:
  PipelineRunner(Module &module, const PipelineOptions &options)
      : module_(module), options_(options) {
    registerPasses(builder_);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(sccs_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, sccs_, modules_);
  }

  Error run(ArrayRef<Step> steps) {
    std::string error;
    LLVMContext &context = module_.getContext();
    std::unique_ptr<DiagnosticHandler> before = context.getDiagnosticHandler();
    context.setDiagnosticHandler(std::make_unique<ErrorCollector>(error));
    for (const Step &step : steps) {
      if (!error.empty() || is_contained(options_.skipped, step.name) ||
          (step.isOptimization && !options_.optimize) ||
          (StringRef(step.name) == "fused-multiply" && options_.fma == FmaMode::Native) ||
          (StringRef(step.name) == "divisions" && options_.wideDivisions))
        continue;
      std::string text = step.passes;
      if (StringRef(step.name) == "native-math" && options_.fastMath)
        text += "<fast>";
      if (StringRef(step.name) == "intrinsics" && options_.fma == FmaMode::Double)
        text = "function(ursa-vulkan-intrinsics<fma-double>)";
      if (StringRef(step.name) == "float-atomics" && options_.nativeFloatAdd)
        text = "function(ursa-vulkan-float-atomics<native-add>)";
      ModulePassManager passes;
      cantFail(builder_.parsePassPipeline(passes, text));
      passes.run(module_, modules_);
    }
    context.setDiagnosticHandler(std::move(before));
    return error.empty() ? Error::success() : createStringError(error);
  }

private:
  Module &module_;
  const PipelineOptions &options_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager sccs_;
  ModuleAnalysisManager modules_;
  PassBuilder builder_;
};

bool addModulePass(StringRef name, ModulePassManager &passes,
                   ArrayRef<PassBuilder::PipelineElement>) {
  if (name == "ursa-vulkan-work-items")
    passes.addPass(WorkItemsPass());
  else if (name == "ursa-vulkan-memory-functions")
    passes.addPass(MemoryFunctionsPass());
  else if (name == "ursa-vulkan-native-math")
    passes.addPass(NativeMathPass(false));
  else if (name == "ursa-vulkan-native-math<fast>")
    passes.addPass(NativeMathPass(true));
  else if (name == "ursa-vulkan-atomics")
    passes.addPass(builtins::LowerAtomicsPass(builtins::MemoryModel::AcquireRelease));
  else if (name == "ursa-vulkan-sub-groups")
    passes.addPass(SubGroupsPass());
  else if (name == "ursa-vulkan-group-copies")
    passes.addPass(GroupCopiesPass());
  else if (name == "ursa-vulkan-group-functions")
    passes.addPass(GroupFunctionsPass());
  else if (name == "ursa-vulkan-fused-multiply")
    passes.addPass(FusedMultiplyPass());
  else if (name == "ursa-vulkan-half-functions")
    passes.addPass(HalfFunctionsPass());
  else if (name == "ursa-vulkan-printf")
    passes.addPass(PrintfPass());
  else if (name == "ursa-vulkan-kernel-arguments")
    passes.addPass(KernelArgumentsPass());
  else if (name == "ursa-vulkan-data-segment")
    passes.addPass(DataSegmentPass());
  else
    return false;
  return true;
}

bool addFunctionPass(StringRef name, FunctionPassManager &passes,
                     ArrayRef<PassBuilder::PipelineElement>) {
  if (name == "ursa-spirv-aggregates")
    passes.addPass(spirv::SpirvAggregatesPass());
  else if (name == "ursa-vulkan-infer-address-spaces")
    passes.addPass(InferAddressSpacesPass(kGenericSpace));
  else if (name == "ursa-vulkan-local-variables")
    passes.addPass(LocalVariablesPass());
  else if (name == "ursa-vulkan-value-numbering")
    passes.addPass(ValueNumberingPass());
  else if (name == "ursa-vulkan-memory-intrinsics")
    passes.addPass(MemoryIntrinsicsPass());
  else if (name == "ursa-vulkan-vector-accesses")
    passes.addPass(VectorAccessesPass());
  else if (name == "ursa-vulkan-vector-casts")
    passes.addPass(VectorCastsPass());
  else if (name == "ursa-vulkan-generic-pointers")
    passes.addPass(GenericPointersPass());
  else if (name == "ursa-vulkan-float-atomics")
    passes.addPass(FloatAtomicsPass(false));
  else if (name == "ursa-vulkan-float-atomics<native-add>")
    passes.addPass(FloatAtomicsPass(true));
  else if (name == "ursa-vulkan-intrinsics")
    passes.addPass(IntrinsicsPass(FmaMode::Native));
  else if (name == "ursa-vulkan-intrinsics<fma-double>")
    passes.addPass(IntrinsicsPass(FmaMode::Double));
  else if (name == "ursa-vulkan-pointers")
    passes.addPass(PointersPass());
  else if (name == "ursa-vulkan-integers")
    passes.addPass(IntegersPass());
  else if (name == "ursa-vulkan-divisions")
    passes.addPass(DivisionsPass());
  else if (name == "ursa-vulkan-addresses")
    passes.addPass(AddressesPass());
  else if (name == "ursa-reducible")
    passes.addPass(targets::MakeReducible());
  else if (name == "ursa-vulkan-structurize")
    passes.addPass(StructurizePass());
  else if (name == "ursa-vulkan-rotate")
    passes.addPass(RotatePass());
  else if (name == "ursa-vulkan-unroll-arrays")
    passes.addPass(UnrollArraysPass());
  else if (name == "ursa-vulkan-unroll-candidates")
    passes.addPass(UnrollCandidatesPass());
  else if (name == "ursa-vulkan-merges")
    passes.addPass(MergesPass());
  else
    return false;
  return true;
}

/// Checks that no select or phi of pointers is left: the pointers pass lowers them, and later
/// passes must not create new ones.
Error checkPointers(Module &module) {
  for (const Function *kernel : kernelsOf(module))
    for (const Instruction &instruction : instructions(*kernel))
      if (instruction.getType()->isPointerTy() && isa<PHINode, SelectInst>(instruction))
        return createStringError(
            "Kernel '" + kernel->getName() +
            "' has a select or phi of pointers after lowering, which is a defect of ursac: " +
            textOf(instruction) + ".");
  return Error::success();
}

} // namespace

std::string stepNames() {
  std::string names;
  for (ArrayRef<Step> steps : {ArrayRef<Step>(kBuiltinSteps), ArrayRef<Step>(kLoweringSteps)})
    for (const Step &step : steps)
      names += (names.empty() ? "" : ", ") + std::string(step.name);
  return names;
}

bool isStep(StringRef name) {
  auto hasName = [&](const Step &step) { return name == step.name; };
  return any_of(kBuiltinSteps, hasName) || any_of(kLoweringSteps, hasName);
}

Error runBuiltinPasses(Module &module, const PipelineOptions &options) {
  return PipelineRunner(module, options).run(kBuiltinSteps);
}

Error runLoweringPasses(Module &module, const PipelineOptions &options) {
  if (Error error = PipelineRunner(module, options).run(kLoweringSteps))
    return error;
  std::string message;
  raw_string_ostream out(message);
  if (verifyModule(module, &out))
    return createStringError("The lowered IR is not valid, which is a defect of ursac: " + message);
  return checkPointers(module);
}

void registerPasses(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(addModulePass);
  builder.registerPipelineParsingCallback(addFunctionPass);
}

} // namespace ursa::compiler::vulkan
