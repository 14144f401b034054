// See optional_properties.h.
#include "compiler/image/optional_properties.h"

#include "compiler/passes/split_module.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace ursa {

PropertySet exportedSymbols(const Module &module) {
  PropertySet set{"SYCL/exported symbols", {}};
  for (const Function &function : module)
    if (isExported(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

PropertySet parameterInfo(const Module &module) {
  PropertySet set{"SYCL/kernel param opt", {}};
  for (const Function &kernel : module) {
    const MDNode *node = isKernel(kernel) ? kernel.getMetadata("sycl_kernel_omit_args") : nullptr;
    if (!node)
      continue;
    const unsigned count = node->getNumOperands();
    BitString bits{std::string((count + 7) / 8, '\0'), count};
    for (unsigned i = 0; i < count; ++i)
      if (auto *omitted = mdconst::dyn_extract<ConstantInt>(node->getOperand(i));
          omitted && !omitted->isZero())
        bits.bytes[i / 8] = static_cast<char>(bits.bytes[i / 8] | (1 << (i % 8)));
    if (count != 0)
      set.properties.push_back({kernel.getName().str(), std::move(bits)});
  }
  return set;
}

PropertySet programMetadata(const Module &module) {
  PropertySet set{"SYCL/program metadata", {}};
  for (const Function &kernel : module) {
    const MDNode *node = isKernel(kernel) ? kernel.getMetadata("reqd_work_group_size") : nullptr;
    if (!node)
      continue;
    std::string bytes;
    for (const MDOperand &operand : node->operands())
      if (auto *size = mdconst::dyn_extract<ConstantInt>(operand)) {
        char number[4];
        support::endian::write32le(number, static_cast<std::uint32_t>(size->getZExtValue()));
        bytes.append(number, sizeof(number));
      }
    set.properties.push_back({kernel.getName().str() + "@reqd_work_group_size", std::move(bytes)});
  }
  return set;
}

PropertySet compileTarget(StringRef target) {
  PropertySet set{"SYCL/device requirements", {}};
  if (!target.empty())
    set.properties.push_back({"compile_target", target.str()});
  return set;
}

} // namespace ursa
