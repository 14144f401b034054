#include "adapters/cuda/queue/host_word.h"

namespace ursa::cuda {

Result<std::shared_ptr<HostWord>> HostWord::make(NativeContext &native) {
  URSA_TRY(PinnedPointer block, native.pinned(sizeof(uint32_t)));
  return std::shared_ptr<HostWord>(new HostWord(native, std::move(block)));
}

HostWord::HostWord(NativeContext &native, PinnedPointer block)
    : native_(native), block_(std::move(block)) {
  word().store(0, std::memory_order_release);
}

Result<void> HostWord::submitWait(CUstream stream) {
  return native_.check(cu().cuStreamWaitValue32(stream,
                                                reinterpret_cast<CUdeviceptr>(block_->memory), 1,
                                                CU_STREAM_WAIT_VALUE_GEQ),
                       "cuStreamWaitValue32");
}

void HostWord::write() { word().store(1, std::memory_order_release); }

std::atomic_ref<uint32_t> HostWord::word() const {
  return std::atomic_ref<uint32_t>(*reinterpret_cast<uint32_t *>(block_->memory));
}

} // namespace ursa::cuda
