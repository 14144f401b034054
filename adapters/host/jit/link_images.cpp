#include "adapters/host/jit/link_images.h"

#include "compiler/targets/common/diagnostics.h"
#include "compiler/targets/common/fold_constants.h"
#include "compiler/targets/common/llvm_recovery.h"
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/intake.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

namespace ursa::host::jit {
namespace {

// Member order matters: modules must be destroyed before their context.
struct Linking {
  Linking() { compiler::targets::collectDiagnostics(context, log); }

  std::string log;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> whole;
};

Result<std::vector<std::byte>> link(Linking &linking, std::span<const LinkInput> inputs) {
  URSA_TRY(linking.machine, compiler::host::makeTargetMachine(/*optimizationLevel=*/0));
  for (const LinkInput &input : inputs) {
    URSA_CHECK(compiler::targets::readRecoverably(
        input.image.size(), [&] { return compiler::host::checkImage(input.image); }));
    URSA_TRY(std::unique_ptr<llvm::Module> part,
             compiler::targets::readRecoverably(input.image.size(), [&] {
               return compiler::host::readModule(input.image, linking.context, *linking.machine);
             }));
    URSA_CHECK(compiler::targets::foldConstants(*part, input.constants));
    if (llvm::NamedMDNode *declared = part->getNamedMetadata("sycl.specialization-constants"))
      declared->eraseFromParent();
    if (!linking.whole)
      linking.whole = std::move(part);
    else if (llvm::Linker::linkModules(*linking.whole, std::move(part)))
      return makeError(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, "The programs do not link: {}",
                       linking.log);
  }
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(*linking.whole, out);
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.data());
  return std::vector<std::byte>(begin, begin + bytes.size());
}

} // namespace

Result<std::vector<std::byte>> linkImages(std::span<const LinkInput> inputs) {
  return compiler::targets::recovering<Linking>(
      UR_RESULT_ERROR_PROGRAM_LINK_FAILURE,
      [&](Linking &linking) { return link(linking, inputs); });
}

} // namespace ursa::host::jit
