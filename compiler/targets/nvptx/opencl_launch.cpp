// See opencl_launch.h.
#include "compiler/targets/nvptx/opencl_launch.h"

#include "compiler/targets/common/opencl_names.h"
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

/// Values of one dimension, 64 bits wide.
class Dimension {
public:
  Dimension(IRBuilder<> &builder, unsigned number) : builder_(builder), number_(number) {}

  Value *read(const Registers &registers) const {
    return builder_.CreateZExt(builder_.CreateIntrinsic(registers[number_], {}),
                               builder_.getInt64Ty());
  }
  Value *group() const { return builder_.CreateAdd(read(kGroupOfGrid), read(kFirstGroup)); }
  Value *globalSize() const { return builder_.CreateMul(read(kGroups), read(kLocalSize)); }
  /// Counted from 0, whatever the offset.
  Value *place() const {
    return builder_.CreateAdd(builder_.CreateMul(group(), read(kLocalSize)), read(kLocalId));
  }
  Value *globalId() const {
    Value *inGrid = builder_.CreateAdd(builder_.CreateMul(read(kGroupOfGrid), read(kLocalSize)),
                                       read(kLocalId));
    return builder_.CreateAdd(inGrid, read(kFirstItem));
  }
  Value *offset() const {
    return builder_.CreateSub(read(kFirstItem),
                              builder_.CreateMul(read(kFirstGroup), read(kLocalSize)));
  }

private:
  IRBuilder<> &builder_;
  unsigned number_;
};

using OfDimension = Value *(Dimension::*)() const;

/// (z * sizeY + y) * sizeX + x.
Value *linear(IRBuilder<> &builder, function_ref<Value *(const Dimension &)> place,
              function_ref<Value *(const Dimension &)> size) {
  Value *result = place(Dimension(builder, kDimensions - 1));
  for (unsigned i = kDimensions - 1; i-- > 0;) {
    const Dimension dimension(builder, i);
    result = builder.CreateAdd(builder.CreateMul(result, size(dimension)), place(dimension));
  }
  return result;
}

/// The value for a dimension that the launch may not have.
Value *choose(IRBuilder<> &builder, Value *number, OfDimension value, std::uint64_t beyond) {
  Value *result = builder.getInt64(beyond);
  for (unsigned i = 0; i < kDimensions; ++i)
    result = builder.CreateSelect(builder.CreateICmpEQ(number, builder.getInt32(i)),
                                  (Dimension(builder, i).*value)(), result);
  return result;
}

Value *groupsOf(IRBuilder<> &builder, Function &function) {
  Value *result = builder.getInt64(1);
  for (unsigned i = 0; i < kDimensions; ++i)
    result = builder.CreateSelect(builder.CreateICmpEQ(function.getArg(0), builder.getInt32(i)),
                                  Dimension(builder, i).read(kGroups), result);
  return result;
}

enum class Kind {
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

Kind kindOf(StringRef name) {
  return StringSwitch<Kind>(openclBaseName(name))
      .Case("get_global_id", Kind::GlobalId)
      .Case("get_global_linear_id", Kind::GlobalLinearId)
      .Case("get_global_offset", Kind::GlobalOffset)
      .Case("get_global_size", Kind::GlobalSize)
      .Case("get_group_id", Kind::GroupId)
      .Case("get_local_linear_id", Kind::LocalLinearId)
      .Case("get_num_groups", Kind::NumGroups)
      .Case("get_work_dim", Kind::WorkDim)
      .Default(Kind::None);
}

Value *valueOf(Kind kind, IRBuilder<> &builder, Function &function) {
  switch (kind) {
  case Kind::GlobalId:
    return choose(builder, function.getArg(0), &Dimension::globalId, 0);
  case Kind::GlobalOffset:
    return choose(builder, function.getArg(0), &Dimension::offset, 0);
  case Kind::GlobalSize:
    return choose(builder, function.getArg(0), &Dimension::globalSize, 1);
  case Kind::GroupId:
    return choose(builder, function.getArg(0), &Dimension::group, 0);
  case Kind::NumGroups:
    return groupsOf(builder, function);
  case Kind::GlobalLinearId:
    return linear(
        builder, [](const Dimension &d) { return d.place(); },
        [](const Dimension &d) { return d.globalSize(); });
  case Kind::LocalLinearId:
    return linear(
        builder, [](const Dimension &d) { return d.read(kLocalId); },
        [](const Dimension &d) { return d.read(kLocalSize); });
  default:
    return builder.CreateIntrinsic(kWorkDim, {});
  }
}

} // namespace

bool isOpenclLaunchFunction(StringRef name) { return kindOf(name) != Kind::None; }

void defineOpenclLaunchFunctions(Module &module) {
  defineFunctions(module, [](Function &function) {
    const Kind kind = kindOf(function.getName());
    if (kind == Kind::None)
      return Definition::None;
    IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
    builder.CreateRet(
        builder.CreateZExtOrTrunc(valueOf(kind, builder, function), function.getReturnType()));
    return Definition::Plain;
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
