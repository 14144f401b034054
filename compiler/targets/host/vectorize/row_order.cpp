#include "compiler/targets/host/vectorize/row_order.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ursa::host {
namespace {

/// Instructions that may change their order: those between two that have effects.
class Stretch {
public:
  explicit Stretch(std::vector<llvm::Instruction *> instructions)
      : instructions_(std::move(instructions)) {
    for (size_t i = 0; i < instructions_.size(); ++i)
      entries_[instructions_[i]] = {i, 0, false};
    for (llvm::Instruction *instruction : instructions_) {
      unsigned depth = 0;
      for (const llvm::Use &operand : instruction->operands())
        if (const Entry *entry = find(operand))
          depth = std::max(depth, entry->depth + 1);
      entries_[instruction].depth = depth;
    }
  }

  void order(llvm::Instruction &before) {
    for (llvm::Instruction *instruction : instructions_)
      if (isNeededOutside(*instruction))
        placeWithOperands(*instruction);
    for (llvm::Instruction *instruction : instructions_)
      placeWithOperands(*instruction); // those without a use
    for (llvm::Instruction *instruction : placed_)
      instruction->moveBefore(before.getIterator());
  }

private:
  struct Entry {
    size_t number = 0;
    unsigned depth = 0; ///< instructions of the stretch that it waits for, one after the other
    bool isPlaced = false;
  };

  Entry *find(const llvm::Value *value) {
    const auto found = entries_.find(value);
    return found == entries_.end() ? nullptr : &found->second;
  }
  bool isNeededOutside(const llvm::Instruction &instruction) {
    return llvm::any_of(instruction.users(), [&](const llvm::User *user) { return !find(user); });
  }

  void placeWithOperands(llvm::Instruction &root) {
    // The deepest operand first: the others are loaded right before they are used.
    std::vector<llvm::Instruction *> stack{&root};
    while (!stack.empty()) {
      llvm::Instruction *instruction = stack.back();
      llvm::Instruction *deepest = nullptr;
      for (const llvm::Use &operand : instruction->operands())
        if (const Entry *entry = find(operand);
            entry && !entry->isPlaced && (!deepest || entry->depth > find(deepest)->depth))
          deepest = llvm::cast<llvm::Instruction>(operand);
      if (deepest) {
        stack.push_back(deepest);
        continue;
      }
      stack.pop_back();
      place(*instruction);
    }
  }

  void place(llvm::Instruction &first) {
    std::vector<llvm::Instruction *> stack{&first};
    while (!stack.empty()) {
      llvm::Instruction *instruction = stack.back();
      stack.pop_back();
      Entry &own = *find(instruction);
      if (own.isPlaced)
        continue;
      own.isPlaced = true;
      placed_.push_back(instruction);
      std::vector<llvm::Instruction *> ready;
      for (llvm::User *user : instruction->users())
        if (const Entry *entry = find(user); entry && !entry->isPlaced && isReady(*user))
          ready.push_back(llvm::cast<llvm::Instruction>(user));
      llvm::sort(ready, [&](const llvm::Instruction *a, const llvm::Instruction *b) {
        return find(a)->number > find(b)->number;
      });
      stack.insert(stack.end(), ready.begin(), ready.end());
    }
  }

  // Returns whether a user can follow now. Loads wait until they are needed.
  bool isReady(const llvm::User &user) {
    const auto &instruction = llvm::cast<llvm::Instruction>(user);
    return instruction.getType()->isVectorTy() && !instruction.mayReadFromMemory() &&
           !llvm::isa<llvm::GetElementPtrInst>(instruction) &&
           llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) {
             const Entry *entry = find(operand);
             return !entry || entry->isPlaced;
           });
  }

  std::vector<llvm::Instruction *> instructions_;
  llvm::DenseMap<const llvm::Value *, Entry> entries_;
  std::vector<llvm::Instruction *> placed_;
};

bool isMovable(const llvm::Instruction &instruction) {
  return !instruction.mayWriteToMemory() && !instruction.mayHaveSideEffects() &&
         !instruction.isTerminator() && !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction);
}

} // namespace

void orderByNeed(llvm::Function &function) {
  for (llvm::BasicBlock &block : function) {
    std::vector<llvm::Instruction *> stretch;
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
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

} // namespace ursa::host
