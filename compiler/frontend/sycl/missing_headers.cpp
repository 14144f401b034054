// See missing_headers.h.
#include "compiler/frontend/sycl/missing_headers.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/PPCallbacks.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

/// Folders of headers that SYCL programs take from their compiler.
constexpr llvm::StringLiteral kFolders[] = {"sycl/", "CL/sycl", "syclcompat", "hipSYCL/"};

class Explainer final : public PPCallbacks {
public:
  explicit Explainer(Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void InclusionDirective(SourceLocation, const Token &, llvm::StringRef name, bool,
                          CharSourceRange range, OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (file ||
        !llvm::any_of(kFolders, [&](llvm::StringRef folder) { return name.starts_with(folder); }))
      return;
    DiagnosticsEngine &diagnostics = preprocessor_.getDiagnostics();
    diagnostics.Report(
        range.getBegin(),
        diagnostics.getCustomDiagID(DiagnosticsEngine::Note,
                                    "Ursa has no such header; docs/sycl/EXTENSIONS.md tells which "
                                    "extensions of SYCL it has"));
  }

private:
  Preprocessor &preprocessor_;
};

} // namespace

void explainMissingHeaders(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Explainer>(preprocessor));
}

} // namespace ursa::compiler::frontend::sycl
