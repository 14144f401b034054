// Streams: memory for the records of a kernel, and how the host prints them.
#include "sycl/api/error.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/requirement.h"

#include <sycl/stream.hpp>

#include <algorithm>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

namespace records = stream_records;

/// A record, in memory of the host.
struct Record {
  uint32_t workItem, description, layout;
  const uint32_t *payload;
};

/// Formats the records in memory, work-item by work-item.
class StreamText {
public:
  explicit StreamText(std::span<const uint32_t> memory) {
    size_t at = 1;
    while (at + records::kHeader <= memory.size()) {
      const Record record{memory[at], memory[at + 1], memory[at + 2],
                          memory.data() + at + records::kHeader};
      at += records::kHeader + records::wordsOf(records::bytesOf(record.description));
      if (!(record.description & records::kMark) || at > memory.size())
        break;
      add(record);
    }
    for (const uint32_t each : order_)
      all_ += pending_[each];
  }
  const std::string &get() const { return all_; }

private:
  void add(const Record &record) {
    const auto [place, isNew] = pending_.try_emplace(record.workItem);
    if (isNew)
      order_.push_back(record.workItem);
    if (records::kindOf(record.description) != records::Flush) {
      place->second += format(record);
      return;
    }
    all_ += place->second;
    place->second.clear();
  }

  static std::string format(const Record &record) {
    std::ostringstream text;
    const uint32_t format = records::formatOf(record.description);
    const uint32_t bytes = records::bytesOf(record.description);
    const auto width = static_cast<int>(record.layout >> 16);
    if (records::kindOf(record.description) == records::Text) {
      text << std::setw(width)
           << std::string_view(reinterpret_cast<const char *>(record.payload), bytes);
      return text.str();
    }
    text.setf(format & records::Hex   ? std::ios::hex
              : format & records::Oct ? std::ios::oct
                                      : std::ios::dec,
              std::ios::basefield);
    std::ios::fmtflags floats{};
    if (format & records::Fixed)
      floats |= std::ios::fixed;
    if (format & records::Scientific)
      floats |= std::ios::scientific;
    text.setf(floats, std::ios::floatfield);
    if (format & records::ShowBase)
      text << std::showbase;
    if (format & records::ShowPos)
      text << std::showpos;
    if (format & records::HasPrecision)
      text << std::setprecision(static_cast<int>(record.layout & 0xffff));
    for (uint32_t i = 0; i < bytes / 8; ++i) {
      if (i > 0)
        text << ", ";
      uint64_t bits = 0;
      std::memcpy(&bits, record.payload + i * 2, sizeof(bits));
      text << std::setw(width);
      formatNumber(text, records::kindOf(record.description), bits);
    }
    return text.str();
  }

  static void formatNumber(std::ostream &text, records::Kind kind, uint64_t bits) {
    switch (kind) {
    case records::Character:
      text << static_cast<char>(bits);
      break;
    case records::Signed:
      text << static_cast<int64_t>(bits);
      break;
    case records::Unsigned:
      text << bits;
      break;
    case records::Pointer:
      text << reinterpret_cast<const void *>(bits);
      break;
    case records::Half:
      text << static_cast<float>(bit_cast<half>(static_cast<uint16_t>(bits)));
      break;
    case records::Float:
      text << bit_cast<float>(static_cast<uint32_t>(bits));
      break;
    case records::Double:
      text << bit_cast<double>(bits);
      break;
    case records::Text:
    case records::Flush:
      break;
    }
  }

  std::string all_;
  std::map<uint32_t, std::string> pending_; ///< the text of each work-item since its last flush
  std::vector<uint32_t> order_;             ///< of work-items, by their first output
};

/// Memory on the device and on the host for one command.
class StreamMemory {
public:
  StreamMemory(std::shared_ptr<ContextImpl> context, const DeviceImpl &device, size_t words)
      : context_(std::move(context)), records_(words) {
    ur_result_t result = urUSMDeviceAlloc(context_->handle(), device.handle(), nullptr, nullptr,
                                          words * sizeof(uint32_t), &memory_);
    if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
      result = urUSMSharedAlloc(context_->handle(), device.handle(), nullptr, nullptr,
                                words * sizeof(uint32_t), &memory_);
    check(result, "Allocating a stream on '" + device.entry().name + "'", errc::memory_allocation);
  }
  ~StreamMemory() {
    if (filled)
      (void)filled->waitForError();
    (void)urUSMFree(context_->handle(), memory_);
  }
  StreamMemory(const StreamMemory &) = delete;
  StreamMemory &operator=(const StreamMemory &) = delete;

  void *get() const { return memory_; }
  size_t bytes() const { return records_.size() * sizeof(uint32_t); }
  uint32_t *records() { return records_.data(); }
  void print(size_t most) const {
    const StreamText text(records_);
    std::cout.write(text.get().data(),
                    static_cast<std::streamsize>(std::min(most, text.get().size())));
    std::cout.flush();
  }

  SharedEvent filled; ///< with zeros

private:
  const std::shared_ptr<ContextImpl> context_;
  void *memory_ = nullptr;
  std::vector<uint32_t> records_;
};

struct PrintTask {
  std::shared_ptr<StreamMemory> memory;
  size_t most;

  static void run(void *data) {
    const std::unique_ptr<PrintTask> task(static_cast<PrintTask *>(data));
    task->memory->print(task->most);
  }
};

class StreamRequirement final : public Requirement {
public:
  StreamRequirement(size_t words, size_t bytes) : words_(words), bytes_(bytes) {}

  void begin(QueueImpl &queue, Commands &waits) override {
    memory_ = std::make_shared<StreamMemory>(queue.sharedContext(), queue.device(), words_);
    memory_->filled =
        queue.enqueue("Preparing a stream", {},
                      [this](ur_queue_handle_t handle, uint32_t count,
                             const ur_event_handle_t *events, ur_event_handle_t *out) {
                        const uint32_t zero = 0;
                        return urEnqueueUSMFill(handle, memory_->get(), sizeof(zero), &zero,
                                                memory_->bytes(), count, events, out);
                      });
    waits.push_back(memory_->filled);
  }

  void end(QueueImpl &queue, const SharedEvent &command) override {
    const SharedCommand kernel = command;
    const SharedCommand copied =
        queue.enqueue("Copying a stream to the host", {&kernel, 1},
                      [this](ur_queue_handle_t handle, uint32_t count,
                             const ur_event_handle_t *events, ur_event_handle_t *out) {
                        return urEnqueueUSMMemcpy(handle, false, memory_->records(), memory_->get(),
                                                  memory_->bytes(), count, events, out);
                      });
    auto task = std::make_unique<PrintTask>(PrintTask{memory_, bytes_});
    command->setFollower(
        queue.enqueue("Printing a stream", {&copied, 1},
                      [&task](ur_queue_handle_t handle, uint32_t count,
                              const ur_event_handle_t *events, ur_event_handle_t *out) {
                        return urEnqueueHostTaskExp(handle, PrintTask::run, task.get(), nullptr,
                                                    count, events, out);
                      }));
    (void)task.release(); // it owns itself now
    memory_.reset();
  }

  void *pointer() const override { return memory_ ? memory_->get() : nullptr; }

private:
  const size_t words_, bytes_;
  std::shared_ptr<StreamMemory> memory_; ///< of the command that is enqueued
};

} // namespace

std::shared_ptr<Requirement> makeStream(size_t words, size_t bytes) {
  return std::make_shared<StreamRequirement>(words, bytes);
}

} // namespace sycl::detail
} // namespace ursa_sycl
