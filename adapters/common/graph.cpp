#include "adapters/common/graph.h"

#include "support/last_error.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ursa::adapter {
namespace {

const char *nameOf(ur_command_t type) {
  switch (type) {
  case UR_COMMAND_KERNEL_LAUNCH:
    return "kernel launch";
  case UR_COMMAND_EVENTS_WAIT:
    return "wait";
  case UR_COMMAND_EVENTS_WAIT_WITH_BARRIER:
    return "barrier";
  case UR_COMMAND_MEM_BUFFER_READ:
    return "buffer read";
  case UR_COMMAND_MEM_BUFFER_WRITE:
    return "buffer write";
  case UR_COMMAND_MEM_BUFFER_READ_RECT:
    return "buffer read of a region";
  case UR_COMMAND_MEM_BUFFER_WRITE_RECT:
    return "buffer write of a region";
  case UR_COMMAND_MEM_BUFFER_COPY:
    return "buffer copy";
  case UR_COMMAND_MEM_BUFFER_COPY_RECT:
    return "buffer copy of a region";
  case UR_COMMAND_MEM_BUFFER_FILL:
    return "buffer fill";
  case UR_COMMAND_MEM_BUFFER_MAP:
    return "buffer map";
  case UR_COMMAND_MEM_UNMAP:
    return "buffer unmap";
  case UR_COMMAND_USM_FILL:
    return "USM fill";
  case UR_COMMAND_USM_MEMCPY:
    return "USM copy";
  case UR_COMMAND_USM_FILL_2D:
    return "USM fill of rows";
  case UR_COMMAND_USM_MEMCPY_2D:
    return "USM copy of rows";
  case UR_COMMAND_USM_PREFETCH:
    return "USM prefetch";
  case UR_COMMAND_USM_ADVISE:
    return "USM advice";
  case UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ:
    return "variable read";
  case UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE:
    return "variable write";
  case UR_COMMAND_HOST_TASK_EXP:
    return "host task";
  case UR_COMMAND_ENQUEUE_NATIVE_EXP:
    return "native command";
  default:
    return "command";
  }
}

} // namespace

uint64_t nextGraphId() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

Error insideGraph() {
  return makeError(
      UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT,
      "The event is inside a graph: only commands that are captured into the graph can "
      "wait for it.");
}

Error invalidated() {
  return Error{UR_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED,
               "The capture of the queue into a graph ended during the call."};
}

Error notCapturable(ur_command_t type) {
  return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                   "A command of type {:#x} cannot be captured into a graph.",
                   static_cast<unsigned>(type));
}

Result<void> writeGraph(const char *path, uint64_t id, const std::vector<GraphLine> &lines) {
  std::string text = fmt::format("digraph graph_{} {{\n", id);
  for (size_t i = 0; i < lines.size(); ++i) {
    text += fmt::format("  c{} [label=\"{}: {}\"];\n", i, i, nameOf(lines[i].type));
    for (const uint32_t earlier : lines[i].after)
      text += fmt::format("  c{} -> c{};\n", earlier, i);
  }
  text += "}\n";
  errno = 0;
  std::ofstream file(path, std::ios::trunc);
  file << text << std::flush;
  if (!file)
    return makeError(UR_RESULT_ERROR_UNKNOWN, "The graph could not be written to '{}': {}.", path,
                     std::strerror(errno));
  return {};
}

} // namespace ursa::adapter
