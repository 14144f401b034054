// Writes the commands of a process and what they wait for as a graph in the language of Graphviz,
// to the file that URSA_SYCL_DUMP_GRAPH names.
#pragma once

#include "sycl/api/event_impl.h"

#include <cstdio>
#include <map>
#include <mutex>
#include <span>
#include <string_view>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Thread safe.
class GraphDump {
public:
  /// Null if no graph is written.
  static GraphDump *active() {
    static GraphDump *const dump = open();
    return dump;
  }

  /// A command was enqueued. Edges of in-order queues are dashed.
  void add(const EventImpl &command, std::string_view what, std::span<const SharedCommand> waits);

private:
  explicit GraphDump(std::FILE *file) : file_(file) {}
  static GraphDump *open();
  void close();

  std::mutex mutex_; ///< guards the members below
  std::FILE *const file_;
  bool isClosed_ = false; ///< the process ends
  size_t count_ = 0;
  std::map<const ursa::runtime::Command *, size_t> numbers_;
  std::map<const QueueImpl *, size_t> last_; ///< of in-order queues
};

} // namespace sycl::detail
} // namespace ursa_sycl
