// See guarded_codegen.h.
#include "compiler/targets/guarded_codegen.h"

#include "compiler/targets/common/fatal_errors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Returns the kernel that a function belongs to: the host's passes create several functions of
/// one.
StringRef kernelName(StringRef function) {
  for (const StringRef prefix : {"ursa.item.", "ursa.entry."})
    if (function.consume_front(prefix))
      for (const StringRef suffix : {".resume", ".destroy", ".cleanup"})
        function.consume_back(suffix);
  return function;
}

/// Formats an error: "a.cl:3:7: Kernel 'k' cannot be compiled: ..."
std::string errorText(StringRef location, StringRef kernel, StringRef problem) {
  std::string text = location.empty() ? "" : (location + ": ").str();
  text += kernel.empty() ? "The code cannot be compiled: "
                         : ("'" + kernelName(kernel) + "' cannot be compiled: ").str();
  text += oneLine(problem);
  return text.ends_with('.') ? text : text + ".";
}

/// Keeps the first error reported to a context and ignores other diagnostics.
struct FirstErrorHandler final : DiagnosticHandler {
  explicit FirstErrorHandler(std::string &error) : error_(error) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error || !error_.empty())
      return true;
    if (const auto *unsupported = dyn_cast<DiagnosticInfoUnsupported>(&info)) {
      error_ = errorText(unsupported->isLocationAvailable() ? unsupported->getLocationStr() : "",
                         unsupported->getFunction().getName(), unsupported->getMessage().str());
      return true;
    }
    std::string text;
    raw_string_ostream out(text);
    DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    error_ = errorText("", "", text);
    return true;
  }

  std::string &error_;
};

/// Returns where a function of the module is defined, such as "a.cl:3"; empty without debug info.
std::string definitionLocation(const Module &module, StringRef function) {
  const Function *found = module.getFunction(kernelName(function));
  const DISubprogram *program = found ? found->getSubprogram() : nullptr;
  return program ? (program->getFilename() + ":" + Twine(program->getLine())).str() : "";
}

/// Removes object addresses, which differ between runs, from LLVM's failure reason.
std::string removeAddresses(StringRef text) {
  std::string result;
  while (!text.empty()) {
    const auto [before, behind] = text.split("0x");
    result += before;
    if (before.size() == text.size())
      break;
    const StringRef digits = behind.take_while(isHexDigit);
    text = behind.drop_front(digits.size());
    if (!text.consume_front(": "))
      result += ("0x" + digits).str();
  }
  return result;
}

std::string describeFailure(StringRef reason, const Module &module) {
  // "Cannot select: t7: i32 = ... In function: k"
  const auto [problem, behind] = reason.split(kFunctionPrefix);
  const StringRef function = behind.take_until([](char c) { return c == ' '; });
  std::string location, ignored;
  // Guarded, because the module may be in an invalid state.
  if (!runRecoverably([&] { location = definitionLocation(module, function); }, ignored))
    location.clear();
  return errorText(location, function, removeAddresses(problem.trim()));
}

} // namespace

Expected<TargetCode> guardedCodegen(const Target &target, OwnedModule device,
                                    format::ConstantMode mode) {
  // Heap-allocated, because it must outlive abandoned work together with the context.
  auto error = std::make_unique<std::string>();
  device.context->setDiagnosticHandler(std::make_unique<FirstErrorHandler>(*error));
  std::optional<Expected<TargetCode>> result;
  std::string reason;
  if (!runRecoverably([&] { result.emplace(target.generateCode(*device.module, mode)); }, reason)) {
    const std::string text =
        error->empty() ? describeFailure(reason, *device.module) : std::move(*error);
    // Leaked: abandoned work may have left them in an invalid state.
    (void)device.module.release();
    (void)device.context.release();
    (void)error.release();
    return createStringError(text);
  }
  if (error->empty())
    return std::move(*result);
  if (!*result)
    consumeError(result->takeError());
  return createStringError(*error);
}

} // namespace ursa::compiler::targets
