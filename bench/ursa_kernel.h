// Our side of the benchmarks: a bundle of one benchmark image on the host device.
#pragma once

#include "client/device_memory.h"
#include "client/devices.h"

#include <string>

namespace ursa::bench {

/// The process's devices, opened on first use and kept to its end.
const client::DeviceList &devices();

/// The host's CPU; throws a client::Failure when our adapter for it is missing.
const client::Device &hostDevice();

/// A kernel of bench/<file>.ursa on a device, with no argument or with one buffer of an int.
class UrsaKernel {
public:
  UrsaKernel(const std::string &file, const char *name, ursa_specialization_mode_t mode,
             bool withBuffer, const client::Device &device = hostDevice());

  /// Sets the constant `value`, builds, and gets the kernel anew.
  void specialize(int value);

  /// Builds with the values in force.
  void build();

  /// One work-item; returns when it is complete.
  void launch();

  /// The int in the buffer.
  int readBuffer() const;

  const client::Session &session() const { return session_; }
  ur_kernel_handle_t handle() const { return kernel_.get(); }

private:
  const char *name_;
  bool withBuffer_;
  client::Session session_;
  client::DeviceMemory memory_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
};

} // namespace ursa::bench
