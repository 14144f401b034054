// Registers the passes with opt: opt -load-pass-plugin=libursa_passes.so
// -passes='ursa-spec-constants<native>,ursa-specialization-buffer'.
#include "compiler/builtins/atomics.h"
#include "compiler/passes/dead_arguments.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/spec_constants.h"
#include "compiler/passes/specialization_buffer.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/local_memory.h"
#include "compiler/targets/spirv/aggregates.h"
#include "compiler/targets/spirv/legalize.h"
#include "compiler/targets/spirv/vector_printf.h"
#include "compiler/targets/vulkan/pipeline.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

bool parsePass(StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
  if (name == "ursa-spec-constants<native>")
    passes.addPass(ursa::SpecConstantsPass(ursa::format::ConstantMode::Native));
  else if (name == "ursa-spec-constants<emulation>")
    passes.addPass(ursa::SpecConstantsPass(ursa::format::ConstantMode::Emulated));
  else if (name == "ursa-spec-constants<default-values>")
    passes.addPass(ursa::SpecConstantsPass(ursa::format::ConstantMode::Folded));
  else if (name == "ursa-atomics<opencl>")
    passes.addPass(ursa::builtins::LowerAtomicsPass(ursa::builtins::MemoryModel::OpenCl));
  else if (name == "ursa-atomics<acquire-release>")
    passes.addPass(ursa::builtins::LowerAtomicsPass(ursa::builtins::MemoryModel::AcquireRelease));
  else if (name == "ursa-atomics<sequentially-consistent>")
    passes.addPass(
        ursa::builtins::LowerAtomicsPass(ursa::builtins::MemoryModel::SequentiallyConsistent));
  else if (name == "ursa-specialization-buffer")
    passes.addPass(ursa::SpecializationBufferArgumentPass());
  else if (name == "ursa-device-globals")
    passes.addPass(ursa::DeviceGlobalsPass());
  else if (name == "ursa-flatten-kernels")
    passes.addPass(ursa::FlattenKernelsPass());
  else if (name == "ursa-dead-arguments")
    passes.addPass(ursa::DeadArgumentsPass());
  else if (name == "ursa-spirv-legalize")
    passes.addPass(ursa::SpirvLegalizePass());
  else if (name == "ursa-spirv-vector-printf")
    passes.addPass(ursa::SpirvVectorPrintfPass());
  else if (name == "ursa-nvptx-local-memory")
    passes.addPass(ursa::NvptxLocalMemoryPass());
  else if (name == "ursa-nvptx-global-offset")
    passes.addPass(ursa::NvptxGlobalOffsetPass());
  else
    return false;
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ursa", "1", [](PassBuilder &builder) {
            builder.registerPipelineParsingCallback(parsePass);
            ursa::vulkan::registerPasses(builder);
          }};
}
