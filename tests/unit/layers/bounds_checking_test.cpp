// UR_LAYER_BOUNDS_CHECKING: commands that access memory beyond their buffer or allocation.

#include "support/last_error.h"
#include "unit/layers/layered_mock.h"

namespace ursa::core::layers {
namespace {

using api::Function;

class BoundsChecking : public testing::Test {
protected:
  BoundsChecking() {
    m_.mock.on<Function::urEnqueueMemBufferRead>();
    m_.mock.on<Function::urEnqueueMemBufferReadRect>();
    m_.mock.on<Function::urEnqueueMemBufferCopy>();
    m_.mock.on<Function::urEnqueueUSMMemcpy>();
    m_.mock.on<Function::urEnqueueUSMFill2D>();
  }

  ur_result_t read(ur_mem_handle_t buffer, size_t offset, size_t size) {
    return urEnqueueMemBufferRead(m_.queue, buffer, true, offset, size, host_, 0, nullptr, nullptr);
  }

  ur_result_t readRect(ur_mem_handle_t buffer, ur_rect_offset_t origin, ur_rect_region_t region,
                       size_t rowPitch, size_t slicePitch) {
    return urEnqueueMemBufferReadRect(m_.queue, buffer, true, origin, {0, 0, 0}, region, rowPitch,
                                      slicePitch, 0, 0, host_, 0, nullptr, nullptr);
  }

  std::byte *allocate(size_t size) {
    void *memory = nullptr;
    EXPECT_EQ(urUSMHostAlloc(m_.context, nullptr, nullptr, size, &memory), UR_RESULT_SUCCESS);
    return static_cast<std::byte *>(memory);
  }

  ur_result_t copy(void *to, const void *from, size_t size) {
    return urEnqueueUSMMemcpy(m_.queue, true, to, from, size, 0, nullptr, nullptr);
  }

  ur_result_t fill(void *memory, size_t pitch, size_t width, size_t height) {
    const char pattern = 1;
    return urEnqueueUSMFill2D(m_.queue, memory, pitch, 1, &pattern, width, height, 0, nullptr,
                              nullptr);
  }

  LayeredMock m_{"UR_LAYER_BOUNDS_CHECKING"};
  std::byte host_[256];
};

TEST_F(BoundsChecking, OfBuffers) {
  const ur_mem_handle_t buffer = m_.makeBuffer(100);
  EXPECT_EQ(read(buffer, 90, 10), UR_RESULT_SUCCESS);
  EXPECT_EQ(read(buffer, 90, 11), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueMemBufferRead: offset and size reach up to byte 101 "
                                   "of hBuffer, which has 100 bytes.");
  EXPECT_EQ(read(buffer, SIZE_MAX, 2), UR_RESULT_ERROR_INVALID_SIZE);

  const ur_mem_handle_t small = m_.makeBuffer(50);
  EXPECT_EQ(urEnqueueMemBufferCopy(m_.queue, buffer, small, 0, 0, 50, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueMemBufferCopy(m_.queue, buffer, small, 0, 0, 51, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(BoundsChecking, OfRectangles) {
  const ur_mem_handle_t buffer =
      m_.makeBuffer(4 * 4 * 2); // 4 bytes per row, 4 rows per slice, 2 slices
  EXPECT_EQ(readRect(buffer, {0, 0, 0}, {4, 4, 2}, 0, 0), UR_RESULT_SUCCESS);
  EXPECT_EQ(readRect(buffer, {2, 2, 1}, {2, 2, 1}, 4, 16), UR_RESULT_SUCCESS);
  EXPECT_EQ(readRect(buffer, {3, 2, 1}, {2, 2, 1}, 4, 16), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueMemBufferReadRect: bufferOrigin and region reach up "
                                   "to byte 33 of hBuffer, which has 32 bytes.");
  EXPECT_EQ(readRect(buffer, {0, 0, 2}, {1, 1, 1}, 4, 16), UR_RESULT_ERROR_INVALID_SIZE);
}

TEST_F(BoundsChecking, OfUsm) {
  std::byte *memory = allocate(100);
  EXPECT_EQ(copy(memory + 60, host_, 40), UR_RESULT_SUCCESS);
  EXPECT_EQ(copy(memory + 60, host_, 41), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urEnqueueUSMMemcpy: 41 bytes from pDst on are used; it points "
                                   "to byte 60 of an allocation of 100 bytes.");
  EXPECT_EQ(copy(host_, memory + 99, 2), UR_RESULT_ERROR_INVALID_SIZE);

  EXPECT_EQ(fill(memory, 20, 20, 5), UR_RESULT_SUCCESS);
  EXPECT_EQ(fill(memory + 10, 20, 10, 4), UR_RESULT_SUCCESS);
  EXPECT_EQ(fill(memory + 10, 20, 10, 5), UR_RESULT_ERROR_INVALID_SIZE)
      << "the last row counts with its pitch";
}

TEST_F(BoundsChecking, NotOfFreedUsm) {
  std::byte *memory = allocate(10);
  EXPECT_EQ(copy(memory, host_, 11), UR_RESULT_ERROR_INVALID_SIZE);
  ASSERT_EQ(urUSMFree(m_.context, memory), UR_RESULT_SUCCESS);
  memory = allocate(20);
  EXPECT_EQ(copy(memory, host_, 20), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa::core::layers
