// Every exported function reaches its own slot in the right adapter with unchanged arguments, and
// returns the adapter's result. The code that is instantiated for each function is small (one
// template each for the slot and the call), so that 240 instantiations compile in seconds.

#include "core/api/parameters.h"
#include "support/last_error.h"

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <vector>

namespace ursa {
namespace {

using core::api::Function;
using core::api::FunctionTraits;

/// An object of some adapter.
struct FakeObject {
  const ur_dditable_t *tables;
};

/// A call, as received by a slot or as made by the test.
struct Call {
  Function function{};
  int adapter = -1;
  std::vector<uint64_t> arguments;
};

std::vector<Call> seen;               ///< calls received by slots
std::vector<uint64_t> sentArguments;  ///< arguments of the last call that the test made
alignas(64) std::byte zeros[64 * 32]; ///< target of pointer arguments
FakeObject *handles[] = {nullptr};    ///< the array for functions that take arrays

/// Returns a result that is unique to this function.
ur_result_t resultOf(Function function) {
  return static_cast<ur_result_t>(10000 + core::api::indexOf(function));
}

ur_result_t record(Function function, int adapter, std::initializer_list<uint64_t> arguments) {
  seen.push_back({function, adapter, arguments});
  return resultOf(function);
}

/// Returns the bytes of an argument as one number.
template <class Arg> uint64_t bits(const Arg &argument) {
  uint64_t words[(sizeof(Arg) + 7) / 8] = {};
  std::memcpy(words, &argument, sizeof(Arg));
  uint64_t all = 0;
  for (uint64_t word : words)
    all = all * 31 + word;
  return all;
}

/// Creates argument @p index of a call: a distinct number, or a distinct pointer into zeroed
/// memory.
template <class Arg> Arg makeArgument(size_t index) {
  if constexpr (std::is_pointer_v<Arg>) {
    return reinterpret_cast<Arg>(zeros + 64 * index);
  } else if constexpr (std::is_class_v<Arg>) {
    size_t words[sizeof(Arg) / sizeof(size_t)];
    for (size_t &word : words)
      word = ++index;
    Arg argument;
    std::memcpy(&argument, words, sizeof(words));
    return argument;
  } else {
    return static_cast<Arg>(index + 1);
  }
}

template <Function F> constexpr auto kExported = nullptr;
#define URSA_FUNCTION(name, id, table, slot, params)                                               \
  template <> constexpr auto kExported<core::api::Function::name> = &::name;
#include "core/api/generated/functions.inc"

template <Function F, class Signature = typename FunctionTraits<F>::Signature> struct Case;

template <Function F, class... Args> struct Case<F, ur_result_t(UR_APICALL *)(Args...)> {
  using Traits = FunctionTraits<F>;

  template <int Adapter> static ur_result_t UR_APICALL slot(Args... args) {
    return record(F, Adapter, {bits(args)...});
  }

  template <class Arg> static Arg argument(size_t index, FakeObject *object) {
    if constexpr (std::is_pointer_v<Arg>)
      if (static_cast<int>(index) == Traits::kDispatchIndex)
        return reinterpret_cast<Arg>(reinterpret_cast<uintptr_t>(
            Traits::kDispatchIsArray ? static_cast<const void *>(handles) : object));
    return makeArgument<Arg>(index);
  }

  static ur_result_t call(FakeObject *object) {
    handles[0] = object;
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return callWith(argument<Args>(I, object)...);
    }
    (std::index_sequence_for<Args...>());
  }

  static ur_result_t callWith(Args... args) {
    sentArguments = {bits(args)...};
    return kExported<F>(args...);
  }
};

/// A function that dispatches on a handle.
struct Dispatched {
  Function function;
  std::string handle; ///< name of the parameter that it dispatches on
  ur_result_t (*call)(FakeObject *object);

  std::string name() const { return core::api::functionName(function); }
};

class Dispatch : public testing::Test {
protected:
  Dispatch() {
    core::api::forEachTableFunction([this]<Function F>() {
      FunctionTraits<F>::slot(tables_[0]) = &Case<F>::template slot<0>;
      FunctionTraits<F>::slot(tables_[1]) = &Case<F>::template slot<1>;
      if constexpr (F != Function::urAdapterGet) // urAdapterGet has no handle
        dispatched_.push_back(
            {F, std::string(core::api::parameters(F)[FunctionTraits<F>::kDispatchIndex].name),
             &Case<F>::call});
    });
    seen.clear();
    clearLastError();
  }

  static void expectMessage(const std::string &message) { EXPECT_EQ(lastErrorMessage(), message); }

  std::vector<Dispatched> dispatched_;
  ur_dditable_t tables_[2] = {};
  const ur_dditable_t emptyTables_ = {};
  FakeObject objects_[2] = {{&tables_[0]}, {&tables_[1]}};
  FakeObject emptyObject_ = {&emptyTables_};
};

TEST_F(Dispatch, ReachesTheSlotOfTheRightAdapter) {
  EXPECT_EQ(dispatched_.size(), core::api::kTableFunctionCount - 1);
  for (const Dispatched &test : dispatched_) {
    for (int adapter : {0, 1}) {
      SCOPED_TRACE(test.name());
      seen.clear();
      EXPECT_EQ(test.call(&objects_[adapter]), resultOf(test.function));
      ASSERT_EQ(seen.size(), 1u);
      EXPECT_EQ(seen[0].function, test.function);
      EXPECT_EQ(seen[0].adapter, adapter);
      // These intercepts pass their own output variable to the adapter, so that a later failure
      // leaves the caller's variable unchanged.
      if (test.function == Function::urCommandBufferCreateExp ||
          test.function == Function::urProgramCreateWithIL)
        seen[0].arguments.back() = sentArguments.back();
      EXPECT_EQ(seen[0].arguments, sentArguments);
    }
  }
}

TEST_F(Dispatch, RefusesANullHandle) {
  for (const Dispatched &test : dispatched_) {
    SCOPED_TRACE(test.name());
    EXPECT_EQ(test.call(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
    expectMessage(test.name() + ": the handle " + test.handle + " is null.");
  }
  EXPECT_TRUE(seen.empty());
}

TEST_F(Dispatch, RefusesAFunctionThatTheAdapterDoesNotHave) {
  for (const Dispatched &test : dispatched_) {
    SCOPED_TRACE(test.name());
    dropPendingError(); // otherwise urAdapterGetLastError returns the pending error
    EXPECT_EQ(test.call(&emptyObject_), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    expectMessage(test.name() + ": the adapter that " + test.handle +
                  " belongs to does not implement this function.");
  }
}

TEST_F(Dispatch, RefusesArraysWithoutAHandle) {
  const auto device = reinterpret_cast<ur_device_handle_t>(objects_);
  ur_context_handle_t context = nullptr;

  EXPECT_EQ(urContextCreate(0, &device, nullptr, &context), UR_RESULT_ERROR_INVALID_SIZE);
  expectMessage("urContextCreate: the array phDevices is empty; one handle is needed.");
  EXPECT_EQ(urContextCreate(1, nullptr, nullptr, &context), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  expectMessage("urContextCreate: the array phDevices is null.");
  EXPECT_EQ(urEventWait(0, nullptr), UR_RESULT_ERROR_INVALID_VALUE);
  expectMessage("urEventWait: the array phEventWaitList is empty; one handle is needed.");
  EXPECT_TRUE(seen.empty());
}

TEST_F(Dispatch, TheFirstHandleOfAnArrayDecides) {
  FakeObject *events[] = {&objects_[1], &objects_[0]};
  EXPECT_EQ(urEventWait(2, reinterpret_cast<const ur_event_handle_t *>(events)),
            resultOf(Function::urEventWait));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].adapter, 1);
}

} // namespace
} // namespace ursa
