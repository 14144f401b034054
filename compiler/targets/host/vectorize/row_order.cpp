#include "compiler/targets/host/vectorize/row_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Instructions that may change their order: those between two that have effects.
class Stretch {
public:
  explicit Stretch(std::vector<Instruction *> instructions)
      : instructions_(std::move(instructions)) {
    for (size_t i = 0; i < instructions_.size(); ++i)
      entries_[instructions_[i]] = {i, 0, false};
    for (Instruction *instruction : instructions_) {
      unsigned depth = 0;
      for (const Use &operand : instruction->operands())
        if (const Entry *entry = find(operand))
          depth = std::max(depth, entry->depth + 1);
      entries_[instruction].depth = depth;
    }
  }

  void order(Instruction &before) {
    for (Instruction *instruction : instructions_)
      if (isNeededOutside(*instruction))
        placeWithOperands(*instruction);
    for (Instruction *instruction : instructions_)
      placeWithOperands(*instruction); // those without a use
    for (Instruction *instruction : placed_)
      instruction->moveBefore(before.getIterator());
  }

private:
  struct Entry {
    size_t number = 0;
    unsigned depth = 0; ///< instructions of the stretch that it waits for, one after the other
    bool isPlaced = false;
  };

  Entry *find(const Value *value) {
    const auto found = entries_.find(value);
    return found == entries_.end() ? nullptr : &found->second;
  }
  bool isNeededOutside(const Instruction &instruction) {
    return any_of(instruction.users(), [&](const User *user) { return !find(user); });
  }

  void placeWithOperands(Instruction &root) {
    // The deepest operand first: the others are loaded right before they are used.
    std::vector<Instruction *> stack{&root};
    while (!stack.empty()) {
      Instruction *instruction = stack.back();
      Instruction *deepest = nullptr;
      for (const Use &operand : instruction->operands())
        if (const Entry *entry = find(operand);
            entry && !entry->isPlaced && (!deepest || entry->depth > find(deepest)->depth))
          deepest = cast<Instruction>(operand);
      if (deepest) {
        stack.push_back(deepest);
        continue;
      }
      stack.pop_back();
      place(*instruction);
    }
  }

  void place(Instruction &first) {
    std::vector<Instruction *> stack{&first};
    while (!stack.empty()) {
      Instruction *instruction = stack.back();
      stack.pop_back();
      Entry &own = *find(instruction);
      if (own.isPlaced)
        continue;
      own.isPlaced = true;
      placed_.push_back(instruction);
      std::vector<Instruction *> ready;
      for (User *user : instruction->users())
        if (const Entry *entry = find(user); entry && !entry->isPlaced && isReady(*user))
          ready.push_back(cast<Instruction>(user));
      sort(ready, [&](const Instruction *a, const Instruction *b) {
        return find(a)->number > find(b)->number;
      });
      stack.insert(stack.end(), ready.begin(), ready.end());
    }
  }

  // Returns whether a user can follow now. Loads wait until they are needed.
  bool isReady(const User &user) {
    const auto &instruction = cast<Instruction>(user);
    return instruction.getType()->isVectorTy() && !instruction.mayReadFromMemory() &&
           !isa<GetElementPtrInst>(instruction) &&
           all_of(instruction.operands(), [&](const Use &operand) {
             const Entry *entry = find(operand);
             return !entry || entry->isPlaced;
           });
  }

  std::vector<Instruction *> instructions_;
  DenseMap<const Value *, Entry> entries_;
  std::vector<Instruction *> placed_;
};

bool isMovable(const Instruction &instruction) {
  return !instruction.mayWriteToMemory() && !instruction.mayHaveSideEffects() &&
         !instruction.isTerminator() && !isa<PHINode, AllocaInst>(instruction);
}

} // namespace

void orderByNeed(Function &function) {
  for (BasicBlock &block : function) {
    std::vector<Instruction *> stretch;
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (isMovable(instruction)) {
        stretch.push_back(&instruction);
      } else if (stretch.size() > 1) {
        Stretch(std::exchange(stretch, {})).order(instruction);
      } else {
        stretch.clear();
      }
    }
  }
}

} // namespace ursa::compiler::host
