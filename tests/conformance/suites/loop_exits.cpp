// Loops that end when work-items read so, in work-groups of all sizes and shapes. Drivers that run
// work-items in vectors run the last vector of a row with fewer.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

struct Item {
  uint32_t at;    ///< place in the work-group
  uint32_t items; ///< of the work-group
  uint32_t until; ///< rounds of the work-group
};

class LoopExits : public DeviceTest {
protected:
  template <class Expected> void expectRight(const char *name, Expected &&expected) {
    for (const std::string &file : capabilities().loopExitImages) {
      const ur_kernel_handle_t known = kernel(file, name);
      for (const size_t size : {1, 2, 7, 8, 9, 10, 12, 15, 16, 17, 24, 31, 33})
        expectRight(file, known, {size, 1, 1}, expected);
      for (const Size3 &local : {Size3{9, 2, 1}, {1, 9, 1}, {16, 2, 1}, {5, 3, 2}, {1, 1, 7}})
        expectRight(file, known, local, expected);
    }
  }

private:
  template <class Expected>
  void expectRight(const std::string &file, ur_kernel_handle_t kernel, const Size3 &local,
                   Expected &&expected) {
    SCOPED_TRACE(file + ", local size " + std::to_string(local[0]) + " x " +
                 std::to_string(local[1]) + " x " + std::to_string(local[2]));
    constexpr uint32_t kRounds = 4;
    constexpr Size3 kGroups = {3, 2, 1};
    const Size3 global = {local[0] * kGroups[0], local[1] * kGroups[1], local[2] * kGroups[2]};
    const auto items = static_cast<uint32_t>(local[0] * local[1] * local[2]);
    constexpr size_t kCount = kGroups[0] * kGroups[1] * kGroups[2];
    Shared<uint32_t> out(context_, device_, kCount * items, ~0u);
    Shared<uint32_t> flags(context_, device_, 2 * kCount, 1);
    run(kernel,
        Arguments()
            .pointer(out.data())
            .pointer(flags.data())
            .local((4 + items) * sizeof(uint32_t))
            .value(kRounds),
        global, local.data(), 3);
    std::vector<uint32_t> right;
    for (size_t z = 0; z < global[2]; ++z)
      for (size_t y = 0; y < global[1]; ++y)
        for (size_t x = 0; x < global[0]; ++x) {
          const size_t group =
              (z / local[2] * kGroups[1] + y / local[1]) * kGroups[0] + x / local[0];
          const size_t at = (z % local[2] * local[1] + y % local[1]) * local[0] + x % local[0];
          right.push_back(expected(
              Item{static_cast<uint32_t>(at), items, kRounds + static_cast<uint32_t>(group % 3)}));
        }
    EXPECT_EQ(out.vector(), right);
  }
};

uint32_t rounds(const Item &item) { return item.until; }

TEST_F(LoopExits, Breaks) { expectRight("breaks", rounds); }
TEST_F(LoopExits, ConditionAtTheEnd) { expectRight("condition_at_the_end", rounds); }
TEST_F(LoopExits, ConditionAtTheBegin) { expectRight("condition_at_the_begin", rounds); }
TEST_F(LoopExits, Continues) { expectRight("continues", rounds); }
TEST_F(LoopExits, Returns) { expectRight("returns", rounds); }
TEST_F(LoopExits, CountedTogether) { expectRight("counted_together", rounds); }
TEST_F(LoopExits, CountedInGlobalMemory) { expectRight("counted_in_global_memory", rounds); }

TEST_F(LoopExits, Nested) {
  expectRight("nested", [](const Item &item) {
    return 1000 * item.until + item.until * (item.until + 1) / 2;
  });
}

TEST_F(LoopExits, OneAfterTheOther) {
  expectRight("one_after_the_other", [](const Item &item) { return 2 * item.until + 1; });
}

TEST_F(LoopExits, KeepsValues) {
  expectRight("keeps_values", [](const Item &item) {
    const uint32_t values[] = {item.at, 1, 2};
    uint32_t sum = 0;
    for (uint32_t n = 0; n < item.until; ++n)
      sum += values[n % 3];
    return sum * 1000 + item.until * 10 + item.until % 2;
  });
}

TEST_F(LoopExits, Searches) {
  expectRight("searches",
              [](const Item &item) { return item.at + 1 == item.items ? 1 : item.at + 2; });
}

TEST_F(LoopExits, ExchangesUntilDone) {
  expectRight("exchanges_until_done",
              [](const Item &item) { return item.items * (item.items + 1) / 2 + 2 * item.items; });
}

} // namespace
} // namespace ursa::conformance
