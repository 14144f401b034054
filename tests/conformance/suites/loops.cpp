// Loops of many iterations: the results are correct, or the launch fails.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <map>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

constexpr uint32_t kItems = 16;
// lavapipe's driver executes fewer than 65,536 iterations, counted over all loops of a work-item
// and its neighbours.
constexpr uint64_t kAlwaysPossible = 60000;

uint32_t mix(uint32_t state, uint32_t value) { return (state ^ (state >> 13)) * 1664525u + value; }

class Loops : public DeviceTest {
protected:
  /// Runs the test's kernel of each image, and compares its results. @param iterations of a
  /// work-item, including those it waits for
  template <class Expected>
  void expectRight(const char *name, uint64_t iterations, const std::vector<uint32_t> &numbers,
                   Expected &&expected) {
    std::vector<uint32_t> right(kItems);
    for (uint32_t i = 0; i < kItems; ++i)
      right[i] = expected(i);
    const size_t local = kItems;
    for (const std::string &file : capabilities().loopImages) {
      SCOPED_TRACE(file + ", " + name + ", iterations: " + std::to_string(iterations));
      Shared<uint32_t> out(context_, device_, kItems);
      Arguments arguments;
      arguments.pointer(out.data());
      for (const uint32_t &number : numbers)
        arguments.value(number);
      ur_kernel_handle_t &known = kernels_[file];
      if (!known)
        known = kernel(file, name);
      ASSERT_OK(launch(known, arguments, {kItems, 1, 1}, &local)) << lastError();
      const ur_result_t result = urQueueFinish(queue_);
      if (result == UR_RESULT_SUCCESS) {
        EXPECT_EQ(out.vector(), right);
        continue;
      }
      EXPECT_TRUE(capabilities().failsLongLoops && iterations > kAlwaysPossible) << lastError();
      EXPECT_EQ(result, UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS);
      EXPECT_THAT(lastError(), HasSubstr("Kernel '" + std::string(name) +
                                         "' gave wrong results: its loops have more iterations"));
    }
  }

  std::map<std::string, ur_kernel_handle_t> kernels_; ///< by image name
  const std::vector<uint32_t> lengths_ = {1,     2,     1000,  30000,  65533,  65534,
                                          65535, 65536, 70000, 200000, 5000000};
};

TEST_F(Loops, Counted) {
  for (const uint32_t n : lengths_)
    expectRight("counted", n, {n}, [n](uint32_t state) {
      for (uint32_t i = 0; i < n; ++i)
        state = mix(state, i);
      return state;
    });
}

TEST_F(Loops, WithTheConditionAtTheEnd) {
  for (const uint32_t n : lengths_)
    expectRight("do_while", n, {n}, [n](uint32_t state) {
      for (uint32_t i = 0; i < n; ++i)
        state = mix(state, i);
      return state;
    });
}

TEST_F(Loops, Nested) {
  struct Case {
    uint32_t n, rows, last;
  };
  // In some cases the inner loop is cut short, in some the outer one, and in some only the inner
  // one of the last row.
  for (const auto &[n, rows, last] :
       {Case{10, 10, 10}, Case{200, 200, 200}, Case{300, 300, 300}, Case{1, 60000, 1},
        Case{1, 40000, 1}, Case{0, 70000, 0}, Case{30000, 3, 30000}, Case{30000, 2, 40000},
        Case{30000, 2, 35530}, Case{30000, 2, 35535}})
    expectRight("nested", uint64_t{n + 1} * (rows - 1) + last + 1, {n, rows, last},
                [n = n, rows = rows, last = last](uint32_t state) {
                  for (uint32_t row = 0; row < rows; ++row)
                    for (uint32_t i = 0; i < (row + 1 == rows ? last : n); ++i)
                      state = mix(state, i ^ row);
                  return state;
                });
}

TEST_F(Loops, LeftInSeveralPlaces) {
  for (const uint32_t n : lengths_)
    expectRight("exits", n, {n}, [n](uint32_t state) {
      for (uint32_t i = 0;;) {
        if (i == n)
          return state + 7;
        ++i;
        if ((state & 3) == 1) {
          state = mix(state, 3);
          continue;
        }
        state = mix(state, i);
        if (state == 0x12345678)
          return state;
      }
    });
}

TEST_F(Loops, OfDifferentLengths) {
  for (const uint32_t n : {8u, 8000u, 40000u, 56000u, 80000u, 160000u})
    expectRight("divergent", uint64_t{n} * 2, {n}, [n](uint32_t id) {
      uint32_t state = id;
      const uint32_t own = n / 8 * (id % 8 + 1);
      for (uint32_t i = 0; i < own; ++i)
        state = mix(state, id % 2 ? i : own - i + 5);
      return state;
    });
}

TEST_F(Loops, LeftByReturning) {
  for (const uint32_t n : lengths_)
    expectRight("returns", n, {n}, [n](uint32_t state) {
      for (uint32_t i = 0; i < n; ++i)
        state = mix(state, i);
      return state;
    });
}

TEST_F(Loops, WithBarriers) {
  for (const uint32_t n : {1u, 1000u, 50000u, 70000u, 200000u}) {
    std::vector<uint32_t> states(kItems);
    for (uint32_t i = 0; i < kItems; ++i)
      states[i] = i;
    for (uint32_t i = 0; i < n; ++i) {
      std::vector<uint32_t> next(kItems);
      for (uint32_t item = 0; item < kItems; ++item)
        next[item] = mix(states[(item + 1) % kItems], i);
      states = std::move(next);
    }
    expectRight("with_barriers", n, {n}, [&](uint32_t item) { return states[item]; });
  }
}

} // namespace
} // namespace ursa::conformance
