#include "compiler/targets/host/codegen/cpu_target.h"

#include "compiler/targets/host/host_image.h"
#include "format/host/isa.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <mutex>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr CodeGenOptLevel kLevels[] = {CodeGenOptLevel::None, CodeGenOptLevel::Less,
                                       CodeGenOptLevel::Default, CodeGenOptLevel::Aggressive};

StringSet<> featuresOf(StringRef cpu) {
  SmallVector<StringRef, 64> names;
  X86::getFeaturesForCPU(cpu, names);
  StringSet<> features;
  for (StringRef name : names) {
    name.consume_front("+");
    features.insert(name);
  }
  return features;
}

struct Cpu {
  Triple triple{sys::getProcessTriple()};
  std::string name{sys::getHostCPUName()};
  std::string features;

  // Lists only what differs from the processor of that name: LLVM reads the list in each build.
  Cpu() {
    SubtargetFeatures list;
    const auto available = sys::getHostCPUFeatures();
    const StringSet<> implied = featuresOf(name);
    for (const auto &feature : available)
      if (feature.second != implied.contains(feature.first()))
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

Result<std::unique_ptr<TargetMachine>> makeTargetMachine(int optimizationLevel) {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
  });
  const Cpu &cpu = thisCpu();
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(cpu.triple, problem);
  if (!target)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE, "LLVM has no target for '{}': {}.",
                     cpu.triple.str(), problem);
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(cpu.triple, cpu.name, cpu.features, TargetOptions(), Reloc::PIC_,
                                  CodeModel::Small, kLevels[optimizationLevel], /*JIT=*/true));
  if (!machine)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "LLVM cannot create a target machine for '{}'.", cpu.triple.str());
  return machine;
}

Result<ChosenCpu> chooseCpu(const std::string &name) {
  std::vector<std::string> features;
  ChosenCpu cpu;
  if (name == "native") {
    cpu.tuneFor = sys::getHostCPUName().str();
    for (const auto &feature : sys::getHostCPUFeatures())
      if (feature.second)
        features.push_back(feature.first().str());
  } else {
    if (X86::parseArchX86(name, /*Only64Bit=*/true) == X86::CK_None) {
      return makeError(
          UR_RESULT_ERROR_INVALID_VALUE,
          "The processor '{}' is unknown; use native, a level such as x86-64-v3, or a name "
          "such as haswell or znver4.",
          name);
    }
    SmallVector<StringRef, 64> known;
    X86::getFeaturesForCPU(name, known);
    StringMap<bool> all; // LLVM lists for the levels only what does not follow from the rest
    for (const StringRef feature : known) {
      all[feature] = true;
      X86::updateImpliedFeatures(feature, /*Enabled=*/true, all);
    }
    for (const auto &feature : all)
      features.push_back(feature.first().str());
    if (!StringRef(name).starts_with("x86-64"))
      cpu.tuneFor = name;
  }
  cpu.spelling = format::host::spellCpu(features);
  // Uses only the features in the spelling.
  const auto level = static_cast<unsigned>(cpu.spelling[1] - '0');
  for (unsigned l = 2; l <= level; ++l)
    for (const std::string_view feature : format::host::featuresOfLevel(l))
      cpu.features.emplace_back(feature);
  SmallVector<StringRef, 16> extras;
  StringRef(cpu.spelling).split(extras, '+');
  for (const StringRef extra : ArrayRef(extras).drop_front())
    cpu.features.push_back(extra.str());
  return cpu;
}

Result<std::unique_ptr<TargetMachine>> makeTargetMachine(const ChosenCpu &cpu,
                                                         int optimizationLevel) {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
  });
  const Triple triple(kHostTriple);
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE, "LLVM has no target for '{}': {}.",
                     kHostTriple, problem);
  SubtargetFeatures features;
  for (const std::string &feature : cpu.features)
    features.AddFeature(feature);
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, "x86-64", features.getString(), TargetOptions(),
                                  Reloc::PIC_, CodeModel::Small, kLevels[optimizationLevel]));
  if (!machine)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "LLVM cannot create a target machine for '{}'.", kHostTriple);
  return machine;
}

void retargetFunctions(Module &module, const TargetMachine &machine, const std::string &tuneFor) {
  for (Function &function : module) {
    function.removeFnAttr("tune-cpu");
    if (!tuneFor.empty())
      function.addFnAttr("tune-cpu", tuneFor);
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.removeFnAttr("stack-protector-buffer-size");
    for (const Attribute::AttrKind kind :
         {Attribute::OptimizeNone, Attribute::NoInline, Attribute::UWTable, Attribute::StackProtect,
          Attribute::StackProtectStrong, Attribute::StackProtectReq, Attribute::SanitizeAddress})
      function.removeFnAttr(kind);
    function.setDoesNotThrow();
  }
}

uint32_t defaultSubGroupSize(const TargetMachine &machine) {
  const MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  if (!machine.getTargetTriple().isX86())
    return 4;
  return features.checkFeatures("+avx512f") ? 16 : features.checkFeatures("+avx") ? 8 : 4;
}

} // namespace ursa::compiler::host
