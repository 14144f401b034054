// Buffers and USM.
#include "conformance/harness.h"

#include <numeric>

namespace ursa::conformance {
namespace {

class Memory : public DeviceTest {
protected:
  ur_mem_handle_t buffer(size_t size, ur_mem_flags_t flags = UR_MEM_FLAG_READ_WRITE,
                         void *host = nullptr) {
    const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, host};
    ur_mem_handle_t buffer = nullptr;
    EXPECT_OK(urMemBufferCreate(context_, flags, size, host ? &properties : nullptr, &buffer))
        << lastError();
    buffers_.push_back(buffer);
    return buffer;
  }
  template <class T> std::vector<T> read(ur_mem_handle_t buffer, size_t count, size_t offset = 0) {
    std::vector<T> result(count);
    EXPECT_OK(urEnqueueMemBufferRead(queue_, buffer, true, offset, count * sizeof(T), result.data(),
                                     0, nullptr, nullptr))
        << lastError();
    return result;
  }
  template <class T> void write(ur_mem_handle_t buffer, const std::vector<T> &values) {
    EXPECT_OK(urEnqueueMemBufferWrite(queue_, buffer, true, 0, values.size() * sizeof(T),
                                      values.data(), 0, nullptr, nullptr))
        << lastError();
  }
  void TearDown() override {
    EXPECT_OK(urQueueFinish(queue_));
    for (ur_mem_handle_t buffer : buffers_)
      EXPECT_OK(urMemRelease(buffer));
    DeviceTest::TearDown();
  }
  static std::vector<int> counted(size_t count) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 0);
    return values;
  }

private:
  std::vector<ur_mem_handle_t> buffers_;
};

TEST_F(Memory, WriteReadCopyFill) {
  ur_mem_handle_t a = buffer(1000 * sizeof(int));
  ur_mem_handle_t b = buffer(1000 * sizeof(int));
  write(a, counted(1000));
  const int pattern[2] = {-1, -2};
  ASSERT_OK(urEnqueueMemBufferFill(queue_, b, pattern, sizeof(pattern), 0, 1000 * sizeof(int), 0,
                                   nullptr, nullptr));
  ASSERT_OK(urEnqueueMemBufferCopy(queue_, a, b, 100 * sizeof(int), 10 * sizeof(int),
                                   20 * sizeof(int), 0, nullptr, nullptr));
  const std::vector<int> result = read<int>(b, 1000);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(result[i], i >= 10 && i < 30 ? i + 90 : -1 - i % 2);
}

TEST_F(Memory, CopiesBetweenContexts) {
  ur_context_handle_t context = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  const std::vector<int> from = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<int> to(8, -1);
  ur_mem_handle_t here[2] = {};
  ur_mem_handle_t there = nullptr;
  for (ur_mem_handle_t &buffer : here)
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 32, nullptr, &buffer));
  ASSERT_OK(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, 32, nullptr, &there));
  for (const ur_queue_flags_t flags : {0u, 1u}) {
    ur_queue_handle_t queue = makeQueue(flags);
    ASSERT_OK(
        urEnqueueMemBufferWrite(queue, here[0], true, 0, 32, from.data(), 0, nullptr, nullptr));
    Gate gate(context_, queue);
    ur_event_handle_t copied[2] = {};
    const ur_result_t result =
        urEnqueueMemBufferCopy(queue, here[0], there, 0, 8, 16, 1, &gate.event, &copied[0]);
    if (!capabilities().copiesBetweenContexts) {
      EXPECT_EQ(result, UR_RESULT_ERROR_INVALID_CONTEXT);
    } else {
      ASSERT_OK(result) << lastError();
      ASSERT_OK(
          urEnqueueMemBufferCopy(queue, there, here[1], 8, 16, 16, 1, &copied[0], &copied[1]));
      EXPECT_EQ(urEnqueueMemBufferCopy(queue, there, there, 0, 16, 8, 0, nullptr, nullptr),
                UR_RESULT_ERROR_INVALID_CONTEXT);
    }
    gate.open();
    if (result == UR_RESULT_SUCCESS) {
      ASSERT_OK(
          urEnqueueMemBufferRead(queue, here[1], true, 16, 16, to.data(), 1, &copied[1], nullptr));
      EXPECT_EQ(to, (std::vector<int>{1, 2, 3, 4, -1, -1, -1, -1}));
      EXPECT_OK(urEventRelease(copied[0]));
      EXPECT_OK(urEventRelease(copied[1]));
    }
    ASSERT_OK(urQueueFinish(queue));
  }
  for (ur_mem_handle_t buffer : {here[0], here[1], there})
    EXPECT_OK(urMemRelease(buffer));
  EXPECT_OK(urContextRelease(context));
}

TEST_F(Memory, LargeCopiesAndFills) {
  constexpr size_t kCount = 3 * 1024 * 1024 + 5;
  ur_mem_handle_t a = buffer(kCount * sizeof(int));
  ur_mem_handle_t b = buffer(kCount * sizeof(int));
  const std::vector<int> values = counted(kCount);
  write(a, values);
  ASSERT_OK(urEnqueueMemBufferCopy(queue_, a, b, 0, 0, kCount * sizeof(int), 0, nullptr, nullptr));
  EXPECT_TRUE(read<int>(b, kCount) == values);
  const char three[3] = {1, 2, 3};
  ASSERT_OK(urEnqueueMemBufferFill(queue_, b, three, 3, 0, 9 * 1024 * 1024, 0, nullptr, nullptr));
  const std::vector<char> filled = read<char>(b, 9 * 1024 * 1024);
  size_t wrong = 0;
  for (size_t i = 0; i < filled.size(); ++i)
    wrong += filled[i] != three[i % 3];
  EXPECT_EQ(wrong, 0u);
}

TEST_F(Memory, HostPointers) {
  std::vector<int> host = counted(64);
  ur_mem_handle_t used = buffer(64 * sizeof(int), UR_MEM_FLAG_USE_HOST_POINTER, host.data());
  ur_mem_handle_t copied =
      buffer(64 * sizeof(int), UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, host.data());
  ur_mem_handle_t both =
      buffer(64 * sizeof(int), UR_MEM_FLAG_ALLOC_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
             host.data());
  ur_mem_handle_t allocated = buffer(64 * sizeof(int), UR_MEM_FLAG_ALLOC_HOST_POINTER);
  run(kernel("ids", "iota"), Arguments().buffer(used).value(100), {64, 1, 1});
  run(kernel("ids", "iota"), Arguments().buffer(allocated).value(200), {64, 1, 1});
  EXPECT_EQ(read<int>(used, 64)[63], 163);
  EXPECT_EQ(read<int>(copied, 64)[63], 63);
  EXPECT_EQ(read<int>(both, 64)[63], 63);
  EXPECT_EQ(read<int>(allocated, 64)[63], 263);
}

TEST_F(Memory, BadBuffers) {
  ur_mem_handle_t out = nullptr;
  int host = 0;
  const ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, &host};
  const auto create = [&](ur_mem_flags_t flags, size_t size,
                          const ur_buffer_properties_t *hostProperties = nullptr) {
    return urMemBufferCreate(context_, flags, size, hostProperties, &out);
  };
  EXPECT_EQ(create(UR_MEM_FLAG_READ_WRITE, 0), UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(UR_MEM_FLAG_READ_WRITE, SIZE_MAX), UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(1u << 10, 4), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(create(UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_WRITE_ONLY, 4),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(create(UR_MEM_FLAG_USE_HOST_POINTER, 4), UR_RESULT_ERROR_INVALID_HOST_PTR);
  EXPECT_EQ(create(UR_MEM_FLAG_READ_WRITE, 4, &properties), UR_RESULT_ERROR_INVALID_HOST_PTR);
  EXPECT_EQ(create(UR_MEM_FLAG_USE_HOST_POINTER | UR_MEM_FLAG_ALLOC_HOST_POINTER, 4, &properties),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(out, nullptr);
}

TEST_F(Memory, SubBuffers) {
  ur_mem_handle_t whole = buffer(1024);
  write(whole, counted(256));
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 256, 128};
  ur_mem_handle_t part = nullptr;
  ASSERT_OK(urMemBufferPartition(whole, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                 &region, &part));
  run(kernel("ids", "iota"), Arguments().buffer(part).value(1000), {32, 1, 1});
  EXPECT_EQ(read<int>(part, 32)[31], 1031);
  const std::vector<int> all = read<int>(whole, 256);
  EXPECT_EQ(all[63], 63);
  EXPECT_EQ(all[64], 1000);
  EXPECT_EQ(all[96], 96);
  ur_mem_handle_t none = nullptr;
  EXPECT_EQ(urMemBufferPartition(part, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                 &region, &none),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  for (const auto &[origin, size] :
       {std::pair<size_t, size_t>{0, 0}, {1000, 25}, {SIZE_MAX, 2}, {0, SIZE_MAX}}) {
    const ur_buffer_region_t bad{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, origin, size};
    EXPECT_EQ(urMemBufferPartition(whole, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                   &bad, &none),
              UR_RESULT_ERROR_INVALID_BUFFER_SIZE);
  }
  EXPECT_OK(urMemRelease(part));
}

TEST_F(Memory, SubBuffersAllowNoMoreAccessThanTheirBuffer) {
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 64};
  const auto part = [&](ur_mem_flags_t whole, ur_mem_flags_t flags) {
    ur_mem_handle_t buffer = nullptr;
    ur_mem_handle_t subBuffer = nullptr;
    EXPECT_OK(urMemBufferCreate(context_, whole, 256, nullptr, &buffer));
    const ur_result_t result =
        urMemBufferPartition(buffer, flags, UR_BUFFER_CREATE_TYPE_REGION, &region, &subBuffer);
    if (subBuffer) {
      EXPECT_OK(urMemRelease(subBuffer));
    }
    EXPECT_OK(urMemRelease(buffer));
    return result;
  };
  EXPECT_OK(part(UR_MEM_FLAG_READ_ONLY, 0));
  EXPECT_OK(part(UR_MEM_FLAG_READ_ONLY, UR_MEM_FLAG_READ_ONLY));
  EXPECT_OK(part(UR_MEM_FLAG_READ_WRITE, UR_MEM_FLAG_WRITE_ONLY));
  EXPECT_EQ(part(UR_MEM_FLAG_READ_ONLY, UR_MEM_FLAG_READ_WRITE), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(part(UR_MEM_FLAG_READ_ONLY, UR_MEM_FLAG_WRITE_ONLY), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(part(UR_MEM_FLAG_WRITE_ONLY, UR_MEM_FLAG_READ_WRITE), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(part(UR_MEM_FLAG_READ_WRITE, UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_WRITE_ONLY),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(part(UR_MEM_FLAG_READ_WRITE, UR_MEM_FLAG_ALLOC_HOST_POINTER),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(Memory, Rectangles) {
  // Two slices of 4 x 6 numbers; copies a box of 2 x 3 x 2 to another place.
  ur_mem_handle_t a = buffer(48 * sizeof(int));
  ur_mem_handle_t b = buffer(48 * sizeof(int));
  write(a, counted(48));
  write(b, std::vector<int>(48, -1));
  const ur_rect_region_t region{2 * sizeof(int), 3, 2};
  const size_t row = 4 * sizeof(int);
  const size_t slice = 6 * row;
  ASSERT_OK(urEnqueueMemBufferCopyRect(queue_, a, b, {sizeof(int), 2, 0}, {2 * sizeof(int), 1, 0},
                                       region, row, slice, row, slice, 0, nullptr, nullptr));
  const std::vector<int> copied = read<int>(b, 48);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 6; ++y)
      for (int x = 0; x < 4; ++x) {
        const bool inside = x >= 2 && y >= 1 && y < 4;
        EXPECT_EQ(copied[z * 24 + y * 4 + x], inside ? z * 24 + (y + 1) * 4 + (x - 1) : -1);
      }

  int host[12] = {};
  ASSERT_OK(urEnqueueMemBufferReadRect(queue_, a, true, {0, 1, 0}, {0, 0, 0}, region, row, slice, 0,
                                       0, host, 0, nullptr, nullptr));
  EXPECT_EQ(host[0], 4);
  EXPECT_EQ(host[5], 13);
  EXPECT_EQ(host[11], 37);
  for (int &value : host)
    value += 100;
  ASSERT_OK(urEnqueueMemBufferWriteRect(queue_, a, true, {0, 1, 0}, {0, 0, 0}, region, row, slice,
                                        0, 0, host, 0, nullptr, nullptr));
  EXPECT_EQ(read<int>(a, 48)[37], 137);
  EXPECT_EQ(read<int>(a, 48)[38], 38);
}

TEST_F(Memory, OutOfRangeAccessesAreRefused) {
  ur_mem_handle_t a = buffer(100);
  char host[200] = {};
  for (const auto &[offset, size] :
       {std::pair<size_t, size_t>{0, 101}, {100, 1}, {SIZE_MAX, 2}, {50, SIZE_MAX}, {0, 0}}) {
    EXPECT_EQ(urEnqueueMemBufferRead(queue_, a, true, offset, size, host, 0, nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
    EXPECT_EQ(urEnqueueMemBufferWrite(queue_, a, true, offset, size, host, 0, nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
    EXPECT_EQ(urEnqueueMemBufferFill(queue_, a, host, 1, offset, size, 0, nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
    EXPECT_EQ(urEnqueueMemBufferCopy(queue_, a, a, 0, offset, size, 0, nullptr, nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
  }
  const auto readRect = [&](ur_rect_offset_t origin, ur_rect_region_t region, size_t row,
                            size_t slice) {
    return urEnqueueMemBufferReadRect(queue_, a, true, origin, {0, 0, 0}, region, row, slice, 0, 0,
                                      host, 0, nullptr, nullptr);
  };
  EXPECT_OK(readRect({0, 0, 0}, {10, 10, 1}, 10, 100));
  EXPECT_EQ(readRect({1, 0, 0}, {10, 10, 1}, 10, 100), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({0, 0, UINT64_MAX}, {1, 1, 2}, 10, 100), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({0, UINT64_MAX / 5, 0}, {10, 1, 1}, 10, 100), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({0, 0, 0}, {0, 1, 1}, 10, 100), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(readRect({0, 0, 0}, {10, 1, 1}, 5, 100), UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(Memory, Mapping) {
  ur_mem_handle_t a = buffer(64 * sizeof(int));
  run(kernel("ids", "iota"), Arguments().buffer(a).value(0), {64, 1, 1});
  void *mapped = nullptr;
  ASSERT_OK(urEnqueueMemBufferMap(queue_, a, true, UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE,
                                  16 * sizeof(int), 16 * sizeof(int), 0, nullptr, nullptr,
                                  &mapped));
  auto *values = static_cast<int *>(mapped);
  EXPECT_EQ(values[3], 19);
  values[3] = -7;
  ASSERT_OK(urEnqueueMemUnmap(queue_, a, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(read<int>(a, 64)[19], -7);
  int elsewhere = 0;
  EXPECT_EQ(urEnqueueMemUnmap(queue_, a, &elsewhere, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urEnqueueMemBufferMap(queue_, a, true, UR_MAP_FLAG_READ, 60 * sizeof(int),
                                  5 * sizeof(int), 0, nullptr, nullptr, &mapped),
            UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(Memory, UnsupportedUsmTypes) {
  if (SharedMemory::isNative(device_))
    return; // the next test uses them
  void *memory = nullptr;
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, 100, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 100, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(memory, nullptr);
}

TEST_F(Memory, UsmTypesAndQueries) {
  const bool hasSharedUsm = SharedMemory::isNative(device_);
  void *host = nullptr;
  void *device = nullptr;
  void *shared = nullptr;
  const ur_usm_desc_t aligned{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0, 4096};
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, &aligned, nullptr, 200, &device));
  if (hasSharedUsm) {
    ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, 100, &host));
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 300, &shared));
  }
  EXPECT_EQ(reinterpret_cast<uintptr_t>(device) % 4096, 0u);
  const auto type = [&](const void *address) {
    ur_usm_type_t answer = UR_USM_TYPE_FORCE_UINT32;
    EXPECT_OK(urUSMGetMemAllocInfo(context_, address, UR_USM_ALLOC_INFO_TYPE, sizeof(answer),
                                   &answer, nullptr));
    return answer;
  };
  EXPECT_EQ(type(device), UR_USM_TYPE_DEVICE);
  EXPECT_EQ(type(static_cast<char *>(device) + 199), UR_USM_TYPE_DEVICE);
  EXPECT_EQ(type(static_cast<char *>(device) + 200), UR_USM_TYPE_UNKNOWN);
  if (hasSharedUsm) {
    EXPECT_EQ(type(host), UR_USM_TYPE_HOST);
    EXPECT_EQ(type(static_cast<char *>(shared) + 299), UR_USM_TYPE_SHARED);
  }
  EXPECT_EQ(type(this), UR_USM_TYPE_UNKNOWN);
  void *base = nullptr;
  size_t size = 0;
  ASSERT_OK(urUSMGetMemAllocInfo(context_, static_cast<char *>(device) + 50,
                                 UR_USM_ALLOC_INFO_BASE_PTR, sizeof(base), &base, nullptr));
  ASSERT_OK(
      urUSMGetMemAllocInfo(context_, device, UR_USM_ALLOC_INFO_SIZE, sizeof(size), &size, nullptr));
  EXPECT_EQ(base, device);
  EXPECT_EQ(size, 200u);
  for (void *memory : {host, device, shared})
    if (memory) {
      EXPECT_OK(urUSMFree(context_, memory));
    }
  EXPECT_EQ(urUSMFree(context_, this), UR_RESULT_ERROR_INVALID_MEM_OBJECT);
}

TEST_F(Memory, UsmBadAllocations) {
  void *out = nullptr;
  const ur_usm_desc_t odd{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0, 24};
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, 0, &out), UR_RESULT_ERROR_INVALID_USM_SIZE);
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, SIZE_MAX, &out),
            UR_RESULT_ERROR_INVALID_USM_SIZE);
  EXPECT_EQ(urUSMHostAlloc(context_, &odd, nullptr, 16, &out), UR_RESULT_ERROR_INVALID_VALUE);
  const ur_usm_desc_t withAdvice{UR_STRUCTURE_TYPE_USM_DESC, nullptr, UR_USM_ADVICE_FLAGS_MASK, 0};
  EXPECT_EQ(urUSMHostAlloc(context_, &withAdvice, nullptr, 16, &out),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, 16, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(out, nullptr);
}

TEST_F(Memory, UsmCommands) {
  const auto first = [](Shared<int> &memory, size_t count) {
    SharedMemory::recordDeviceWrites();
    std::vector<int> values = memory.vector();
    values.resize(count);
    return values;
  };
  Shared<int> a(context_, device_, 100);
  Shared<int> b(context_, device_, 100, 5);
  const int nine = 9;
  int *const ofA = a.deviceAddress();
  int *const ofB = b.deviceAddress();
  ASSERT_OK(
      urEnqueueUSMFill(queue_, ofA, sizeof(nine), &nine, 100 * sizeof(int), 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, ofB + 10, ofA, 20 * sizeof(int), 0, nullptr, nullptr));
  EXPECT_EQ(b[9], 5);
  EXPECT_EQ(b[10], 9);
  EXPECT_EQ(b[29], 9);
  EXPECT_EQ(b[30], 5);
  // 3 rows of 2 elements with a pitch of 10.
  const int seven = 7;
  ASSERT_OK(urEnqueueUSMFill2D(queue_, ofA, 10 * sizeof(int), sizeof(seven), &seven,
                               2 * sizeof(int), 3, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMMemcpy2D(queue_, true, ofB, 5 * sizeof(int), ofA, 10 * sizeof(int),
                                 3 * sizeof(int), 3, 0, nullptr, nullptr));
  EXPECT_EQ(first(b, 13), (std::vector<int>{7, 7, 9, 5, 5, 7, 7, 9, 5, 5, 7, 7, 9}));
  // A pattern of two rows continues from row to row; the last repetition must be complete.
  const int pattern[] = {1, 2, 3, 4};
  ASSERT_OK(urEnqueueUSMFill2D(queue_, ofB, 5 * sizeof(int), sizeof(pattern), pattern,
                               2 * sizeof(int), 4, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(first(b, 17), (std::vector<int>{1, 2, 9, 5, 5, 3, 4, 9, 5, 5, 1, 2, 9, 9, 9, 3, 4}));
  EXPECT_EQ(urEnqueueUSMFill2D(queue_, ofB, 5 * sizeof(int), sizeof(pattern), pattern,
                               2 * sizeof(int), 3, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  const size_t wide = size_t{1} << 33; // 2^31 rows of it overflow to 0 bytes
  EXPECT_EQ(urEnqueueUSMFill2D(queue_, ofB, wide, sizeof(seven), &seven, wide, wide / 4, 0, nullptr,
                               nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  ASSERT_OK(urEnqueueUSMPrefetch(queue_, ofA, 400, 0, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMAdvise(queue_, ofA, 400, UR_USM_ADVICE_FLAG_DEFAULT, nullptr));
  EXPECT_EQ(urEnqueueUSMMemcpy(queue_, true, nullptr, ofA, 4, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urEnqueueUSMFill(queue_, ofA, 3, &nine, 400, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urEnqueueUSMMemcpy2D(queue_, true, ofB, 4, ofA, 40, 8, 3, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
}

} // namespace
} // namespace ursa::conformance
