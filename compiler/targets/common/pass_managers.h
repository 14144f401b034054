// LLVM's analysis managers and pass builder, wired together.
#pragma once

#include "llvm/Passes/PassBuilder.h"

#include <utility>

namespace ursa {

/// For one run of passes, or for several of one thread.
class PassManagers {
public:
  /// @param options of llvm::PassBuilder
  template <class... Options>
  explicit PassManagers(Options &&...options) : builder(std::forward<Options>(options)...) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }

  /// Runs a pipeline, which must be right, as `opt -passes=` takes it.
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

} // namespace ursa
