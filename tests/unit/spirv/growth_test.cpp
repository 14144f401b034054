// Modules that are made to grow: a few words that name, nest or repeat much. Readers take memory in
// proportion to the words that they are given, which is counted here, and little of the stack. What
// takes quadratic time would not end: the modules are too large for that.

#include "spirv/kernel_names.h"
#include "spirv/module.h"
#include "spirv/signature.h"
#include "spirv/variables.h"
#include "support/operator_new.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace {
std::atomic<size_t> allocated{0}; ///< bytes, also those that were freed
} // namespace

void ursa::allocation_hooks::allocating(size_t bytes) { allocated += bytes; }
void ursa::allocation_hooks::freeing(const void *) noexcept {}

namespace ursa::spirv {
namespace {

using testing::HasSubstr;

constexpr size_t kMany = 50000;
constexpr auto kKernel = static_cast<uint32_t>(spv::ExecutionModel::Kernel);
constexpr auto kBitcast = static_cast<uint32_t>(spv::Op::OpBitcast);
constexpr auto kConstantMemory = static_cast<uint32_t>(spv::StorageClass::UniformConstant);
constexpr auto kCrossWorkgroup = static_cast<uint32_t>(spv::StorageClass::CrossWorkgroup);
constexpr auto kFunctionMemory = static_cast<uint32_t>(spv::StorageClass::Function);

/// Words of a module, with types and constants that all tests use.
class Words {
public:
  Words() {
    op(spv::Op::OpMemoryModel, {2, 2});
    op(spv::Op::OpTypeVoid, {void_});
    op(spv::Op::OpTypeInt, {uint_, 32, 0});
    op(spv::Op::OpTypePointer, {pointer, kCrossWorkgroup, uint_});
    op(spv::Op::OpTypePointer, {toPointer, kCrossWorkgroup, pointer});
    op(spv::Op::OpTypeFunction, {function, void_});
    op(spv::Op::OpConstant, {uint_, two, 2});
  }

  Words &op(spv::Op op, Operands operands) {
    append(words_, op, operands);
    return *this;
  }
  Words &kernel(std::string_view name, uint32_t id) {
    std::vector<uint32_t> operands = {kKernel, id};
    appendText(operands, name);
    return op(spv::Op::OpEntryPoint, operands);
  }
  /// Adds a function with the instructions that @p body adds.
  template <class Body> Words &define(uint32_t id, Body &&body) {
    op(spv::Op::OpFunction, {void_, id, 0, function}).op(spv::Op::OpLabel, {next()});
    body();
    return op(spv::Op::OpReturn, {}).op(spv::Op::OpFunctionEnd, {});
  }
  /// Adds a variable in global memory. Returns its id.
  uint32_t variable(uint32_t type, uint32_t initializer = 0) {
    const uint32_t id = next();
    initializer ? op(spv::Op::OpVariable, {type, id, kCrossWorkgroup, initializer})
                : op(spv::Op::OpVariable, {type, id, kCrossWorkgroup});
    return id;
  }
  /// Adds a constant that is another view of an address. Returns its id.
  uint32_t view(uint32_t address) {
    const uint32_t id = next();
    op(spv::Op::OpSpecConstantOp, {pointer, id, kBitcast, address});
    return id;
  }
  uint32_t next() { return next_++; }

  const std::vector<uint32_t> &words() {
    words_[3] = next_;
    return words_;
  }

  enum : uint32_t { void_ = 1, uint_, pointer, toPointer, function, two };

private:
  std::vector<uint32_t> words_ = {0x07230203, 0x00010200, 0, 0, 0};
  uint32_t next_ = 10;
};

/// Returns how many bytes a function allocates for each byte of a module.
template <class Function> size_t bytesPerByte(Words &module, Function &&function) {
  const std::vector<uint32_t> &words = module.words();
  const size_t before = allocated;
  function(words);
  return (allocated - before) / (words.size() * sizeof(uint32_t));
}

/// A generous limit of the bytes that a reader allocates for each byte.
constexpr size_t kMostBytes = 200;

Words moduleOfKernels(size_t kernels, size_t parameters, const char *name) {
  Words module;
  const uint32_t kernel = module.next();
  for (size_t i = 0; i < kernels; ++i)
    module.kernel(name ? name : std::to_string(i), kernel);
  module.op(spv::Op::OpFunction, {Words::void_, kernel, 0, Words::function});
  for (size_t i = 0; i < parameters; ++i)
    module.op(spv::Op::OpFunctionParameter, {Words::uint_, module.next()});
  module.op(spv::Op::OpLabel, {module.next()})
      .op(spv::Op::OpReturn, {})
      .op(spv::Op::OpFunctionEnd, {});
  return module;
}

TEST(SpirvGrowth, KernelsThatNameOneFunction) {
  for (const char *name : {static_cast<const char *>(nullptr), "k"}) {
    Words module = moduleOfKernels(4000, 8000, name);
    EXPECT_LT(bytesPerByte(module,
                           [](const std::vector<uint32_t> &words) {
                             const auto parsed = Module::parse(std::as_bytes(std::span(words)));
                             ASSERT_TRUE(parsed);
                             const Signatures signatures = readSignatures(words);
                             ASSERT_FALSE(signatures.empty());
                             EXPECT_EQ(signatures.begin()->second->size(), 8000u);
                             EXPECT_EQ(signatures.begin()->second, signatures.rbegin()->second);
                             (void)withShortKernelNames(words);
                             (void)(*parsed).specialized({});
                           }),
              kMostBytes);
  }
}

/// Moves the variables of a module. Returns the error's message, or "moved" or "left".
std::string moveVariables(Words &module) {
  std::string result;
  const size_t growth = bytesPerByte(module, [&](const std::vector<uint32_t> &words) {
    const auto changed = putVariablesIntoMemory(words);
    result = !changed ? changed.error().message : *changed ? "moved" : "left";
    if (changed && *changed) {
      EXPECT_LE((*changed)->words.size(), mostWordsWithMemory(words.size()));
    }
  });
  const size_t words = module.words().size();
  // The vectors of the result are copied as they grow.
  EXPECT_LT(growth, kMostBytes + 16 * mostWordsWithMemory(words) / words);
  return result;
}

TEST(SpirvGrowth, NestedInitialValues) {
  Words module;
  const uint32_t kernel = module.next();
  uint32_t type = Words::pointer;
  uint32_t value = module.variable(Words::pointer);
  for (int i = 0; i < 27; ++i) { // as many pointers as fit in the largest memory
    const uint32_t array = module.next(), values = module.next();
    module.op(spv::Op::OpTypeArray, {array, type, Words::two});
    module.op(spv::Op::OpConstantComposite, {array, values, value, value});
    type = array;
    value = values;
  }
  const uint32_t pointer = module.next();
  module.op(spv::Op::OpTypePointer, {pointer, kCrossWorkgroup, type});
  module.variable(pointer, value);
  module.define(kernel, [] {});
  EXPECT_THAT(moveVariables(module), HasSubstr("words uses the addresses of its variables"));
}

TEST(SpirvGrowth, FunctionsThatShareManyAddresses) {
  Words module;
  const uint32_t kernel = module.next();
  uint32_t address = module.variable(Words::pointer);
  for (size_t i = 0; i < kMany; ++i)
    address = module.view(address);
  for (size_t i = 0; i < kMany; ++i)
    module.define(i ? module.next() : kernel, [&] {
      module.op(spv::Op::OpStore, {address, Words::two});
    });
  EXPECT_THAT(moveVariables(module), HasSubstr("words uses the addresses of its variables"));
}

TEST(SpirvGrowth, DeepConstants) {
  Words module;
  uint32_t address = module.variable(Words::pointer);
  for (size_t i = 0; i < 4 * kMany; ++i)
    address = module.view(address);
  module.define(module.next(), [&] { module.op(spv::Op::OpStore, {address, Words::two}); });
  EXPECT_EQ(moveVariables(module), "moved");
}

TEST(SpirvGrowth, ConstantsInACircle) {
  Words module;
  const uint32_t variable = module.variable(Words::pointer);
  const uint32_t first = module.next(), second = module.next();
  module.op(spv::Op::OpConstantComposite, {Words::pointer, first, variable, second});
  module.op(spv::Op::OpConstantComposite, {Words::pointer, second, variable, first});
  module.define(module.next(), [&] { module.op(spv::Op::OpStore, {second, first}); });
  EXPECT_EQ(moveVariables(module), "moved");
}

TEST(SpirvGrowth, ConstantsInOtherMemoryThatAreNestedTwice) {
  Words module;
  uint32_t value = module.variable(Words::pointer);
  for (size_t i = 0; i < kMany; ++i) {
    const uint32_t values = module.next();
    module.op(spv::Op::OpConstantComposite, {Words::pointer, values, value, value});
    value = values;
  }
  module.op(spv::Op::OpVariable, {Words::pointer, module.next(), kConstantMemory, value});
  module.define(module.next(), [] {});
  EXPECT_EQ(moveVariables(module), "left");
}

// The address of each variable is the initial value of the next, and one that stays has the last.
TEST(SpirvGrowth, VariablesThatHoldAddressesOfOthers) {
  Words module;
  uint32_t variable = module.variable(Words::pointer);
  for (size_t i = 0; i < 4 * kMany; ++i)
    variable = module.variable(Words::toPointer, variable);
  module.op(spv::Op::OpVariable, {Words::pointer, module.next(), kConstantMemory, variable});
  module.define(module.next(), [] {});
  EXPECT_EQ(moveVariables(module), "left");
}

TEST(SpirvGrowth, CallsOfCalls) {
  Words module;
  const uint32_t variable = module.variable(Words::pointer);
  uint32_t caller = module.next();
  for (size_t i = 0; i < 4 * kMany; ++i) {
    const uint32_t callee = module.next();
    module.define(caller, [&] {
      module.op(spv::Op::OpFunctionCall, {Words::void_, module.next(), callee});
    });
    caller = callee;
  }
  module.define(caller, [&] { module.op(spv::Op::OpStore, {variable, Words::two}); });
  EXPECT_EQ(moveVariables(module), "moved");
}

TEST(SpirvGrowth, FunctionsOfManyTypes) {
  Words module;
  const uint32_t variable = module.variable(Words::pointer);
  std::vector<uint32_t> types;
  for (size_t i = 0; i < 4 * kMany; ++i) {
    const uint32_t pointer = module.next();
    module.op(spv::Op::OpTypePointer, {pointer, kFunctionMemory, module.next()});
    types.push_back(module.next());
    module.op(spv::Op::OpTypeFunction, {types.back(), Words::void_, pointer});
  }
  for (const uint32_t type : types) {
    module.op(spv::Op::OpFunction, {Words::void_, module.next(), 0, type})
        .op(spv::Op::OpLabel, {module.next()});
    module.op(spv::Op::OpStore, {variable, Words::two})
        .op(spv::Op::OpReturn, {})
        .op(spv::Op::OpFunctionEnd, {});
  }
  EXPECT_EQ(moveVariables(module), "moved");
}

// Each member's offset depends on those before it.
TEST(SpirvGrowth, StructsOfManyMembers) {
  Words module;
  const uint32_t variable = module.variable(Words::pointer);
  const uint32_t type = module.next(), value = module.next();
  std::vector<uint32_t> members(60000, Words::pointer), values(60000, variable);
  members.insert(members.begin(), type);
  values.insert(values.begin(), {type, value});
  module.op(spv::Op::OpTypeStruct, members).op(spv::Op::OpConstantComposite, values);
  const uint32_t pointer = module.next();
  module.op(spv::Op::OpTypePointer, {pointer, kCrossWorkgroup, type});
  module.variable(pointer, value);
  module.define(module.next(), [] {});
  EXPECT_EQ(moveVariables(module), "moved");
}

// Types that are computed one after the other, so that no step finds them nested deep.
TEST(SpirvGrowth, DeepTypes) {
  Words module;
  uint32_t type = Words::pointer;
  uint32_t value = module.variable(Words::pointer);
  for (size_t i = 0; i < 4 * kMany; ++i) {
    const uint32_t outer = module.next(), pointer = module.next(), values = module.next();
    module.op(spv::Op::OpTypeStruct, {outer, type});
    module.op(spv::Op::OpTypePointer, {pointer, kCrossWorkgroup, outer});
    module.op(spv::Op::OpConstantComposite, {outer, values, value});
    module.variable(pointer, values);
    type = outer;
    value = values;
  }
  module.define(module.next(), [] {});
  EXPECT_THAT(moveVariables(module), testing::AnyOf("moved", "left"));
}

TEST(SpirvGrowth, CompositesThatDoNotFitTheirType) {
  constexpr uint32_t kTypes[] = {Words::pointer, Words::uint_, Words::void_, 9};
  for (const uint32_t type : kTypes) {
    Words module;
    const uint32_t variable = module.variable(Words::pointer);
    const uint32_t inner = module.next(), outer = module.next(), shape = module.next();
    module.op(spv::Op::OpTypeStruct, {shape, type});
    module.op(spv::Op::OpConstantComposite, {type, inner, variable, variable, variable});
    module.op(spv::Op::OpConstantComposite, {shape, outer, inner, inner, inner});
    const uint32_t pointer = module.next();
    module.op(spv::Op::OpTypePointer, {pointer, kCrossWorkgroup, shape});
    module.variable(pointer, outer);
    module.define(module.next(), [&] { module.op(spv::Op::OpStore, {variable, Words::two}); });
    EXPECT_THAT(moveVariables(module), testing::AnyOf("moved", "left"));
  }
}

TEST(SpirvGrowth, FunctionWithoutABlock) {
  Words module;
  const uint32_t variable = module.variable(Words::pointer);
  module.op(spv::Op::OpFunction, {Words::void_, module.next(), 0, Words::function});
  module.op(spv::Op::OpStore, {variable, Words::two}).op(spv::Op::OpFunctionEnd, {});
  EXPECT_EQ(moveVariables(module), "left");
}

} // namespace
} // namespace ursa::spirv
