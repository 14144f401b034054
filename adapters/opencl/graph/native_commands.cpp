#include "adapters/opencl/graph/native_commands.h"

#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/graph/command_buffer.h"
#include "adapters/opencl/queue/queue.h"

#include <algorithm>
#include <set>

namespace ursa::opencl {
namespace {

constexpr const char *kExtension = "cl_khr_command_buffer";

uint32_t extensionVersion(const ur_device_handle_t_ &device) {
  if (device.version < 30 || !device.has(kExtension))
    return 0;
  const auto bytes = URSA_CL_BYTES(clGetDeviceInfo, CL_DEVICE_EXTENSIONS_WITH_VERSION, device.id);
  if (!bytes)
    return 0;
  const auto *first = reinterpret_cast<const cl_name_version *>((*bytes).data());
  const auto *last = first + (*bytes).size() / sizeof(cl_name_version);
  const auto found = std::find_if(first, last, [](const cl_name_version &extension) {
    return std::string_view(extension.name, strnlen(extension.name, sizeof(extension.name))) ==
           kExtension;
  });
  return found == last ? 0 : found->version;
}

} // namespace

bool CommandBufferExtension::isUsable() const {
  constexpr cl_device_command_buffer_capabilities_khr kNeeded =
      CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR;
  return version >= CL_MAKE_VERSION(0, 9, 0) && version < CL_MAKE_VERSION(0, 9, 5) &&
         (capabilities & kNeeded) == kNeeded && create && finalize && release && enqueue &&
         launch && copyBuffer && fillBuffer;
}

CommandBufferExtension commandBufferExtension(const ur_device_handle_t_ &device) {
  CommandBufferExtension extension;
  extension.version = extensionVersion(device);
  if (extension.version == 0)
    return extension;
  const auto capabilities =
      URSA_CL_VALUE(cl_device_command_buffer_capabilities_khr, clGetDeviceInfo,
                    CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, device.id);
  const auto required =
      URSA_CL_VALUE(cl_command_queue_properties, clGetDeviceInfo,
                    CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, device.id);
  if (!capabilities || !required)
    return extension;
  extension.capabilities = *capabilities;
  extension.requiredOfQueues = *required;
  const auto get = [&](auto &function, const char *name) {
    function = device.platform->extension<std::remove_reference_t<decltype(function)>>(name);
  };
  get(extension.create, "clCreateCommandBufferKHR");
  get(extension.finalize, "clFinalizeCommandBufferKHR");
  get(extension.release, "clReleaseCommandBufferKHR");
  get(extension.enqueue, "clEnqueueCommandBufferKHR");
  get(extension.launch, "clCommandNDRangeKernelKHR");
  get(extension.copyBuffer, "clCommandCopyBufferKHR");
  get(extension.fillBuffer, "clCommandFillBufferKHR");
  return extension;
}

NativeCommands::~NativeCommands() {
  for (const Recorded &recorded : recorded_)
    free(recorded);
}

void NativeCommands::free(const Recorded &recorded) const {
  if (recorded.id)
    release_(recorded.id);
  for (const cl_kernel kernel : recorded.kernels)
    clReleaseKernel(kernel);
}

// Only replay supports events of single commands, their profiling times, and updates.
bool NativeCommands::fits(const ur_queue_handle_t_ &queue,
                          const ur_exp_command_buffer_handle_t_ &buffer) const {
  const CommandBufferExtension &extension = queue.device->commandBuffers;
  const bool isOrdered = !(queue.flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue_properties properties = 0;
  if (!isOrdered)
    properties |= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (queue.flags & UR_QUEUE_FLAG_PROFILING_ENABLE)
    properties |= CL_QUEUE_PROFILING_ENABLE;
  return !isRefused_ && extension.isUsable() && queue.device == buffer.device &&
         !buffer.isUpdatable && !buffer.isProfiled &&
         (isOrdered || (extension.capabilities & CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR)) &&
         (extension.requiredOfQueues & ~properties) == 0 &&
         std::all_of(buffer.commands.begin(), buffer.commands.end(),
                     [](const auto &command) {
                       return !command.signals && command.waitList.empty() &&
                              (!command.work || command.work->isRecordable());
                     }) &&
         std::any_of(buffer.commands.begin(), buffer.commands.end(),
                     [](const auto &command) { return command.work != nullptr; });
}

// A hint is not a command: commands that wait for it wait for its dependencies.
Result<void> NativeCommands::record(const ur_exp_command_buffer_handle_t_ &buffer,
                                    Recorded &recorded, const CommandBufferExtension &functions) {
  std::vector<std::set<cl_sync_point_khr>> done;
  for (const auto &command : buffer.commands) {
    std::set<cl_sync_point_khr> after;
    for (const uint32_t earlier : command.after)
      after.insert(done[earlier].begin(), done[earlier].end());
    if (command.work) {
      const std::vector<cl_sync_point_khr> list(after.begin(), after.end());
      cl_sync_point_khr point = 0;
      URSA_CHECK(command.work->record({functions, recorded.id, recorded.kernels, list, &point}));
      after = {point};
    }
    done.push_back(std::move(after));
  }
  return checkCl(functions.finalize(recorded.id), "clFinalizeCommandBufferKHR");
}

Result<cl_command_buffer_khr>
NativeCommands::recorded(const ur_queue_handle_t_ &queue,
                         const ur_exp_command_buffer_handle_t_ &buffer) {
  for (const Recorded &known : recorded_)
    if (known.flags == queue.flags)
      return known.id;
  const CommandBufferExtension &functions = queue.device->commandBuffers;
  release_ = functions.release;
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_int code = CL_SUCCESS;
  Recorded made{queue.flags, functions.create(1, &queue.id, properties, &code), {}};
  URSA_CHECK(checkCl(code, "clCreateCommandBufferKHR"));
  if (auto result = record(buffer, made, functions); !result) {
    free(made);
    return result.error();
  }
  log().write(UR_LOGGER_LEVEL_DEBUG, "A command buffer of {} commands is the driver's.",
              buffer.commands.size());
  recorded_.push_back(std::move(made));
  return recorded_.back().id;
}

HeldEvent NativeCommands::enqueue(ur_queue_handle_t_ &queue,
                                  const ur_exp_command_buffer_handle_t_ &buffer,
                                  std::span<const cl_event> after) {
  const auto enqueued = [&]() -> Result<cl_event> {
    URSA_TRY(const cl_command_buffer_khr id, recorded(queue, buffer));
    cl_command_queue target = queue.id;
    cl_event event = nullptr;
    URSA_CHECK(checkCl(
        queue.device->commandBuffers.enqueue(1, &target, id, static_cast<cl_uint>(after.size()),
                                             after.empty() ? nullptr : after.data(), &event),
        "clEnqueueCommandBufferKHR"));
    return event;
  }();
  if (enqueued)
    return HeldEvent(*enqueued);
  isRefused_ = true;
  log().write(UR_LOGGER_LEVEL_INFO,
              "A command buffer is replayed because the driver rejected it: {}",
              enqueued.error().message);
  return {};
}

} // namespace ursa::opencl
