#include "adapters/cuda/jit/ptx_compiler.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/bitcode_check.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/diagnostics.h"
#include "compiler/targets/common/llvm_recovery.h"
#include "compiler/targets/common/untrusted_ir.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/nvptx_image.h"
#include "compiler/targets/nvptx/printf.h"
#include "compiler/targets/nvptx/ptx_codegen.h"
#include "format/ptx.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

namespace ursa::cuda::jit {
namespace {

using Bytes = std::span<const std::byte>;

// Member order matters: modules must be destroyed before their context.
struct Session {
  Session() { compiler::targets::collectDiagnostics(context, log); }

  std::string log;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};

Error invalid(std::string sentence) {
  return Error{UR_RESULT_ERROR_INVALID_BINARY, std::move(sentence)};
}

Error buildFailure(llvm::Error error) {
  return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, llvm::toString(std::move(error))};
}

bool isImage(const llvm::Module &module) {
  const llvm::Triple &triple = module.getTargetTriple();
  return triple.getArch() == llvm::Triple::nvptx64 && triple.getOS() == llvm::Triple::CUDA;
}

bool isDeviceIr(const llvm::Module &module) {
  return llvm::StringRef(module.getTargetTriple().str()).starts_with("spir");
}

Result<std::unique_ptr<llvm::Module>> parseModule(Bytes bitcode, llvm::LLVMContext &context) {
  const llvm::MemoryBufferRef buffer(
      llvm::StringRef(reinterpret_cast<const char *>(bitcode.data()), bitcode.size()), "image");
  const auto damaged = [&](llvm::Error error) {
    return invalid(fmt::format("The program of {} bytes is damaged bitcode: {}.", bitcode.size(),
                               llvm::toString(std::move(error))));
  };
  if (llvm::Error error = compiler::targets::checkBitcode(buffer))
    return damaged(std::move(error));
  auto parsed = llvm::parseBitcodeFile(buffer, context);
  if (!parsed)
    return damaged(parsed.takeError());
  std::unique_ptr<llvm::Module> module = std::move(*parsed);
  if (!isImage(*module) && !isDeviceIr(*module))
    return invalid(fmt::format("The program is bitcode for '{}'; this device requires bitcode for "
                               "'{}'.",
                               module->getTargetTriple().str(),
                               compiler::nvptx::nvptxTriple(compiler::nvptx::NvptxDriver::Cuda)));
  bool hasBrokenDebugInfo = false;
  if (const std::string problem =
          compiler::targets::reasonOfInvalidity(*module, &hasBrokenDebugInfo);
      !problem.empty())
    return invalid("The program is not valid LLVM IR: " + problem);
  if (llvm::Error error = compiler::passes::checkMetadata(*module))
    return invalid("The program is not valid device IR: " + llvm::toString(std::move(error)));
  llvm::StripDebugInfo(*module);
  return module;
}

Result<std::unique_ptr<llvm::Module>> readModule(Bytes bitcode, llvm::LLVMContext &context) {
  return compiler::targets::readRecoverably(bitcode.size(),
                                            [&] { return parseModule(bitcode, context); });
}

// Returns the kernels, without the forms that take a global offset.
std::vector<std::string> kernelsOf(const llvm::Module &module) {
  std::vector<std::string> names;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    llvm::StringRef base = function.getName();
    if (!base.consume_back(format::ptx::kWithOffsetSuffix) || !module.getFunction(base))
      names.push_back(function.getName().str());
  }
  return names;
}

// An image may use only functions that it defines, those of LLVM and those of every CUDA device.
Result<void> checkDefined(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        function.getName() != compiler::nvptx::kPrintFunction &&
        function.getName() != compiler::nvptx::kAssertFunction)
      return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                   fmt::format("The program uses the function '{}', which it does not define.",
                               function.getName().str())};
  return {};
}

Result<void> lowerDeviceIr(Session &session) {
  compiler::nvptx::NvptxOptions options;
  options.builtinLibrary = builtinLibraryPath();
  auto lowered = compiler::nvptx::lowerToNvptx(*session.module, options);
  if (!lowered)
    return buildFailure(lowered.takeError());
  session.module = std::move(*lowered);
  return {};
}

Result<std::string> compile(Session &session, Bytes bitcode,
                            const compiler::targets::ModuleConstantValues &constants,
                            const CompileOptions &options) {
  auto processor = compiler::nvptx::nvptxProcessor(options.computeCapability);
  if (!processor)
    return buildFailure(processor.takeError());
  auto machine = compiler::nvptx::createNvptxMachine(
      compiler::nvptx::nvptxTriple(compiler::nvptx::NvptxDriver::Cuda), *processor);
  if (!machine)
    return buildFailure(machine.takeError());
  session.machine = std::move(*machine);
  URSA_TRY(session.module, readModule(bitcode, session.context));
  if (isDeviceIr(*session.module))
    URSA_CHECK(lowerDeviceIr(session));
  URSA_CHECK(compiler::targets::foldConstants(*session.module, constants));
  const std::string comment = compiler::nvptx::keepOffsetForms(*session.module, options.forms);
  URSA_CHECK(checkDefined(*session.module));
  session.module->setDataLayout(session.machine->createDataLayout());
  if (options.optimize)
    compiler::nvptx::unrollNvptx(*session.module, *session.machine);
  compiler::nvptx::optimizeNvptx(*session.module, *session.machine, options.optimize);
  auto text = compiler::nvptx::emitPtx(*session.module, *session.machine);
  if (!text)
    return buildFailure(text.takeError());
  if (session.log.find("error: ") != std::string::npos)
    return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                 "The program does not compile: " + session.log};
  return std::move(*text) + comment;
}

} // namespace

Result<ImageSummary> inspectImage(Bytes bitcode) {
  return compiler::targets::recovering<Session>(
      UR_RESULT_ERROR_INVALID_BINARY, [&](Session &session) -> Result<ImageSummary> {
        URSA_TRY(session.module, readModule(bitcode, session.context));
        ImageSummary summary;
        summary.kernels = kernelsOf(*session.module);
        URSA_TRY(summary.constants, compiler::targets::listConstants(*session.module));
        return summary;
      });
}

Result<std::string> compileToPtx(Bytes bitcode,
                                 const compiler::targets::ModuleConstantValues &constants,
                                 const CompileOptions &options) {
  return compiler::targets::recovering<Session>(
      UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
      [&](Session &session) { return compile(session, bitcode, constants, options); });
}

} // namespace ursa::cuda::jit
