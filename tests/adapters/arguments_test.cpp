// The checks of kernel arguments.
#include "adapters/common/launch.h"

#include <gmock/gmock.h>

#include <vector>

namespace ursa::adapter {
namespace {

using Argument = ur_exp_kernel_arg_properties_t;

Argument argument(uint32_t index, ur_exp_kernel_arg_type_t type, size_t size,
                  const void *value = nullptr) {
  Argument made{};
  made.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  made.index = index;
  made.type = type;
  made.size = size;
  made.value.value = value;
  return made;
}

const int kNumber = 7;

Argument number(uint32_t index) {
  return argument(index, UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(kNumber), &kNumber);
}
Argument local(uint32_t index, size_t size) {
  return argument(index, UR_EXP_KERNEL_ARG_TYPE_LOCAL, size);
}
Argument pointer(uint32_t index) {
  return argument(index, UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *));
}
Argument memory(uint32_t index) {
  return argument(index, UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(void *));
}
Argument sampler(uint32_t index) {
  return argument(index, UR_EXP_KERNEL_ARG_TYPE_SAMPLER, sizeof(void *));
}

struct Outcome {
  ur_result_t code = UR_RESULT_SUCCESS;
  std::string message;
  std::vector<uint32_t> accepted; ///< indices of the arguments that passed
};

Outcome check(const std::vector<KernelParameter> &parameters,
              const std::vector<Argument> &arguments) {
  Outcome outcome;
  const auto result = checkArguments(
      {"k", parameters.size(), 256}, arguments, [&](size_t i) { return parameters.at(i); },
      [&](const Argument &given) -> Result<void> {
        outcome.accepted.push_back(given.index);
        return {};
      });
  if (!result) {
    outcome.code = result.error().code;
    outcome.message = result.error().message;
  }
  return outcome;
}

const KernelParameter kInt{ParameterKind::Value, sizeof(int)};
const KernelParameter kPointer{ParameterKind::Pointer, sizeof(void *)};
const KernelParameter kLocal{ParameterKind::Local, 8};

TEST(ArgumentChecks, AnyOrderIsAccepted) {
  const Outcome outcome = check({kInt, kPointer, kLocal}, {local(2, 256), number(0), pointer(1)});
  EXPECT_EQ(outcome.code, UR_RESULT_SUCCESS) << outcome.message;
  EXPECT_THAT(outcome.accepted, testing::ElementsAre(2, 0, 1));
}

TEST(ArgumentChecks, IndicesAreOfParametersAndUnique) {
  const Outcome beyond = check({kInt}, {number(0), number(1)});
  EXPECT_EQ(beyond.code, UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(beyond.message, "Kernel 'k' has 1 arguments; one with index 1 was given.");
  const Outcome twice = check({kInt, kInt}, {number(0), number(0)});
  EXPECT_EQ(twice.code, UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(twice.message, "Argument 0 of kernel 'k' was given twice.");
}

TEST(ArgumentChecks, MissingArgumentsAreNamed) {
  const Outcome outcome = check({kInt, kPointer}, {number(0)});
  EXPECT_EQ(outcome.code, UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(outcome.message, "Argument 1 of kernel 'k', a pointer or memory object of 8 bytes, is "
                             "missing: 1 of 2 were given.");
}

TEST(ArgumentChecks, EachKindTakesItsArguments) {
  using enum ParameterKind;
  struct Case {
    ParameterKind kind;
    std::vector<Argument> accepted;
    std::vector<Argument> rejected;
  };
  const uint64_t address = 0;
  const Argument wide = argument(0, UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(address), &address);
  const Case cases[] = {{Value, {wide}, {pointer(0), memory(0), local(0, 1), sampler(0)}},
                        {Pointer, {pointer(0), memory(0)}, {wide, local(0, 1), sampler(0)}},
                        {PointerOrValue, {wide, pointer(0), memory(0)}, {local(0, 1), sampler(0)}},
                        {Local, {local(0, 1)}, {wide, pointer(0), memory(0), sampler(0)}},
                        {Image, {memory(0)}, {wide, pointer(0), local(0, 1), sampler(0)}},
                        {Sampler, {sampler(0)}, {wide, pointer(0), memory(0), local(0, 1)}},
                        {Unknown, {wide, pointer(0), memory(0), local(0, 1), sampler(0)}, {}}};
  for (const Case &each : cases) {
    const KernelParameter parameter{each.kind, sizeof(address)};
    for (const Argument &given : each.accepted)
      EXPECT_EQ(check({parameter}, {given}).code, UR_RESULT_SUCCESS)
          << static_cast<int>(each.kind) << " " << given.type;
    for (const Argument &given : each.rejected) {
      const Outcome outcome = check({parameter}, {given});
      EXPECT_EQ(outcome.code, UR_RESULT_ERROR_INVALID_KERNEL_ARGS)
          << static_cast<int>(each.kind) << " " << given.type;
      EXPECT_TRUE(outcome.accepted.empty());
    }
  }
}

TEST(ArgumentChecks, ValuesHaveTheirSize) {
  const int64_t wide = 0;
  const Outcome outcome =
      check({kInt}, {argument(0, UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(wide), &wide)});
  EXPECT_EQ(outcome.code, UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(outcome.message, "Argument 0 of kernel 'k' is 4 bytes; 8 were given.");
  EXPECT_EQ(check({kInt}, {argument(0, UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(int))}).code,
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(ArgumentChecks, LocalMemoryFits) {
  EXPECT_EQ(check({kLocal}, {local(0, 0)}).code, UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(check({kLocal}, {local(0, 257)}).message,
            "Argument 0 of kernel 'k' is local memory of 257 bytes; 1 to 256 are possible.");
  EXPECT_TRUE(checkLocalMemory({"k", 0, 256}, 256));
  EXPECT_EQ(checkLocalMemory({"k", 0, 256}, 257).error().code, UR_RESULT_ERROR_OUT_OF_RESOURCES);
}

TEST(ArgumentChecks, UndefinedTypesAreRejected) {
  const Argument undefined =
      argument(0, static_cast<ur_exp_kernel_arg_type_t>(UR_EXP_KERNEL_ARG_TYPE_SAMPLER + 1), 8);
  EXPECT_EQ(check({kInt}, {undefined}).code, UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST(ArgumentChecks, TooManyParameters) {
  const std::vector<KernelParameter> parameters(kMaxParameters + 1, kInt);
  EXPECT_EQ(check(parameters, {}).code, UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST(ArgumentChecks, ErrorsOfTheAdapterStopTheChecks) {
  const std::vector<Argument> arguments = {number(0), number(1)};
  int calls = 0;
  const auto result = checkArguments(
      {"k", 2, 0}, arguments, [](size_t) { return kInt; },
      [&](const Argument &) -> Result<void> {
        ++calls;
        return Error{UR_RESULT_ERROR_INVALID_MEM_OBJECT, "No."};
      });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_EQ(calls, 1);
}

struct Object {
  const void *context = nullptr;
};

TEST(ArgumentChecks, ObjectsAreOfTheContext) {
  const int contexts[2] = {};
  const void *const context = &contexts[0];
  const Object own{context};
  const Object other{&contexts[1]};
  const KernelSignature kernel{"k", 1, 0};
  EXPECT_TRUE(checkMemoryContext(kernel, 0, &own, context));
  EXPECT_TRUE(checkMemoryContext(kernel, 0, static_cast<const Object *>(nullptr), context));
  EXPECT_EQ(checkMemoryContext(kernel, 0, &other, context).error().code,
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  EXPECT_TRUE(checkSampler(kernel, 0, &own, context));
  EXPECT_EQ(checkSampler(kernel, 0, &other, context).error().message,
            "Argument 0 of kernel 'k' is a sampler; one of another context was given.");
  EXPECT_EQ(checkSampler(kernel, 0, static_cast<const Object *>(nullptr), context).error().code,
            UR_RESULT_ERROR_INVALID_SAMPLER);
}

} // namespace
} // namespace ursa::adapter
