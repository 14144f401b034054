#include "compiler/targets/host/jit/cpu_target.h"

#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <mutex>

namespace ursa::jit {
namespace {

struct Cpu {
  llvm::Triple triple{llvm::sys::getProcessTriple()};
  std::string name{llvm::sys::getHostCPUName()};
  std::string features;

  Cpu() {
    llvm::SubtargetFeatures list;
    const auto available = llvm::sys::getHostCPUFeatures();
    for (const auto &feature : available)
      list.AddFeature(feature.first(), feature.second);
    features = list.getString();
  }
};

// Never freed: programs may be built until the process ends.
const Cpu &thisCpu() {
  static const Cpu &cpu = *new Cpu;
  return cpu;
}

} // namespace

Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(int optimizationLevel) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
  const Cpu &cpu = thisCpu();
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(cpu.triple, problem);
  if (!target)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE, "LLVM has no target for '{}': {}.",
                     cpu.triple.str(), problem);
  constexpr llvm::CodeGenOptLevel kLevels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less, llvm::CodeGenOptLevel::Default,
      llvm::CodeGenOptLevel::Aggressive};
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      cpu.triple, cpu.name, cpu.features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      llvm::CodeModel::Small, kLevels[optimizationLevel], /*JIT=*/true));
  if (!machine)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "LLVM cannot make a target machine for '{}'.", cpu.triple.str());
  return machine;
}

void retargetFunctions(llvm::Module &module, const llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    function.removeFnAttr("tune-cpu");
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.removeFnAttr("stack-protector-buffer-size");
    for (const llvm::Attribute::AttrKind kind :
         {llvm::Attribute::OptimizeNone, llvm::Attribute::NoInline, llvm::Attribute::UWTable,
          llvm::Attribute::StackProtect, llvm::Attribute::StackProtectStrong,
          llvm::Attribute::StackProtectReq, llvm::Attribute::SanitizeAddress})
      function.removeFnAttr(kind);
    function.setDoesNotThrow();
  }
}

} // namespace ursa::jit
