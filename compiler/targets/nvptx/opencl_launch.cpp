// See opencl_launch.h.
#include "compiler/targets/nvptx/opencl_launch.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

using builtins::Query;

constexpr unsigned kSharedAddressSpace = 3;
constexpr Align kLocalAlign = Align::Constant<16>();

constexpr Registers kFirstGroup = {Intrinsic::nvvm_read_ptx_sreg_envreg0,
                                   Intrinsic::nvvm_read_ptx_sreg_envreg1,
                                   Intrinsic::nvvm_read_ptx_sreg_envreg2};
constexpr Registers kFirstItem = {Intrinsic::nvvm_read_ptx_sreg_envreg3,
                                  Intrinsic::nvvm_read_ptx_sreg_envreg4,
                                  Intrinsic::nvvm_read_ptx_sreg_envreg5};
constexpr Registers kGroups = {Intrinsic::nvvm_read_ptx_sreg_envreg6,
                               Intrinsic::nvvm_read_ptx_sreg_envreg7,
                               Intrinsic::nvvm_read_ptx_sreg_envreg8};
constexpr Intrinsic::ID kWorkDim = Intrinsic::nvvm_read_ptx_sreg_envreg9;

/// Creates 64-bit values of one dimension.
class Dimension {
public:
  Dimension(IRBuilder<> &builder, unsigned number) : builder_(builder), number_(number) {}

  Value *read(const Registers &registers) const {
    return builder_.CreateZExt(builder_.CreateIntrinsic(registers[number_], {}),
                               builder_.getInt64Ty());
  }
  Value *group() const { return builder_.CreateAdd(read(kGroupInGrid), read(kFirstGroup)); }
  Value *globalSize() const { return builder_.CreateMul(read(kGroups), read(kLocalSize)); }
  /// Returns the global id without the global offset.
  Value *idWithoutOffset() const {
    return builder_.CreateAdd(builder_.CreateMul(group(), read(kLocalSize)), read(kLocalId));
  }
  Value *globalId() const {
    Value *idInGrid = builder_.CreateAdd(builder_.CreateMul(read(kGroupInGrid), read(kLocalSize)),
                                         read(kLocalId));
    return builder_.CreateAdd(idInGrid, read(kFirstItem));
  }
  Value *offset() const {
    return builder_.CreateSub(read(kFirstItem),
                              builder_.CreateMul(read(kFirstGroup), read(kLocalSize)));
  }

private:
  IRBuilder<> &builder_;
  unsigned number_;
};

/// Returns whether a query depends on the launch.
bool dependsOnLaunch(Query query) {
  switch (query) {
  case Query::GlobalId:
  case Query::GlobalLinearId:
  case Query::GlobalOffset:
  case Query::GlobalSize:
  case Query::GroupId:
  case Query::LocalLinearId:
  case Query::NumGroups:
  case Query::WorkDim:
    return true;
  default:
    return false;
  }
}

Value *launchValue(const Dimension &dimension, Query query) {
  switch (query) {
  case Query::GlobalId:
    return dimension.globalId();
  case Query::GlobalOffset:
    return dimension.offset();
  case Query::GlobalSize:
    return dimension.globalSize();
  case Query::GroupId:
    return dimension.group();
  default:
    return dimension.read(kGroups);
  }
}

Value *createValue(Query query, IRBuilder<> &builder, Function &function) {
  const auto dimension = [&](unsigned i) { return Dimension(builder, i); };
  switch (query) {
  case Query::GlobalLinearId:
    return builtins::linearId(
        builder, [&](unsigned i) { return dimension(i).idWithoutOffset(); },
        [&](unsigned i) { return dimension(i).globalSize(); });
  case Query::LocalLinearId:
    return builtins::linearId(
        builder, [&](unsigned i) { return dimension(i).read(kLocalId); },
        [&](unsigned i) { return dimension(i).read(kLocalSize); });
  case Query::WorkDim:
    return builder.CreateIntrinsic(kWorkDim, {});
  default:
    return builtins::selectDimension(builder, query, function.getArg(0),
                                     [&](unsigned i) { return launchValue(dimension(i), query); });
  }
}

} // namespace

bool isOpenclLaunchFunction(StringRef name) {
  const auto item = builtins::describeAs<builtins::WorkItemQuery>(name);
  return item && dependsOnLaunch(item->query);
}

void defineOpenclLaunchFunctions(Module &module) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const auto item = builtins::describeAs<builtins::WorkItemQuery>(function->getName());
    if (!item || !dependsOnLaunch(item->query))
      continue;
    IRBuilder<> builder = builtins::beginBody(*function);
    builder.CreateRet(builder.CreateZExtOrTrunc(createValue(item->query, builder, *function),
                                                function->getReturnType()));
  }
}

void alignLocalArguments(Module &module) {
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      for (Argument &argument : function.args())
        if (argument.getType()->isPointerTy() &&
            argument.getType()->getPointerAddressSpace() == kSharedAddressSpace &&
            !argument.getParamAlign())
          argument.addAttr(Attribute::getWithAlignment(module.getContext(), kLocalAlign));
}

} // namespace ursa::compiler::nvptx
