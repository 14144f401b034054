// What the nodes of a graph do. Commands are immutable: an update replaces them.
#pragma once

#include "sycl/api/launch_shape.h"
#include "sycl/api/queue_impl.h"

#include <sycl/handler.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class HostTaskCommand;
class KernelCommand;
class SubgraphCommand;
using SyncPoints = std::vector<ur_exp_command_buffer_sync_point_t>;

class GraphCommand {
public:
  explicit GraphCommand(NodeType type) : type_(type) {}
  virtual ~GraphCommand() = default;
  GraphCommand &operator=(const GraphCommand &) = delete;

  NodeType type() const { return type_; }
  /// Appends the command to a command buffer, after sync points of it. Returns those that stand for
  /// it. Throws. Not called for host tasks and sub-graphs.
  /// @param handle [out] where the name of a launch that can be updated goes; may be null
  virtual SyncPoints append(ur_exp_command_buffer_handle_t buffer, const SyncPoints &after,
                            ur_exp_command_buffer_command_handle_t *handle) const;
  /// A line of more about the command, for print_graph.
  virtual std::string details() const { return {}; }

  /// @{ Itself if it is one of these, otherwise null.
  virtual const KernelCommand *asKernel() const { return nullptr; }
  virtual const HostTaskCommand *asHostTask() const { return nullptr; }
  virtual const SubgraphCommand *asSubgraph() const { return nullptr; }
  /// @}

protected:
  GraphCommand(const GraphCommand &) = default;

private:
  const NodeType type_;
};
using SharedGraphCommand = std::shared_ptr<const GraphCommand>;

/// One or several commands that a function appends, and which do not depend on each other.
class AppendedCommand final : public GraphCommand {
public:
  /// @param what begins the sentence of an error
  AppendedCommand(const char *what, std::vector<Recording> parts);
  SyncPoints append(ur_exp_command_buffer_handle_t buffer, const SyncPoints &after,
                    ur_exp_command_buffer_command_handle_t *handle) const override;
  std::string details() const override;

private:
  const char *const what_;
  const std::vector<Recording> parts_;
};

/// A launch with a copy of its arguments.
class KernelCommand final : public GraphCommand {
public:
  /// @param description of a kernel of the program; null for a kernel of the backend
  KernelCommand(const BuiltKernel &kernel, const KernelDescription *description,
                std::span<const ur_exp_kernel_arg_properties_t> arguments,
                const LaunchShape &shape);
  SyncPoints append(ur_exp_command_buffer_handle_t buffer, const SyncPoints &after,
                    ur_exp_command_buffer_command_handle_t *handle) const override;
  std::string details() const override;
  const KernelCommand *asKernel() const override { return this; }

  const std::string &name() const { return kernel_->name; }
  const LaunchShape &shape() const { return shape_; }
  /// The same with another index space. Throws errc::invalid if it has other dimensions.
  std::shared_ptr<const KernelCommand> withShape(const LaunchShape &shape) const;
  /// The same with another value of an argument; an argument that the kernel does not read is not
  /// there, so that nothing changes. Throws errc::kernel_argument for one that cannot be.
  /// @param index of a parameter of the backend's kernel, or of a member of the kernel object
  std::shared_ptr<const KernelCommand> withArgument(int index, const KernelArgument &value) const;
  /// The same with the kernels of other commands that may replace it.
  std::shared_ptr<const KernelCommand>
  withAlternatives(std::span<const std::shared_ptr<const KernelCommand>> others) const;
  /// Whether an update of a command buffer puts it in the place of an earlier one.
  bool canReplace(const KernelCommand &before) const;

private:
  friend class LaunchUpdate;
  struct Argument {
    ur_exp_kernel_arg_properties_t properties;
    std::vector<std::byte> value; ///< of an argument by value
    bool operator==(const Argument &other) const;
  };
  bool isOf(const BuiltKernel &kernel) const {
    return kernel_->handle.get() == kernel.handle.get();
  }
  bool hasAlternative(const BuiltKernel &kernel) const;
  void setFromObject(Argument &argument, const ursa_kernel_arg_info_t &info, size_t first,
                     const KernelArgument &value) const;

  std::shared_ptr<const BuiltKernel> kernel_;
  std::vector<std::shared_ptr<const BuiltKernel>> alternatives_; ///< other kernels, each once
  bool isOfProgram_;
  size_t objectSize_ = 0;
  std::vector<KernelParameter> parameters_; ///< without constants
  std::vector<Argument> arguments_;
  LaunchShape shape_;
};

/// The difference of two launches, in the form of the C ABI.
class LaunchUpdate {
public:
  /// The commands must outlive the update. Call only if @p after can replace @p before.
  LaunchUpdate(const KernelCommand &before, const KernelCommand &after,
               ur_exp_command_buffer_command_handle_t handle);
  LaunchUpdate(const LaunchUpdate &) = delete;
  LaunchUpdate &operator=(const LaunchUpdate &) = delete;

  bool isEmpty() const {
    return pointers_.empty() && values_.empty() && description_.newWorkDim == 0;
  }
  const ur_exp_command_buffer_update_kernel_launch_desc_t &get() const { return description_; }

private:
  AbiShape space_;
  std::vector<ur_exp_command_buffer_update_pointer_arg_desc_t> pointers_;
  std::vector<ur_exp_command_buffer_update_value_arg_desc_t> values_;
  ur_exp_command_buffer_update_kernel_launch_desc_t description_{};
};

/// A host task, which is enqueued between command buffers.
class HostTaskCommand final : public GraphCommand {
public:
  explicit HostTaskCommand(HostTask task)
      : GraphCommand(NodeType::host_task),
        task_(std::make_shared<const HostTask>(std::move(task))) {}
  const HostTaskCommand *asHostTask() const override { return this; }
  /// A copy for one run.
  HostTask task() const {
    return [task = task_](interop_handle &handle) { (*task)(handle); };
  }

private:
  const std::shared_ptr<const HostTask> task_;
};

/// The commands of another graph.
class SubgraphCommand final : public GraphCommand {
public:
  explicit SubgraphCommand(std::shared_ptr<ExecutableGraphImpl> graph)
      : GraphCommand(NodeType::subgraph), graph_(std::move(graph)) {}
  const SubgraphCommand *asSubgraph() const override { return this; }
  const std::shared_ptr<ExecutableGraphImpl> &graph() const { return graph_; }

private:
  const std::shared_ptr<ExecutableGraphImpl> graph_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
