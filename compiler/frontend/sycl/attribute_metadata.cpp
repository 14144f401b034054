// See attribute_metadata.h.
#include "compiler/frontend/sycl/attribute_metadata.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>

namespace ursa::sycl {
namespace {

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

/// Three sizes in the order of device IR, whose metadata has 32 bits for each. No device has larger
/// groups.
std::vector<uint32_t> deviceSizes(const std::vector<uint64_t> &sizes) {
  std::vector<uint32_t> all;
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
    all.push_back(static_cast<uint32_t>(std::min<uint64_t>(*size, UINT32_MAX)));
  if (!all.empty())
    all.resize(3, 1);
  return all;
}

} // namespace

void setAttributeMetadata(llvm::Module &module,
                          const std::map<std::string, FunctionAttributes> &attributes) {
  for (const auto &[name, all] : attributes) {
    llvm::Function *function = module.getFunction(name);
    if (!function)
      continue;
    set(*function, "sycl_declared_aspects", all.aspects);
    if (function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      continue; // other functions have no sizes
    set(*function, "reqd_work_group_size", deviceSizes(all.workGroupSize.values));
    set(*function, "work_group_size_hint", deviceSizes(all.workGroupSizeHint.values));
    set(*function, "intel_reqd_sub_group_size", all.subGroupSize.values);
  }
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

} // namespace ursa::sycl
