// LLVM's analysis managers and pass builder, registered with each other.
#pragma once

#include "llvm/Passes/PassBuilder.h"

#include <utility>

namespace ursa {

/// For one or more runs of passes on one thread.
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

} // namespace ursa
