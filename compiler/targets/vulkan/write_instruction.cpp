// Writes the instructions of a kernel. See kernel_writer.h.
#include "compiler/targets/vulkan/kernel_writer.h"

#include "compiler/targets/vulkan/primitives.h"
#include "format/vulkan_module.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"

#include <spirv/unified1/GLSL.std.450.h>

using namespace llvm;

namespace ursa::compiler::vulkan {

Id KernelWriter::emitValue(spv::Op op, Id type, ArrayRef<Id> operands) {
  const Id id = module_.newId();
  ursa::spirv::append(code_, op, {type, id}, operands);
  return id;
}

void KernelWriter::define(const Instruction &instruction, spv::Op op, ArrayRef<Id> operands) {
  ursa::spirv::append(code_, op, {typeOf(instruction.getType()), valueOf(&instruction)}, operands);
}

void KernelWriter::writeBlock(const BasicBlock &block) {
  for (const Instruction &instruction : block)
    writeInstruction(instruction);
}

void KernelWriter::writeInstruction(const Instruction &instruction) {
  bool isSupported = true;
  if (isa<IntToPtrInst, GetElementPtrInst>(instruction)) {
    // The instruction that accesses the address writes it.
  } else if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    writePhi(*phi);
  } else if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
    isSupported = writeBinary(*operation);
  } else if (instruction.getOpcode() == Instruction::FNeg) {
    define(instruction, spv::Op::OpFNegate, valueOf(instruction.getOperand(0)));
  } else if (isa<FreezeInst>(instruction)) {
    bindResult(instruction, valueOf(instruction.getOperand(0)));
  } else if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
    isSupported = writeIntegerCompare(*compare);
  } else if (auto *number = dyn_cast<FCmpInst>(&instruction)) {
    writeFloatCompare(*number);
  } else if (isa<SelectInst>(instruction)) {
    define(instruction, spv::Op::OpSelect,
           {valueOf(instruction.getOperand(0)), valueOf(instruction.getOperand(1)),
            valueOf(instruction.getOperand(2))});
  } else if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    isSupported = writeCast(*cast);
  } else if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    writeLoad(*load);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    writeStore(*store);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    isSupported = writeAtomicUpdate(*update);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    writeCompareExchange(*exchange);
  } else if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    isSupported = writeExtractValue(*extract);
  } else if (auto *element = dyn_cast<ExtractElementInst>(&instruction)) {
    isSupported = writeExtractElement(*element);
  } else if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
    writeInsertElement(*insert);
  } else if (isa<FenceInst>(instruction)) {
    writeFence();
  } else if (auto *branch = dyn_cast<BranchInst>(&instruction)) {
    writeBranch(*branch);
  } else if (isa<ReturnInst>(instruction)) {
    emit(spv::Op::OpReturn, {});
  } else if (isa<UnreachableInst>(instruction)) {
    emit(spv::Op::OpUnreachable, {});
  } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
    isSupported = writeCall(*call);
  } else {
    isSupported = false;
  }
  if (!isSupported)
    reportUnsupported(instruction,
                      "it has an instruction that the lowering passes should have removed");
}

void KernelWriter::writePhi(const PHINode &phi) {
  SmallVector<std::uint32_t, 8> operands;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    operands.push_back(valueOf(phi.getIncomingValue(i)));
    operands.push_back(blockOf(phi.getIncomingBlock(i)));
  }
  define(phi, spv::Op::OpPhi, operands);
}

void KernelWriter::writeBranch(const BranchInst &branch) {
  if (!branch.isConditional()) {
    emit(spv::Op::OpBranch, blockOf(branch.getSuccessor(0)));
    return;
  }
  emit(spv::Op::OpBranchConditional,
       {valueOf(branch.getCondition()), blockOf(branch.getSuccessor(0)),
        blockOf(branch.getSuccessor(1))});
}

bool KernelWriter::writeBooleanBinary(const BinaryOperator &operation) {
  const Id left = valueOf(operation.getOperand(0));
  const Id right = valueOf(operation.getOperand(1));
  switch (operation.getOpcode()) {
  case Instruction::And:
  case Instruction::Mul:
    define(operation, spv::Op::OpLogicalAnd, {left, right});
    return true;
  case Instruction::Or:
    define(operation, spv::Op::OpLogicalOr, {left, right});
    return true;
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
    define(operation, spv::Op::OpLogicalNotEqual, {left, right});
    return true;
  case Instruction::Shl: // by zero, or poison
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv: // by one, or undefined behavior
  case Instruction::SDiv:
    bindResult(operation, left);
    return true;
  case Instruction::URem:
  case Instruction::SRem:
    bindResult(operation, module_.boolConstant(false));
    return true;
  default:
    return false;
  }
}

bool KernelWriter::writeBinary(const BinaryOperator &operation) {
  if (operation.getType()->isIntegerTy(1))
    return writeBooleanBinary(operation);
  if (operation.getOpcode() ==
      Instruction::SRem) { // Vulkan leaves OpSRem of negative operands undefined
    const Id type = typeOf(operation.getType());
    const Id left = valueOf(operation.getOperand(0));
    const Id right = valueOf(operation.getOperand(1));
    const Id quotient = emitValue(spv::Op::OpSDiv, type, {left, right});
    const Id product = emitValue(spv::Op::OpIMul, type, {quotient, right});
    define(operation, spv::Op::OpISub, {left, product});
    return true;
  }
  spv::Op op = spv::Op::OpNop;
  bool isContractible = false;
  switch (operation.getOpcode()) {
  case Instruction::Add:
    op = spv::Op::OpIAdd;
    break;
  case Instruction::Sub:
    op = spv::Op::OpISub;
    break;
  case Instruction::Mul:
    op = spv::Op::OpIMul;
    break;
  case Instruction::UDiv:
    op = spv::Op::OpUDiv;
    break;
  case Instruction::SDiv:
    op = spv::Op::OpSDiv;
    break;
  case Instruction::URem:
    op = spv::Op::OpUMod;
    break;
  case Instruction::FAdd:
    op = spv::Op::OpFAdd;
    isContractible = true;
    break;
  case Instruction::FSub:
    op = spv::Op::OpFSub;
    isContractible = true;
    break;
  case Instruction::FMul:
    op = spv::Op::OpFMul;
    isContractible = true;
    break;
  case Instruction::FDiv:
    op = spv::Op::OpFDiv;
    break;
  case Instruction::FRem:
    op = spv::Op::OpFRem;
    break;
  case Instruction::Shl:
    op = spv::Op::OpShiftLeftLogical;
    break;
  case Instruction::LShr:
    op = spv::Op::OpShiftRightLogical;
    break;
  case Instruction::AShr:
    op = spv::Op::OpShiftRightArithmetic;
    break;
  case Instruction::And:
    op = spv::Op::OpBitwiseAnd;
    break;
  case Instruction::Or:
    op = spv::Op::OpBitwiseOr;
    break;
  case Instruction::Xor:
    op = spv::Op::OpBitwiseXor;
    break;
  default:
    return false;
  }
  define(operation, op, {valueOf(operation.getOperand(0)), valueOf(operation.getOperand(1))});
  if (isContractible && !operation.hasAllowContract())
    module_.decorate(valueOf(&operation), spv::Decoration::NoContraction);
  return true;
}

bool KernelWriter::writeIntegerCompare(const ICmpInst &compare) {
  const Id left = valueOf(compare.getOperand(0));
  const Id right = valueOf(compare.getOperand(1));
  const Id boolean = module_.boolType();
  if (compare.getOperand(0)->getType()->isIntegerTy(1)) {
    auto isNot = [&](Id id) { return emitValue(spv::Op::OpLogicalNot, boolean, id); };
    switch (compare.getPredicate()) { // signed, true is -1
    case CmpInst::ICMP_EQ:
      define(compare, spv::Op::OpLogicalEqual, {left, right});
      return true;
    case CmpInst::ICMP_NE:
      define(compare, spv::Op::OpLogicalNotEqual, {left, right});
      return true;
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_SLT:
      define(compare, spv::Op::OpLogicalAnd, {left, isNot(right)});
      return true;
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_SGT:
      define(compare, spv::Op::OpLogicalAnd, {isNot(left), right});
      return true;
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLE:
      define(compare, spv::Op::OpLogicalOr, {left, isNot(right)});
      return true;
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SGE:
      define(compare, spv::Op::OpLogicalOr, {isNot(left), right});
      return true;
    default:
      return false;
    }
  }
  spv::Op op = spv::Op::OpNop;
  switch (compare.getPredicate()) {
  case CmpInst::ICMP_EQ:
    op = spv::Op::OpIEqual;
    break;
  case CmpInst::ICMP_NE:
    op = spv::Op::OpINotEqual;
    break;
  case CmpInst::ICMP_UGT:
    op = spv::Op::OpUGreaterThan;
    break;
  case CmpInst::ICMP_SGT:
    op = spv::Op::OpSGreaterThan;
    break;
  case CmpInst::ICMP_UGE:
    op = spv::Op::OpUGreaterThanEqual;
    break;
  case CmpInst::ICMP_SGE:
    op = spv::Op::OpSGreaterThanEqual;
    break;
  case CmpInst::ICMP_ULT:
    op = spv::Op::OpULessThan;
    break;
  case CmpInst::ICMP_SLT:
    op = spv::Op::OpSLessThan;
    break;
  case CmpInst::ICMP_ULE:
    op = spv::Op::OpULessThanEqual;
    break;
  case CmpInst::ICMP_SLE:
    op = spv::Op::OpSLessThanEqual;
    break;
  default:
    return false;
  }
  define(compare, op, {left, right});
  return true;
}

void KernelWriter::writeFloatCompare(const FCmpInst &compare) {
  const Id left = valueOf(compare.getOperand(0));
  const Id right = valueOf(compare.getOperand(1));
  spv::Op op = spv::Op::OpNop;
  switch (compare.getPredicate()) {
  case CmpInst::FCMP_OEQ:
    op = spv::Op::OpFOrdEqual;
    break;
  case CmpInst::FCMP_UEQ:
    op = spv::Op::OpFUnordEqual;
    break;
  case CmpInst::FCMP_ONE:
    op = spv::Op::OpFOrdNotEqual;
    break;
  case CmpInst::FCMP_UNE:
    op = spv::Op::OpFUnordNotEqual;
    break;
  case CmpInst::FCMP_OLT:
    op = spv::Op::OpFOrdLessThan;
    break;
  case CmpInst::FCMP_ULT:
    op = spv::Op::OpFUnordLessThan;
    break;
  case CmpInst::FCMP_OGT:
    op = spv::Op::OpFOrdGreaterThan;
    break;
  case CmpInst::FCMP_UGT:
    op = spv::Op::OpFUnordGreaterThan;
    break;
  case CmpInst::FCMP_OLE:
    op = spv::Op::OpFOrdLessThanEqual;
    break;
  case CmpInst::FCMP_ULE:
    op = spv::Op::OpFUnordLessThanEqual;
    break;
  case CmpInst::FCMP_OGE:
    op = spv::Op::OpFOrdGreaterThanEqual;
    break;
  case CmpInst::FCMP_UGE:
    op = spv::Op::OpFUnordGreaterThanEqual;
    break;
  case CmpInst::FCMP_TRUE:
  case CmpInst::FCMP_FALSE:
    bindResult(compare, module_.boolConstant(compare.getPredicate() == CmpInst::FCMP_TRUE));
    return;
  default: { // FCMP_ORD and FCMP_UNO
    const Id boolean = module_.boolType();
    const Id either = emitValue(
        spv::Op::OpLogicalOr, boolean,
        {emitValue(spv::Op::OpIsNan, boolean, left), emitValue(spv::Op::OpIsNan, boolean, right)});
    if (compare.getPredicate() == CmpInst::FCMP_UNO)
      bindResult(compare, either);
    else
      define(compare, spv::Op::OpLogicalNot, either);
    return;
  }
  }
  define(compare, op, {left, right});
}

bool KernelWriter::writeCast(const CastInst &cast) {
  const Value *operand = cast.getOperand(0);
  const Type *from = operand->getType();
  const Type *to = cast.getType();
  const Id source = valueOf(operand);
  auto choose = [&](const Constant *whenTrue) {
    define(cast, spv::Op::OpSelect, {source, constantOf(*whenTrue), zeroOf(to)});
    return true;
  };
  auto *target = const_cast<Type *>(to);
  switch (cast.getOpcode()) {
  case Instruction::Trunc:
    if (to->isIntegerTy(1)) {
      const unsigned width = from->getIntegerBitWidth();
      const Id bit =
          emitValue(spv::Op::OpBitwiseAnd, typeOf(from), {source, module_.intConstant(width, 1)});
      define(cast, spv::Op::OpINotEqual, {bit, module_.intConstant(width, 0)});
      return true;
    }
    define(cast, spv::Op::OpUConvert, source);
    return true;
  case Instruction::ZExt:
    if (from->isIntegerTy(1))
      return choose(ConstantInt::get(target, 1));
    define(cast, spv::Op::OpUConvert, source);
    return true;
  case Instruction::SExt:
    if (from->isIntegerTy(1))
      return choose(Constant::getAllOnesValue(target));
    define(cast, spv::Op::OpSConvert, source);
    return true;
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    if (to->isIntegerTy(1)) {
      define(cast, spv::Op::OpFUnordNotEqual, {source, zeroOf(from)});
      return true;
    }
    define(cast,
           cast.getOpcode() == Instruction::FPToUI ? spv::Op::OpConvertFToU
                                                   : spv::Op::OpConvertFToS,
           source);
    return true;
  case Instruction::UIToFP:
    if (from->isIntegerTy(1))
      return choose(cast_or_null<Constant>(ConstantFP::get(target, 1.0)));
    define(cast, spv::Op::OpConvertUToF, source);
    return true;
  case Instruction::SIToFP:
    if (from->isIntegerTy(1))
      return choose(cast_or_null<Constant>(ConstantFP::get(target, -1.0)));
    define(cast, spv::Op::OpConvertSToF, source);
    return true;
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    define(cast, spv::Op::OpFConvert, source);
    return true;
  case Instruction::BitCast:
    if (from == to)
      bindResult(cast, source);
    else if (target->isIntegerTy() && !from->isPointerTy())
      writeFloatBits(cast);
    else
      define(cast, spv::Op::OpBitcast, source);
    return true;
  default:
    return false;
  }
}

/// Writes a bitcast of a float to an integer. fneg and fabs of the operand are applied to the bits
/// instead: devices that flush subnormal numbers also flush them in OpFNegate and FAbs, and LLVM
/// creates these from operations on bits.
void KernelWriter::writeFloatBits(const CastInst &cast) {
  const Value *number = cast.getOperand(0);
  auto isFAbs = [](const Value *value) {
    auto *call = dyn_cast<CallInst>(value);
    return call && primitiveName(call->getCalledFunction())
                       .starts_with(("glsl." + Twine(GLSLstd450FAbs) + ".").str());
  };
  SmallVector<spv::Op, 2> operations; // outermost first
  for (;;) {
    auto *instruction = dyn_cast<Instruction>(number);
    if (instruction && instruction->getOpcode() == Instruction::FNeg)
      operations.push_back(spv::Op::OpBitwiseXor);
    else if (isFAbs(number))
      operations.push_back(spv::Op::OpBitwiseAnd);
    else
      break;
    number = instruction->getOperand(0);
  }
  if (operations.empty()) {
    define(cast, spv::Op::OpBitcast, valueOf(number));
    return;
  }
  const unsigned width = cast.getType()->getIntegerBitWidth();
  const Id type = typeOf(cast.getType());
  Id bits = emitValue(spv::Op::OpBitcast, type, valueOf(number));
  for (spv::Op operation : reverse(operations)) {
    const APInt mask = operation == spv::Op::OpBitwiseAnd ? APInt::getSignedMaxValue(width)
                                                          : APInt::getSignMask(width);
    bits = emitValue(operation, type, {bits, valueOf(ConstantInt::get(cast.getContext(), mask))});
  }
  bindResult(cast, bits);
}

bool KernelWriter::writeCall(const CallInst &call) {
  StringRef name = primitiveName(call.getCalledFunction());
  if (name.empty())
    return false;
  if (name == "barrier") {
    writeBarrier(*call.getArgOperand(0));
    return true;
  }
  auto target = [&](unsigned index) {
    return blockOf(cast<BlockAddress>(call.getArgOperand(index))->getBasicBlock());
  };
  if (name == "subgroup_barrier") {
    writeSubgroupBarrier();
    return true;
  }
  if (name == "merge") {
    emit(spv::Op::OpSelectionMerge, {target(0), 0});
    return true;
  }
  if (name == "loop") {
    emit(spv::Op::OpLoopMerge, {target(0), target(1), 0});
    return true;
  }
  return writeNumberedCall(call, name) || writeWorkItemCall(call, name);
}

/// Writes primitives that contain the number of an instruction, and specialization constants.
bool KernelWriter::writeNumberedCall(const CallInst &call, StringRef name) {
  const auto [kind, rest] = name.split('.');
  unsigned number = 0;
  StringRef tail = rest;
  const bool isNumbered = !tail.consumeInteger(10, number);
  SmallVector<Id, 4> operands;
  for (const Value *argument : call.args())
    operands.push_back(valueOf(argument));
  if (kind == "glsl" && isNumbered) {
    operands.insert(operands.begin(), {glsl_, number});
    define(call, spv::Op::OpExtInst, operands);
    if (number == GLSLstd450Fma) // otherwise drivers may split it into a product and a sum
      module_.decorate(valueOf(&call), spv::Decoration::NoContraction);
    return true;
  }
  if (kind == "group_op" && isNumbered)
    return writeGroupOperation(call, static_cast<spv::Op>(number), tail, operands);
  if (kind == "op" && isNumbered) {
    define(call, static_cast<spv::Op>(number), operands);
    return true;
  }
  if (kind != "spec")
    return false;
  std::uint32_t specId = 0;
  std::uint64_t bits = 0;
  if (rest.rsplit('.').second.getAsInteger(10, specId) || call.getCalledFunction()
                                                              ->getFnAttribute(kDefaultAttribute)
                                                              .getValueAsString()
                                                              .getAsInteger(10, bits))
    return false;
  bindResult(call, specConstant(specId, call.getType(), bits));
  return true;
}

/// @p tail begins with the group operation: ".0.float", or ".-.i1" if there is none.
bool KernelWriter::writeGroupOperation(const CallInst &call, spv::Op op, StringRef tail,
                                       SmallVectorImpl<Id> &operands) {
  module_.require(spv::Capability::GroupNonUniform);
  if (op == spv::Op::OpGroupNonUniformAll || op == spv::Op::OpGroupNonUniformAny)
    module_.require(spv::Capability::GroupNonUniformVote);
  else if (op == spv::Op::OpGroupNonUniformBroadcast ||
           op == spv::Op::OpGroupNonUniformBroadcastFirst)
    module_.require(spv::Capability::GroupNonUniformBallot);
  else if (op == spv::Op::OpGroupNonUniformShuffle || op == spv::Op::OpGroupNonUniformShuffleXor)
    module_.require(spv::Capability::GroupNonUniformShuffle);
  else if (op == spv::Op::OpGroupNonUniformShuffleUp || op == spv::Op::OpGroupNonUniformShuffleDown)
    module_.require(spv::Capability::GroupNonUniformShuffleRelative);
  else if (op != spv::Op::OpGroupNonUniformElect)
    module_.require(spv::Capability::GroupNonUniformArithmetic);
  const Id scope = module_.u32(static_cast<std::uint32_t>(spv::Scope::Subgroup));
  std::uint32_t operation = 0;
  tail.consume_front(".");
  if (!tail.consumeInteger(10, operation))
    operands.insert(operands.begin(), operation);
  operands.insert(operands.begin(), scope);
  define(call, op, operands);
  return true;
}

/// Writes queries of the work-item and push constants; the number is a dimension or a byte offset.
bool KernelWriter::writeWorkItemCall(const CallInst &call, StringRef name) {
  const auto [query, digits] = name.rsplit('.');
  unsigned number = 0;
  if (digits.getAsInteger(10, number))
    return false;
  const Id word = module_.intType(32);
  if (query == "local_size" || query == "launch_size") {
    bindResult(call, query == "local_size" ? localSize(number) : launchSize(number));
    return true;
  }
  if (query == "push") {
    result_.readsData |= number == format::vulkan::kPushData;
    const Id pointer = emitValue(spv::Op::OpAccessChain,
                                 module_.pointerType(spv::StorageClass::PushConstant, word),
                                 {pushConstants(), module_.u32(0), module_.u32(number / 4)});
    define(call, spv::Op::OpLoad, pointer);
    return true;
  }
  if (query == "subgroup") {
    module_.require(spv::Capability::GroupNonUniform);
    define(call, spv::Op::OpLoad, builtinVariable(static_cast<spv::BuiltIn>(number), false));
    return true;
  }
  if (query == "local_id" && isLinear_) {
    bindResult(call, linearLocalId(number));
    return true;
  }
  if (query != "local_id" && query != "group_id")
    return false;
  const Id variable = builtinVariable(
      query == "local_id" ? spv::BuiltIn::LocalInvocationId : spv::BuiltIn::WorkgroupId, true);
  const Id all = emitValue(spv::Op::OpLoad, module_.vectorType(word, 3), variable);
  define(call, spv::Op::OpCompositeExtract, {all, number});
  return true;
}

} // namespace ursa::compiler::vulkan
