#include "adapters/opencl/quirks/probe_module.h"

#include "spirv/builder.h"

#include <cstring>

namespace ursa::opencl {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Section;
using spirv::Trait;
using spirv::Traits;

constexpr uint32_t kVersion = 0x00010000; // SPIR-V 1.0
constexpr auto kAligned = static_cast<uint32_t>(spv::MemoryAccessMask::Aligned);
constexpr uint32_t kUnsetDefault = 77;

// The value that one constant of the trait is set to.
struct Value {
  Trait trait;
  uint64_t bits;
};
constexpr Value kValues[] = {
    {spirv::kTraitBool, 1},
    {spirv::kTraitBool, 0},
    {spirv::kTraitInt8, 0x85},
    {spirv::kTraitInt8, 0x7f},
    {spirv::kTraitInt16, 0x8005},
    {spirv::kTraitInt16, 0x7fff},
    {spirv::kTraitInt32, 0xfffffffe},
    {spirv::kTraitInt32, 0x7fffffff},
    {spirv::kTraitInt64, 0xfffffffffffffffe},
    {spirv::kTraitInt64, 0x7fffffffffffffff},
    {spirv::kTraitInt64, 5},
    {spirv::kTraitHalf, 0xbe00}, // -1.5
    {spirv::kTraitHalf, 0x3555},
    {spirv::kTraitFloat, 0xc0200000}, // -2.5
    {spirv::kTraitFloat, 0x7f7fffff},
    {spirv::kTraitDouble, 0xc004000000000000}, // -2.5
    {spirv::kTraitDouble, 0x3fd5555555555555},
    {spirv::kTraitRepeated, 0xabcdef01},
};

// The type of a constant.
struct Type {
  enum Kind { Bool, Integer, Float } kind;
  unsigned width;
};

Type typeOf(Trait trait) {
  switch (trait) {
  case spirv::kTraitBool:
    return {Type::Bool, 1};
  case spirv::kTraitInt8:
    return {Type::Integer, 8};
  case spirv::kTraitInt16:
    return {Type::Integer, 16};
  case spirv::kTraitInt64:
    return {Type::Integer, 64};
  case spirv::kTraitHalf:
    return {Type::Float, 16};
  case spirv::kTraitFloat:
    return {Type::Float, 32};
  case spirv::kTraitDouble:
    return {Type::Float, 64};
  case spirv::kTraitInt32:
  case spirv::kTraitRepeated:
    break;
  }
  return {Type::Integer, 32};
}

class Assembler {
public:
  explicit Assembler(Traits traits) : traits_(traits) {
    for (const auto capability : {spv::Capability::Addresses, spv::Capability::Kernel})
      builder_.require(capability);
    const Id nothing = builder_.voidType(), entry = builder_.newId();
    builder_.addEntryPoint(spv::ExecutionModel::Kernel, entry, kProbeKernel);
    append(body(), spv::Op::OpFunction,
           {nothing, entry, 0, builder_.functionType({nothing, pointer_})});
    append(body(), spv::Op::OpFunctionParameter, {pointer_, out_});
    append(body(), spv::Op::OpLabel, builder_.newId());
  }

  ProbeModule take() {
    uint32_t id = 0;
    for (const Value &value : kValues)
      if (traits_ & value.trait) {
        constant(id, value);
        if (value.trait == spirv::kTraitRepeated)
          constant(id, value);
        ++id;
      }
    // Fills up to the number of constants that the adapter sets natively at most.
    if (traits_ & spirv::kTraitInt32)
      for (; id < kMaxNativeConstants - 1; ++id)
        constant(id, {spirv::kTraitInt32, 0xfffff000 + id});
    slot(builder_.specConstant(id, builder_.intType(32), 32, kUnsetDefault), {Type::Integer, 32},
         kUnsetDefault);
    append(body(), spv::Op::OpReturn, {});
    append(body(), spv::Op::OpFunctionEnd, {});
    module_.words = builder_.finish();
    return std::move(module_);
  }

private:
  spirv::Words &body() { return builder_.section(Section::Function); }

  // Adds a constant that is set to the value and has a different default.
  void constant(uint32_t specId, const Value &value) {
    const Type type = typeOf(value.trait);
    const bool unlike = type.kind == Type::Bool && value.bits == 0;
    const Id id = type.kind == Type::Bool      ? builder_.boolType()
                  : type.kind == Type::Integer ? builder_.intType(type.width)
                                               : builder_.floatType(type.width);
    slot(builder_.specConstant(specId, id, type.width, unlike), type, value.bits);
    std::vector<std::byte> &bytes = module_.values[specId];
    bytes.resize(type.kind == Type::Bool ? 1 : type.width / 8);
    std::memcpy(bytes.data(), &value.bits, bytes.size());
  }

  // Emits a store of the constant by the kernel.
  void slot(Id constant, const Type &type, uint64_t bits) {
    const Id wide = widened(constant, type);
    const Id place = value(spv::Op::OpInBoundsPtrAccessChain, pointer_,
                           {out_, builder_.intConstant(64, module_.expected.size())});
    append(body(), spv::Op::OpStore, {place, wide, kAligned, sizeof(uint64_t)});
    module_.expected.push_back(bits);
  }

  Id widened(Id constant, const Type &type) {
    if (type.kind == Type::Bool)
      return value(spv::Op::OpSelect, ulong_,
                   {constant, builder_.intConstant(64, 1), builder_.intConstant(64, 0)});
    if (type.kind == Type::Float)
      constant = value(spv::Op::OpBitcast, builder_.intType(type.width), constant);
    if (type.width < 64)
      return value(spv::Op::OpUConvert, ulong_, constant);
    return type.kind == Type::Float ? constant : value(spv::Op::OpCopyObject, ulong_, constant);
  }

  Id value(spv::Op op, Id type, spirv::Operands operands) {
    const Id id = builder_.newId();
    append(body(), op, {type, id}, operands);
    return id;
  }

  const Traits traits_;
  ProbeModule module_;
  spirv::Builder builder_{kVersion, spv::AddressingModel::Physical64, spv::MemoryModel::OpenCL};
  const Id ulong_ = builder_.intType(64);
  const Id pointer_ = builder_.pointerType(spv::StorageClass::CrossWorkgroup, ulong_);
  const Id out_ = builder_.newId();
};

} // namespace

ProbeModule createProbeModule(Traits traits) { return Assembler(traits).take(); }

} // namespace ursa::opencl
