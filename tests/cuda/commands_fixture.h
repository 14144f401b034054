// Commands of queues, also on the application's streams, that wait at gates.
#pragma once

#include "cuda/fixture.h"
#include "cuda/gate.h"

#include <list>
#include <numeric>
#include <vector>

extern "C" ursa::cuda::CUresult cuCtxSetCurrent(ursa::cuda::CUcontext);
extern "C" ursa::cuda::CUresult cuStreamCreateWithPriority(ursa::cuda::CUstream *, unsigned, int);
extern "C" ursa::cuda::CUresult cuStreamDestroy_v2(ursa::cuda::CUstream);

namespace ursa {

struct CudaCommands : CudaTest {
  std::list<Gate> gates_; // of commands that nobody waits for before the adapter is released

  // A queue on an application's stream.
  void makeQueueOnStream(cuda::CUstream *stream, ur_queue_handle_t *queue) {
    ur_native_handle_t context = 0;
    ASSERT_OK(urContextGetNativeHandle(context_, &context));
    ASSERT_EQ(cuCtxSetCurrent(reinterpret_cast<cuda::CUcontext>(context)), cuda::CUDA_SUCCESS);
    ASSERT_EQ(cuStreamCreateWithPriority(stream, 1, 0), cuda::CUDA_SUCCESS);
    ASSERT_OK(urQueueCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(*stream), context_,
                                            device_, nullptr, queue));
  }
  std::vector<int> counted(size_t count) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
  }
  void makeBuffer(size_t size) {
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, size, nullptr, &buffer_));
  }
  template <class T> std::vector<T> read(size_t count) {
    std::vector<T> values(count);
    EXPECT_OK(urEnqueueMemBufferRead(queue_, buffer_, true, 0, count * sizeof(T), values.data(), 0,
                                     nullptr, nullptr))
        << lastError();
    return values;
  }
};

} // namespace ursa
