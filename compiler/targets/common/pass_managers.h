// LLVM's analysis managers and pass builder, registered with each other.
#pragma once

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Target/TargetMachine.h"

namespace ursa::compiler::targets {

/// Returns a pass builder with an empty file system of its own: the passes read no files, and
/// builds on several threads share no state.
inline llvm::PassBuilder
isolatedPassBuilder(llvm::TargetMachine *machine = nullptr,
                    const llvm::PipelineTuningOptions &tuning = {},
                    llvm::PassInstrumentationCallbacks *callbacks = nullptr) {
  return llvm::PassBuilder(machine, tuning, std::nullopt, callbacks,
                           llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
}

/// For one or more runs of passes on one thread.
class PassManagers {
public:
  /// @param machine may be null, as @p callbacks may
  explicit PassManagers(llvm::TargetMachine *machine = nullptr,
                        const llvm::PipelineTuningOptions &tuning = {},
                        llvm::PassInstrumentationCallbacks *callbacks = nullptr)
      : builder(isolatedPassBuilder(machine, tuning, callbacks)) {
    if (machine) {
      // Loops over strings stay loops: kernels have none of the functions that replace them.
      llvm::TargetLibraryInfoImpl library(machine->getTargetTriple());
      library.setUnavailable(llvm::LibFunc_strlen);
      library.setUnavailable(llvm::LibFunc_wcslen);
      functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
    }
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }

  /// Runs a pipeline in the syntax of `opt -passes=`, which must be valid.
  void run(llvm::Module &module, llvm::StringRef pipeline) {
    llvm::ModulePassManager passes;
    llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
    passes.run(module, modules);
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

} // namespace ursa::compiler::targets
