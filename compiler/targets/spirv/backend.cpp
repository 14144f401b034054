// See backend.h.
#include "compiler/targets/spirv/backend.h"

#include "compiler/targets/spirv/spirv_module.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetLoweringObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <cstring>
#include <functional>
#include <memory>
#include <mutex>

using namespace llvm;

namespace ursa {
namespace {

/// Adds an offset to the numbers of blocks.
class NumberBlocks final : public MachineFunctionPass {
public:
  static char ID;
  explicit NumberBlocks(std::function<int(const MachineFunction &)> offset)
      : MachineFunctionPass(ID), offset_(std::move(offset)) {}

  bool runOnMachineFunction(MachineFunction &function) override {
    const int offset = offset_(function);
    for (MachineBasicBlock &block : function)
      block.setNumber(block.getNumber() + offset);
    return true;
  }

private:
  const std::function<int(const MachineFunction &)> offset_;
};

char NumberBlocks::ID = 0;

/// What TargetMachine::addPassesToEmitFile adds, with the numbers of blocks before the writer.
/// False when the target does not have all of it.
bool addPasses(legacy::PassManager &passes, TargetMachine &machine, raw_pwrite_stream &out,
               int &nextBlock) {
  auto *info = new MachineModuleInfoWrapperPass(&machine); // owned by passes
  TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(info);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  machine.getObjFileLowering()->Initialize(info->getMMI().getContext(), machine);
  auto offsets = std::make_shared<DenseMap<const MachineFunction *, int>>();
  passes.add(new NumberBlocks([offsets, &nextBlock](const MachineFunction &function) {
    const int offset = nextBlock;
    nextBlock += static_cast<int>(function.getNumBlockIDs());
    return (*offsets)[&function] = offset;
  }));
  if (machine.addAsmPrinter(passes, out, nullptr, CodeGenFileType::ObjectFile,
                            info->getMMI().getContext()))
    return false;
  passes.add(new NumberBlocks(
      [offsets](const MachineFunction &function) { return -offsets->lookup(&function); }));
  passes.add(createFreeMachineFunctionPass());
  return true;
}

/// Cuts instructions OpConstantNull to the words that they have: the backend repeats the type of a
/// null event for each of its uses.
void cutNulls(std::vector<std::uint32_t> &words) {
  constexpr std::uint32_t kConstantNull = 46, kLength = 3;
  for (std::size_t at = SpirvModule::kHeaderWords; at < words.size();) {
    const std::uint32_t length = words[at] >> 16;
    if (!length || length > words.size() - at)
      return; // the reader of the module tells
    if ((words[at] & 0xffff) == kConstantNull && length > kLength) {
      words[at] = kLength << 16 | kConstantNull;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at + kLength),
                  words.begin() + static_cast<std::ptrdiff_t>(at + length));
      at += kLength;
    } else {
      at += length;
    }
  }
}

} // namespace

Expected<std::vector<std::uint32_t>> runSpirvBackend(Module &module, const Triple &triple) {
  static std::mutex mutex;
  static int nextBlock = 0; // guarded by mutex
  const std::lock_guard lock(mutex);
  LLVMInitializeSPIRVTargetInfo();
  LLVMInitializeSPIRVTarget();
  LLVMInitializeSPIRVTargetMC();
  LLVMInitializeSPIRVAsmPrinter();
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError("LLVM has no SPIR-V backend: " + problem + ".");
  // Optimizations of code generation make instructions that readers do not know, OpIAddCarry of
  // "a + b < a" among them, and integers of odd sizes.
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, "", "", TargetOptions(), std::nullopt, std::nullopt, CodeGenOptLevel::None));
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  SmallString<0> bytes;
  raw_svector_ostream out(bytes);
  legacy::PassManager passes;
  if (!addPasses(passes, *machine, out, nextBlock))
    return createStringError("LLVM's SPIR-V backend writes no files.");
  passes.run(module);
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  cutNulls(words);
  return words;
}

} // namespace ursa
