#include "compiler/targets/spirv/spirv_image.h"

#include "compiler/targets/spirv/leaf_values.h"
#include "compiler/targets/spirv/words.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

#include <cstring>

// Of LLVM's SPIR-V target alone: the others would have to be loaded too.
extern "C" {
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

using namespace llvm;

namespace ursa {
namespace {

Expected<std::unique_ptr<TargetMachine>> makeMachine(const Triple &triple) {
  static const bool isReady = [] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
    return true;
  }();
  (void)isReady;
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError("This LLVM has no SPIR-V target: " + problem);
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, "", "", TargetOptions(), std::nullopt, std::nullopt, CodeGenOptLevel::None));
}

// Local variables become values; what is nowhere used goes. More is the driver's to do: passes that
// make new types and intrinsics make what the backend does not know.
void clean(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  FunctionPassManager each;
  each.addPass(PromotePass());
  each.addPass(EarlyCSEPass());
  each.addPass(SimplifyCFGPass());
  each.addPass(ADCEPass());
  ModulePassManager whole;
  whole.addPass(AlwaysInlinerPass());
  whole.addPass(createModuleToFunctionPassAdaptor(std::move(each)));
  whole.addPass(GlobalDCEPass());
  whole.run(module, modules);
}

Expected<std::vector<uint32_t>> emit(Module &module) {
  auto machine = makeMachine(module.getTargetTriple());
  if (!machine)
    return machine.takeError();
  module.setDataLayout((*machine)->createDataLayout());
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::ObjectFile))
    return createStringError("LLVM's SPIR-V target writes no modules.");
  passes.run(module);
  if (bytes.size() % sizeof(uint32_t) != 0)
    return createStringError("LLVM's SPIR-V target wrote " + Twine(bytes.size()) +
                             " bytes, which are no words.");
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

} // namespace

Expected<std::string> makeSpirvImage(std::unique_ptr<Module> device) {
  device->setTargetTriple(Triple(kSpirvTriple));
  clean(*device);
  spirv_target::takeAggregatesApart(*device);
  auto written = emit(*device);
  if (!written)
    return written.takeError();
  auto words = spirv_target::mendWords(*written);
  if (!words)
    return words.takeError();
  if (Error error = spirv_target::validate(*words))
    return error;
  return std::string(reinterpret_cast<const char *>(words->data()),
                     words->size() * sizeof(uint32_t));
}

} // namespace ursa
