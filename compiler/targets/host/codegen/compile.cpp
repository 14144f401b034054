#include "compiler/targets/host/codegen/compile.h"

#include "compiler/targets/common/fold_constants.h"
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/codegen/item_cost.h"
#include "compiler/targets/host/codegen/optimize.h"
#include "compiler/targets/host/codegen/stack_usage.h"
#include "compiler/targets/host/passes/float_extrema.h"
#include "compiler/targets/host/passes/image_functions.h"
#include "compiler/targets/host/passes/inline_calls.h"
#include "compiler/targets/host/passes/printf_calls.h"
#include "compiler/targets/host/passes/work_group.h"
#include "compiler/targets/host/runtime/machine_image.h"
#include "compiler/targets/host/vectorize/vectorize.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>

namespace ursa::host {
namespace {

uint64_t privateBytesOf(const llvm::Function &function) {
  uint64_t bytes = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

// Renames the exported variables to names that no symbol of the process has.
std::vector<VariableInfo> nameVariables(llvm::Module &module) {
  std::vector<VariableInfo> variables;
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (!variable.hasAttribute("ursa-global") || variable.isDeclaration() ||
        variable.isThreadLocal())
      continue;
    const uint64_t size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    variables.push_back({variable.getName().str(), size, nullptr});
    variable.setName(kVariablePrefix + variable.getName());
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setVisibility(llvm::GlobalValue::DefaultVisibility);
  }
  return variables;
}

// Makes everything but variables and work-item functions internal, and removes what they do not
// use.
void internalizeAllButItems(llvm::Module &module) {
  for (const char *list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable *variable = module.getNamedGlobal(list))
      variable->eraseFromParent();
  llvm::internalizeModule(module, [](const llvm::GlobalValue &value) {
    return value.getName().starts_with("ursa.item.") ||
           value.getName().starts_with(kVariablePrefix);
  });
}

Result<std::vector<Kernel>> outlineWorkItems(llvm::Module &module) {
  URSA_CHECK(inlineIntoKernels(module));
  std::vector<Kernel> kernels;
  for (llvm::Function *function : kernelsOf(module)) {
    URSA_TRY(Kernel kernel, outlineWorkItem(*function));
    kernels.push_back(std::move(kernel));
  }
  internalizeAllButItems(module);
  return kernels;
}

Result<void> createWorkGroupFunctions(llvm::Module &module, llvm::TargetMachine &machine,
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
    kernel.info.hasBarriers = callsBarrier(*kernel.item);
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

std::string entryName(const Kernel &kernel) { return kEntryPrefix + kernel.info.name; }

// Creates the array of all kernel entries and variables, which the loader of a library reads.
void createMachineTable(llvm::Module &module, const std::vector<Kernel> &kernels,
                        const std::vector<VariableInfo> &variables) {
  llvm::PointerType *pointer = llvm::PointerType::getUnqual(module.getContext());
  std::vector<llvm::Constant *> places;
  for (const Kernel &kernel : kernels)
    places.push_back(module.getFunction(entryName(kernel)));
  for (const VariableInfo &variable : variables)
    places.push_back(module.getNamedGlobal(kVariablePrefix + variable.name));
  auto *type = llvm::ArrayType::get(pointer, places.size());
  new llvm::GlobalVariable(module, type, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
                           llvm::ConstantArray::get(type, places), kMachineTable);
}

void internalizeAllButUsed(llvm::Module &module, ObjectUse use) {
  llvm::internalizeModule(module, [use](const llvm::GlobalValue &value) {
    if (use == ObjectUse::Library)
      return value.getName() == kMachineTable;
    return value.getName().starts_with(kEntryPrefix) ||
           value.getName().starts_with(kVariablePrefix);
  });
}

// Emits machine code and computes the stack that its kernels need.
Result<void> emit(llvm::Module &module, llvm::TargetMachine &machine, Compiled &compiled) {
  StackUsage stack(module);
  Result<std::unique_ptr<llvm::MemoryBuffer>> object = std::unique_ptr<llvm::MemoryBuffer>();
  stack.collect([&] { object = emitObject(module, machine); });
  URSA_TRY(compiled.object, std::move(object));
  for (KernelInfo &kernel : compiled.kernels) {
    kernel.stackBytes = stack.of(kEntryPrefix + kernel.name);
    if (kernel.stackBytes != kUnknownStack && kernel.stackBytes > kMaxStackBytes)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Kernel '{}' needs {} bytes of stack for its private memory and that of "
                       "the functions that it calls; at most {} are supported.",
                       kernel.name, kernel.stackBytes, kMaxStackBytes);
  }
  return {};
}

} // namespace

Result<Compiled> compileModule(llvm::Module &module, llvm::TargetMachine &machine,
                               const ConstantValues &constants, int level, ObjectUse use,
                               const std::string &tuneFor, const VectorOptions &vector) {
  llvm::StripDebugInfo(module);
  defineImageFunctions(module);
  lowerPrintf(module);
  retargetFunctions(module, machine, tuneFor);
  URSA_CHECK(foldConstants(module, constants));
  Compiled compiled;
  compiled.variables = nameVariables(module);
  URSA_TRY(std::vector<Kernel> kernels, outlineWorkItems(module));
  if (level > 0) {
    simplifyItems(module, machine);
    for (Kernel &kernel : kernels) {
      kernel.info.itemInstructions = itemInstructions(*kernel.item);
      if (const std::string reason = vectorizeItem(kernel, machine, vector);
          !reason.empty() && vector.width != 1)
        compiled.notes += fmt::format("note: Kernel '{}' runs one work-item at a time: {}.\n",
                                      kernel.info.name, reason);
    }
  }
  const bool hasScalarKernels =
      std::ranges::any_of(kernels, [](const Kernel &kernel) { return !kernel.pack; });
  URSA_CHECK(createWorkGroupFunctions(module, machine, kernels));
  std::ranges::sort(kernels, {}, [](const Kernel &kernel) { return kernel.info.name; });
  if (use == ObjectUse::Library)
    createMachineTable(module, kernels, compiled.variables);
  internalizeAllButUsed(module, use);

  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream))
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

} // namespace ursa::host
