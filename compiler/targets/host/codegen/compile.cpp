#include "compiler/targets/host/codegen/compile.h"

#include "compiler/targets/common/fold_constants.h"
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/codegen/item_cost.h"
#include "compiler/targets/host/codegen/optimize.h"
#include "compiler/targets/host/codegen/shaping_arguments.h"
#include "compiler/targets/host/codegen/stack_usage.h"
#include "compiler/targets/host/passes/float_extrema.h"
#include "compiler/targets/host/passes/half_arithmetic.h"
#include "compiler/targets/host/passes/image_functions.h"
#include "compiler/targets/host/passes/inline_calls.h"
#include "compiler/targets/host/passes/local_atomics.h"
#include "compiler/targets/host/passes/printf_calls.h"
#include "compiler/targets/host/passes/work_group.h"
#include "compiler/targets/host/vectorize/vectorize.h"
#include "format/host/machine_image.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using format::host::kVariablePrefix;
using format::host::VariableInfo;

uint64_t privateBytesOf(const Function &function) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function))
    if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

// Renames the exported variables to names that no symbol of the process has.
std::vector<VariableInfo> nameVariables(Module &module) {
  std::vector<VariableInfo> variables;
  for (GlobalVariable &variable : module.globals()) {
    if (!variable.hasAttribute("ursa-global") || variable.isDeclaration() ||
        variable.isThreadLocal())
      continue;
    const uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    variables.push_back({variable.getName().str(), size, nullptr});
    variable.setName(kVariablePrefix + variable.getName());
    variable.setLinkage(GlobalValue::ExternalLinkage);
    variable.setVisibility(GlobalValue::DefaultVisibility);
  }
  return variables;
}

// Makes everything but variables and work-item functions internal, and removes what they do not
// use.
void internalizeAllButItems(Module &module) {
  for (const char *list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *variable = module.getNamedGlobal(list))
      variable->eraseFromParent();
  internalizeModule(module, [](const GlobalValue &value) {
    return value.getName().starts_with("ursa.item.") ||
           value.getName().starts_with(kVariablePrefix);
  });
}

Result<std::vector<Kernel>> outlineWorkItems(Module &module, const TargetMachine &machine) {
  URSA_CHECK(inlineIntoKernels(module));
  std::vector<Kernel> kernels;
  for (Function *function : kernelsOf(module)) {
    URSA_TRY(Kernel kernel, outlineWorkItem(*function, defaultSubGroupSize(machine)));
    kernels.push_back(std::move(kernel));
  }
  internalizeAllButItems(module);
  return kernels;
}

Result<void> createWorkGroupFunctions(Module &module, TargetMachine &machine,
                                      std::vector<Kernel> &kernels) {
  bool anyBarrier = false;
  for (Kernel &kernel : kernels) {
    constexpr uint64_t kMaxPrivateBytes = 512 << 10; // private memory is on a worker's stack
    kernel.info.privateBytes = privateBytesOf(*kernel.item);
    if (kernel.info.privateBytes > kMaxPrivateBytes)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "A work-item of kernel '{}' has {} bytes of private memory; at most {} are "
                       "supported.",
                       kernel.info.name, kernel.info.privateBytes, kMaxPrivateBytes);
    kernel.info.hasBarriers = kernel.hasSubGroupOperations || callsBarrier(*kernel.item);
    anyBarrier |= kernel.info.hasBarriers;
    if (kernel.info.hasBarriers)
      makeCoroutine(kernel);
    else
      URSA_CHECK(lowerToLoops(kernel));
  }
  if (!anyBarrier)
    return {};
  splitCoroutines(module, machine);
  for (Kernel &kernel : kernels)
    if (kernel.info.hasBarriers)
      URSA_CHECK(lowerBarriers(kernel));
  return {};
}

std::string entryName(const Kernel &kernel) {
  return format::host::kEntryPrefix + kernel.info.name;
}

// Creates the array of all kernel entries and variables, which the loader of a library reads.
void createMachineTable(Module &module, const std::vector<Kernel> &kernels,
                        const std::vector<VariableInfo> &variables) {
  PointerType *pointer = PointerType::getUnqual(module.getContext());
  std::vector<Constant *> places;
  places.reserve(kernels.size() + variables.size());
  for (const Kernel &kernel : kernels)
    places.push_back(module.getFunction(entryName(kernel)));
  for (const VariableInfo &variable : variables)
    places.push_back(module.getNamedGlobal(kVariablePrefix + variable.name));
  auto *type = ArrayType::get(pointer, places.size());
  new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::ExternalLinkage,
                     ConstantArray::get(type, places), format::host::kMachineTable);
}

void internalizeAllButUsed(Module &module, ObjectUse use) {
  internalizeModule(module, [use](const GlobalValue &value) {
    if (use == ObjectUse::Library)
      return value.getName() == format::host::kMachineTable;
    return value.getName().starts_with(format::host::kEntryPrefix) ||
           value.getName().starts_with(kVariablePrefix);
  });
}

// Emits machine code and computes the stack that its kernels need.
Result<void> emit(Module &module, TargetMachine &machine, Compiled &compiled) {
  StackUsage stack(module);
  Result<std::unique_ptr<MemoryBuffer>> object = std::unique_ptr<MemoryBuffer>();
  stack.collect([&] { object = emitObject(module, machine); });
  URSA_TRY(compiled.object, std::move(object));
  for (format::host::KernelInfo &kernel : compiled.kernels) {
    kernel.stackBytes = stack.of(format::host::kEntryPrefix + kernel.name);
    if (kernel.stackBytes != format::host::kUnknownStack &&
        kernel.stackBytes > format::host::kMaxStackBytes)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Kernel '{}' needs {} bytes of stack for its private memory and that of "
                       "the functions that it calls; at most {} are supported.",
                       kernel.name, kernel.stackBytes, format::host::kMaxStackBytes);
  }
  return {};
}

std::string remarkOf(const std::string &kernel, const Vectorized &vectorized) {
  std::string rivals;
  for (const unsigned width : vectorized.rivals)
    rivals += fmt::format("{}{}", rivals.empty() ? "; perhaps faster: " : ", ",
                          format::host::describeWidth(width));
  return fmt::format("Kernel '{}' runs {}{}{}{}.", kernel,
                     format::host::describeWidth(vectorized.width),
                     vectorized.reason.empty() ? "" : ": ", vectorized.reason, rivals);
}

} // namespace

Result<Compiled> compileModule(Module &module, TargetMachine &machine,
                               const format::host::ConstantValues &constants, int level,
                               ObjectUse use, const std::string &tuneFor,
                               const VectorOptions &vector) {
  StripDebugInfo(module);
  defineImageFunctions(module);
  lowerPrintf(module);
  retargetFunctions(module, machine, tuneFor);
  URSA_CHECK(targets::foldConstants(module, constants));
  expandHalfArithmetic(module, machine);
  Compiled compiled;
  compiled.variables = nameVariables(module);
  URSA_TRY(std::vector<Kernel> kernels, outlineWorkItems(module, machine));
  if (level > 0) {
    simplifyItems(module, machine);
    // Machine code of a library is not compiled again, and other code has other variables.
    const bool canHaveOtherForms =
        use == ObjectUse::Process && none_of(module.globals(), isSharedVariable);
    for (Kernel &kernel : kernels) {
      kernel.info.itemInstructions = itemInstructions(*kernel.item);
      if (use == ObjectUse::Process) // others are not compiled again
        kernel.info.shapingArguments = shapingArguments(*kernel.item, kernel.ownArguments);
      markLocalAtomics(kernel);
      Vectorized vectorized = vectorizeItem(kernel, machine, vector);
      if (!canHaveOtherForms)
        vectorized.rivals.clear();
      kernel.info.width = vectorized.width;
      kernel.info.rivalWidths.assign(vectorized.rivals.begin(), vectorized.rivals.end());
      if (!vectorized.problem.empty() && vector.width != 1)
        compiled.notes += fmt::format("note: Kernel '{}' runs one work-item at a time: {}.\n",
                                      kernel.info.name, vectorized.problem);
      if (vectorized.problem.empty())
        compiled.remarks.push_back(remarkOf(kernel.info.name, vectorized));
    }
  }
  const bool hasScalarKernels =
      std::ranges::any_of(kernels, [](const Kernel &kernel) { return !kernel.pack; });
  URSA_CHECK(createWorkGroupFunctions(module, machine, kernels));
  unlockLocalAtomics(module);
  std::ranges::sort(kernels, {}, [](const Kernel &kernel) { return kernel.info.name; });
  if (use == ObjectUse::Library)
    createMachineTable(module, kernels, compiled.variables);
  internalizeAllButUsed(module, use);

  std::string problem;
  raw_string_ostream stream(problem);
  if (verifyModule(module, &stream))
    return makeError(
        UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
        "Lowering to work-groups produced invalid code, which is a defect of this device's "
        "compiler: {}",
        problem);
  optimizeModule(module, machine, level, hasScalarKernels);
  expandScalarExtrema(module);
  for (Kernel &kernel : kernels)
    compiled.kernels.push_back(std::move(kernel.info));
  URSA_CHECK(emit(module, machine, compiled));
  return compiled;
}

} // namespace ursa::compiler::host
