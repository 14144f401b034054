#include "adapters/opencl/quirks/probe_module.h"
#include "format/code.h"

#include <cstring>

namespace ursa::opencl {
namespace {

using spirv::Trait;
using spirv::Traits;
using Words = std::vector<uint32_t>;

enum Opcode : uint32_t {
  kMemoryModel = 14,
  kEntryPoint = 15,
  kCapability = 17,
  kTypeVoid = 19,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypePointer = 32,
  kTypeFunction = 33,
  kConstant = 43,
  kSpecConstantTrue = 48,
  kSpecConstantFalse = 49,
  kSpecConstant = 50,
  kFunction = 54,
  kFunctionParameter = 55,
  kFunctionEnd = 56,
  kStore = 62,
  kInBoundsPtrAccessChain = 70,
  kDecorate = 71,
  kCopyObject = 83,
  kUConvert = 113,
  kBitcast = 124,
  kSelect = 169,
  kLabel = 248,
  kReturn = 253,
};

enum Id : uint32_t {
  kVoid = 1,
  kUlong,
  kPointer,
  kSignature,
  kEntry,
  kOut,
  kBlock,
  kOne,
  kFirstFree,
};

constexpr uint32_t kVersion = 0x00010000; // SPIR-V 1.0
constexpr uint32_t kCrossWorkgroup = 5;
constexpr uint32_t kAligned = 2;
constexpr uint32_t kSpecId = 1;
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

class Assembler {
public:
  explicit Assembler(Traits traits) : traits_(traits) {
    add(types_, kTypeVoid, {kVoid});
    add(types_, kTypeInt, {kUlong, 64, 0});
    add(types_, kTypePointer, {kPointer, kCrossWorkgroup, kUlong});
    add(types_, kTypeFunction, {kSignature, kVoid, kPointer});
    add(types_, kConstant, {kUlong, kOne, 1, 0});
    add(body_, kFunction, {kVoid, kEntry, 0, kSignature});
    add(body_, kFunctionParameter, {kPointer, kOut});
    add(body_, kLabel, {kBlock});
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
    slot(specConstant(id, kTypeInt, 32, kUnsetDefault), spirv::kTraitInt32, kUnsetDefault);
    add(body_, kReturn, {});
    add(body_, kFunctionEnd, {});
    module_.words = assemble();
    return std::move(module_);
  }

private:
  static void add(Words &section, Opcode opcode, const Words &operands) {
    section.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    section.insert(section.end(), operands.begin(), operands.end());
  }

  // Returns the id of a scalar type. Declares the type on first use.
  uint32_t type(Opcode opcode, uint32_t bits) {
    if (opcode == kTypeInt && bits == 64)
      return kUlong;
    uint32_t &id = scalars_[{opcode, bits}];
    if (id == 0) {
      id = next_++;
      add(types_, opcode,
          opcode == kTypeBool  ? Words{id}
          : opcode == kTypeInt ? Words{id, bits, 0}
                               : Words{id, bits});
    }
    return id;
  }

  uint32_t specConstant(uint32_t specId, Opcode type, uint32_t bits, uint32_t defaultValue) {
    const uint32_t typeId = this->type(type, bits);
    const uint32_t id = next_++;
    add(decorations_, kDecorate, {id, kSpecId, specId});
    if (type == kTypeBool)
      add(types_, defaultValue ? kSpecConstantTrue : kSpecConstantFalse, {typeId, id});
    else if (bits == 64)
      add(types_, kSpecConstant, {typeId, id, defaultValue, 0});
    else
      add(types_, kSpecConstant, {typeId, id, defaultValue});
    return id;
  }

  // Adds a constant that is set to the value and has a different default.
  void constant(uint32_t specId, const Value &value) {
    const auto [type, bits] = shapeOf(value.trait);
    const uint32_t unlike = type == kTypeBool && value.bits == 0 ? 1 : 0;
    slot(specConstant(specId, type, bits, unlike), value.trait, value.bits);
    std::vector<std::byte> &bytes = module_.values[specId];
    bytes.resize(type == kTypeBool ? 1 : bits / 8);
    std::memcpy(bytes.data(), &value.bits, bytes.size());
  }

  // Emits a store of the constant by the kernel.
  void slot(uint32_t constant, Trait trait, uint64_t bits) {
    const uint32_t wide = next_++;
    const uint32_t place = next_++;
    const uint32_t index = next_++;
    widen(wide, constant, trait);
    add(types_, kConstant, {kUlong, index, static_cast<uint32_t>(module_.expected.size()), 0});
    add(body_, kInBoundsPtrAccessChain, {kPointer, place, kOut, index});
    add(body_, kStore, {place, wide, kAligned, sizeof(uint64_t)});
    module_.expected.push_back(bits);
  }

  void widen(uint32_t result, uint32_t constant, Trait trait) {
    const auto [kind, bits] = shapeOf(trait);
    uint32_t number = constant;
    if (kind == kTypeFloat && bits < 64) {
      number = next_++;
      add(body_, kBitcast, {type(kTypeInt, bits), number, constant});
    }
    if (kind == kTypeBool) {
      if (zero_ == 0) {
        zero_ = next_++;
        add(types_, kConstant, {kUlong, zero_, 0, 0});
      }
      add(body_, kSelect, {kUlong, result, constant, kOne, zero_});
    } else if (bits < 64) {
      add(body_, kUConvert, {kUlong, result, number});
    } else if (kind == kTypeFloat) {
      add(body_, kBitcast, {kUlong, result, constant});
    } else {
      add(body_, kCopyObject, {kUlong, result, constant});
    }
  }

  static std::pair<Opcode, uint32_t> shapeOf(Trait trait) {
    switch (trait) {
    case spirv::kTraitBool:
      return {kTypeBool, 1};
    case spirv::kTraitInt8:
      return {kTypeInt, 8};
    case spirv::kTraitInt16:
      return {kTypeInt, 16};
    case spirv::kTraitInt64:
      return {kTypeInt, 64};
    case spirv::kTraitHalf:
      return {kTypeFloat, 16};
    case spirv::kTraitFloat:
      return {kTypeFloat, 32};
    case spirv::kTraitDouble:
      return {kTypeFloat, 64};
    case spirv::kTraitInt32:
    case spirv::kTraitRepeated:
      break;
    }
    return {kTypeInt, 32};
  }

  Words assemble() const {
    Words words = {format::kSpirvMagic, kVersion, 0, next_, 0};
    // Addresses, Kernel, Int64, then those that the types need.
    Words capabilities = {4, 6, 11};
    constexpr std::pair<std::pair<Opcode, uint32_t>, uint32_t> kOf[] = {
        {{kTypeFloat, 16}, 9}, {{kTypeFloat, 64}, 10}, {{kTypeInt, 16}, 22}, {{kTypeInt, 8}, 39}};
    for (const auto &[shape, capability] : kOf)
      if (scalars_.contains(shape))
        capabilities.push_back(capability);
    for (const uint32_t capability : capabilities)
      add(words, kCapability, {capability});
    add(words, kMemoryModel, {2, 2}); // Physical64, OpenCL
    Words entry = {6, kEntry};        // Kernel
    entry.resize(2 + std::strlen(kProbeKernel) / sizeof(uint32_t) + 1);
    std::memcpy(&entry[2], kProbeKernel, std::strlen(kProbeKernel));
    add(words, kEntryPoint, entry);
    for (const Words *section : {&decorations_, &types_, &body_})
      words.insert(words.end(), section->begin(), section->end());
    return words;
  }

  const Traits traits_;
  ProbeModule module_;
  Words decorations_;
  Words types_; ///< types and constants
  Words body_;
  std::map<std::pair<Opcode, uint32_t>, uint32_t> scalars_;
  uint32_t zero_ = 0;
  uint32_t next_ = kFirstFree;
};

} // namespace

ProbeModule createProbeModule(Traits traits) { return Assembler(traits).take(); }

} // namespace ursa::opencl
