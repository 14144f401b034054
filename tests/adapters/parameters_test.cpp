// The checks of wait lists, constants, variables and host tasks.
#include "adapters/common/host_commands.h"
#include "adapters/common/spec_constants.h"
#include "adapters/common/variable_commands.h"

#include <gmock/gmock.h>

#include <cstring>
#include <mutex>
#include <vector>

namespace ursa::adapter {

const ur_dditable_t &table() {
  static const ur_dditable_t empty{};
  return empty;
}

namespace {

ur_result_t codeOf(const Result<void> &result) {
  return result ? UR_RESULT_SUCCESS : result.error().code;
}

TEST(WaitLists, CountAndListAgree) {
  int object = 0;
  ur_event_handle_t const event = reinterpret_cast<ur_event_handle_t>(&object);
  const ur_event_handle_t events[] = {event, event, nullptr};
  EXPECT_TRUE(checkWaitList(0, nullptr));
  EXPECT_TRUE(checkWaitList(2, events));
  EXPECT_EQ(codeOf(checkWaitList(1, nullptr)), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(codeOf(checkWaitList(0, events)), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(codeOf(checkWaitList(3, events)), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(checkWaitList(3, events).error().message, "Event 2 of 3 in the wait list is null.");
  EXPECT_EQ(codeOf(checkWaitList(3, events, UR_RESULT_ERROR_INVALID_EVENT)),
            UR_RESULT_ERROR_INVALID_EVENT);
}

TEST(EnqueueChecks, TheQueueIsNotNull) {
  EXPECT_EQ(codeOf(checkEnqueue({})), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

TEST(HostTaskChecks, FunctionsAndFlags) {
  const ur_exp_host_task_properties_t undefined{UR_STRUCTURE_TYPE_EXP_HOST_TASK_PROPERTIES, nullptr,
                                                UR_EXP_HOST_TASK_FLAGS_MASK};
  const auto task = [](void *) {};
  EXPECT_TRUE(checkHostTask(task, nullptr));
  EXPECT_EQ(codeOf(checkHostTask(nullptr, nullptr)), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(codeOf(checkHostTask(task, &undefined)), UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST(VariableRanges, LieInTheVariable) {
  EXPECT_TRUE(checkVariableRange("v", 8, 0, 8));
  EXPECT_TRUE(checkVariableRange("v", 8, 8, 0));
  EXPECT_EQ(codeOf(checkVariableRange("v", 8, 1, 8)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(codeOf(checkVariableRange("v", 8, SIZE_MAX, 8)), UR_RESULT_ERROR_INVALID_VALUE);
}

struct Program : HandleBase {
  std::mutex mutex;
  ConstantValues values;
};

struct Slot {
  uint32_t id;
  size_t size;
};

struct Constants {
  static const char *name(const Program &) { return "the program"; }
  static Result<std::optional<size_t>> sizeOf(const Program &, uint32_t id) {
    static const std::vector<Slot> slots = {{1, 4}, {5, 8}};
    const Slot *slot = findById(slots, id);
    return slot ? std::optional<size_t>(slot->size) : std::nullopt;
  }
  static void set(Program &program, ConstantValues values) {
    setProgramConstants(program, std::move(values));
  }
};

class SpecConstants : public testing::Test {
protected:
  ur_result_t set(std::vector<ur_specialization_constant_info_t> given) {
    return setSpecializationConstants<Program, Constants>(
        &program_, static_cast<uint32_t>(given.size()), given.data());
  }

  Program program_;
  const uint32_t word_ = 0x01020304;
};

TEST_F(SpecConstants, ValuesAreCopied) {
  EXPECT_EQ(set({{1, sizeof(word_), &word_}}), UR_RESULT_SUCCESS);
  ASSERT_EQ(program_.values.count(1), 1);
  EXPECT_EQ(std::memcmp(program_.values[1].data(), &word_, sizeof(word_)), 0);
}

TEST_F(SpecConstants, AllValuesAreCheckedFirst) {
  const ur_specialization_constant_info_t right{1, sizeof(word_), &word_};
  EXPECT_EQ(set({right, {2, sizeof(word_), &word_}}), UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_EQ(set({right, {5, sizeof(word_), &word_}}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(set({right, {5, 8, nullptr}}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_TRUE(program_.values.empty());
}

TEST_F(SpecConstants, Parameters) {
  const ur_specialization_constant_info_t right{1, sizeof(word_), &word_};
  const auto call = setSpecializationConstants<Program, Constants>;
  EXPECT_EQ(call(nullptr, 1, &right), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(call(&program_, 1, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(call(&program_, 0, &right), UR_RESULT_ERROR_INVALID_SIZE);
}

} // namespace
} // namespace ursa::adapter
