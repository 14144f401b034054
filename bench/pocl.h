// PoCL from Debian, used through OpenCL: the peer of launches on the host's CPU.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>

namespace ursa::bench {

/// A buffer of PoCL's device.
class PoclBuffer {
public:
  PoclBuffer(cl_context context, cl_command_queue queue, size_t size);
  ~PoclBuffer();
  PoclBuffer(const PoclBuffer &) = delete;
  PoclBuffer &operator=(const PoclBuffer &) = delete;

  /// Copies all bytes, blocking.
  void upload(const void *data);
  void download(void *data) const;

  cl_mem handle() const { return handle_; }

private:
  cl_command_queue queue_;
  size_t size_;
  cl_mem handle_ = nullptr;
};

/// A kernel without arguments, or with one buffer of a single int, ready to launch.
class PoclKernel {
public:
  PoclKernel(cl_context context, cl_device_id device, cl_command_queue queue, const char *source,
             const char *name, const std::string &options, cl_mem buffer);
  ~PoclKernel();
  PoclKernel(const PoclKernel &) = delete;
  PoclKernel &operator=(const PoclKernel &) = delete;

  void setArgument(cl_uint index, const void *value, size_t size);
  void setArgument(cl_uint index, const PoclBuffer &buffer);

  /// Launches one work-item and waits until it completes.
  void launch();

  /// @param local null: PoCL's choice
  void launch(cl_uint dimensions, const size_t *global, const size_t *local);

private:
  cl_command_queue queue_;
  cl_program program_ = nullptr;
  cl_kernel kernel_ = nullptr;
};

/// A context and queue on PoCL's first CPU device.
class Pocl {
public:
  /// Returns null if there is no such device.
  static std::unique_ptr<Pocl> open();
  ~Pocl();
  Pocl(const Pocl &) = delete;
  Pocl &operator=(const Pocl &) = delete;

  const std::string &description() const { return description_; }

  /// Builds @p source; with @p withBuffer the kernel's only argument is buffer().
  std::unique_ptr<PoclKernel> build(const char *source, const char *name,
                                    const std::string &options, bool withBuffer);

  std::unique_ptr<PoclBuffer> makeBuffer(size_t size);

  /// Returns the int in the buffer.
  int readBuffer();

private:
  Pocl() = default;

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::unique_ptr<PoclBuffer> buffer_;
  std::string description_;
};

} // namespace ursa::bench
