#include "compiler/targets/common/diagnostics.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

namespace ursa {
namespace {

struct LogHandler final : llvm::DiagnosticHandler {
  explicit LogHandler(std::string &log) : log_(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error || info.getSeverity() == llvm::DS_Warning) {
      llvm::raw_string_ostream stream(log_);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      stream << (info.getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
      info.print(printer);
      stream << '\n';
    }
    return true;
  }

  std::string &log_;
};

} // namespace

void collectDiagnostics(llvm::LLVMContext &context, std::string &log) {
  context.setDiagnosticHandler(std::make_unique<LogHandler>(log));
}

} // namespace ursa
