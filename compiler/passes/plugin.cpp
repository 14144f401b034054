// Registers the passes with opt: opt -load-pass-plugin=libursa_passes.so
// -passes='ursa-spec-constants<native>,ursa-specialization-buffer'.
#include "compiler/builtins/atomics.h"
#include "compiler/passes/dead_arguments.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/scratch_memory.h"
#include "compiler/passes/spec_constants.h"
#include "compiler/passes/specialization_buffer.h"
#include "compiler/targets/nvptx/argument_objects.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/local_memory.h"
#include "compiler/targets/nvptx/vector_copies.h"
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
    passes.addPass(ursa::compiler::passes::SpecConstantsPass(ursa::format::ConstantMode::Native));
  else if (name == "ursa-spec-constants<emulation>")
    passes.addPass(ursa::compiler::passes::SpecConstantsPass(ursa::format::ConstantMode::Emulated));
  else if (name == "ursa-spec-constants<default-values>")
    passes.addPass(ursa::compiler::passes::SpecConstantsPass(ursa::format::ConstantMode::Folded));
  else if (name == "ursa-atomics<opencl>")
    passes.addPass(
        ursa::compiler::builtins::LowerAtomicsPass(ursa::compiler::builtins::MemoryModel::OpenCl));
  else if (name == "ursa-atomics<acquire-release>")
    passes.addPass(ursa::compiler::builtins::LowerAtomicsPass(
        ursa::compiler::builtins::MemoryModel::AcquireRelease));
  else if (name == "ursa-atomics<sequentially-consistent>")
    passes.addPass(ursa::compiler::builtins::LowerAtomicsPass(
        ursa::compiler::builtins::MemoryModel::SequentiallyConsistent));
  else if (name == "ursa-specialization-buffer")
    passes.addPass(ursa::compiler::passes::SpecializationBufferArgumentPass());
  else if (name == "ursa-device-globals")
    passes.addPass(ursa::compiler::passes::DeviceGlobalsPass());
  else if (name == "ursa-scratch-memory")
    passes.addPass(ursa::compiler::passes::ScratchMemoryPass());
  else if (name == "ursa-flatten-kernels")
    passes.addPass(ursa::compiler::passes::FlattenKernelsPass());
  else if (name == "ursa-dead-arguments")
    passes.addPass(ursa::compiler::passes::DeadArgumentsPass());
  else if (name == "ursa-spirv-legalize")
    passes.addPass(ursa::compiler::spirv::SpirvLegalizePass());
  else if (name == "ursa-spirv-vector-printf")
    passes.addPass(ursa::compiler::spirv::SpirvVectorPrintfPass());
  else if (name == "ursa-nvptx-local-memory")
    passes.addPass(ursa::compiler::nvptx::NvptxLocalMemoryPass());
  else if (name == "ursa-nvptx-global-offset")
    passes.addPass(ursa::compiler::nvptx::NvptxGlobalOffsetPass());
  else if (name == "ursa-nvptx-argument-objects")
    passes.addPass(ursa::compiler::nvptx::NvptxArgumentObjectsPass());
  else if (name == "ursa-nvptx-vector-copies")
    passes.addPass(
        createModuleToFunctionPassAdaptor(ursa::compiler::nvptx::NvptxVectorCopiesPass()));
  else
    return false;
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ursa", "1", [](PassBuilder &builder) {
            builder.registerPipelineParsingCallback(parsePass);
            ursa::compiler::vulkan::registerPasses(builder);
          }};
}
