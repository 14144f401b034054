// The functions of the fake driver for graphs. Nodes that do not depend on each other run in the
// reverse order of recording, so that a dependency that is missing is seen in results.
#include "cuda/fake_calls.h"

#include <algorithm>
#include <set>

using namespace ursa::testing;

namespace {

struct Executable {
  struct Step {
    const FakeNode *node;
    std::function<void()> run;
  };
  std::vector<Step> steps;
};

std::vector<const FakeNode *> orderOf(const FakeGraph &graph) {
  std::vector<const FakeNode *> order;
  std::set<const FakeNode *> done;
  while (order.size() < graph.nodes.size())
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
      const auto isDone = [&](const FakeNode *other) { return done.contains(other); };
      if (isDone(node->get()) || !std::all_of((*node)->after.begin(), (*node)->after.end(), isDone))
        continue;
      order.push_back(node->get());
      done.insert(node->get());
      break;
    }
  return order;
}

} // namespace

FAKE(cuStreamBeginCapture_v2, CUstream stream, CUstreamCaptureMode) {
  ENTER("cuStreamBeginCapture", Context);
  if (streamOf(stream)->capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  streamOf(stream)->capture = std::make_unique<FakeCapture>();
  return CUDA_SUCCESS;
}
FAKE(cuStreamEndCapture, CUstream stream, CUgraph *graph) {
  *graph = nullptr;
  const auto capture = std::move(streamOf(stream)->capture);
  ENTER("cuStreamEndCapture", Context);
  if (!capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (!capture->isValid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  *graph = reinterpret_cast<CUgraph>(capture->graph.release());
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuStreamGetCaptureInfo_v2, CUstream stream, CUstreamCaptureStatus *status, uint64_t *,
     CUgraph *graph, const CUgraphNode **last, size_t *count) {
  ENTER("cuStreamGetCaptureInfo", Context);
  const auto &capture = streamOf(stream)->capture;
  *status = !capture           ? CU_STREAM_CAPTURE_STATUS_NONE
            : capture->isValid ? CU_STREAM_CAPTURE_STATUS_ACTIVE
                               : CU_STREAM_CAPTURE_STATUS_INVALIDATED;
  if (!capture)
    return CUDA_SUCCESS;
  if (graph)
    *graph = reinterpret_cast<CUgraph>(capture->graph.get());
  if (last)
    *last = reinterpret_cast<const CUgraphNode *>(capture->last.data());
  if (count)
    *count = capture->last.size();
  return CUDA_SUCCESS;
}
FAKE(cuStreamUpdateCaptureDependencies, CUstream stream, CUgraphNode *nodes, size_t count,
     unsigned flags) {
  ENTER("cuStreamUpdateCaptureDependencies", Context);
  const auto &capture = streamOf(stream)->capture;
  if (!capture || flags != CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    return CUDA_ERROR_ILLEGAL_STATE;
  auto *const *given = reinterpret_cast<FakeNode **>(nodes);
  capture->last.assign(given, given + count);
  return CUDA_SUCCESS;
}
FAKE(cuGraphInstantiateWithFlags, CUgraphExec *made, CUgraph graph, unsigned long long) {
  ENTER("cuGraphInstantiateWithFlags", Context);
  auto executable = std::make_unique<Executable>();
  for (const FakeNode *node : orderOf(*reinterpret_cast<FakeGraph *>(graph)))
    executable->steps.push_back({node, node->run});
  *made = reinterpret_cast<CUgraphExec>(executable.release());
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuGraphLaunch, CUgraphExec executable, CUstream stream) {
  ENTER("cuGraphLaunch", Context);
  return push(stream, [steps = reinterpret_cast<Executable *>(executable)->steps] {
    for (const Executable::Step &step : steps)
      step.run();
  });
}
FAKE(cuGraphExecKernelNodeSetParams, CUgraphExec executable, CUgraphNode node,
     const CUDA_KERNEL_NODE_PARAMS *given) {
  ENTER("cuGraphExecKernelNodeSetParams", Context);
  for (Executable::Step &step : reinterpret_cast<Executable *>(executable)->steps)
    if (step.node == reinterpret_cast<FakeNode *>(node) && step.node->isKernel)
      return makeLaunch(given->func, {given->gridDimX, given->gridDimY, given->gridDimZ},
                        {given->blockDimX, given->blockDimY, given->blockDimZ},
                        given->sharedMemBytes, given->kernelParams, step.run);
  return CUDA_ERROR_INVALID_VALUE;
}
FAKE(cuGraphCreate, CUgraph *graph, unsigned flags) {
  ENTER("cuGraphCreate", Context);
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  *graph = reinterpret_cast<CUgraph>(new FakeGraph);
  ++fakeCuda()->objects;
  return CUDA_SUCCESS;
}
namespace {

CUresult addNode(CUgraphNode *made, CUgraph graph, const CUgraphNode *after, size_t count,
                 std::function<void()> run) {
  auto node = std::make_unique<FakeNode>();
  node->run = std::move(run);
  auto *const *given = reinterpret_cast<FakeNode *const *>(after);
  node->after.assign(given, given + count);
  *made = reinterpret_cast<CUgraphNode>(node.get());
  reinterpret_cast<FakeGraph *>(graph)->nodes.push_back(std::move(node));
  return CUDA_SUCCESS;
}

} // namespace
FAKE(cuGraphAddChildGraphNode, CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
     size_t count, CUgraph child) {
  ENTER("cuGraphAddChildGraphNode", Context);
  std::vector<std::function<void()>> steps;
  for (const FakeNode *inner : orderOf(*reinterpret_cast<FakeGraph *>(child)))
    steps.push_back(inner->run);
  return addNode(node, graph, after, count, [steps = std::move(steps)] {
    for (const auto &step : steps)
      step();
  });
}
/// Tests add such nodes; the adapter does not.
FAKE(cuGraphAddMemsetNode, CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
     const FakeMemset *given, CUcontext) {
  ENTER("cuGraphAddMemsetNode", Context);
  if (given->elementSize != sizeof(unsigned) || given->height != 1)
    return CUDA_ERROR_NOT_SUPPORTED;
  return addNode(node, graph, after, count, [fill = *given] {
    std::fill_n(static_cast<unsigned *>(pointer(fill.dst)), fill.width, fill.value);
  });
}
FAKE(cuGraphExecDestroy, CUgraphExec executable) {
  ENTER("cuGraphExecDestroy", Context);
  delete reinterpret_cast<Executable *>(executable);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
FAKE(cuGraphDestroy, CUgraph graph) {
  ENTER("cuGraphDestroy", Context);
  delete reinterpret_cast<FakeGraph *>(graph);
  --fakeCuda()->objects;
  return CUDA_SUCCESS;
}
