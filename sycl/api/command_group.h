// The command that a command group function describes. It is enqueued when the function has
// returned.
#pragma once

#include "sycl/api/queue_impl.h"

#include <sycl/detail/buffer_base.hpp>
#include <sycl/handler.hpp>

#include <exception>
#include <functional>
#include <map>
#include <memory>

inline namespace ursa_sycl {
namespace sycl::detail {

class DynamicParameterImpl;
class ExecutableGraphImpl;
class KernelImpl;

/// A dynamic parameter that is an argument of a kernel.
struct DynamicArgument {
  int index;
  std::shared_ptr<DynamicParameterImpl> parameter;
};

/// Throws if a program has headers of another version.
void checkVersion(int version);
/// Throws if a program has no device code for a kernel.
const KernelDescription &known(const KernelDescription *description);

/// Throws errc::kernel_argument if the object of a kernel has an accessor of a buffer that is not
/// required, as a placeholder may be. One without a buffer is a null pointer.
/// @param dynamic arguments that get other values
void checkAccessors(const KernelDescription &description, const void *object,
                    std::span<const SharedRequirement> required,
                    std::span<const DynamicArgument> dynamic);

/// The argument of a kernel of the backend. The value must outlive it.
ur_exp_kernel_arg_properties_t makeArgument(size_t index, const KernelArgument &argument);

/// Keeps memory of the host alive until a command is complete, by a host task, whose event it
/// returns. Throws.
SharedEvent keepUntil(QueueImpl &queue, const SharedCommand &command,
                      std::shared_ptr<const void> memory);

/// Enqueues a host task of a queue. Throws.
SharedEvent enqueueHostTask(QueueImpl &queue, HostTask task, std::span<const SharedCommand> waits);

class CommandGroup {
public:
  explicit CommandGroup(QueueImpl &queue) : queue_(queue) {}

  QueueImpl &queue() const { return queue_; }
  void dependOn(SharedEvent event) {
    queue_.joinRecordingOf(*event);
    dependencies_.push_back(std::move(event));
  }
  void require(SharedRequirement requirement) {
    if (requirements_.empty())
      requirements_.reserve(4); // the usual number of accessors, and one more
    requirements_.push_back(std::move(requirement));
  }

  void setConstant(const char *id, const void *value, size_t size);
  const SpecializationValues &constants() const { return constants_; }
  /// Uses kernels and values of an executable bundle. Throws errc::invalid if it is of another
  /// context or not for the queue's device.
  void useBundle(std::shared_ptr<KernelBundleImpl> bundle);
  const std::shared_ptr<KernelBundleImpl> &bundle() const { return bundle_; }

  /// Hints for the command. They must outlive the group.
  void setHints(const property_list &hints) { hints_ = &hints; }

  /// @{ The command of the group. A second one throws errc::invalid.
  void setKernel(const KernelDescription &description, KernelObject object,
                 const LaunchShape &shape);
  void setCommand(const char *what, QueueImpl::Enqueue enqueue);
  void setKernel(const KernelImpl &kernel, const LaunchShape &shape);
  /// Sets an argument of a kernel of the backend.
  void setArgument(int index, KernelArgument argument);
  /// The same, or a member of a kernel object, for a kernel that is added to a graph as a node.
  void setArgument(int index, const std::shared_ptr<DynamicParameterImpl> &parameter);
  /// The command runs a graph.
  void setGraph(std::shared_ptr<ExecutableGraphImpl> graph);
  void setHostTask(HostTask task);
  /// A function that gives commands to the native queue while the command is enqueued. Throws
  /// errc::feature_not_supported.
  void setNativeCommand(HostTask function);
  void setCopy(const MemoryBox &destination, const MemoryBox &source,
               std::shared_ptr<const void> keepAlive);
  void setFill(const MemoryBox &destination, const void *pattern);
  /// Makes the contents of a buffer valid in the host's memory.
  void setUpdate(SharedRequirement requirement);
  /// The same on the device of the queue.
  void setDeviceUpdate(const MemoryBox &of);
  /// The command runs a kernel with this object, which the command keeps.
  void useKernel(const KernelDescription &description, const void *object) {
    kernels_.push_back({&description, object});
  }
  /// A command that enqueues itself.
  void setAction(std::function<SharedEvent(std::span<const SharedCommand>)> action);
  /// @}

  /// Returns a kernel of the group's bundle, or of the program with the values of the group and of
  /// the kernel object. Throws.
  std::shared_ptr<const BuiltKernel> find(const KernelDescription &description, const void *object);

  /// Enqueues the command. Returns a complete event if there is none. Throws.
  SharedEvent finish();
  /// The exception that the function of a native command threw; null if there is none. The work
  /// that it submitted to the native queue before is the command all the same.
  const std::exception_ptr &thrown() const { return thrown_; }

private:
  struct UsedKernel {
    const KernelDescription *description;
    const void *object;
  };
  std::vector<ur_exp_kernel_arg_properties_t> givenArguments() const;
  /// Throws errc::kernel_argument unless each argument of a kernel from source is set.
  void checkArguments(const BuiltKernel &kernel) const;
  void use(const MemoryBox &box);
  void checkRequired() const;
  SharedEvent enqueue();
  SharedEvent perform(std::span<const SharedCommand> waits);
  /// Makes the command a node of a graph instead.
  SharedEvent record(GraphImpl &graph);

  QueueImpl &queue_;
  Commands dependencies_;
  std::vector<SharedRequirement> requirements_;
  SpecializationValues constants_;
  std::shared_ptr<KernelBundleImpl> bundle_; ///< null: the program's kernels
  std::function<SharedEvent(std::span<const SharedCommand>)> action_; ///< called once
  std::map<int, KernelArgument> arguments_; ///< of a kernel of the backend
  const BuiltKernel *given_ = nullptr;      ///< the kernel that gets them
  std::vector<DynamicArgument> dynamic_;
  std::shared_ptr<ExecutableGraphImpl> graph_; ///< that the command runs
  bool isKernel_ = false, isHostTask_ = false;
  ursa::InlineVector<UsedKernel, 2> kernels_;
  ursa::InlineVector<const Requirement *, 2> used_; ///< by a command without kernels
  SharedRequirement updated_;
  const property_list *hints_ = nullptr;
  std::exception_ptr thrown_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
