#include "compiler/targets/common/untrusted_ir.h"

#include "compiler/targets/common/bitcode_check.h"
#include "compiler/targets/common/module_sizes.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Keeps the begin of what is written.
class BeginOfText : public raw_ostream {
public:
  ~BeginOfText() override { flush(); }
  std::string take() {
    flush();
    return std::move(text_);
  }

private:
  static constexpr std::size_t kMost = std::size_t{16} << 10;

  void write_impl(const char *bytes, std::size_t size) override {
    text_.append(bytes, std::min(size, kMost - text_.size()));
    position_ += size;
  }
  std::uint64_t current_pos() const override { return position_; }

  std::string text_;
  std::uint64_t position_ = 0;
};

} // namespace

Expected<std::unique_ptr<Module>> parseUntrustedIr(MemoryBufferRef bytes, LLVMContext &context) {
  if (Error error = checkBitcode(bytes))
    return error;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIR(bytes, diagnostic, context);
  if (!module)
    return createStringError(diagnostic.getMessage());
  return module;
}

Expected<std::unique_ptr<Module>> parseUntrustedIrFile(const std::string &path,
                                                       LLVMContext &context) {
  auto bytes = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!bytes)
    return createStringError("Could not open input file: " + bytes.getError().message());
  return parseUntrustedIr((*bytes)->getMemBufferRef(), context);
}

std::string reasonOfInvalidity(const Module &module, bool *hasBrokenDebugInfo) {
  BeginOfText text;
  return verifyModule(module, &text, hasBrokenDebugInfo) ? text.take() : reasonOfSize(module);
}

} // namespace ursa::compiler::targets
