// The same PTX through Ursa and through NVIDIA's driver: both use the primary context of one
// device, memory of the same kind, and a stream each.
#pragma once

#include "bench/ursa_kernel.h"

#include "adapters/cuda/driver/cu.h"
#include "client/check.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace ursa::bench {

using client::check;

/// Returns the first CUDA device; null if there is none.
const client::Device *cudaDevice();

/// Throws a Failure with CUDA's name of the error unless @p code is success.
void checkDriver(cuda::CUresult code, const char *call);

/// A context, a queue and a program on both sides.
class CudaSides {
public:
  explicit CudaSides(const client::Device &onDevice);
  ~CudaSides();
  CudaSides(const CudaSides &) = delete;
  CudaSides &operator=(const CudaSides &) = delete;

  /// The kernels of the PTX: nothing(), wait(u64 cycles), copy_floats(to, from, u32 count),
  /// vector_add(sum, a, b, u32 count).
  ur_kernel_handle_t kernel(const std::string &name);
  cuda::CUfunction function(const std::string &name) const;

  /// Waits until the commands of that side are complete.
  void finish() const;
  void finishDriver() const;

  const client::Device &device;
  client::ContextHandle context;
  client::QueueHandle queue; ///< in order, without profiling
  cuda::CUstream stream = nullptr;

private:
  client::ProgramHandle program_;
  std::map<std::string, client::KernelHandle> kernels_;
  cuda::CUcontext primary_ = nullptr;
  cuda::CUmodule module_ = nullptr;
};

/// Memory of one kind, allocated through Ursa. The driver's side uses it, too.
class CudaMemory {
public:
  enum Kind { OfDevice, Pinned };

  CudaMemory(const CudaSides &sides, Kind kind, size_t size);
  ~CudaMemory();
  CudaMemory(const CudaMemory &) = delete;
  CudaMemory &operator=(const CudaMemory &) = delete;

  void *get() const { return memory_; }
  cuda::CUdeviceptr address() const { return reinterpret_cast<cuda::CUdeviceptr>(memory_); }
  template <class T> T *as() const { return static_cast<T *>(memory_); }

private:
  const CudaSides &sides_;
  void *memory_ = nullptr;
};

/// A launch whose arguments are ready for both sides.
class CudaLaunch {
public:
  CudaLaunch(CudaSides &sides, const std::string &name, uint32_t groups, uint32_t local);
  CudaLaunch(const CudaLaunch &) = delete;
  CudaLaunch &operator=(const CudaLaunch &) = delete;

  /// Adds an argument: a pointer, or a value of 4 or 8 bytes.
  void add(const CudaMemory &memory);
  void add(uint32_t value) { addValue(&value, sizeof(value)); }
  void add(uint64_t value) { addValue(&value, sizeof(value)); }

  void ours(ur_event_handle_t *event = nullptr) const {
    const size_t global = size_t{groups_} * local_;
    const size_t local = local_;
    check(urEnqueueKernelLaunchWithArgsExp(sides_.queue.get(), kernel_, 1, nullptr, &global, &local,
                                           static_cast<uint32_t>(arguments_.size()),
                                           arguments_.data(), nullptr, 0, nullptr, event),
          "Launching a kernel", sides_.device.adapter);
  }
  void drivers() const {
    checkDriver(cuda::cu().cuLaunchKernel(function_, groups_, 1, 1, local_, 1, 1, 0, sides_.stream,
                                          const_cast<void **>(pointers_.data()), nullptr),
                "cuLaunchKernel");
  }
  /// Appends the launch to a command buffer.
  void append(ur_exp_command_buffer_handle_t buffer) const;

private:
  void addValue(const void *value, size_t size);

  const CudaSides &sides_;
  const ur_kernel_handle_t kernel_;
  const cuda::CUfunction function_;
  const uint32_t groups_;
  const uint32_t local_;
  std::array<uint64_t, 8> values_{};
  std::vector<ur_exp_kernel_arg_properties_t> arguments_;
  std::vector<void *> pointers_;
};

} // namespace ursa::bench
