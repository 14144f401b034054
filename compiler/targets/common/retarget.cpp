// Clones a module with mapped address spaces. See retarget.h.
#include "compiler/targets/common/retarget.h"

#include "compiler/passes/metadata_reader.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Maps types by the address spaces of their pointers.
class TypeMapper : public ValueMapTypeRemapper {
public:
  explicit TypeMapper(const RetargetOptions &options) : options_(options) {}

  Type *remapType(Type *type) override {
    if (auto found = mappedTypes_.find(type); found != mappedTypes_.end())
      return found->second;
    return mappedTypes_[type] = computeType(type);
  }

  /// The mapped types.
  const std::map<Type *, Type *> &mappedTypes() const { return mappedTypes_; }

private:
  Type *computeType(Type *type) {
    if (auto *pointer = dyn_cast<PointerType>(type))
      return PointerType::get(type->getContext(),
                              options_.addressSpace(pointer->getAddressSpace()));
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *, 8> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters,
                               function->isVarArg());
    }
    if (type->isTargetExtTy() && options_.opaqueType)
      if (Type *mapped = options_.opaqueType(type))
        return mapped;
    auto *structType = dyn_cast<StructType>(type);
    if (!structType || structType->isOpaque())
      return type;
    SmallVector<Type *, 8> elements;
    bool changed = false;
    for (Type *element : structType->elements()) {
      elements.push_back(remapType(element));
      changed |= elements.back() != element;
    }
    if (!changed)
      return type;
    if (structType->isLiteral())
      return StructType::get(type->getContext(), elements, structType->isPacked());
    return StructType::create(type->getContext(), elements, structType->getName(),
                              structType->isPacked());
  }

  const RetargetOptions &options_;
  std::map<Type *, Type *> mappedTypes_;
};

/// Maps constant casts between address spaces, which a plain clone would keep although both types
/// may have become the same.
class CastMapper : public ValueMaterializer {
public:
  CastMapper(ValueToValueMapTy &values, TypeMapper &types) : values_(values), types_(types) {}

  Value *materialize(Value *value) override {
    auto *cast = dyn_cast<ConstantExpr>(value);
    if (!cast || cast->getOpcode() != Instruction::AddrSpaceCast)
      return nullptr;
    Constant *operand = MapValue(cast->getOperand(0), values_, RF_None, &types_, this);
    Type *type = types_.remapType(cast->getType());
    return operand->getType() == type ? operand : ConstantExpr::getAddrSpaceCast(operand, type);
  }

private:
  ValueToValueMapTy &values_;
  TypeMapper &types_;
};

bool isKeepAliveVariable(const GlobalVariable &global) {
  return global.getName() == "llvm.used" || global.getName() == "llvm.compiler.used";
}

class Retargeting {
public:
  Retargeting(const Module &source, const RetargetOptions &options)
      : source_(source), options_(options), types_(options), casts_(values_, types_),
        target_(std::make_unique<Module>(source.getModuleIdentifier(), source.getContext())) {}

  Expected<std::unique_ptr<Module>> run() {
    target_->setSourceFileName(source_.getSourceFileName());
    target_->setTargetTriple(options_.triple);
    target_->setDataLayout(options_.triple.computeDataLayout());
    declare();
    for (const GlobalVariable &global : source_.globals())
      if (global.hasInitializer() && !isKeepAliveVariable(global))
        cast<GlobalVariable>(values_[&global])
            ->setInitializer(MapValue(global.getInitializer(), values_, RF_None, &types_, &casts_));
    for (const Function &function : source_)
      define(function);
    if (Error error = copyModuleFlags())
      return error;
    copySpecConstants();
    // Cloning function bodies leaves an empty list of compile units, which readers warn about.
    if (NamedMDNode *units = target_->getNamedMetadata("llvm.dbg.cu"))
      if (units->getNumOperands() == 0)
        units->eraseFromParent();
    renameIntrinsics();
    if (Error error = checkLayouts())
      return error;
    return std::move(target_);
  }

private:
  void declare() {
    for (const GlobalVariable &global : source_.globals()) {
      if (isKeepAliveVariable(global))
        continue;
      auto *clone = new GlobalVariable(*target_, types_.remapType(global.getValueType()),
                                       global.isConstant(), global.getLinkage(), nullptr,
                                       global.getName(), nullptr, global.getThreadLocalMode(),
                                       options_.addressSpace(global.getAddressSpace()));
      clone->copyAttributesFrom(&global);
      values_[&global] = clone;
    }
    for (const Function &function : source_)
      values_[&function] = Function::Create(
          cast<FunctionType>(types_.remapType(function.getFunctionType())), function.getLinkage(),
          target_->getDataLayout().getProgramAddressSpace(), function.getName(), target_.get());
    for (const GlobalAlias &alias : source_.aliases())
      values_[&alias] = MapValue(alias.getAliasee(), values_, RF_None, &types_, &casts_);
  }

  void define(const Function &function) {
    auto *clone = cast<Function>(values_[&function]);
    if (function.isDeclaration()) {
      clone->copyAttributesFrom(&function);
    } else {
      for (const Argument &argument : function.args()) {
        Argument *mapped = clone->getArg(argument.getArgNo());
        mapped->setName(argument.getName());
        values_[&argument] = mapped;
      }
      SmallVector<ReturnInst *, 4> returns;
      CloneFunctionInto(clone, &function, values_, CloneFunctionChangeType::DifferentModule,
                        returns, "", nullptr, &types_, &casts_);
    }
    clone->setCallingConv(convention(function.getCallingConv()));
    for (const char *attribute : {"target-cpu", "target-features", "tune-cpu", "frame-pointer",
                                  "stack-protector-buffer-size"})
      clone->removeFnAttr(attribute);
    for (const char *kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                             "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"})
      clone->setMetadata(kind, nullptr);
    remapTypeAttributes(*clone);
    for (Instruction &instruction : make_early_inc_range(instructions(*clone))) {
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->setCallingConv(convention(call->getCallingConv()));
      if (isa<AddrSpaceCastInst>(instruction) &&
          instruction.getOperand(0)->getType() == instruction.getType()) {
        instruction.replaceAllUsesWith(instruction.getOperand(0));
        instruction.eraseFromParent();
      }
    }
  }

  CallingConv::ID convention(CallingConv::ID device) const {
    if (device == CallingConv::SPIR_KERNEL)
      return options_.kernelConvention;
    return CallingConv::C;
  }

  /// Remaps the types in parameter attributes such as byval(T), which cloning does not change.
  void remapTypeAttributes(Function &function) {
    for (unsigned i = 0; i < function.arg_size(); ++i)
      for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet, Attribute::ByRef}) {
        Attribute attribute = function.getParamAttribute(i, kind);
        if (!attribute.isValid())
          continue;
        function.removeParamAttr(i, kind);
        function.addParamAttr(i, Attribute::get(function.getContext(), kind,
                                                types_.remapType(attribute.getValueAsType())));
      }
  }

  Error copyModuleFlags() {
    const NamedMDNode *flags = source_.getModuleFlagsMetadata();
    if (!flags)
      return Error::success();
    for (const MDNode *flag : flags->operands()) {
      auto name = passes::MetadataNode(nullptr, flags->getName(), *flag)
                      .text(1, "a module flag has its name as second operand");
      if (!name)
        return name.takeError();
      if (*name != "frame-pointer")
        target_->getOrInsertModuleFlagsMetadata()->addOperand(
            cast<MDNode>(MapMetadata(flag, values_, RF_None, &types_, &casts_)));
    }
    return Error::success();
  }

  // Copies the declarations of specialization constants, including those that no code reads.
  void copySpecConstants() {
    const NamedMDNode *constants = source_.getNamedMetadata("sycl.specialization-constants");
    if (!constants)
      return;
    NamedMDNode *copies = target_->getOrInsertNamedMetadata(constants->getName());
    for (const MDNode *constant : constants->operands())
      copies->addOperand(cast<MDNode>(MapMetadata(constant, values_, RF_None, &types_, &casts_)));
  }

  void renameIntrinsics() {
    for (Function &function : make_early_inc_range(*target_)) {
      if (!function.isIntrinsic())
        continue;
      if (auto renamed = Intrinsic::remangleIntrinsicFunction(&function)) {
        function.replaceAllUsesWith(*renamed);
        function.eraseFromParent();
      }
    }
  }

  Error checkLayouts() const {
    const DataLayout &before = source_.getDataLayout();
    const DataLayout &after = target_->getDataLayout();
    for (const auto &[device, host] : types_.mappedTypes()) {
      if (!device->isSized() || device->isTargetExtTy())
        continue;
      bool same = before.getTypeAllocSize(device) == after.getTypeAllocSize(host) &&
                  before.getTypeStoreSize(device) == after.getTypeStoreSize(host);
      if (auto *structType = dyn_cast<StructType>(device); same && structType) {
        const StructLayout *left = before.getStructLayout(structType);
        const StructLayout *right = after.getStructLayout(cast<StructType>(host));
        for (unsigned i = 0; i < structType->getNumElements(); ++i)
          same &= left->getElementOffset(i) == right->getElementOffset(i);
      }
      if (!same) {
        std::string text;
        raw_string_ostream(text) << "Type " << *device << " has another layout for "
                                 << options_.triple.str() << " than for "
                                 << source_.getTargetTriple().str() << ".";
        return createStringError(text);
      }
    }
    return Error::success();
  }

  const Module &source_;
  const RetargetOptions &options_;
  ValueToValueMapTy values_;
  TypeMapper types_;
  CastMapper casts_;
  std::unique_ptr<Module> target_;
};

} // namespace

Expected<std::unique_ptr<Module>> retarget(const Module &source, const RetargetOptions &options) {
  return Retargeting(source, options).run();
}

} // namespace ursa::compiler::targets
