#include "adapters/vulkan/quirks/loop_guard.h"

#include "spirv/builder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;
using Instructions = std::vector<Instruction>;

constexpr uint32_t kVolatile = static_cast<uint32_t>(spv::MemoryAccessMask::Volatile);
constexpr uint32_t kReportAccess = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned) |
                                   static_cast<uint32_t>(spv::MemoryAccessMask::NonPrivatePointer);

Error cannotGuard(std::string_view what) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "The driver ends loops early, and no check for that can be added to the kernel: "
                   "{}.",
                   what);
}

/// A basic block of the kernel, as indices of instructions.
struct BasicBlock {
  size_t label = 0;
  size_t merge = 0; ///< its merge instruction; 0 if it has none
  size_t end = 0;   ///< its branch
};

/// When a branch leaves the loop whose merge block it targets.
enum class LoopExit { Never, Always, IfTrue, IfFalse };

class Guard {
public:
  Guard(spirv::Builder module, uint64_t reports) : module_(std::move(module)), reports_(reports) {}

  Result<Words> run() {
    URSA_CHECK(checkPushConstants());
    const Words code = std::exchange(module_.section(Section::Function), {});
    const Instructions instructions = *spirv::listInstructions(code, 0);
    URSA_CHECK(readBlocks(instructions));
    findExits(instructions);
    URSA_CHECK(moveExits(instructions));
    write(instructions);
    return module_.finish();
  }

private:
  Id newId() { return module_.newId(); }

  /// Finds the push constants, which must have a word for the launch.
  Result<void> checkPushConstants() {
    std::map<Id, Instruction> types;
    std::map<Id, uint32_t> numbers;
    Id block = 0;
    for (const Instruction &instruction : module_.instructions(Section::Global))
      switch (instruction.op) {
      case spv::Op::OpTypePointer:
      case spv::Op::OpTypeArray:
        types[instruction[1]] = instruction;
        break;
      case spv::Op::OpTypeStruct:
        if (instruction.size() == 3)
          types[instruction[1]] = instruction;
        break;
      case spv::Op::OpConstant:
        if (instruction[1] == word_)
          numbers[instruction[2]] = instruction[3];
        break;
      case spv::Op::OpVariable:
        if (static_cast<spv::StorageClass>(instruction[3]) == spv::StorageClass::PushConstant) {
          pushConstants_ = instruction[2];
          block = instruction[1];
        }
        break;
      default:
        break;
      }
    // Pointer, block, array and its length.
    for (const auto &[op, place] : {std::pair{spv::Op::OpTypePointer, 3},
                                    {spv::Op::OpTypeStruct, 2},
                                    {spv::Op::OpTypeArray, 3}}) {
      const auto known = types.find(block);
      block = known == types.end() || known->second.op != op
                  ? 0
                  : known->second[static_cast<size_t>(place)];
    }
    const auto length = numbers.find(block);
    if (length == numbers.end() || length->second <= kLaunchWordAt / 4)
      return cannotGuard("its push constants have no word for the launch. Compile it again");
    return {};
  }

  Result<void> readBlocks(const Instructions &instructions) {
    for (size_t i = 0; i < instructions.size(); ++i)
      switch (instructions[i].op) {
      case spv::Op::OpFunction:
        if (i != 0)
          return cannotGuard("it has more than one function");
        break;
      case spv::Op::OpLabel:
        basicBlocks_.push_back({.label = i});
        break;
      case spv::Op::OpLoopMerge:
        loops_[instructions[i].operands()[0]] = {};
        continueTargets_.insert(instructions[i].operands()[1]);
        [[fallthrough]];
      case spv::Op::OpSelectionMerge:
        if (!basicBlocks_.empty())
          basicBlocks_.back().merge = i;
        break;
      case spv::Op::OpBranch:
      case spv::Op::OpBranchConditional:
      case spv::Op::OpReturn:
      case spv::Op::OpUnreachable:
        if (!basicBlocks_.empty())
          basicBlocks_.back().end = i;
        break;
      case spv::Op::OpSwitch:
        return cannotGuard("it has OpSwitch");
      default:
        break;
      }
    if (basicBlocks_.empty() ||
        std::any_of(basicBlocks_.begin(), basicBlocks_.end(),
                    [](const BasicBlock &basicBlock) { return basicBlock.end == 0; }))
      return cannotGuard("its blocks are not in order");
    return {};
  }

  void findExits(const Instructions &instructions) {
    exits_.resize(basicBlocks_.size(), LoopExit::Never);
    for (size_t i = 0; i < basicBlocks_.size(); ++i) {
      const Instruction &branch = instructions[basicBlocks_[i].end];
      const auto leave = [&](Id target) {
        const auto loop = loops_.find(target);
        if (loop != loops_.end())
          loop->second.isLeft = true;
        return loop != loops_.end();
      };
      if (branch.op == spv::Op::OpBranch && leave(branch.operands()[0]))
        exits_[i] = LoopExit::Always;
      if (branch.op != spv::Op::OpBranchConditional)
        continue;
      const bool ifTrue = leave(branch.operands()[1]);
      const bool ifFalse = leave(branch.operands()[2]);
      exits_[i] = ifTrue && ifFalse ? LoopExit::Always
                  : ifTrue          ? LoopExit::IfTrue
                  : ifFalse         ? LoopExit::IfFalse
                                    : LoopExit::Never;
    }
  }

  // lavapipe compiles continue constructs that store something wrongly. Where a loop is left by
  // the branch at its end, the mark goes before its continue construct, which is that branch alone.
  Result<void> moveExits(const Instructions &instructions) {
    std::map<Id, std::vector<size_t>> sources; // of branches, by target
    for (size_t i = 0; i < basicBlocks_.size(); ++i) {
      const Instruction &branch = instructions[basicBlocks_[i].end];
      if (branch.op == spv::Op::OpBranch)
        sources[branch.operands()[0]].push_back(i);
      else if (branch.op == spv::Op::OpBranchConditional)
        for (const size_t target : {1, 2})
          sources[branch.operands()[target]].push_back(i);
    }
    conditions_.resize(basicBlocks_.size());
    for (size_t i = 0; i < basicBlocks_.size(); ++i) {
      const Instruction &branch = instructions[basicBlocks_[i].end];
      if (exits_[i] == LoopExit::Never)
        continue;
      const Id label = instructions[basicBlocks_[i].label].operands()[0];
      conditions_[i] = branch.operands()[0];
      if (!continueTargets_.contains(label))
        continue;
      const auto &from = sources[label];
      if (basicBlocks_[i].end != basicBlocks_[i].label + 1 || from.size() != 1 ||
          exits_[from[0]] != LoopExit::Never ||
          instructions[basicBlocks_[from[0]].end].op != spv::Op::OpBranch)
        return cannotGuard("a loop has a continue construct with more than a branch");
      std::swap(exits_[i], exits_[from[0]]);
      conditions_[from[0]] = conditions_[i];
    }
    return {};
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
  void writeExit(Words &code, LoopExit leaves, Id condition) {
    Id value = one_;
    if (leaves != LoopExit::Always) {
      const bool ifTrue = leaves == LoopExit::IfTrue;
      append(code, spv::Op::OpSelect,
             {word_, value = newId(), condition, ifTrue ? one_ : zero_, ifTrue ? zero_ : one_});
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

  void writeBlock(Words &code, const Instructions &instructions, size_t number) {
    const BasicBlock &basicBlock = basicBlocks_[number];
    const Id label = instructions[basicBlock.label].operands()[0];
    const auto ended = loops_.find(label);
    const bool isStart = number == 0;
    append(code, instructions[basicBlock.label]);
    size_t i = basicBlock.label + 1;
    const auto copyWhile = [&](spv::Op op) {
      for (; i < basicBlock.end && instructions[i].op == op; ++i)
        append(code, instructions[i]);
    };
    copyWhile(spv::Op::OpPhi);
    if (isStart) {
      const auto storage = static_cast<uint32_t>(spv::StorageClass::Function);
      const Id array = module_.pointerType(spv::StorageClass::Function,
                                           module_.arrayType(word_, module_.u32(2)));
      append(code, spv::Op::OpVariable, {array, leftArray_ = newId(), storage});
      append(code, spv::Op::OpVariable, {array, cutArray_ = newId(), storage});
      copyWhile(spv::Op::OpVariable);
      writeStart(code);
    }
    if (ended != loops_.end())
      writeLoopEnd(code);
    const size_t end = basicBlock.merge ? basicBlock.merge : basicBlock.end;
    for (; i < end; ++i)
      append(code, instructions[i]);
    writeBranch(code, instructions, basicBlock, exits_[number], conditions_[number]);
  }

  void writeBranch(Words &code, const Instructions &instructions, const BasicBlock &basicBlock,
                   LoopExit leaves, Id condition) {
    const Instruction &branch = instructions[basicBlock.end];
    const Id merge = basicBlock.merge ? instructions[basicBlock.merge].operands()[0] : 0;
    const auto loop = loops_.find(merge);
    // An endless loop gets a branch that is never taken, so that its merge block is reachable.
    const bool isEndless =
        loop != loops_.end() && !loop->second.isLeft && branch.op == spv::Op::OpBranch;
    if (leaves != LoopExit::Never)
      writeExit(code, leaves, condition);
    else if (isEndless)
      writeExit(code, LoopExit::IfTrue, never_);
    if (basicBlock.merge)
      append(code, instructions[basicBlock.merge]);
    const auto ended = loops_.find(instructions[basicBlock.label].operands()[0]);
    if (isEndless)
      append(code, spv::Op::OpBranchConditional, {never_, merge, branch.operands()[0]});
    else if (branch.op == spv::Op::OpReturn || (branch.op == spv::Op::OpUnreachable &&
                                                ended != loops_.end() && !ended->second.isLeft))
      writeReturn(code);
    else
      append(code, branch);
  }

  void write(const Instructions &instructions) {
    Words &code = module_.section(Section::Function);
    for (size_t i = 0; i < basicBlocks_.front().label; ++i)
      append(code, instructions[i]);
    for (size_t number = 0; number < basicBlocks_.size(); ++number)
      writeBlock(code, instructions, number);
    for (size_t i = basicBlocks_.back().end + 1; i < instructions.size(); ++i)
      append(code, instructions[i]);
  }

  struct Loop {
    bool isLeft = false; ///< whether a branch leaves it
  };

  spirv::Builder module_;
  const uint64_t reports_;
  std::vector<BasicBlock> basicBlocks_;
  std::vector<LoopExit> exits_; ///< that a block is to mark
  std::vector<Id> conditions_;  ///< of these
  std::set<Id> continueTargets_;
  std::map<Id, Loop> loops_; ///< by merge block
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
    return cannotGuard("it is not a SPIR-V module");
  return Guard(*std::move(module), reports).run();
}

} // namespace ursa::vulkan
