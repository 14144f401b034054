#include "sycl/api/graph_updates.h"

#include "sycl/api/error.h"
#include "sycl/api/requirement.h"

#include <sycl/detail/accessor_base.hpp>
#include <sycl/queue.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl::detail {

SharedRequirement requirementOf(const KernelArgument &value) {
  return value.kind == KernelParameterKind::Accessor
             ? static_cast<const AccessorBase *>(value.value)->requirement
             : nullptr;
}

void DynamicParameterImpl::bind(const SharedNodeBody &body, int index, const QueueImpl &queue) {
  const std::lock_guard lock(mutex_);
  body->setArgument(index, value_, requirementOf(value_));
  std::erase_if(uses_, [](const Use &each) { return each.body.expired(); });
  uses_.push_back({body, index, queue.sharedContext(), queue.sharedDevice()});
}

void DynamicParameterImpl::update(KernelArgument value) {
  const std::lock_guard lock(mutex_);
  const SharedRequirement before = requirementOf(value_), now = requirementOf(value);
  for (const Use &each : uses_) {
    const SharedNodeBody body = each.body.lock();
    if (!body)
      continue;
    if (now)
      now->record(*transferQueue(each.context, each.device), /*isHostTask=*/false);
    body->setArgument(each.index, value, before);
  }
  value_ = std::move(value);
}

size_t callToAdd(const std::shared_ptr<GraphImpl> &graph, NodeDraft *draft,
                 const std::function<void(handler &)> &function) {
  // A queue that nothing is enqueued to.
  const auto impl = std::make_shared<QueueImpl>(graph->context(), graph->device(), async_handler(),
                                                property_list());
  impl->setAddsNodes(draft);
  impl->setRecording(graph);
  auto queue = Access::make<sycl::queue>(impl);
  return implOf(queue.submit([&](handler &group) { function(group); }))->node();
}

DynamicGroupImpl::DynamicGroupImpl(const std::shared_ptr<GraphImpl> &graph,
                                   std::span<const std::function<void(handler &)>> functions)
    : graph_(graph) {
  if (functions.empty())
    fail(errc::invalid, "A dynamic command group needs a command group function.");
  for (const std::function<void(handler &)> &function : functions) {
    NodeDraft draft;
    callToAdd(graph, &draft, [&](handler &group) { function(group); });
    const SharedGraphCommand command = draft.body ? draft.body->content().command : nullptr;
    if (!command || (!command->asKernel() && !command->asHostTask()))
      fail(errc::invalid, "A function of a dynamic command group has a kernel or a host task.");
    if (!drafts_.empty() && drafts_.front().body->content().command->type() != command->type())
      fail(errc::invalid,
           "The functions of a dynamic command group have either kernels or host tasks, not both.");
    drafts_.push_back(std::move(draft));
  }
  std::vector<std::shared_ptr<const KernelCommand>> kernels;
  for (const NodeDraft &each : drafts_)
    if (const SharedGraphCommand command = each.body->content().command; command->asKernel())
      kernels.emplace_back(command, command->asKernel());
  if (!kernels.empty())
    for (const NodeDraft &each : drafts_)
      each.body->setAlternatives(kernels);
}

void DynamicGroupImpl::setActiveIndex(size_t index) {
  if (index >= drafts_.size())
    fail(errc::invalid, "A dynamic command group of " + std::to_string(drafts_.size()) +
                            " functions has none with index " + std::to_string(index) + ".");
  const std::lock_guard lock(mutex_);
  active_ = index;
}

} // namespace sycl::detail
} // namespace ursa_sycl
