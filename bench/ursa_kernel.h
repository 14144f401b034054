// Ursa's side of the benchmarks: a bundle of one benchmark image on the host device.
#pragma once

#include "client/device_memory.h"
#include "client/devices.h"

#include <string>

namespace ursa::bench {

/// Returns the devices of the process, opened on first use and retained until it ends.
const client::DeviceList &devices();

/// Returns the host's CPU; throws a client::Failure if the host adapter is missing.
const client::Device &hostDevice();

/// A kernel of bench/<file>.ursa on a device, without arguments or with one buffer of an int.
class UrsaKernel {
public:
  UrsaKernel(const std::string &file, const char *name, ursa_specialization_mode_t mode,
             bool withBuffer, const client::Device &device = hostDevice());

  /// Sets the constant `value`, builds, and gets the kernel of the new build.
  void specialize(int value);

  /// Builds with the current values.
  void build();

  /// Waits until no build runs in the background.
  void finishBuilds();

  /// Launches one work-item and waits until it completes.
  void launch();

  /// Returns the int in the buffer.
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
