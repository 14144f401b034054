// The walk over instructions, and modules that are built and changed.
#include "spirv/builder.h"

#include "support/result.h"
#include "support/spirv_text.h"

#include <gmock/gmock.h>

namespace ursa::spirv {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;
using ursa::testing::disassembled;
using ursa::testing::moduleWithVariables;
using ursa::testing::problemOf;

std::vector<spv::Op> opsOf(std::span<const uint32_t> words) {
  std::vector<spv::Op> ops;
  for (const Instruction &instruction : Walker(words))
    ops.push_back(instruction.op);
  return ops;
}

TEST(SpirvWalker, VisitsEachInstruction) {
  Words words(kHeaderWords);
  append(words, spv::Op::OpTypeInt, {1, 32}, 0);
  append(words, spv::Op::OpReturn, {});
  Walker walker(words);
  std::vector<size_t> positions;
  for (const Instruction &instruction : walker)
    positions.push_back(instruction.at);
  EXPECT_THAT(positions, ElementsAre(5, 9));
  EXPECT_TRUE(walker.check());
  EXPECT_THAT(opsOf(words), ElementsAre(spv::Op::OpTypeInt, spv::Op::OpReturn));
  EXPECT_THAT(opsOf({}), ElementsAre());
}

TEST(SpirvWalker, EndsBeforeAWrongLength) {
  for (const uint32_t length : {0u, 3u, 0xffffu}) {
    Words words(kHeaderWords);
    append(words, spv::Op::OpReturn, {});
    words.insert(words.end(), {firstWord(spv::Op::OpLabel, length), 1});
    Walker walker(words);
    for (const Instruction &instruction : walker)
      EXPECT_EQ(instruction.op, spv::Op::OpReturn);
    EXPECT_EQ(walker.next(), 6u);
    ASSERT_FALSE(walker.check());
    EXPECT_EQ(walker.check().error().message,
              fmt::format("The SPIR-V instruction at word 6 of 8 has {} words.", length));
    EXPECT_FALSE(listInstructions(words));
    EXPECT_FALSE(Builder::parse(words));
  }
}

TEST(SpirvBuilder, WritesSectionsInOrderAndDeclaresOnce) {
  Builder module(0x00010000, spv::AddressingModel::Physical64, spv::MemoryModel::OpenCL);
  module.require(spv::Capability::Kernel);
  module.require(spv::Capability::Addresses);
  const Id function = module.newId();
  Words &code = module.section(Section::Function);
  append(code, spv::Op::OpFunction,
         {module.voidType(), function, 0, module.functionType(module.voidType())});
  append(code, spv::Op::OpLabel, module.newId());
  append(code, spv::Op::OpReturn, {});
  append(code, spv::Op::OpFunctionEnd, {});
  EXPECT_EQ(module.intConstant(64, 7), module.intConstant(64, 7));
  EXPECT_NE(module.intConstant(64, 7), module.u32(7));
  EXPECT_EQ(module.instructionSet("OpenCL.std"), module.instructionSet("OpenCL.std"));
  module.specConstant(3, module.boolType(), 1, 1);
  module.addEntryPoint(spv::ExecutionModel::Kernel, function, "four");
  const Words words = module.finish();
  EXPECT_EQ(problemOf(words), "");
  EXPECT_EQ(words.size(), module.size());
  EXPECT_THAT(opsOf(words),
              ElementsAre(spv::Op::OpCapability, spv::Op::OpCapability, spv::Op::OpCapability,
                          spv::Op::OpExtInstImport, spv::Op::OpMemoryModel, spv::Op::OpEntryPoint,
                          spv::Op::OpDecorate, spv::Op::OpTypeVoid, spv::Op::OpTypeFunction,
                          spv::Op::OpTypeInt, spv::Op::OpConstant, spv::Op::OpTypeInt,
                          spv::Op::OpConstant, spv::Op::OpTypeBool, spv::Op::OpSpecConstantTrue,
                          spv::Op::OpFunction, spv::Op::OpLabel, spv::Op::OpReturn,
                          spv::Op::OpFunctionEnd));
}

TEST(SpirvBuilder, ACopyIsTheModule) {
  const Words words = moduleWithVariables();
  const auto copy = Builder::parse(words);
  ASSERT_TRUE(copy);
  EXPECT_THAT(opsOf(copy->finish()), ElementsAreArray(opsOf(words)));
  EXPECT_EQ(copy->finish().size(), words.size());
}

TEST(SpirvBuilder, ACopyDeclaresWhatIsMissing) {
  auto module = Builder::parse(moduleWithVariables());
  ASSERT_TRUE(module);
  const Words before = module->finish();
  const Id word = module->intType(32);
  module->u32(7);
  module->pointerType(spv::StorageClass::CrossWorkgroup, word);
  EXPECT_EQ(module->finish(), before);
  module->decorate(module->variable(spv::StorageClass::Input, module->vectorType(word, 3)),
                   spv::Decoration::BuiltIn,
                   static_cast<uint32_t>(spv::BuiltIn::EnqueuedWorkgroupSize));
  const std::string text = disassembled(module->finish());
  for (const char *kernel : {"\"iota\" %", "\"other\" %"})
    EXPECT_THAT(text, HasSubstr(kernel));
  EXPECT_THAT(disassembled(before), Not(HasSubstr("\"iota\" %")));
}

} // namespace
} // namespace ursa::spirv
