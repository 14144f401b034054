// See guarded_codegen.h.
#include "compiler/targets/guarded_codegen.h"

#include "compiler/targets/common/fatal_errors.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace ursa {
namespace {

/// The kernel whose code a function is: the host's passes make several of one.
StringRef kernelName(StringRef function) {
  for (const StringRef prefix : {"ursa.item.", "ursa.entry."})
    if (function.consume_front(prefix))
      for (const StringRef suffix : {".resume", ".destroy", ".cleanup"})
        function.consume_back(suffix);
  return function;
}

/// An error as a sentence: "a.cl:3:7: Kernel 'k' cannot be compiled: ..."
std::string errorText(StringRef location, StringRef kernel, StringRef problem) {
  std::string text = location.empty() ? "" : (location + ": ").str();
  text += kernel.empty() ? "The code cannot be compiled: "
                         : ("'" + kernelName(kernel) + "' cannot be compiled: ").str();
  text += oneLine(problem);
  return text.ends_with('.') ? text : text + ".";
}

/// Keeps the first error that a context is told about; what it is told else has no reader.
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

/// Where a function of the module is defined, as "a.cl:3"; empty when debug info does not tell.
std::string definitionLocation(const Module &module, StringRef function) {
  const Function *found = module.getFunction(kernelName(function));
  const DISubprogram *program = found ? found->getSubprogram() : nullptr;
  return program ? (program->getFilename() + ":" + Twine(program->getLine())).str() : "";
}

/// LLVM's reason for giving up without what differs from run to run: addresses of its objects.
std::string withoutAddresses(StringRef text) {
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
  auto [problem, function] = reason.split(kFunctionPrefix);
  function = function.take_until([](char c) { return c == ' '; });
  std::string location, ignored;
  // The module may be in any state.
  if (!runRecoverably([&] { location = definitionLocation(module, function); }, ignored))
    location.clear();
  return errorText(location, function, withoutAddresses(problem.trim()));
}

} // namespace

Expected<TargetCode> guardedCodegen(const Target &target, OwnedModule device,
                                    SpecConstantMode mode) {
  // Outlives the work, which may end in the middle, and with it the context.
  auto error = std::make_unique<std::string>();
  device.context->setDiagnosticHandler(std::make_unique<FirstErrorHandler>(*error));
  std::optional<Expected<TargetCode>> result;
  std::string reason;
  if (!runRecoverably([&] { result.emplace(target.makeCode(*device.module, mode)); }, reason)) {
    const std::string text =
        error->empty() ? describeFailure(reason, *device.module) : std::move(*error);
    // Nobody touches them again.
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

} // namespace ursa
