// opencl_overhead: launch, write and event wait through Ursa, compared with the same calls in
// OpenCL on the same driver objects, obtained as native handles. A ratio above 1 is Ursa's
// overhead.
#include "bench/paired.h"
#include "bench/ursa_kernel.h"

#include "client/check.h"

#include <CL/cl.h>

#include <array>

namespace ursa::bench {
namespace {

using client::check;

constexpr size_t kInARow = 10;
constexpr int kRounds = 2000;

void checkCl(cl_int code, const char *doing) {
  if (code != CL_SUCCESS)
    client::fail("{} directly failed with OpenCL error {}.", doing, code);
}

/// A buffer, a queue and a kernel with one argument on the first OpenCL device, from both sides.
/// The queue has no profiling, which the session's queue may have.
class BothSides {
public:
  explicit BothSides(const client::Device &device)
      : kernel_("empty", "write_one", URSA_SPECIALIZATION_MODE_AUTO, true, device) {
    const ur_context_handle_t context = kernel_.session().context.get();
    check(urQueueCreate(context, device.handle, nullptr, queue_.out()), "Making a queue",
          device.adapter);
    check(
        urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, sizeof(bytes_), nullptr, buffer_.out()),
        "Making a buffer", device.adapter);
    argument_.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    argument_.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument_.size = sizeof(cl_mem);
    argument_.value.memObjTuple = {buffer_.get(), UR_MEM_FLAG_READ_WRITE};
    ur_native_handle_t native = 0;
    check(urQueueGetNativeHandle(queue_.get(), nullptr, &native), "Asking for a native queue",
          device.adapter);
    clQueue_ = reinterpret_cast<cl_command_queue>(native);
    check(urMemGetNativeHandle(buffer_.get(), device.handle, &native), "Asking for a native buffer",
          device.adapter);
    clBuffer_ = reinterpret_cast<cl_mem>(native);
    check(urKernelGetNativeHandle(kernel_.handle(), &native), "Asking for a native kernel",
          device.adapter);
    clKernel_ = reinterpret_cast<cl_kernel>(native);
  }

  void launch() {
    const size_t global = 1;
    client::EventHandle event;
    check(urEnqueueKernelLaunchWithArgsExp(queue_.get(), kernel_.handle(), 1, nullptr, &global,
                                           &global, 1, &argument_, nullptr, 0, nullptr,
                                           event.out()),
          "Launching a kernel");
    wait(event.get());
  }
  void launchDirectly() {
    const size_t global = 1;
    cl_event event = nullptr;
    checkCl(clSetKernelArg(clKernel_, 0, sizeof(clBuffer_), &clBuffer_), "Setting an argument");
    checkCl(clEnqueueNDRangeKernel(clQueue_, clKernel_, 1, nullptr, &global, &global, 0, nullptr,
                                   &event),
            "Launching a kernel");
    waitDirectly(event);
  }

  void write() {
    client::EventHandle event;
    check(urEnqueueMemBufferWrite(queue_.get(), buffer_.get(), false, 0, sizeof(bytes_),
                                  bytes_.data(), 0, nullptr, event.out()),
          "Writing a buffer");
    wait(event.get());
  }
  void writeDirectly() {
    cl_event event = nullptr;
    checkCl(clEnqueueWriteBuffer(clQueue_, clBuffer_, CL_FALSE, 0, sizeof(bytes_), bytes_.data(), 0,
                                 nullptr, &event),
            "Writing a buffer");
    waitDirectly(event);
  }

  /// Starts a command that both sides wait for.
  void begin() {
    const size_t global = 1;
    check(urEnqueueKernelLaunchWithArgsExp(queue_.get(), kernel_.handle(), 1, nullptr, &global,
                                           &global, 1, &argument_, nullptr, 0, nullptr,
                                           running_.out()),
          "Launching a kernel");
    ur_native_handle_t native = 0;
    check(urEventGetNativeHandle(running_.get(), &native), "Asking for a native event");
    clRunning_ = reinterpret_cast<cl_event>(native);
    checkCl(clFlush(clQueue_), "Flushing a queue");
  }
  void waitForIt() { wait(running_.get()); }
  void waitForItDirectly() { checkCl(clWaitForEvents(1, &clRunning_), "Waiting"); }

private:
  static void wait(ur_event_handle_t event) { check(urEventWait(1, &event), "Waiting"); }
  static void waitDirectly(cl_event event) {
    checkCl(clWaitForEvents(1, &event), "Waiting");
    clReleaseEvent(event);
  }

  UrsaKernel kernel_;
  client::QueueHandle queue_;
  client::MemHandle buffer_;
  ur_exp_kernel_arg_properties_t argument_{};
  client::EventHandle running_;
  cl_event clRunning_ = nullptr; ///< the same event; holds no reference
  cl_command_queue clQueue_ = nullptr;
  cl_mem clBuffer_ = nullptr;
  cl_kernel clKernel_ = nullptr;
  std::array<char, 4096> bytes_{};
};

using Operation = void (BothSides::*)();

void overhead(benchmark::State &state, const char *name, Operation ours, Operation direct) {
  BothSides sides(devices().select("opencl"));
  runPaired(
      state, name, [&] { return medianOfRow(kInARow, [&] { (sides.*ours)(); }); },
      "the same driver directly", [&] { return medianOfRow(kInARow, [&] { (sides.*direct)(); }); });
}

void launch(benchmark::State &state) {
  overhead(state, "opencl_overhead/launch", &BothSides::launch, &BothSides::launchDirectly);
}
void write(benchmark::State &state) {
  overhead(state, "opencl_overhead/write", &BothSides::write, &BothSides::writeDirectly);
}
void eventWait(benchmark::State &state) {
  BothSides sides(devices().select("opencl"));
  const auto begin = [&] { sides.begin(); };
  runPaired(
      state, "opencl_overhead/event_wait",
      [&] { return medianOfRow(kInARow, begin, [&] { sides.waitForIt(); }); },
      "the same driver directly",
      [&] { return medianOfRow(kInARow, begin, [&] { sides.waitForItDirectly(); }); });
}
BENCHMARK(eventWait)
    ->Name("opencl_overhead/event_wait")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(kRounds);
BENCHMARK(launch)
    ->Name("opencl_overhead/launch")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(kRounds);
BENCHMARK(write)
    ->Name("opencl_overhead/write")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(kRounds);

} // namespace
} // namespace ursa::bench
