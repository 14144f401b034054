#include "compiler/targets/common/used_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Functions that are used, in the order in which they were found.
class UsedFunctions {
public:
  /// Adds the functions in a value; a value can be a constant expression or an initializer.
  void add(Value *value) {
    SmallVector<Value *, 8> values = {value};
    while (!values.empty()) {
      auto *constant = dyn_cast<Constant>(values.pop_back_val());
      if (!constant || !seen_.insert(constant).second)
        continue;
      if (auto *function = dyn_cast<Function>(constant))
        functions_.insert(function);
      append_range(values, constant->operands());
    }
  }

  /// Reads the bodies of the functions and adds those that they use.
  Error read() {
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      Function &function = *functions_[i];
      if (Error error = function.materialize())
        return error;
      for (Value *operand : function.operands())
        add(operand);
      for (Instruction &instruction : instructions(function))
        for (Value *operand : instruction.operands())
          add(operand);
    }
    return Error::success();
  }

  bool contains(Function &function) const { return functions_.contains(&function); }

private:
  SetVector<Function *> functions_;
  SmallPtrSet<const Constant *, 32> seen_;
};

} // namespace

Error readUsedFunctions(Module &module, ArrayRef<Function *> roots) {
  UsedFunctions used;
  for (Function *root : roots)
    used.add(root);
  for (GlobalValue &value : module.global_values())
    if (!isa<Function>(value))
      used.add(&value);
  if (Error error = used.read())
    return error;
  for (Function &function : make_early_inc_range(module)) {
    if (used.contains(function) || function.isDeclaration())
      continue;
    function.deleteBody();
    function.setComdat(nullptr);
    function.clearMetadata();
    if (function.use_empty() && !function.isUsedByMetadata())
      function.eraseFromParent();
  }
  return module.materializeAll();
}

} // namespace ursa::compiler::targets
