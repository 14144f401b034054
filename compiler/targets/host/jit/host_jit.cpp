#include "compiler/targets/host/jit/host_jit.h"

#include "compiler/targets/host/jit/cpu_target.h"
#include "compiler/targets/host/jit/image_functions.h"
#include "compiler/targets/host/jit/inline_calls.h"
#include "compiler/targets/host/jit/intake.h"
#include "compiler/targets/host/jit/linker.h"
#include "compiler/targets/host/jit/optimize.h"
#include "compiler/targets/host/jit/recovery.h"
#include "compiler/targets/host/jit/specialize.h"
#include "compiler/targets/host/jit/work_group.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>
#include <sstream>

namespace ursa::jit {
namespace {

constexpr int kDefaultLevel = 3;

int optimizationLevel(std::string_view options, std::string &log) {
  int level = kDefaultLevel;
  std::istringstream words{std::string(options)};
  for (std::string word; words >> word;) {
    if (word.size() == 3 && word.starts_with("-O") && word[2] >= '0' && word[2] <= '3')
      level = word[2] - '0';
    else if (word == "-cl-opt-disable")
      level = 0;
    else
      log += fmt::format("note: the build option '{}' has no effect on this device\n", word);
  }
  return level;
}

uint64_t privateBytesOf(const llvm::Function &function) {
  uint64_t bytes = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

constexpr const char *kVariablePrefix = "ursa.variable.";

// Gives the variables that stay reachable from outside names that no function of the process has.
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

// From here on only variables and the items are reached from outside; what they do not use may go.
void keepOnlyItems(llvm::Module &module) {
  for (const char *list :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable *variable = module.getNamedGlobal(list))
      variable->eraseFromParent();
  llvm::internalizeModule(module, [](const llvm::GlobalValue &value) {
    return value.getName().starts_with("ursa.item.") ||
           value.getName().starts_with(kVariablePrefix);
  });
}

Result<std::vector<Kernel>> formItems(llvm::Module &module) {
  URSA_CHECK(inlineIntoKernels(module));
  std::vector<Kernel> kernels;
  for (llvm::Function *function : kernelsOf(module)) {
    URSA_TRY(Kernel kernel, makeItem(*function));
    kernels.push_back(std::move(kernel));
  }
  keepOnlyItems(module);
  return kernels;
}

Result<void> formWorkGroups(llvm::Module &module, llvm::TargetMachine &machine,
                            std::vector<Kernel> &kernels) {
  bool anyBarrier = false;
  for (Kernel &kernel : kernels) {
    constexpr uint64_t kMostPrivateBytes = 512 << 10; // they live on a worker's stack
    kernel.info.privateBytes = privateBytesOf(*kernel.item);
    if (kernel.info.privateBytes > kMostPrivateBytes)
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "A work-item of kernel '{}' has {} bytes of private memory; at most {} are "
                       "supported.",
                       kernel.info.name, kernel.info.privateBytes, kMostPrivateBytes);
    kernel.info.hasBarriers = callsBarrier(*kernel.item);
    anyBarrier |= kernel.info.hasBarriers;
    if (kernel.info.hasBarriers)
      makeCoroutine(kernel);
    else
      URSA_CHECK(formLoops(kernel));
  }
  if (!anyBarrier)
    return {};
  splitCoroutines(module, machine);
  for (Kernel &kernel : kernels)
    if (kernel.info.hasBarriers)
      URSA_CHECK(formPhases(kernel));
  return {};
}

void internalizeAllButEntries(llvm::Module &module) {
  llvm::internalizeModule(module, [](const llvm::GlobalValue &value) {
    return value.getName().starts_with("ursa.entry.") ||
           value.getName().starts_with(kVariablePrefix);
  });
}

// What a compilation works on. The order matters: a module goes before its context.
struct Compilation {
  Compilation() { collectDiagnostics(context, log); }

  std::string log;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};

Result<ModuleSummary> inspect(Compilation &compilation, std::span<const std::byte> bitcode) {
  URSA_TRY(compilation.machine, makeTargetMachine(kDefaultLevel));
  URSA_TRY(compilation.module, readModule(bitcode, compilation.context, *compilation.machine));
  ModuleSummary summary;
  for (const llvm::Function *kernel : kernelsOf(*compilation.module))
    summary.kernels.push_back(kernel->getName().str());
  URSA_TRY(summary.constants, listConstants(*compilation.module));
  return summary;
}

// Machine code, and what it holds.
struct Compiled {
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
  std::unique_ptr<llvm::MemoryBuffer> object;
};

Result<Compiled> compile(Compilation &compilation, std::span<const std::byte> bitcode,
                         const ConstantValues &constants, int level) {
  URSA_TRY(compilation.machine, makeTargetMachine(level));
  URSA_TRY(compilation.module, readModule(bitcode, compilation.context, *compilation.machine));
  llvm::TargetMachine &machine = *compilation.machine;
  llvm::Module &module = *compilation.module;
  llvm::StripDebugInfo(module);
  defineImageFunctions(module);
  retargetFunctions(module, machine);
  URSA_CHECK(foldConstants(module, constants));
  Compiled compiled;
  compiled.variables = nameVariables(module);
  URSA_TRY(std::vector<Kernel> kernels, formItems(module));
  if (level > 0)
    simplifyItems(module, machine);
  URSA_CHECK(formWorkGroups(module, machine, kernels));
  internalizeAllButEntries(module);

  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream))
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Forming work-groups made invalid code, which is a defect of this device's "
                     "compiler: {}",
                     problem);
  optimizeModule(module, machine, level);
  URSA_TRY(compiled.object, emitObject(module, machine));
  if (compilation.log.find("error: ") != std::string::npos)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The program does not compile: {}",
                     compilation.log);
  for (Kernel &kernel : kernels)
    compiled.kernels.push_back(std::move(kernel.info));
  return compiled;
}

class BuiltProgram final : public Program {
public:
  const std::vector<KernelInfo> &kernels() const override { return kernels_; }

  const KernelInfo *kernel(std::string_view name) const override {
    const auto found = std::lower_bound(
        kernels_.begin(), kernels_.end(), name,
        [](const KernelInfo &kernel, std::string_view n) { return kernel.name < n; });
    return found != kernels_.end() && found->name == name ? &*found : nullptr;
  }

  const VariableInfo *variable(std::string_view name) const override {
    for (const VariableInfo &variable : variables_)
      if (variable.name == name)
        return &variable;
    return nullptr;
  }

  Result<void> load(Compiled compiled) {
    URSA_TRY(code_, LoadedCode::load(std::move(compiled.object)));
    kernels_ = std::move(compiled.kernels);
    for (KernelInfo &kernel : kernels_) {
      URSA_TRY(void *const entry, code_->address("ursa.entry." + kernel.name));
      kernel.entry = reinterpret_cast<KernelEntry>(entry);
    }
    variables_ = std::move(compiled.variables);
    for (VariableInfo &variable : variables_) {
      URSA_TRY(void *const address, code_->address(kVariablePrefix + variable.name));
      variable.address = static_cast<std::byte *>(address);
    }
    std::sort(kernels_.begin(), kernels_.end(),
              [](const KernelInfo &a, const KernelInfo &b) { return a.name < b.name; });
    return {};
  }

private:
  std::vector<KernelInfo> kernels_; ///< ascending by name
  std::vector<VariableInfo> variables_;
  std::unique_ptr<LoadedCode> code_;
};

} // namespace

Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode) {
  return recovering<Compilation>(UR_RESULT_ERROR_INVALID_BINARY, [&](Compilation &compilation) {
    return inspect(compilation, bitcode);
  });
}

Result<std::unique_ptr<Program>> Program::build(std::span<const std::byte> bitcode,
                                                const ConstantValues &constants,
                                                std::string_view options, std::string &log) {
  const int level = optimizationLevel(options, log);
  URSA_TRY(
      Compiled compiled,
      recovering<Compilation>(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, [&](Compilation &compilation) {
        auto result = compile(compilation, bitcode, constants, level);
        log += compilation.log;
        return result;
      }));
  auto program = std::make_unique<BuiltProgram>();
  URSA_CHECK(program->load(std::move(compiled)));
  return std::unique_ptr<Program>(std::move(program));
}

} // namespace ursa::jit
