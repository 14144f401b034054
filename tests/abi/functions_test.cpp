// Part of Ursa, under the Apache License v2.0. See LICENSE.
// SPDX-License-Identifier: Apache-2.0
//
// FunctionTraits: that one template makes a right body for every slot, and that the facts fit the
// tables.

#include "core/api/functions.h"

#include "abi/function_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace ursa::core::api {
namespace {

template <Function F> using Traits = FunctionTraits<F>;

static_assert(kFunctionCount == 251);
static_assert(kTableFunctionCount == 241);
static_assert(sizeof(ur_dditable_t) == kTableFunctionCount * sizeof(void *));

static_assert(std::is_same_v<Traits<Function::urDeviceRetain>::Signature,
                             ur_result_t (*)(ur_device_handle_t)>);
static_assert(
    std::is_same_v<Traits<Function::urContextCreate>::Params, ur_context_create_params_t>);
static_assert(std::is_same_v<Traits<Function::urLoaderTearDown>::Params, void>);
static_assert(Traits<Function::urLoaderTearDown>::kParameterCount == 0);
static_assert(Traits<Function::urContextCreate>::kParameterCount == 4);

// Dispatching handles: the first parameter, a later one, the first element of an array, none.
static_assert(Traits<Function::urKernelCreate>::kDispatchIndex == 0);
static_assert(Traits<Function::urQueueCreateWithNativeHandle>::kDispatchIndex == 1);
static_assert(!Traits<Function::urQueueCreateWithNativeHandle>::kDispatchIsArray);
static_assert(Traits<Function::urEventWait>::kDispatchIsArray);
static_assert(Traits<Function::urEventWait>::kDispatchIndex == 1);
static_assert(Traits<Function::urEventWait>::kDispatchCountIndex == 0);
static_assert(Traits<Function::urContextCreate>::kDispatchIsArray);
static_assert(Traits<Function::urAdapterGet>::kDispatchIndex == kNoDispatchHandle);

// A slot of a constant table can be read where a constant is needed.
constexpr ur_dditable_t kEmptyTables{};
static_assert(Traits<Function::urMemRelease>::slot(kEmptyTables) == nullptr);

std::vector<Function> calls;

template <Function F, class Signature = typename Traits<F>::Signature> struct Recording;
template <Function F, class... Args> struct Recording<F, ur_result_t(UR_APICALL *)(Args...)> {
  static ur_result_t UR_APICALL call(Args...) {
    calls.push_back(F);
    return UR_RESULT_SUCCESS;
  }
};

TEST(FunctionTraits, OneTemplateFillsEverySlot) {
  ur_dditable_t tables{};
  forEachTableFunction([&]<Function F>() { Traits<F>::slot(tables) = &Recording<F>::call; });

  std::set<const void *> slots;
  std::vector<const char *> empty;
  forEachTableFunction([&]<Function F>() {
    if (Traits<F>::slot(tables) == nullptr)
      empty.push_back(Traits<F>::kName);
    slots.insert(&Traits<F>::slot(tables));
  });
  EXPECT_THAT(empty, testing::IsEmpty());
  EXPECT_EQ(slots.size(), kTableFunctionCount) << "Two functions share a slot.";

  calls.clear();
  tables.Queue.pfnFinish(nullptr);
  tables.Program.pfnSetSpecializationConstants(nullptr, 0, nullptr);
  EXPECT_EQ(calls,
            (std::vector{Function::urQueueFinish, Function::urProgramSetSpecializationConstants}));
}

TEST(FunctionTraits, SlotHasTheTypeOfTheFunction) {
  forEachTableFunction([]<Function F>() {
    using Slot =
        std::remove_reference_t<decltype(Traits<F>::slot(std::declval<ur_dditable_t &>()))>;
    static_assert(std::is_same_v<Slot, typename Traits<F>::Signature>);
  });
}

TEST(FunctionTraits, ParamsHoldOnePointerPerParameter) {
  for (const FunctionRow &row : kFunctionRows)
    EXPECT_EQ(row.paramsSize, row.parameterCount * sizeof(void *)) << row.name;
}

TEST(FunctionTraits, OnlyTheLoaderFunctionsHaveNoSlot) {
  std::set<std::string> without;
  for (const FunctionRow &row : kFunctionRows)
    if (!row.hasSlot)
      without.insert(row.name);
  EXPECT_THAT(without, testing::UnorderedElementsAre(
                           "urLoaderInit", "urLoaderTearDown", "urLoaderConfigCreate",
                           "urLoaderConfigRetain", "urLoaderConfigRelease", "urLoaderConfigGetInfo",
                           "urLoaderConfigEnableLayer", "urLoaderConfigSetCodeLocationCallback",
                           "urLoaderConfigSetMockingEnabled", "urDeviceGetSelected"));
}

TEST(FunctionTraits, EveryTableFunctionButUrAdapterGetDispatches) {
  for (const FunctionRow &row : kFunctionRows) {
    SCOPED_TRACE(row.name);
    if (row.hasSlot) {
      EXPECT_EQ(row.dispatchIndex == kNoDispatchHandle, row.function == Function::urAdapterGet);
    }
    EXPECT_LT(row.dispatchIndex, static_cast<int>(row.parameterCount));
    EXPECT_EQ(row.dispatchIsArray, row.dispatchCountIndex >= 0);
  }
}

TEST(Function, NamesAndNumbersAreThoseOfTheTraits) {
  std::set<uint32_t> ids;
  for (const FunctionRow &row : kFunctionRows) {
    EXPECT_STREQ(functionName(row.function), row.name);
    EXPECT_EQ(static_cast<uint32_t>(functionId(row.function)), row.id);
    EXPECT_EQ(findFunction(row.name), row.function);
    ids.insert(row.id);
  }
  EXPECT_EQ(ids.size(), kFunctionCount) << "Two functions share a number.";
  EXPECT_EQ(functionId(Function::urEventWait), UR_FUNCTION_EVENT_WAIT);
  EXPECT_EQ(findFunction("urNoSuchFunction"), std::nullopt);
  EXPECT_EQ(findFunction(""), std::nullopt);
}

// Pointers are gathered in arrays and compared in a loop: hundreds of EXPECT macros compile slowly.
TEST(Tables, EntriesFollowOneAnotherInTheOrderOfTheTables) {
  static ur_dditable_t tables{};
  const void *const inOrder[] = {
#define URSA_TABLE_ENTRY(member, slotMember, function) &tables.member.slotMember,
#include "core/api/generated/tables.inc"
  };
  const void *const byTraits[] = {
#define URSA_TABLE_ENTRY(member, slotMember, function) &Traits<Function::function>::slot(tables),
#include "core/api/generated/tables.inc"
  };
  ASSERT_EQ(std::size(inOrder), kTableFunctionCount);
  for (size_t i = 0; i < kTableFunctionCount; ++i) {
    EXPECT_EQ(inOrder[i], reinterpret_cast<const char *>(&tables) + i * sizeof(void *)) << i;
    EXPECT_EQ(byTraits[i], inOrder[i]) << i;
  }
}

TEST(Tables, GettersFillTheTableOfTheirMember) {
  size_t count = 0;
#define URSA_TABLE(member, type, getter)                                                           \
  static_assert(std::is_same_v<decltype(ur_dditable_t::member), type>);                            \
  static_assert(std::is_same_v<decltype(&getter), ur_result_t (*)(ur_api_version_t, type *)>);     \
  ++count;
#include "core/api/generated/tables.inc"
  EXPECT_EQ(count, 26u);
}

} // namespace
} // namespace ursa::core::api
