// See backend.h.
#include "compiler/targets/spirv/backend.h"

#include "spirv/instructions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetLoweringObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

/// Adds an offset to the numbers of a function's blocks.
class BlockRenumbering final : public MachineFunctionPass {
public:
  static char ID;
  explicit BlockRenumbering(std::function<int(const MachineFunction &)> offset)
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

char BlockRenumbering::ID = 0;

/// Adds the passes of TargetMachine::addPassesToEmitFile, and renumbers blocks around the writer.
/// Returns false if the target cannot emit files.
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
  passes.add(new BlockRenumbering([offsets, &nextBlock](const MachineFunction &function) {
    const int offset = nextBlock;
    nextBlock += static_cast<int>(function.getNumBlockIDs());
    return (*offsets)[&function] = offset;
  }));
  if (machine.addAsmPrinter(passes, out, nullptr, CodeGenFileType::ObjectFile,
                            info->getMMI().getContext()))
    return false;
  passes.add(new BlockRenumbering(
      [offsets](const MachineFunction &function) { return -offsets->lookup(&function); }));
  passes.add(createFreeMachineFunctionPass());
  return true;
}

/// Whether an instruction uses a variable as what it is.
bool usesAsDeclared(const Use &use, const AllocaInst &variable) {
  const auto *user = cast<Instruction>(use.getUser());
  const Type *type = variable.getAllocatedType();
  if (const auto *load = dyn_cast<LoadInst>(user))
    return load->getType() == type;
  if (const auto *store = dyn_cast<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           store->getValueOperand()->getType() == type;
  if (const auto *address = dyn_cast<GetElementPtrInst>(user))
    return address->getSourceElementType() == type;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
  return intrinsic && intrinsic->isLifetimeStartOrEnd();
}

/// Puts an instruction between variables and other uses of them. The backend takes the type of a
/// variable from its uses: one that is also a pointer to bytes would have one byte, whatever its
/// size.
void keepVariableTypes(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      const auto differs = [variable](const Use &use) { return !usesAsDeclared(use, *variable); };
      if (!variable || none_of(variable->uses(), differs))
        continue;
      IRBuilder<> builder(variable->getNextNode());
      Instruction *address = GetElementPtrInst::CreateInBounds(variable->getAllocatedType(),
                                                               variable, builder.getInt64(0));
      variable->replaceUsesWithIf(address, differs);
      builder.Insert(address);
    }
}

/// Gives both sides of a copy the lower of their alignments: OpCopyMemorySized states one for both.
void lowerCopyAlignments(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
        const Align align =
            std::min(copy->getDestAlign().valueOrOne(), copy->getSourceAlign().valueOrOne());
        copy->setDestAlignment(align);
        copy->setSourceAlignment(align);
      }
}

/// Returns the module with OpConstantNull instructions of their three words: the backend appends
/// the type of a null event once more for each of its uses.
ursa::spirv::Words withShortNullConstants(const ursa::spirv::Words &words) {
  constexpr std::size_t kLength = 3;
  ursa::spirv::Words result(words.begin(), words.begin() + ursa::spirv::kHeaderWords);
  result.reserve(words.size());
  ursa::spirv::Walker walker(words);
  for (const ursa::spirv::Instruction &instruction : walker)
    if (instruction.op == spv::Op::OpConstantNull && instruction.size() > kLength)
      ursa::spirv::append(result, instruction.op, instruction.words.subspan(1, kLength - 1));
    else
      ursa::spirv::append(result, instruction);
  return walker.isAtEnd() ? result : words; // its reader reports the error
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
  // Code generation optimizations create instructions that readers do not support, such as
  // OpIAddCarry for "a + b < a", and integers of odd sizes.
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, "", "", TargetOptions(), std::nullopt, std::nullopt, CodeGenOptLevel::None));
  module.setTargetTriple(triple);
  module.setDataLayout(machine->createDataLayout());
  keepVariableTypes(module);
  lowerCopyAlignments(module);
  SmallString<0> bytes;
  raw_svector_ostream out(bytes);
  legacy::PassManager passes;
  if (!addPasses(passes, *machine, out, nextBlock))
    return createStringError("LLVM's SPIR-V backend cannot emit object files.");
  passes.run(module);
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return withShortNullConstants(words);
}

} // namespace ursa::compiler::spirv
