#include "compiler/targets/common/diagnostics.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

struct LogHandler final : DiagnosticHandler {
  explicit LogHandler(std::string &log) : log_(log) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error || info.getSeverity() == DS_Warning) {
      raw_string_ostream stream(log_);
      DiagnosticPrinterRawOStream printer(stream);
      stream << (info.getSeverity() == DS_Error ? "error: " : "warning: ");
      info.print(printer);
      stream << '\n';
    }
    return true;
  }

  std::string &log_;
};

} // namespace

void collectDiagnostics(LLVMContext &context, std::string &log) {
  context.setDiagnosticHandler(std::make_unique<LogHandler>(log));
}

} // namespace ursa::compiler::targets
