// Work-group barriers and local memory.
#include "conformance/harness.h"

#include <numeric>

namespace ursa::conformance {
namespace {

using Barriers = DeviceTest;

TEST_F(Barriers, NeighboursExchangeValuesInLocalMemory) {
  constexpr size_t kCount = 100; // the last group has 4 work-items instead of 32
  constexpr size_t kLocal = 32;
  Shared<int> in(context_, device_, kCount);
  std::iota(in.data(), in.data() + kCount, 0);
  Shared<int> out(context_, device_, kCount, -1);
  ur_kernel_handle_t rotate = kernel("barriers", "rotate_left");
  const auto arguments =
      Arguments().pointer(out.data()).pointer(in.data()).local(kLocal * sizeof(int));
  if (!capabilities().partialGroups) {
    EXPECT_EQ(launch(rotate, arguments, {kCount, 1, 1}, &kLocal),
              UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
    return;
  }
  run(rotate, arguments, {kCount, 1, 1}, &kLocal);
  for (size_t i = 0; i < kCount; ++i) {
    const size_t group = i / kLocal * kLocal;
    const size_t size = std::min(kLocal, kCount - group);
    EXPECT_EQ(out[i], static_cast<int>(group + (i - group + 1) % size));
  }
}

TEST_F(Barriers, InLoop) {
  constexpr size_t kGroups = 9;
  ur_kernel_handle_t sum = kernel("barriers", "sum");
  for (const size_t local : {1u, 2u, 64u, 256u}) {
    const size_t count = local * kGroups;
    Shared<int> in(context_, device_, count);
    std::iota(in.data(), in.data() + count, 1);
    Shared<int> out(context_, device_, kGroups);
    run(sum, Arguments().pointer(out.data()).pointer(in.data()), {count, 1, 1}, &local);
    for (size_t g = 0; g < kGroups; ++g)
      EXPECT_EQ(out[g], std::accumulate(in.data() + g * local, in.data() + (g + 1) * local, 0));
  }
}

TEST_F(Barriers, InHelperInBranchInLoop) {
  constexpr size_t kLocal = 16;
  constexpr size_t kCount = 64;
  constexpr uint32_t kRounds = 5;
  Shared<int> in(context_, device_, kCount);
  std::iota(in.data(), in.data() + kCount, 0);
  Shared<int> out(context_, device_, kCount);
  run(kernel("barriers", "in_helper"),
      Arguments().pointer(out.data()).pointer(in.data()).local(kLocal * sizeof(int)).value(kRounds),
      {kCount, 1, 1}, &kLocal);
  std::vector<int> expected = in.vector();
  for (size_t group = 0; group < kCount / kLocal; group += 2)
    for (uint32_t round = 1; round <= kRounds; ++round) {
      const std::vector<int> before(expected.begin() + group * kLocal,
                                    expected.begin() + (group + 1) * kLocal);
      for (size_t l = 0; l < kLocal; ++l)
        expected[group * kLocal + l] += before[(l + round) % kLocal];
    }
  EXPECT_EQ(out.vector(), expected);
}

TEST_F(Barriers, PrivateArraysSurvive) {
  constexpr size_t kLocal = 24;
  ur_kernel_handle_t privateArray = kernel("barriers", "private_array");
  for (const int mode : {0, 1, 2}) {
    Shared<int> out(context_, device_, kLocal);
    run(privateArray, Arguments().pointer(out.data()).local(kLocal * sizeof(int)).value(mode),
        {kLocal, 1, 1}, &kLocal);
    for (int l = 0; l < static_cast<int>(kLocal); ++l) {
      int mine[8];
      std::iota(mine, mine + 8, l * 8);
      const int neighbour = (l + static_cast<int>(kLocal) - 1) % static_cast<int>(kLocal);
      const int left = neighbour * 8 + neighbour % 8;
      if (mode == 0)
        mine[left % 8] += left;
      if (mode == 1) {
        mine[0] = left;
        mine[1] = 7;
      }
      EXPECT_EQ(out[l], std::accumulate(mine, mine + 8, 0)) << "mode " << mode << " item " << l;
    }
  }
}

TEST_F(Barriers, ThreeDimensionsAndPartialGroups) {
  const Size3 global = {7, 5, 3};
  const Size3 local = {4, 2, 2};
  constexpr int kRounds = 3;
  Shared<int> out(context_, device_, 7 * 5 * 3, -1);
  ur_kernel_handle_t transpose = kernel("barriers", "transpose_rounds");
  const auto arguments = Arguments().pointer(out.data()).value(kRounds);
  if (!capabilities().partialGroups) {
    EXPECT_EQ(launch(transpose, arguments, global, local.data(), 3),
              UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
    return;
  }
  run(transpose, arguments, global, local.data(), 3);
  Size3 groups;
  for (size_t d = 0; d < 3; ++d)
    groups[d] = (global[d] + local[d] - 1) / local[d];
  size_t wrong = 0;
  for (size_t z = 0; z < global[2]; ++z)
    for (size_t y = 0; y < global[1]; ++y)
      for (size_t x = 0; x < global[0]; ++x) {
        const Size3 at = {x, y, z};
        Size3 group, size, l;
        for (size_t d = 0; d < 3; ++d) {
          group[d] = at[d] / local[d];
          l[d] = at[d] % local[d];
          size[d] = std::min(local[d], global[d] - group[d] * local[d]);
        }
        const size_t items = size[0] * size[1] * size[2];
        size_t index = (l[2] * size[1] + l[1]) * size[0] + l[0];
        for (int i = 0; i < kRounds; ++i)
          index = items - 1 - index;
        const size_t number = (group[2] * groups[1] + group[1]) * groups[0] + group[0];
        const int expected = static_cast<int>(number * 1000 + index) + kRounds;
        wrong += out[(z * global[1] + y) * global[0] + x] != expected;
      }
  EXPECT_EQ(wrong, 0u);
}

TEST_F(Barriers, GroupsThatReturnEarly) {
  constexpr size_t kLocal = 8;
  constexpr size_t kCount = 64;
  Shared<int> out(context_, device_, kCount, -1);
  run(kernel("barriers", "early_exit"), Arguments().pointer(out.data()).value(3), {kCount, 1, 1},
      &kLocal);
  for (size_t i = 0; i < kCount; ++i)
    EXPECT_EQ(out[i], i / kLocal < 3 ? static_cast<int>(i / kLocal) + 1 : -1);
}

TEST_F(Barriers, WithoutOptimization) {
  constexpr size_t kLocal = 64;
  Shared<int> in(context_, device_, 128, 2);
  Shared<int> out(context_, device_, 2);
  run(kernel(program("barriers", option("-O0").c_str()), "sum"),
      Arguments().pointer(out.data()).pointer(in.data()), {128, 1, 1}, &kLocal);
  EXPECT_EQ(out.vector(), (std::vector<int>{128, 128}));
}

TEST_F(Barriers, LocalMemoryIsReported) {
  size_t bytes = 0;
  ASSERT_OK(urKernelGetGroupInfo(kernel("barriers", "sum"), device_,
                                 UR_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE, sizeof(bytes), &bytes,
                                 nullptr));
  EXPECT_GE(bytes, 256 * sizeof(int));
  if (capabilities().exactLocalMemory) {
    EXPECT_EQ(bytes, 256 * sizeof(int));
  }
}

} // namespace
} // namespace ursa::conformance
