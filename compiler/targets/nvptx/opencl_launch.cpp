// See opencl_launch.h.
#include "compiler/targets/nvptx/opencl_launch.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/nvptx/define_functions.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

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

using DimensionValue = Value *(Dimension::*)() const;

/// Returns (z * sizeY + y) * sizeX + x.
Value *linearId(IRBuilder<> &builder, function_ref<Value *(const Dimension &)> idWithoutOffset,
                function_ref<Value *(const Dimension &)> size) {
  Value *result = idWithoutOffset(Dimension(builder, kDimensions - 1));
  for (unsigned i = kDimensions - 1; i-- > 0;) {
    const Dimension dimension(builder, i);
    result =
        builder.CreateAdd(builder.CreateMul(result, size(dimension)), idWithoutOffset(dimension));
  }
  return result;
}

/// Selects the value of dimension @p number, or @p outOfRange for a dimension that the launch does
/// not have.
Value *selectDimension(IRBuilder<> &builder, Value *number, DimensionValue value,
                       std::uint64_t outOfRange) {
  Value *result = builder.getInt64(outOfRange);
  for (unsigned i = 0; i < kDimensions; ++i)
    result = builder.CreateSelect(builder.CreateICmpEQ(number, builder.getInt32(i)),
                                  (Dimension(builder, i).*value)(), result);
  return result;
}

Value *numGroups(IRBuilder<> &builder, Function &function) {
  Value *result = builder.getInt64(1);
  for (unsigned i = 0; i < kDimensions; ++i)
    result = builder.CreateSelect(builder.CreateICmpEQ(function.getArg(0), builder.getInt32(i)),
                                  Dimension(builder, i).read(kGroups), result);
  return result;
}

enum class LaunchFunction {
  None,
  GlobalId,
  GlobalLinearId,
  GlobalOffset,
  GlobalSize,
  GroupId,
  LocalLinearId,
  NumGroups,
  WorkDim
};

LaunchFunction functionKind(StringRef name) {
  return StringSwitch<LaunchFunction>(builtins::baseName(name))
      .Case("get_global_id", LaunchFunction::GlobalId)
      .Case("get_global_linear_id", LaunchFunction::GlobalLinearId)
      .Case("get_global_offset", LaunchFunction::GlobalOffset)
      .Case("get_global_size", LaunchFunction::GlobalSize)
      .Case("get_group_id", LaunchFunction::GroupId)
      .Case("get_local_linear_id", LaunchFunction::LocalLinearId)
      .Case("get_num_groups", LaunchFunction::NumGroups)
      .Case("get_work_dim", LaunchFunction::WorkDim)
      .Default(LaunchFunction::None);
}

Value *createValue(LaunchFunction kind, IRBuilder<> &builder, Function &function) {
  switch (kind) {
  case LaunchFunction::GlobalId:
    return selectDimension(builder, function.getArg(0), &Dimension::globalId, 0);
  case LaunchFunction::GlobalOffset:
    return selectDimension(builder, function.getArg(0), &Dimension::offset, 0);
  case LaunchFunction::GlobalSize:
    return selectDimension(builder, function.getArg(0), &Dimension::globalSize, 1);
  case LaunchFunction::GroupId:
    return selectDimension(builder, function.getArg(0), &Dimension::group, 0);
  case LaunchFunction::NumGroups:
    return numGroups(builder, function);
  case LaunchFunction::GlobalLinearId:
    return linearId(
        builder, [](const Dimension &d) { return d.idWithoutOffset(); },
        [](const Dimension &d) { return d.globalSize(); });
  case LaunchFunction::LocalLinearId:
    return linearId(
        builder, [](const Dimension &d) { return d.read(kLocalId); },
        [](const Dimension &d) { return d.read(kLocalSize); });
  default:
    return builder.CreateIntrinsic(kWorkDim, {});
  }
}

} // namespace

bool isOpenclLaunchFunction(StringRef name) { return functionKind(name) != LaunchFunction::None; }

void defineOpenclLaunchFunctions(Module &module) {
  defineFunctions(module, [](Function &function) {
    const LaunchFunction kind = functionKind(function.getName());
    if (kind == LaunchFunction::None)
      return Definition::None;
    IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
    builder.CreateRet(
        builder.CreateZExtOrTrunc(createValue(kind, builder, function), function.getReturnType()));
    return Definition::Defined;
  });
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

} // namespace ursa
