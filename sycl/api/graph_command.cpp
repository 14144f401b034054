#include "sycl/api/graph_command.h"

#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/requirement.h"

#include <sycl/detail/accessor_base.hpp>

#include <algorithm>
#include <cstring>
#include <sstream>

inline namespace ursa_sycl {
namespace sycl::detail {

SyncPoints GraphCommand::append(ur_exp_command_buffer_handle_t /*buffer*/,
                                const SyncPoints & /*after*/,
                                ur_exp_command_buffer_command_handle_t * /*handle*/) const {
  return {};
}

AppendedCommand::AppendedCommand(const char *what, std::vector<Recording> parts)
    : GraphCommand(parts.front().type), what_(what), parts_(std::move(parts)) {}

SyncPoints AppendedCommand::append(ur_exp_command_buffer_handle_t buffer, const SyncPoints &after,
                                   ur_exp_command_buffer_command_handle_t * /*handle*/) const {
  SyncPoints points;
  for (const Recording &part : parts_) {
    ur_exp_command_buffer_sync_point_t point{};
    const ur_result_t result = part.append(buffer, static_cast<uint32_t>(after.size()),
                                           after.empty() ? nullptr : after.data(), &point);
    if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE && part.isHint())
      return after;
    check(result, std::string(what_) + " in a graph");
    points.push_back(point);
  }
  return points;
}

std::string AppendedCommand::details() const {
  std::ostringstream text;
  for (const Recording &part : parts_) {
    if (!part.destination)
      continue;
    if (text.tellp() > 0)
      text << "; ";
    text << "destination " << part.destination;
    if (part.source)
      text << ", source " << part.source;
    text << ", " << part.bytes << " bytes";
  }
  return text.str();
}

KernelCommand::KernelCommand(const BuiltKernel &kernel, const KernelDescription *description,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const LaunchShape &shape)
    : GraphCommand(NodeType::kernel), isOfProgram_(description != nullptr), shape_(shape) {
  check(urKernelRetain(kernel.handle.get()), "Keeping a kernel for a graph");
  ursa::client::KernelHandle handle(kernel.handle.get());
  kernel_ = std::make_shared<const BuiltKernel>(BuiltKernel{std::move(handle), kernel.arguments,
                                                            kernel.deviceGlobals, kernel.name,
                                                            kernel.workGroupSize});
  if (description) {
    objectSize_ = description->objectSize;
    for (unsigned i = 0; i < description->parameterCount; ++i)
      if (description->parameters[i].kind != KernelParameterKind::Specialized)
        parameters_.push_back(description->parameters[i]);
  }
  for (const ur_exp_kernel_arg_properties_t &each : arguments) {
    Argument &kept = arguments_.emplace_back(Argument{each, {}});
    if (each.type != UR_EXP_KERNEL_ARG_TYPE_VALUE)
      continue;
    const auto *bytes = static_cast<const std::byte *>(each.value.value);
    kept.value.assign(bytes, bytes + each.size);
  }
}

SyncPoints KernelCommand::append(ur_exp_command_buffer_handle_t buffer, const SyncPoints &after,
                                 ur_exp_command_buffer_command_handle_t *handle) const {
  const AbiShape space(shape_);
  if (space.isEmpty)
    return after;
  std::vector<ur_exp_kernel_arg_properties_t> given;
  for (const Argument &each : arguments_) {
    given.push_back(each.properties);
    if (each.properties.type == UR_EXP_KERNEL_ARG_TYPE_VALUE)
      given.back().value.value = each.value.data();
  }
  std::vector<ur_kernel_handle_t> alternatives;
  if (handle)
    for (const std::shared_ptr<const BuiltKernel> &each : alternatives_)
      alternatives.push_back(each->handle.get());
  ur_exp_command_buffer_sync_point_t point{};
  check(urCommandBufferAppendKernelLaunchWithArgsExp(
            buffer, kernel_->handle.get(), shape_.dimensions,
            space.hasOffset ? space.offset : nullptr, space.global,
            shape_.hasLocal ? space.local : nullptr, static_cast<uint32_t>(given.size()),
            given.data(), static_cast<uint32_t>(alternatives.size()),
            alternatives.empty() ? nullptr : alternatives.data(),
            static_cast<uint32_t>(after.size()), after.empty() ? nullptr : after.data(), 0, nullptr,
            &point, nullptr, handle),
        "The kernel '" + name() + "' in a graph");
  return {point};
}

std::string KernelCommand::details() const {
  std::ostringstream text;
  text << "range";
  for (unsigned i = 0; i < shape_.dimensions; ++i)
    text << (i == 0 ? " " : " x ") << shape_.global[i];
  for (unsigned i = 0; shape_.hasLocal && i < shape_.dimensions; ++i)
    text << (i == 0 ? " in groups of " : " x ") << shape_.local[i];
  for (const Argument &each : arguments_) {
    text << ", argument " << each.properties.index << ": ";
    if (each.properties.type == UR_EXP_KERNEL_ARG_TYPE_POINTER)
      text << each.properties.value.pointer;
    else
      text << each.properties.size << " bytes";
  }
  return text.str();
}

std::shared_ptr<const KernelCommand> KernelCommand::withShape(const LaunchShape &shape) const {
  if (shape.dimensions != shape_.dimensions)
    fail(errc::invalid, "The kernel '" + name() + "' of a node has " +
                            std::to_string(shape_.dimensions) + " dimensions; its new range has " +
                            std::to_string(shape.dimensions) + ".");
  if (shape_.hierarchical[0] != 0)
    fail(errc::invalid,
         "The kernel '" + name() + "' of a node is hierarchical; its range cannot be updated.");
  checkShape(shape, *kernel_);
  const auto changed = std::make_shared<KernelCommand>(*this);
  changed->shape_ = shape;
  return changed;
}

void KernelCommand::setFromObject(Argument &argument, const ursa_kernel_arg_info_t &info,
                                  size_t first, const KernelArgument &value) const {
  const auto *bytes = static_cast<const std::byte *>(value.value) + (info.offset - first);
  if (info.kind == URSA_KERNEL_ARG_KIND_POINTER && value.kind == KernelParameterKind::Accessor)
    // The other pointers in an accessor are the host's.
    argument.properties.value.pointer =
        info.offset == first ? static_cast<const AccessorBase *>(value.value)->pointer() : nullptr;
  else if (info.kind == URSA_KERNEL_ARG_KIND_POINTER)
    std::memcpy(&argument.properties.value.pointer, bytes, sizeof(void *));
  else
    argument.value.assign(bytes, bytes + argument.properties.size);
}

std::shared_ptr<const KernelCommand>
KernelCommand::withArgument(int index, const KernelArgument &value) const {
  const auto changed = std::make_shared<KernelCommand>(*this);
  const auto wanted = static_cast<size_t>(index);
  if (!isOfProgram_) {
    for (Argument &each : changed->arguments_)
      if (each.properties.index == wanted)
        each = {makeArgument(wanted, value), {}};
    for (Argument &each : changed->arguments_)
      if (each.properties.index == wanted && each.properties.type == UR_EXP_KERNEL_ARG_TYPE_VALUE) {
        const auto *bytes = static_cast<const std::byte *>(value.value);
        each.value.assign(bytes, bytes + value.size);
      }
    return changed;
  }
  if (wanted >= parameters_.size())
    fail(errc::kernel_argument, "The object of the kernel '" + name() + "' has " +
                                    std::to_string(parameters_.size()) + " members; argument " +
                                    std::to_string(index) + " was set.");
  const KernelParameter &member = parameters_[wanted];
  const bool isAccessor = value.kind == KernelParameterKind::Accessor;
  if (isAccessor != (member.kind == KernelParameterKind::Accessor) || value.size < member.size ||
      (isAccessor && value.size != member.size) || member.offset + value.size > objectSize_)
    fail(errc::kernel_argument, "Argument " + std::to_string(index) + " of the kernel '" + name() +
                                    "' is a member of " + std::to_string(member.size) +
                                    " bytes of its object; the dynamic parameter has " +
                                    std::to_string(value.size) + " bytes or is of another kind.");
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const ursa_kernel_arg_info_t &info = kernel_->arguments[i];
    if ((info.kind == URSA_KERNEL_ARG_KIND_VALUE || info.kind == URSA_KERNEL_ARG_KIND_POINTER) &&
        info.offset >= member.offset &&
        info.offset + changed->arguments_[i].properties.size <= member.offset + value.size)
      setFromObject(changed->arguments_[i], info, member.offset, value);
  }
  return changed;
}

bool KernelCommand::Argument::operator==(const Argument &other) const {
  if (properties.type != other.properties.type || properties.index != other.properties.index ||
      properties.size != other.properties.size)
    return false;
  return properties.type == UR_EXP_KERNEL_ARG_TYPE_POINTER
             ? properties.value.pointer == other.properties.value.pointer
             : value == other.value;
}

std::shared_ptr<const KernelCommand> KernelCommand::withAlternatives(
    std::span<const std::shared_ptr<const KernelCommand>> others) const {
  const auto changed = std::make_shared<KernelCommand>(*this);
  for (const std::shared_ptr<const KernelCommand> &each : others)
    if (!isOf(*each->kernel_) && !changed->hasAlternative(*each->kernel_))
      changed->alternatives_.push_back(each->kernel_);
  return changed;
}

bool KernelCommand::hasAlternative(const BuiltKernel &kernel) const {
  return std::any_of(alternatives_.begin(), alternatives_.end(),
                     [&](const auto &each) { return each->handle.get() == kernel.handle.get(); });
}

bool KernelCommand::canReplace(const KernelCommand &before) const {
  if (AbiShape(shape_).isEmpty || AbiShape(before.shape_).isEmpty)
    return false;
  if (!isOf(*before.kernel_))
    return before.hasAlternative(*kernel_);
  return std::equal(arguments_.begin(), arguments_.end(), before.arguments_.begin(),
                    before.arguments_.end(), [](const Argument &a, const Argument &b) {
                      return a.properties.type == b.properties.type &&
                             a.properties.index == b.properties.index;
                    });
}

namespace {

bool isSame(const LaunchShape &a, const LaunchShape &b) {
  return a.dimensions == b.dimensions && a.hasLocal == b.hasLocal &&
         std::equal(a.global, a.global + a.dimensions, b.global) &&
         std::equal(a.local, a.local + a.dimensions, b.local) &&
         std::equal(a.offset, a.offset + a.dimensions, b.offset);
}

} // namespace

LaunchUpdate::LaunchUpdate(const KernelCommand &before, const KernelCommand &after,
                           ur_exp_command_buffer_command_handle_t handle)
    : space_(after.shape_) {
  description_.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
  description_.hCommand = handle;
  const bool isOther = !after.isOf(*before.kernel_); // which gets all arguments
  if (isOther)
    description_.hNewKernel = after.kernel_->handle.get();
  if (isOther || !isSame(before.shape_, after.shape_)) {
    description_.newWorkDim = after.shape_.dimensions;
    description_.pNewGlobalWorkOffset = space_.offset;
    description_.pNewGlobalWorkSize = space_.global;
    description_.pNewLocalWorkSize = after.shape_.hasLocal ? space_.local : nullptr;
  }
  for (size_t i = 0; i < after.arguments_.size(); ++i) {
    const KernelCommand::Argument &each = after.arguments_[i];
    if (!isOther && each == before.arguments_[i])
      continue;
    if (each.properties.type == UR_EXP_KERNEL_ARG_TYPE_POINTER)
      pointers_.push_back({UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr,
                           each.properties.index, nullptr, &each.properties.value.pointer});
    else // local memory has a size only
      values_.push_back(
          {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC, nullptr,
           each.properties.index, each.properties.size, nullptr,
           each.properties.type == UR_EXP_KERNEL_ARG_TYPE_VALUE ? each.value.data() : nullptr});
  }
  description_.numNewPointerArgs = static_cast<uint32_t>(pointers_.size());
  description_.pNewPointerArgList = pointers_.data();
  description_.numNewValueArgs = static_cast<uint32_t>(values_.size());
  description_.pNewValueArgList = values_.data();
}

} // namespace sycl::detail
} // namespace ursa_sycl
