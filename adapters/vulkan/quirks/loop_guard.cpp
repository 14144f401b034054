#include "adapters/vulkan/quirks/loop_guard.h"

#include "spirv/builder.h"
#include "spirv/control_flow.h"
#include "spirv/definitions.h"

#include <algorithm>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::BasicBlock;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;

constexpr uint32_t kVolatile = static_cast<uint32_t>(spv::MemoryAccessMask::Volatile);
constexpr uint32_t kReportAccess = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned) |
                                   static_cast<uint32_t>(spv::MemoryAccessMask::NonPrivatePointer);

/// When a branch leaves the loop whose merge block it targets.
enum class LoopExit { Never, Always, IfTrue, IfFalse };

/// What a block stores before its branch.
struct Mark {
  LoopExit exit = LoopExit::Never;
  Id condition = 0;
};

class LoopGuard {
public:
  LoopGuard(spirv::Builder module, const spirv::ControlFlow &flow, uint64_t reports)
      : module_(std::move(module)), flow_(flow), reports_(reports), marks_(flow.blocks().size()),
        isLeft_(flow.loops().size()) {}

  static Error cannotGuard(std::string_view what) {
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The driver ends loops early, and no check for that can be added to the "
                     "kernel: {}.",
                     what);
  }

  Result<Words> run(const spirv::Definitions &definitions) {
    URSA_CHECK(checkPushConstants(definitions));
    URSA_CHECK(checkFlow());
    findExits();
    URSA_CHECK(moveExits());
    write();
    return module_.finish();
  }

private:
  Id newId() { return module_.newId(); }

  /// Finds the push constants, which must have a word for the launch.
  Result<void> checkPushConstants(const spirv::Definitions &definitions) {
    Id type = 0;
    for (const Instruction &one : module_.instructions(Section::Global))
      if (one.op == spv::Op::OpVariable &&
          static_cast<spv::StorageClass>(one[3]) == spv::StorageClass::PushConstant) {
        pushConstants_ = one[2];
        type = one[1];
      }
    const auto pointer = definitions.of(type);
    const auto block = definitions.of(pointer.op == spv::Op::OpTypePointer ? pointer[3] : 0);
    const bool isArray = block.op == spv::Op::OpTypeStruct && block.size() == 3;
    const auto array = definitions.of(isArray ? block[2] : 0);
    const auto length = definitions.of(array.op == spv::Op::OpTypeArray ? array[3] : 0);
    if (length.op != spv::Op::OpConstant || length[1] != word_ || length[3] <= kLaunchWordAt / 4)
      return cannotGuard("its push constants have no word for the launch. Compile it again");
    return {};
  }

  Result<void> checkFlow() {
    if (flow_.functionCount() > 1)
      return cannotGuard("it has more than one function");
    if (flow_.blocks().empty())
      return cannotGuard("its blocks are not in order");
    for (const BasicBlock &block : flow_.blocks())
      if (flow_.terminatorOf(block).op == spv::Op::OpSwitch)
        return cannotGuard("it has OpSwitch");
    return {};
  }

  void findExits() {
    for (size_t i = 0; i < marks_.size(); ++i) {
      const BasicBlock &block = flow_.blocks()[i];
      const auto leavesBy = [&](Id target) {
        const size_t loop = flow_.loopMergedAt(target);
        if (loop != spirv::kNone)
          isLeft_[loop] = true;
        return loop != spirv::kNone;
      };
      const Instruction &branch = flow_.terminatorOf(block);
      if (branch.op == spv::Op::OpBranch && leavesBy(branch[1]))
        marks_[i].exit = LoopExit::Always;
      if (branch.op != spv::Op::OpBranchConditional)
        continue;
      const bool ifTrue = leavesBy(branch[2]);
      const bool ifFalse = leavesBy(branch[3]);
      marks_[i] = {ifTrue && ifFalse ? LoopExit::Always
                   : ifTrue          ? LoopExit::IfTrue
                   : ifFalse         ? LoopExit::IfFalse
                                     : LoopExit::Never,
                   branch[1]};
    }
  }

  // lavapipe compiles continue constructs that store something wrongly. Where a loop is left by
  // the branch at its end, the mark goes before its continue construct, which is that branch alone.
  Result<void> moveExits() {
    for (size_t i = 0; i < marks_.size(); ++i) {
      const BasicBlock &block = flow_.blocks()[i];
      if (marks_[i].exit == LoopExit::Never || !isContinueTarget(block))
        continue;
      const auto &from = flow_.predecessorsOf(block.id);
      if (block.terminator != block.label + 1 || from.size() != 1 ||
          marks_[from[0]].exit != LoopExit::Never ||
          flow_.terminatorOf(flow_.blocks()[from[0]]).op != spv::Op::OpBranch)
        return cannotGuard("a loop has a continue construct with more than a branch");
      std::swap(marks_[i], marks_[from[0]]);
    }
    return {};
  }

  bool isContinueTarget(const BasicBlock &block) const {
    return block.loop != spirv::kNone && flow_.loops()[block.loop].continueTarget == block.id;
  }

  /// Writes the start of the kernel, after its variables.
  void writeStart(Words &code) {
    const Id at = newId();
    append(code, spv::Op::OpAccessChain,
           {module_.pointerType(spv::StorageClass::PushConstant, word_), at, pushConstants_, zero_,
            module_.u32(kLaunchWordAt / 4)});
    append(code, spv::Op::OpLoad, {word_, launch_ = newId(), at});
    const Id index = newId(); // launch numbers are small: it is 0
    append(code, spv::Op::OpShiftRightLogical, {word_, index, launch_, module_.u32(31)});
    append(code, spv::Op::OpINotEqual, {bool_, never_ = newId(), index, zero_});
    append(code, spv::Op::OpAccessChain, {ownWord_, left_ = newId(), leftArray_, index});
    append(code, spv::Op::OpAccessChain, {ownWord_, cut_ = newId(), cutArray_, index});
    append(code, spv::Op::OpStore, {left_, zero_, kVolatile});
    append(code, spv::Op::OpStore, {cut_, zero_, kVolatile});
  }

  /// Writes the check after the phis of a loop's merge block.
  void writeLoopEnd(Words &code) {
    const Id left = newId();
    const Id isCut = newId();
    const Id before = newId();
    const Id after = newId();
    append(code, spv::Op::OpLoad, {word_, left, left_, kVolatile});
    append(code, spv::Op::OpBitwiseXor, {word_, isCut, left, one_});
    append(code, spv::Op::OpLoad, {word_, before, cut_, kVolatile});
    append(code, spv::Op::OpBitwiseOr, {word_, after, before, isCut});
    append(code, spv::Op::OpStore, {cut_, after, kVolatile});
    append(code, spv::Op::OpStore, {left_, zero_, kVolatile});
  }

  /// Writes the store before a branch that may leave a loop.
  void writeMark(Words &code, const Mark &mark) {
    Id value = one_;
    if (mark.exit != LoopExit::Always) {
      const bool ifTrue = mark.exit == LoopExit::IfTrue;
      append(
          code, spv::Op::OpSelect,
          {word_, value = newId(), mark.condition, ifTrue ? one_ : zero_, ifTrue ? zero_ : one_});
    }
    append(code, spv::Op::OpStore, {left_, value, kVolatile});
  }

  void writeReturn(Words &code) {
    const Id cut = newId();
    const Id isCut = newId();
    const Id report = newId();
    const Id end = newId();
    const Id launch = newId();
    const Id offset = newId();
    const Id address = newId();
    const Id at = newId();
    append(code, spv::Op::OpLoad, {word_, cut, cut_, kVolatile});
    append(code, spv::Op::OpINotEqual, {bool_, isCut, cut, zero_});
    append(code, spv::Op::OpSelectionMerge, {end, 0});
    append(code, spv::Op::OpBranchConditional, {isCut, report, end});
    append(code, spv::Op::OpLabel, {report});
    append(code, spv::Op::OpUConvert, {long_, launch, launch_});
    append(code, spv::Op::OpIMul, {long_, offset, launch, module_.intConstant(64, 4)});
    append(code, spv::Op::OpIAdd, {long_, address, module_.intConstant(64, reports_), offset});
    append(code, spv::Op::OpConvertUToPtr,
           {module_.pointerType(spv::StorageClass::PhysicalStorageBuffer, word_), at, address});
    append(code, spv::Op::OpStore, {at, one_, kReportAccess, 4});
    append(code, spv::Op::OpBranch, {end});
    append(code, spv::Op::OpLabel, {end});
    append(code, spv::Op::OpReturn, {});
  }

  void writeBlock(Words &code, size_t number) {
    const std::vector<Instruction> &instructions = flow_.instructions();
    const BasicBlock &block = flow_.blocks()[number];
    append(code, instructions[block.label]);
    size_t i = block.label + 1;
    const auto copyWhile = [&](spv::Op op) {
      for (; i < block.end && instructions[i].op == op; ++i)
        append(code, instructions[i]);
    };
    copyWhile(spv::Op::OpPhi);
    if (number == 0) {
      const auto storage = static_cast<uint32_t>(spv::StorageClass::Function);
      const Id array = module_.pointerType(spv::StorageClass::Function,
                                           module_.arrayType(word_, module_.u32(2)));
      append(code, spv::Op::OpVariable, {array, leftArray_ = newId(), storage});
      append(code, spv::Op::OpVariable, {array, cutArray_ = newId(), storage});
      copyWhile(spv::Op::OpVariable);
      writeStart(code);
    }
    if (flow_.loopMergedAt(block.id) != spirv::kNone)
      writeLoopEnd(code);
    for (; i < block.end; ++i)
      append(code, instructions[i]);
    writeBranch(code, block, marks_[number]);
  }

  void writeBranch(Words &code, const BasicBlock &block, const Mark &mark) {
    const Instruction &branch = flow_.terminatorOf(block);
    // An endless loop gets a branch that is never taken, so that its merge block is reachable.
    const bool isEndless = flow_.mergeOf(block) == spv::Op::OpLoopMerge && !isLeft_[block.loop] &&
                           branch.op == spv::Op::OpBranch;
    if (mark.exit != LoopExit::Never)
      writeMark(code, mark);
    else if (isEndless)
      writeMark(code, {LoopExit::IfTrue, never_});
    if (block.hasMerge())
      append(code, flow_.instructions()[block.end]);
    const size_t ended = flow_.loopMergedAt(block.id);
    if (isEndless)
      append(code, spv::Op::OpBranchConditional,
             {never_, flow_.loops()[block.loop].merge, branch[1]});
    else if (branch.op == spv::Op::OpReturn ||
             (branch.op == spv::Op::OpUnreachable && ended != spirv::kNone && !isLeft_[ended]))
      writeReturn(code);
    else
      append(code, branch);
  }

  void write() {
    Words &code = module_.section(Section::Function);
    code.clear();
    const std::vector<Instruction> &instructions = flow_.instructions();
    for (size_t i = 0; i < flow_.blocks().front().label; ++i)
      append(code, instructions[i]);
    for (size_t number = 0; number < flow_.blocks().size(); ++number)
      writeBlock(code, number);
    for (size_t i = flow_.blocks().back().terminator + 1; i < instructions.size(); ++i)
      append(code, instructions[i]);
  }

  spirv::Builder module_;
  const spirv::ControlFlow &flow_;
  const uint64_t reports_;
  std::vector<Mark> marks_;  ///< by block
  std::vector<bool> isLeft_; ///< whether a branch leaves a loop
  const Id word_ = module_.intType(32), long_ = module_.intType(64), bool_ = module_.boolType();
  const Id zero_ = module_.u32(0), one_ = module_.u32(1);
  const Id ownWord_ = module_.pointerType(spv::StorageClass::Function, word_);
  Id pushConstants_ = 0;
  Id leftArray_ = 0, cutArray_ = 0, left_ = 0, cut_ = 0, launch_ = 0, never_ = 0;
};

} // namespace

bool hasLoops(std::span<const uint32_t> words) {
  const auto instructions = spirv::listInstructions(words);
  return instructions &&
         std::any_of(instructions->begin(), instructions->end(),
                     [](const Instruction &one) { return one.op == spv::Op::OpLoopMerge; });
}

Result<std::vector<uint32_t>> withLoopGuard(std::span<const uint32_t> words, uint64_t reports) {
  auto module = spirv::Builder::parse(words);
  if (!module)
    return LoopGuard::cannotGuard("it is not a SPIR-V module");
  const auto flow = spirv::ControlFlow::of(words);
  if (!flow)
    return LoopGuard::cannotGuard("its blocks are not in order");
  return LoopGuard(*std::move(module), *flow, reports).run(spirv::Definitions(words));
}

} // namespace ursa::vulkan
