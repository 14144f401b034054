#include "adapters/cuda/graph/native_graph.h"

#include "adapters/cuda/launch/launch.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

/// The nodes that the next node of a stream that is recorded follows. Valid until that one.
/// @param into set to the graph that the stream is recorded into
Result<std::span<const CUgraphNode>> lastNodes(NativeContext &native, CUstream stream,
                                               CUgraph *into = nullptr) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUgraphNode *nodes = nullptr;
  size_t count = 0;
  uint64_t id = 0;
  CUgraph graph = nullptr;
  URSA_CHECK(native.check(cu().cuStreamGetCaptureInfo(stream, &status, &id, &graph, &nodes, &count),
                          "cuStreamGetCaptureInfo"));
  if (status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return Error{UR_RESULT_ERROR_INVALID_OPERATION, "The driver ended the recording of a graph."};
  if (into)
    *into = graph;
  return std::span<const CUgraphNode>(nodes, count);
}

} // namespace

bool NativeGraph::isSupported() {
  const Driver &driver = cu();
  return driver.cuStreamBeginCapture && driver.cuStreamEndCapture &&
         driver.cuStreamGetCaptureInfo && driver.cuStreamUpdateCaptureDependencies &&
         driver.cuGraphInstantiateWithFlags && driver.cuGraphLaunch &&
         driver.cuGraphExecKernelNodeSetParams && driver.cuGraphExecDestroy &&
         driver.cuGraphDestroy;
}

// The driver lets a graph end while it runs.
NativeGraph::~NativeGraph() {
  const auto current = native_.enter();
  if (!current)
    return;
  if (executable_)
    (void)cu().cuGraphExecDestroy(executable_);
  if (graph_)
    (void)cu().cuGraphDestroy(graph_);
}

// The works submit their commands to a stream that the driver captures, so that they need not know
// of graphs; before each, the stream's dependencies are set to what the work follows.
Result<void> NativeGraph::capture(Stream &stream, std::span<const GraphWork> works) {
  std::vector<std::vector<CUgraphNode>> ends; // of each work
  for (size_t i = 0; i < works.size(); ++i) {
    std::vector<CUgraphNode> after;
    for (const size_t other : works[i].after)
      after.insert(after.end(), ends[other].begin(), ends[other].end());
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    if (i != 0 && after != ends.back()) {
      CUgraphNode none = nullptr; // the driver takes no null pointer
      URSA_CHECK(native_.check(cu().cuStreamUpdateCaptureDependencies(
                                   stream.native, after.empty() ? &none : after.data(),
                                   after.size(), CU_STREAM_SET_CAPTURE_DEPENDENCIES),
                               "cuStreamUpdateCaptureDependencies"));
    }
    Submission submission{native_, stream, uses_};
    submission.isRecorded = true;
    URSA_CHECK(works[i].work->submit(submission));
    URSA_TRY(const auto last, lastNodes(native_, stream.native));
    ends.emplace_back(last.begin(), last.end());
    std::sort(ends.back().begin(), ends.back().end());
    works_[i].work = works[i].work;
    if (works[i].work->launch && ends.back().size() == 1)
      works_[i].launch = ends.back()[0];
  }
  listKernels();
  return {};
}

void NativeGraph::listKernels() {
  kernels_.clear();
  for (auto work = works_.rbegin(); work != works_.rend(); ++work)
    if (const auto &launch = work->work->launch;
        launch && kernels_.size() < LaunchLog::kKept &&
        std::find(kernels_.begin(), kernels_.end(), launch->kernelName()) == kernels_.end())
      kernels_.push_back(launch->kernelName());
  std::reverse(kernels_.begin(), kernels_.end());
}

// Relaxed, so that memory may be allocated meanwhile.
Result<std::shared_ptr<NativeGraph>> NativeGraph::record(NativeContext &native,
                                                         std::span<const GraphWork> works) {
  auto graph = std::make_shared<NativeGraph>(native, works.size());
  URSA_TRY(const StreamPointer stream, native.acquireStream({}));
  const auto recordAll = [&]() -> Result<void> {
    const std::lock_guard guard(stream->mutex);
    URSA_CHECK(
        native.check(cu().cuStreamBeginCapture(stream->native, CU_STREAM_CAPTURE_MODE_RELAXED),
                     "cuStreamBeginCapture"));
    auto captured = graph->capture(*stream, works);
    const CUresult ended = cu().cuStreamEndCapture(stream->native, &graph->graph_);
    URSA_CHECK(std::move(captured));
    return graph->finish(ended);
  };
  const auto recorded = recordAll();
  native.releaseStream(stream);
  if (!recorded)
    return recorded.error();
  return graph;
}

// The stream is none of the context's, whose other users would query it meanwhile. The application
// may change what is current.
Result<std::shared_ptr<NativeGraph>>
NativeGraph::recordCalls(NativeContext &native, const std::function<void(CUstream)> &submit) {
  CUstream stream = nullptr;
  {
    URSA_TRY(const Current current, native.enter());
    URSA_CHECK(native.check(cu().cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0),
                            "cuStreamCreateWithPriority"));
    const CUresult begun = cu().cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    if (begun != CUDA_SUCCESS) {
      (void)cu().cuStreamDestroy(stream);
      return native.check(begun, "cuStreamBeginCapture").error();
    }
  }
  submit(stream);
  URSA_TRY(const Current current, native.enter());
  auto graph = std::make_shared<NativeGraph>(native, 0);
  const auto last = lastNodes(native, stream);
  const bool isEmpty = last && last->empty();
  const CUresult ended = cu().cuStreamEndCapture(stream, &graph->graph_);
  (void)cu().cuStreamDestroy(stream);
  if (!last)
    return last.error();
  if (isEmpty)
    return std::shared_ptr<NativeGraph>();
  URSA_CHECK(graph->finish(ended));
  return graph;
}

/// @param ended what the driver returned when the recording ended
Result<void> NativeGraph::finish(CUresult ended) {
  URSA_CHECK(native_.check(ended, "cuStreamEndCapture"));
  return native_.check(cu().cuGraphInstantiateWithFlags(&executable_, graph_, 0),
                       "cuGraphInstantiateWithFlags");
}

Result<std::shared_ptr<NativeGraph>> NativeGraph::adopt(NativeContext &native, CUgraph graph) {
  auto adopted = std::make_shared<NativeGraph>(native, 0);
  adopted->graph_ = graph;
  URSA_TRY(const Current current, native.enter());
  URSA_CHECK(adopted->finish(CUDA_SUCCESS));
  return adopted;
}

WorkPointer NativeGraph::workOf(std::shared_ptr<NativeGraph> graph) {
  auto work = std::make_shared<Work>();
  work->submit = [graph = std::move(graph)](Submission &at) {
    at.batch.keep(graph);
    return graph->submit(at);
  };
  work->staysOutOfGraphs = !cu().cuGraphAddChildGraphNode;
  return work;
}

Result<bool> NativeGraph::update(std::span<const GraphWork> works) {
  for (size_t i = 0; i < works.size(); ++i) {
    Recorded &recorded = works_[i];
    if (works[i].work == recorded.work)
      continue;
    const auto &launch = works[i].work->launch;
    if (!recorded.launch || !launch || !launch->isPlain() || !recorded.work->launch->isPlain())
      return false; // the node keeps its attributes
    if (!works[i].work->isForGraphs())
      return false;
    if (!launch->allowLocalMemory(native_))
      return false;
    const CUDA_KERNEL_NODE_PARAMS node = launch->node();
    const CUresult code = cu().cuGraphExecKernelNodeSetParams(executable_, recorded.launch, &node);
    if (isSticky(code))
      return native_.check(code, "cuGraphExecKernelNodeSetParams").error();
    if (code != CUDA_SUCCESS) // not every kernel can take the place of every other
      return false;
    launch->noteInGraph();
    replaced_.push_back(std::exchange(recorded.work, works[i].work));
  }
  if (!replaced_.empty())
    listKernels();
  return true;
}

// The driver runs one execution of a graph after the other, so that what earlier ones use may end
// after this one.
Result<void> NativeGraph::submit(Submission &at) {
  const std::lock_guard guard(mutex_);
  if (at.isRecorded)
    return addTo(at.stream.native);
  for (WorkPointer &work : replaced_)
    at.batch.keep(std::move(work));
  replaced_.clear();
  for (const char *kernel : kernels_)
    at.stream.launches.add(kernel, at.stream.issued);
  return native_.check(cu().cuGraphLaunch(executable_, at.stream.native), "cuGraphLaunch");
}

// The driver copies the nodes.
Result<void> NativeGraph::addTo(CUstream stream) const {
  CUgraph into = nullptr;
  URSA_TRY(const auto before, lastNodes(native_, stream, &into));
  CUgraphNode node = nullptr;
  URSA_CHECK(native_.check(
      cu().cuGraphAddChildGraphNode(&node, into, before.data(), before.size(), graph_),
      "cuGraphAddChildGraphNode"));
  return native_.check(
      cu().cuStreamUpdateCaptureDependencies(stream, &node, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES),
      "cuStreamUpdateCaptureDependencies");
}

} // namespace ursa::cuda
