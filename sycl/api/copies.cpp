// Explicit copies and fills of what accessors describe (SYCL 2020, 4.9.4.3).
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/graph.h"

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

/// Where the elements of a box are: runs of bytes without gaps, in rows of planes.
struct Runs {
  std::byte *begin = nullptr;
  size_t length = 0;                   ///< of a run, in bytes
  size_t rows = 1, planes = 1;         ///< runs in a plane, planes
  size_t rowPitch = 0, planePitch = 0; ///< distance of their begins, in bytes

  size_t bytes() const { return length * rows * planes; }
  bool isContiguous() const { return rows == 1 && planes == 1; }
  /// Divides one run as others are divided.
  void divideAs(const Runs &other) {
    length = other.length;
    rows = other.rows;
    planes = other.planes;
    rowPitch = length;
    planePitch = length * rows;
  }
  std::byte *at(size_t plane, size_t row) const {
    return begin + plane * planePitch + row * rowPitch;
  }
  std::byte *at(size_t run) const { return at(run / rows, run % rows); }
};

/// @param memory of the whole that the box is a part of
Runs runsOf(const MemoryBox &box, void *memory) {
  size_t strides[3] = {};
  size_t stride = box.elementSize;
  for (int i = box.dimensions - 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= box.whole[i];
  }
  Runs runs;
  runs.begin = static_cast<std::byte *>(memory);
  for (int i = 0; i < box.dimensions; ++i)
    runs.begin += box.first[i] * strides[i];
  int inner = box.dimensions - 1; // a run is a part of this dimension
  while (inner > 0 && box.part[inner] == box.whole[inner])
    --inner;
  runs.length = box.part[inner] * strides[inner];
  if (inner > 0) {
    runs.rows = box.part[inner - 1];
    runs.rowPitch = strides[inner - 1];
  }
  if (inner > 1) {
    runs.planes = box.part[inner - 2];
    runs.planePitch = strides[inner - 2];
  }
  return runs;
}

size_t bytesOf(const MemoryBox &box) {
  return box.elementSize * box.part[0] * box.part[1] * box.part[2];
}

/// Its buffer is required.
void *memoryOf(const MemoryBox &box) {
  void *const memory = box.requirement ? box.requirement->pointer() : box.memory;
  if (!memory)
    fail(errc::invalid, "A command group copies from or to a null pointer.");
  return memory;
}

/// Enqueues or records the parts of a command, which all wait for the same events.
class Parts {
public:
  Parts(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits)
      : queue_(queue), what_(what), waits_(waits), graph_(queue.recording()) {}

  void copy(void *to, const void *from, size_t bytes) {
    if (graph_) {
      recorded_.push_back({NodeType::memcpy,
                           [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
                               const ur_exp_command_buffer_sync_point_t *points,
                               ur_exp_command_buffer_sync_point_t *out) {
                             return urCommandBufferAppendUSMMemcpyExp(buffer, to, from, bytes,
                                                                      count, points, 0, nullptr,
                                                                      out, nullptr, nullptr);
                           },
                           to, from, bytes});
      return;
    }
    add([=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
            ur_event_handle_t *out) {
      return urEnqueueUSMMemcpy(queue, false, to, from, bytes, count, waits, out);
    });
  }
  void copyPlane(const Runs &to, const Runs &from, size_t plane) {
    if (to.rows == 1 || graph_) { // command buffers have no copies of rows
      for (size_t row = 0; row < to.rows; ++row)
        copy(to.at(plane, row), from.at(plane, row), to.length);
      return;
    }
    add([=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
            ur_event_handle_t *out) {
      return urEnqueueUSMMemcpy2D(queue, false, to.at(plane, 0), to.rowPitch, from.at(plane, 0),
                                  from.rowPitch, to.length, to.rows, count, waits, out);
    });
  }
  void fill(void *to, size_t bytes, std::span<const std::byte> pattern) {
    const auto held =
        std::make_shared<const std::vector<std::byte>>(pattern.begin(), pattern.end());
    if (graph_) {
      recorded_.push_back({NodeType::memfill,
                           [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
                               const ur_exp_command_buffer_sync_point_t *points,
                               ur_exp_command_buffer_sync_point_t *out) {
                             return urCommandBufferAppendUSMFillExp(
                                 buffer, to, held->data(), held->size(), bytes, count, points, 0,
                                 nullptr, out, nullptr, nullptr);
                           },
                           to, nullptr, bytes});
      return;
    }
    add([=](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *waits,
            ur_event_handle_t *out) {
      return urEnqueueUSMFill(queue, to, held->size(), held->data(), bytes, count, waits, out);
    });
  }
  /// The command is complete when all parts are.
  SharedEvent finish() {
    if (!recorded_.empty())
      return graph_->add(queue_, what_, waits_,
                         std::make_shared<AppendedCommand>(what_, std::move(recorded_)));
    if (parts_.empty())
      return queue_.join(what_, waits_);
    return parts_.size() == 1 ? std::static_pointer_cast<EventImpl>(parts_.front())
                              : queue_.join(what_, parts_);
  }

private:
  void add(const QueueImpl::Enqueue &part) {
    parts_.push_back(queue_.enqueue(what_, waits_, part));
  }

  QueueImpl &queue_;
  const char *const what_;
  const std::span<const SharedCommand> waits_;
  const std::shared_ptr<GraphImpl> graph_; ///< that records the queue; null for none
  std::vector<Recording> recorded_;        ///< the parts, if there is one
  Commands parts_;
};

void copyRuns(Parts &parts, Runs to, Runs from) {
  if (from.bytes() == 0)
    return;
  if (to.isContiguous() && from.isContiguous())
    return parts.copy(to.begin, from.begin, from.length);
  if (from.isContiguous() && to.bytes() == from.bytes())
    from.divideAs(to);
  else if (to.isContiguous())
    to.divideAs(from);
  if (to.length == from.length && to.rows == from.rows && to.planes == from.planes) {
    for (size_t plane = 0; plane < to.planes; ++plane)
      parts.copyPlane(to, from, plane);
    return;
  }
  // Boxes of different shape: one after the other, as far as both runs reach.
  size_t done = 0;
  while (done < from.bytes()) {
    const size_t inFrom = done % from.length, inTo = done % to.length;
    const size_t bytes = std::min(from.length - inFrom, to.length - inTo);
    parts.copy(to.at(done / to.length) + inTo, from.at(done / from.length) + inFrom, bytes);
    done += bytes;
  }
}

} // namespace

SharedEvent keepUntil(QueueImpl &queue, const SharedCommand &command,
                      std::shared_ptr<const void> memory) {
  auto held = std::make_unique<std::shared_ptr<const void>>(std::move(memory));
  SharedEvent event = queue.enqueue(
      "Releasing the memory of a copy", {&command, 1},
      [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *waits,
          ur_event_handle_t *out) {
        return urEnqueueHostTaskExp(
            handle, [](void *data) { delete static_cast<std::shared_ptr<const void> *>(data); },
            held.get(), nullptr, count, waits, out);
      });
  (void)held.release(); // the task deletes it
  return event;
}

void CommandGroup::setCopy(const MemoryBox &destination, const MemoryBox &source,
                           std::shared_ptr<const void> keepAlive) {
  if (bytesOf(destination) < bytesOf(source))
    fail(errc::invalid, "A copy of " + std::to_string(bytesOf(source)) +
                            " bytes does not fit into the destination of " +
                            std::to_string(bytesOf(destination)) + " bytes.");
  use(destination);
  use(source);
  setAction([this, destination, source,
             keepAlive = std::move(keepAlive)](std::span<const SharedCommand> waits) {
    Parts parts(queue_, "Copying a buffer", waits);
    if (bytesOf(source) > 0)
      copyRuns(parts, runsOf(destination, memoryOf(destination)), runsOf(source, memoryOf(source)));
    const SharedEvent copied = parts.finish();
    if (!keepAlive)
      return copied;
    if (const std::shared_ptr<GraphImpl> graph = queue_.recording()) {
      graph->keep(keepAlive);
      return copied;
    }
    return keepUntil(queue_, copied, keepAlive);
  });
}

void CommandGroup::setFill(const MemoryBox &destination, const void *pattern) {
  const auto *bytes = static_cast<const std::byte *>(pattern);
  use(destination);
  setAction(
      [this, destination, held = std::vector<std::byte>(bytes, bytes + destination.elementSize)](
          std::span<const SharedCommand> waits) {
        Parts parts(queue_, "Filling a buffer", waits);
        if (bytesOf(destination) > 0) {
          const Runs runs = runsOf(destination, memoryOf(destination));
          for (size_t i = 0; i < runs.rows * runs.planes; ++i)
            parts.fill(runs.at(i), runs.length, held);
        }
        return parts.finish();
      });
}

} // namespace sycl::detail
} // namespace ursa_sycl
