// CUDA graphs: the works of a part of recorded work, or work that the application submits to a CUDA
// stream, recorded once. A launch that an update replaces is changed in the executable graph.
#pragma once

#include "adapters/cuda/queue/enqueue.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace ursa::cuda {

/// A work of a graph, and what it follows.
struct GraphWork {
  WorkPointer work;          ///< not null; uses no pageable memory
  std::vector<size_t> after; ///< indices of earlier works of the graph
};

/// An executable graph. Only submit is thread safe: recordings may share graphs of the application.
class NativeGraph {
public:
  /// Returns whether the driver has the functions.
  static bool isSupported();

  /// Records works. Errors: those of the driver, also for a work that cannot be part of a graph.
  static Result<std::shared_ptr<NativeGraph>> record(NativeContext &native,
                                                     std::span<const GraphWork> works);

  /// Records the work that @p submit submits to a CUDA stream; null if there is none. The driver's
  /// context is not made current for the function.
  static Result<std::shared_ptr<NativeGraph>>
  recordCalls(NativeContext &native, const std::function<void(CUstream)> &submit);

  /// Takes over a graph of the application, also on failure.
  static Result<std::shared_ptr<NativeGraph>> adopt(NativeContext &native, CUgraph graph);

  /// Returns the work of an execution, which also other graphs may have.
  static WorkPointer workOf(std::shared_ptr<NativeGraph> graph);

  NativeGraph(NativeContext &itsNative, size_t count) : native_(itsNative), works_(count) {}
  ~NativeGraph();
  NativeGraph(const NativeGraph &) = delete;
  NativeGraph &operator=(const NativeGraph &) = delete;

  /// Makes later executions run these works. Returns false if the graph has to be recorded again.
  Result<bool> update(std::span<const GraphWork> works);

  /// Submits an execution to a stream, or adds the graph's nodes to one that is captured.
  Result<void> submit(Submission &at);

private:
  struct Recorded {
    WorkPointer work;
    CUgraphNode launch = nullptr; ///< the node of a single launch; otherwise null
  };

  Result<void> finish(CUresult ended);
  Result<void> addTo(CUstream stream) const;
  void listKernels();
  Result<void> capture(Stream &stream, std::span<const GraphWork> works);

  NativeContext &native_;
  std::mutex mutex_; ///< held while the graph is submitted
  std::vector<Recorded> works_;
  std::vector<WorkPointer> replaced_; ///< by updates; executions in flight may use them
  Batch uses_;                        ///< memory and functions of the nodes
  std::vector<const char *> kernels_; ///< names of the last launches, each once
  CUgraph graph_ = nullptr;
  CUgraphExec executable_ = nullptr;
};

} // namespace ursa::cuda
