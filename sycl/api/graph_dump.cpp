#include "sycl/api/graph_dump.h"

#include "support/readable_names.h"

#include "sycl/api/queue_impl.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

inline namespace ursa_sycl {
namespace sycl::detail {

GraphDump *GraphDump::open() {
  const char *name = secure_getenv("URSA_SYCL_DUMP_GRAPH");
  if (!name || *name == '\0')
    return nullptr;
  std::FILE *file = std::fopen(name, "w");
  if (!file) {
    std::fprintf(stderr, "sycl: URSA_SYCL_DUMP_GRAPH is '%s', which cannot be written: %s.\n", name,
                 std::strerror(errno));
    return nullptr;
  }
  std::fputs("digraph commands {\n  node [shape=box];\n", file);
  auto *dump = new GraphDump(file); // queues may be static objects, so it is not destroyed
  std::atexit([] { active()->close(); });
  return dump;
}

void GraphDump::close() {
  const std::lock_guard lock(mutex_);
  std::fputs("}\n", file_);
  if (std::fflush(file_) != 0 || std::ferror(file_) != 0)
    std::fputs(
        "sycl: The graph that URSA_SYCL_DUMP_GRAPH asks for could not be written in full; is "
        "the disk full?\n",
        stderr);
  isClosed_ = true;
}

void GraphDump::add(const EventImpl &command, std::string_view what,
                    std::span<const SharedCommand> waits) {
  const std::lock_guard lock(mutex_);
  if (isClosed_)
    return;
  const size_t number = ++count_;
  std::string label;
  for (const char each : ursa::withReadableNames(what))
    label += each == '"' || each == '\\' ? std::string("\\") + each : std::string(1, each);
  std::fprintf(file_, "  c%zu [label=\"%zu: %s\\n%s\"];\n", number, number, label.c_str(),
               command.queue()->device().entry().name.c_str());
  for (const SharedCommand &each : waits)
    if (const auto known = numbers_.find(each.get()); known != numbers_.end())
      std::fprintf(file_, "  c%zu -> c%zu;\n", known->second, number);
  if (command.inOrderQueue()) {
    size_t &last = last_[command.queue().get()];
    if (last != 0)
      std::fprintf(file_, "  c%zu -> c%zu [style=dashed];\n", last, number);
    last = number;
  }
  numbers_[&command] = number; // in place of one with the same address, which is gone
  std::fflush(file_);
}

} // namespace sycl::detail
} // namespace ursa_sycl
