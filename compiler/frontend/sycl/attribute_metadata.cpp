// See attribute_metadata.h.
#include "compiler/frontend/sycl/attribute_metadata.h"

#include "compiler/builtins/builtin.h"
#include "compiler/passes/aspect_uses.h"
#include "compiler/passes/reference_graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace ursa::compiler::frontend::sycl {
namespace {

constexpr llvm::StringLiteral kSubGroupSizeMetadata = "intel_reqd_sub_group_size";

template <class Numbers>
void set(llvm::Function &function, llvm::StringRef kind, const Numbers &numbers) {
  llvm::LLVMContext &context = function.getContext();
  llvm::SmallVector<llvm::Metadata *, 4> operands;
  for (const uint32_t number : numbers)
    operands.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number)));
  if (!operands.empty())
    function.setMetadata(kind, llvm::MDNode::get(context, operands));
}

/// Three sizes in the order of device IR, whose metadata has 32 bits for each and for their
/// product. No device has larger groups.
std::vector<uint32_t> deviceSizes(const std::vector<uint64_t> &sizes) {
  if (sizes.empty())
    return {};
  uint64_t items = 1;
  for (const uint64_t size : sizes)
    items = llvm::SaturatingMultiply(items, size);
  if (items > UINT32_MAX)
    return {UINT32_MAX, 1, 1};
  std::vector<uint32_t> all(sizes.rbegin(), sizes.rend());
  all.resize(3, 1);
  return all;
}

/// Whether a function that no other function of the module defines may use sub-groups: functions of
/// devices tell it by their names, those of other sources are not known.
bool mayUseSubGroups(const llvm::Function &function) {
  if (!function.isDeclaration() || function.isIntrinsic())
    return false;
  const llvm::StringRef name = function.getName();
  return name.contains("sub_group") || (name.starts_with("_Z") && !builtins::isBuiltinName(name));
}

/// Returns the kernels and functions that may use sub-groups.
llvm::SetVector<const llvm::Function *> usersOfSubGroups(const llvm::Module &module) {
  llvm::SmallVector<const llvm::GlobalValue *, 8> leaves;
  for (const llvm::Function &function : module)
    if (mayUseSubGroups(function))
      leaves.push_back(&function);
  return passes::ReferenceGraph(module).functionsThatReach(leaves);
}

} // namespace

void setAttributeMetadata(llvm::Module &module,
                          const std::map<std::string, FunctionAttributes> &attributes,
                          uint32_t defaultSubGroupSize) {
  llvm::SetVector<const llvm::Function *> users;
  if (llvm::any_of(attributes,
                   [](const auto &each) { return !each.second.usedSubGroupSize.values.empty(); }))
    users = usersOfSubGroups(module);
  for (const auto &[name, all] : attributes) {
    llvm::Function *function = module.getFunction(name);
    if (!function)
      continue;
    set(*function, "sycl_declared_aspects", llvm::make_first_range(all.aspects));
    passes::setAspectUses(*function, {all.aspects.begin(), all.aspects.end()});
    if (function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      continue; // other functions have no sizes
    if (all.isHierarchical) {
      set(*function, "sycl_hierarchical_work_group_size", deviceSizes(all.workGroupSize.values));
    } else {
      set(*function, "reqd_work_group_size", deviceSizes(all.workGroupSize.values));
      set(*function, "work_group_size_hint", deviceSizes(all.workGroupSizeHint.values));
    }
    set(*function, kSubGroupSizeMetadata,
        all.subGroupSize.values.empty() && users.contains(function) ? all.usedSubGroupSize.values
                                                                    : all.subGroupSize.values);
  }
  if (defaultSubGroupSize == 0)
    return;
  for (llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
        !function.hasMetadata(kSubGroupSizeMetadata))
      set(function, kSubGroupSizeMetadata, llvm::ArrayRef(defaultSubGroupSize));
}

void removeAnnotations(llvm::Module &module) {
  if (llvm::GlobalVariable *annotations = module.getGlobalVariable("llvm.global.annotations"))
    annotations->eraseFromParent();
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.getSection() == "llvm.metadata" && variable.hasLocalLinkage() &&
        variable.use_empty())
      variable.eraseFromParent();
  }
}

} // namespace ursa::compiler::frontend::sycl
