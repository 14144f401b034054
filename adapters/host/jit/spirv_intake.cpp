#include "adapters/host/jit/spirv_intake.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/builtin_library.h"
#include "compiler/targets/common/diagnostics.h"
#include "compiler/targets/common/llvm_recovery.h"
#include "compiler/targets/common/untrusted_ir.h"
#include "compiler/targets/host/host_image.h"
#include "spirv/module.h"
#include "spirv/translator.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace ursa::host::jit {
namespace {

// Member order matters: modules must be destroyed before their context.
struct Translation {
  Translation() { compiler::targets::collectDiagnostics(context, log); }

  std::string log;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> device;
  std::unique_ptr<llvm::Module> host;
};

Error buildError(std::string sentence) {
  return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, std::move(sentence)};
}

Result<std::unique_ptr<llvm::Module>> readTranslated(std::span<const std::byte> bitcode,
                                                     llvm::LLVMContext &context) {
  const llvm::MemoryBufferRef buffer(
      llvm::StringRef(reinterpret_cast<const char *>(bitcode.data()), bitcode.size()), "program");
  auto device = compiler::targets::parseUntrustedIr(buffer, context);
  if (!device)
    return buildError("The SPIR-V translator wrote bitcode that cannot be read: " +
                      llvm::toString(device.takeError()) + ".");
  if (const std::string problem = compiler::targets::reasonOfInvalidity(**device); !problem.empty())
    return buildError("The SPIR-V translator wrote invalid LLVM IR: " + problem);
  if (llvm::Error error = compiler::passes::checkMetadata(**device))
    return buildError("The SPIR-V translator wrote invalid device IR: " +
                      llvm::toString(std::move(error)));
  return std::move(*device);
}

Result<std::vector<std::byte>> makeImage(Translation &translation,
                                         std::span<const std::byte> bitcode, ImageUse use) {
  URSA_TRY(translation.device, compiler::targets::readRecoverably(bitcode.size(), [&] {
             return readTranslated(bitcode, translation.context);
           }));
  llvm::StripDebugInfo(*translation.device);

  compiler::host::HostImageOptions options;
  options.builtinLibrary = builtinLibraryPath();
  options.isObject = use == ImageUse::Object;
  auto host = compiler::host::makeHostImage(*translation.device, options);
  if (!host)
    return buildError(llvm::toString(host.takeError()));
  translation.host = std::move(*host);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(*translation.host, out);
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.data());
  return std::vector<std::byte>(begin, begin + bytes.size());
}

} // namespace

Result<ModuleSummary> inspectSpirv(std::span<const std::byte> words) {
  URSA_TRY(const spirv::Module module, spirv::Module::parse(words));
  ModuleSummary summary{module.kernels(), {}};
  for (const spirv::Constant &constant : module.constants())
    summary.constants.push_back({constant.id, static_cast<uint32_t>(constant.defaultValue.size())});
  return summary;
}

Result<std::vector<std::byte>> hostImageOfSpirv(std::span<const std::byte> words,
                                                const format::host::ConstantValues &constants,
                                                ImageUse use) {
  URSA_TRY(const spirv::Module module, spirv::Module::parse(words));
  URSA_TRY(const std::vector<std::byte> bitcode, spirv::toBitcode(module.specialized(constants)));
  return compiler::targets::recovering<Translation>(
      UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
      [&](Translation &translation) { return makeImage(translation, bitcode, use); });
}

} // namespace ursa::host::jit
