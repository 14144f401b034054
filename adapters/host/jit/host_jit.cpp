#include "adapters/host/jit/host_jit.h"

#include "adapters/host/jit/linker.h"
#include "adapters/host/jit/recovery.h"
#include "compiler/targets/host/codegen/compile.h"
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/passes/specialize.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

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

Result<Compiled> compile(Compilation &compilation, std::span<const std::byte> bitcode,
                         const ConstantValues &constants, int level) {
  URSA_TRY(compilation.machine, makeTargetMachine(level));
  URSA_TRY(compilation.module, readModule(bitcode, compilation.context, *compilation.machine));
  URSA_TRY(Compiled compiled, compileModule(*compilation.module, *compilation.machine, constants,
                                            level, ObjectUse::Process));
  if (compilation.log.find("error: ") != std::string::npos)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The program does not compile: {}",
                     compilation.log);
  return compiled;
}

class BuiltProgram final : public Program {
public:
  Result<void> load(Compiled compiled) {
    URSA_TRY(code_, LoadedCode::load(std::move(compiled.object)));
    kernels_ = std::move(compiled.kernels);
    for (KernelInfo &kernel : kernels_) {
      URSA_TRY(void *const entry, code_->address(kEntryPrefix + kernel.name));
      kernel.entry = reinterpret_cast<KernelEntry>(entry);
    }
    variables_ = std::move(compiled.variables);
    for (VariableInfo &variable : variables_) {
      URSA_TRY(void *const address, code_->address(kVariablePrefix + variable.name));
      variable.address = static_cast<std::byte *>(address);
    }
    return {};
  }

private:
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
