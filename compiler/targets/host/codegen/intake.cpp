#include "compiler/targets/host/codegen/intake.h"

#include "compiler/targets/host/passes/kernel_entry.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/bitcode_check.h"
#include "compiler/targets/common/untrusted_ir.h"
#include "compiler/targets/common/used_functions.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

Result<void> checkKernel(const Function &kernel) {
  if (!kernel.getReturnType()->isVoidTy() || kernel.isVarArg())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "Kernel '{}' must return nothing and have a fixed number of arguments.",
                     kernel.getName().str());
  for (const Argument &argument : kernel.args())
    if (!argument.getType()->isSized() || argument.getType()->isScalableTy() ||
        argument.getType()->isTargetExtTy())
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Argument {} of kernel '{}' has a type that cannot be passed.",
                       argument.getArgNo(), kernel.getName().str());
  return {};
}

// Reads the kernels of these names and what they use. Other kernels that they use, and those that
// variables refer to, become internal functions.
llvm::Error readKernels(Module &module, const KernelNames &names) {
  std::vector<Function *> wanted;
  for (const std::string &name : names)
    if (Function *kernel = module.getFunction(name))
      wanted.push_back(kernel);
  if (llvm::Error error = targets::readUsedFunctions(module, wanted))
    return error;
  for (Function *kernel : kernelsOf(module)) {
    if (names.contains(std::string_view(kernel->getName())))
      continue;
    kernel->removeFnAttr("ursa-kernel");
    kernel->setComdat(nullptr);
    kernel->setVisibility(GlobalValue::DefaultVisibility);
    kernel->setLinkage(GlobalValue::InternalLinkage);
  }
  return llvm::Error::success();
}

MemoryBufferRef bufferOf(std::span<const std::byte> bitcode) {
  return {StringRef(reinterpret_cast<const char *>(bitcode.data()), bitcode.size()), "image"};
}

Error damaged(size_t size, llvm::Error error) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The program of {} bytes is damaged bitcode: {}.", size,
                   toString(std::move(error)));
}

} // namespace

Result<void> checkImage(std::span<const std::byte> bitcode) {
  if (llvm::Error error = targets::checkBitcode(bufferOf(bitcode)))
    return damaged(bitcode.size(), std::move(error));
  return {};
}

Result<std::unique_ptr<Module>> readModule(std::span<const std::byte> bitcode, LLVMContext &context,
                                           const TargetMachine &machine,
                                           const KernelNames &kernels) {
  const auto *begin = reinterpret_cast<const unsigned char *>(bitcode.data());
  if (bitcode.size() < 4 || !isBitcode(begin, begin + bitcode.size()))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program of {} bytes is not LLVM bitcode, which this device requires.",
                     bitcode.size());
  auto parsed = getLazyBitcodeModule(bufferOf(bitcode), context);
  if (!parsed)
    return damaged(bitcode.size(), parsed.takeError());
  std::unique_ptr<Module> module = std::move(*parsed);
  if (llvm::Error error =
          kernels.empty() ? module->materializeAll() : readKernels(*module, kernels))
    return damaged(bitcode.size(), std::move(error));

  const Triple &own = machine.getTargetTriple();
  const Triple &given = module->getTargetTriple();
  if (given.getArch() != own.getArch() || given.getOS() != own.getOS())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program is for '{}'; this device requires code for '{}'.", given.str(),
                     own.str());
  const DataLayout layout = machine.createDataLayout();
  if (module->getDataLayout() != layout)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The program has the data layout '{}'; this device requires '{}'.",
                     module->getDataLayoutStr(), layout.getStringRepresentation());

  bool brokenDebugInfo = false;
  if (const std::string problem = targets::reasonOfInvalidity(*module, &brokenDebugInfo);
      !problem.empty())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "The program is not valid LLVM IR: {}",
                     problem);
  if (llvm::Error error = passes::checkMetadata(*module))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "The program is not valid device IR: {}",
                     toString(std::move(error)));
  for (const Function *kernel : kernelsOf(*module))
    URSA_CHECK(checkKernel(*kernel));
  return module;
}

} // namespace ursa::compiler::host
