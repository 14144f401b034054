// Threads that share out a range. See threads.h.
#include "bench/kernels/threads.h"

#include <algorithm>

namespace ursa::bench {
namespace {

constexpr size_t kPartsPerThread = 8; // so that parts of different cost even out

} // namespace

Threads::Threads(unsigned count) {
  for (unsigned i = 1; i < count; ++i)
    workers_.emplace_back([this] { serve(); });
}

Threads::~Threads() {
  ends_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread &worker : workers_)
    worker.join();
}

void Threads::forRange(size_t count, size_t grain, const Body &body) {
  const size_t grains = (count + grain - 1) / grain;
  if (grains <= 1 || workers_.empty()) {
    body(0, count);
    return;
  }
  const size_t parts = (workers_.size() + 1) * kPartsPerThread;
  body_ = &body;
  count_ = count;
  part_ = std::max<size_t>(1, (grains + parts - 1) / parts) * grain;
  next_ = 0;
  working_ = static_cast<uint32_t>(workers_.size());
  ++round_;
  round_.notify_all();
  takeParts();
  for (uint32_t left = working_; left != 0; left = working_)
    working_.wait(left);
}

void Threads::serve() {
  for (uint32_t seen = 0;;) {
    round_.wait(seen);
    seen = round_;
    if (ends_)
      return;
    takeParts();
    if (--working_ == 0)
      working_.notify_one();
  }
}

void Threads::takeParts() {
  for (size_t begin = next_.fetch_add(part_); begin < count_; begin = next_.fetch_add(part_))
    (*body_)(begin, std::min(begin + part_, count_));
}

} // namespace ursa::bench
