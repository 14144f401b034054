// Parses IR that a test holds as text.
#pragma once

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace ursa {

/// The module of @p body, which gets the data layout and triple of device IR.
inline std::unique_ptr<llvm::Module> parseDeviceIr(const std::string &body,
                                                   llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(
      "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-"
      "v512:512-v1024:1024-n8:16:32:64-G1\"\n"
      "target triple = \"spirv64-unknown-unknown\"\n" +
          body,
      diagnostic, context);
  if (!module)
    ADD_FAILURE() << diagnostic.getMessage().str();
  return module;
}

inline std::string textOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

} // namespace ursa
