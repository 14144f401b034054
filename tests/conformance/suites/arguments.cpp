// Kernel arguments: every kind, every order, every mistake.
#include "conformance/harness.h"

#include "ursa.h"

#include <numeric>
#include <string_view>

namespace ursa::conformance {
namespace {

using KernelArguments = DeviceTest;

TEST_F(KernelArguments, ScalarsInAnyOrder) {
  Shared<double> out(context_, device_, 2);
  const char c = -1;
  const short s = 300;
  const int i = -70000;
  const int64_t l = int64_t{1} << 40;
  const float f = 0.5f;
  const double d = 0.25;
  const unsigned char flag = 1;
  const Arguments arguments = Arguments()
                                  .value(7, flag)
                                  .value(1, c)
                                  .value(6, d)
                                  .value(4, l)
                                  .pointer(0, out.data())
                                  .value(5, f)
                                  .value(2, s)
                                  .value(3, i);
  run(kernel("arguments", "scalars"), arguments, {2, 1, 1});
  EXPECT_EQ(out[1], -1 + 300 - 70000 + static_cast<double>(l) + 0.5 + 0.25 + 1000.0);
}

TEST_F(KernelArguments, Vectors) {
  Shared<float> out(context_, device_, 1);
  const std::array<float, 4> a = {1, 2, 3, 4};
  const std::array<float, 4> b = {2, 3, 4, 99}; // float3 has the size of float4
  const std::array<int, 2> c = {7, 9};
  run(kernel("arguments", "vectors"), Arguments().pointer(out.data()).value(a).value(b).value(c),
      {1, 1, 1});
  EXPECT_EQ(out[0], 10.0f + 24.0f - 2.0f);
}

TEST_F(KernelArguments, StructsAreCopiedForEachItem) {
  struct Record {
    char tag;
    double weight;
    int values[3];
  } const record = {2, 1.5, {10, 20, 30}};
  constexpr size_t kCount = 50;
  Shared<double> out(context_, device_, kCount);
  run(kernel("arguments", "by_value"), Arguments().pointer(out.data()).value(record),
      {kCount, 1, 1});
  for (size_t i = 0; i < kCount; ++i)
    EXPECT_EQ(out[i], 3.0 + 60.0 + static_cast<double>(i));
}

TEST_F(KernelArguments, TwoLocalMemories) {
  constexpr size_t kLocal = 10;
  Shared<int> out(context_, device_, 20);
  run(kernel("arguments", "two_locals"),
      Arguments().local(2, kLocal).pointer(0, out.data()).local(1, kLocal * sizeof(int)),
      {20, 1, 1}, &kLocal);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(out[i], (9 - i % 10) * 1000 + (9 - i % 10) * 2);
}

TEST_F(KernelArguments, PointersMayOverlap) {
  constexpr size_t kCount = 1000;
  Shared<float> data(context_, device_, kCount);
  std::iota(data.data(), data.data() + kCount, 0.0f);
  run(kernel("arguments", "add"),
      Arguments().pointer(data.data()).pointer(data.data()).pointer(data.data()).value(2.0f),
      {kCount, 1, 1});
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_EQ(data[i], 3.0f * static_cast<float>(i));
}

TEST_F(KernelArguments, ConstantTable) {
  Shared<int> out(context_, device_, 6);
  run(kernel("arguments", "table"), Arguments().pointer(out.data()), {6, 1, 1});
  EXPECT_EQ(out.vector(), (std::vector<int>{10, 20, 30, 40, 10, 20}));
}

TEST_F(KernelArguments, NullPointersReachTheKernel) {
  Shared<int> out(context_, device_, 1);
  ur_kernel_handle_t isNull = kernel("arguments", "is_null");
  run(isNull, Arguments().pointer(out.data()).pointer(nullptr), {1, 1, 1});
  EXPECT_EQ(out[0], 1);
  run(isNull, Arguments().pointer(out.data()).pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[0], 0);
  run(isNull, Arguments().pointer(out.data()).buffer(nullptr), {1, 1, 1});
  EXPECT_EQ(out[0], 1);
  run(isNull, Arguments().pointer(out.data()).pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[0], 0);
  run(isNull, Arguments().pointer(out.data()).pointer(nullptr), {1, 1, 1});
  EXPECT_EQ(out[0], 1);
}

TEST_F(KernelArguments, AtomicsAcrossGroups) {
  Shared<int> counter(context_, device_, 1);
  const size_t local = 16;
  run(kernel("arguments", "count"), Arguments().pointer(counter.data()), {100000, 1, 1}, &local);
  EXPECT_EQ(counter[0], 100000);
}

TEST_F(KernelArguments, Missing) {
  int out = 0;
  EXPECT_EQ(
      launch(kernel("arguments", "add"), Arguments().pointer(0, &out).value(3, 1.0f), {1, 1, 1}),
      UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(lastError(), "Argument 1 of kernel 'add', a pointer or memory object of 8 bytes, is "
                         "missing: 2 of 4 were given.");
}

TEST_F(KernelArguments, IndexTooLarge) {
  int out = 0;
  EXPECT_EQ(
      launch(kernel("arguments", "table"), Arguments().pointer(&out).pointer(&out), {1, 1, 1}),
      UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(lastError(), "Kernel 'table' has 1 arguments; one with index 1 was given.");
}

TEST_F(KernelArguments, SetTwice) {
  int out = 0;
  EXPECT_EQ(launch(kernel("arguments", "table"), Arguments().pointer(0, &out).pointer(0, &out),
                   {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(out, 0);
}

TEST_F(KernelArguments, WrongSize) {
  int out = 0;
  EXPECT_EQ(launch(kernel("ids", "iota"), Arguments().pointer(&out).value(int64_t{1}), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_EQ(lastError(), "Argument 1 of kernel 'iota' is 4 bytes; 8 were given.");
}

TEST_F(KernelArguments, WrongKind) {
  int out = 0;
  ur_kernel_handle_t iota = kernel("ids", "iota");
  EXPECT_EQ(launch(iota, Arguments().pointer(&out).pointer(&out), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launch(iota, Arguments().local(64).value(1), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launch(kernel("barriers", "rotate_left"),
                   Arguments().pointer(&out).pointer(&out).pointer(&out), {1, 1, 1}),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
}

TEST_F(KernelArguments, LocalMemoryOfImpossibleSize) {
  int out = 0;
  ur_kernel_handle_t rotate = kernel("barriers", "rotate_left");
  uint64_t available = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_LOCAL_MEM_SIZE, sizeof(available), &available,
                            nullptr));
  for (const size_t size : {size_t{0}, size_t{available} + 1, SIZE_MAX})
    EXPECT_EQ(launch(rotate, Arguments().pointer(&out).pointer(&out).local(size), {1, 1, 1}),
              UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  // Static and dynamic local memory together.
  EXPECT_EQ(launch(kernel("arguments", "two_locals"),
                   Arguments().pointer(&out).local(available).local(available), {1, 1, 1}),
            UR_RESULT_ERROR_OUT_OF_RESOURCES);
}

TEST_F(KernelArguments, NullArray) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  const size_t one = 1;
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, iota, 1, nullptr, &one, nullptr, 2, nullptr,
                                             nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, iota, 1, nullptr, nullptr, nullptr, 0, nullptr,
                                             nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

// Pointers to memory of all kinds in a struct that is passed by value.
TEST_F(KernelArguments, PointersInStructs) {
  if (!SharedMemory::isNative(device_))
    return; // the device has no memory for such pointers
  struct {
    int count = 10;
    void *rows[2] = {};
    const void *from = nullptr;
  } pointers;
  void *ofDevice = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 5 * sizeof(int), &ofDevice));
  Shared<int> shared(context_, device_, 8);
  void *ofHost = nullptr;
  ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, 10 * sizeof(int), &ofHost));
  for (int i = 0; i < 10; ++i)
    static_cast<int *>(ofHost)[i] = i;
  for (int i = 0; i < 8; ++i)
    shared[static_cast<size_t>(i)] = -i;
  const int one = 1;
  ASSERT_OK(
      urEnqueueUSMFill(queue_, ofDevice, sizeof(one), &one, 5 * sizeof(int), 0, nullptr, nullptr));
  pointers.rows[0] = ofDevice;
  pointers.rows[1] = shared.data() + 3;
  pointers.from = ofHost;
  run(kernel("arguments", "by_pointers"), Arguments().value(pointers), {16, 1, 1});
  std::vector<int> even(5);
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, even.data(), ofDevice, 5 * sizeof(int), 0, nullptr,
                               nullptr));
  EXPECT_EQ(even, (std::vector<int>{1, 201, 401, 601, 801}));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(shared[static_cast<size_t>(i)], i < 3 ? -i : 200 * (i - 3) + 100 - i);
  EXPECT_OK(urUSMFree(context_, ofHost));
  EXPECT_OK(urUSMFree(context_, ofDevice));
}

// A linked list through host and shared memory. Devices on which these have other addresses report
// so.
TEST_F(KernelArguments, PointersInMemory) {
  if (!SharedMemory::isNative(device_))
    return; // the device has no memory for such pointers
  char addresses[100] = "same";
  (void)urDeviceGetInfo(device_, URSA_DEVICE_INFO_USM_ADDRESSES, sizeof(addresses), addresses,
                        nullptr);
  if (std::string_view(addresses).substr(0, 4) != "same") {
    EXPECT_EQ(std::string_view(addresses).substr(0, 10), "translated");
    return;
  }
  struct Node {
    const Node *next;
    int value;
  };
  Node *first = nullptr;
  std::vector<void *> nodes;
  for (int i = 0; i < 100; ++i) {
    void *memory = nullptr;
    if (i % 2 == 0)
      ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, sizeof(Node), &memory));
    else
      ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, sizeof(Node), &memory));
    nodes.push_back(memory);
    first = new (memory) Node{first, i};
  }
  Shared<int> sum(context_, device_, 1);
  run(kernel("arguments", "sum_list"), Arguments().pointer(first).pointer(sum.data()), {1, 1, 1});
  EXPECT_EQ(sum[0], 4950);
  for (void *node : nodes)
    EXPECT_OK(urUSMFree(context_, node));
}

} // namespace
} // namespace ursa::conformance
