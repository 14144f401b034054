// Calls PoCL through OpenCL.
#include "bench/pocl.h"

#include "client/failure.h"

#include <vector>

namespace ursa::bench {
namespace {

void check(cl_int result, const char *doing) {
  if (result != CL_SUCCESS)
    client::fail("{} with PoCL failed with OpenCL error {}.", doing, result);
}

cl_device_id findDevice(std::string &description) {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0)
    return nullptr;
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "Listing the platforms");
  for (cl_platform_id platform : platforms) {
    char name[256] = {}, version[256] = {};
    cl_device_id device = nullptr;
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr) ==
            CL_SUCCESS &&
        std::string(name) == "Portable Computing Language" &&
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
      clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(version) - 1, version, nullptr);
      const std::string text = version;
      const size_t start = text.find("PoCL");
      description =
          start == text.npos ? "PoCL" : text.substr(start, text.find("  ", start) - start);
      return device;
    }
  }
  return nullptr;
}

} // namespace

std::unique_ptr<Pocl> Pocl::open() {
  std::unique_ptr<Pocl> pocl(new Pocl);
  pocl->device_ = findDevice(pocl->description_);
  if (!pocl->device_)
    return nullptr;
  cl_int result = CL_SUCCESS;
  pocl->context_ = clCreateContext(nullptr, 1, &pocl->device_, nullptr, nullptr, &result);
  check(result, "Making a context");
  pocl->queue_ = clCreateCommandQueue(pocl->context_, pocl->device_, 0, &result);
  check(result, "Making a queue");
  pocl->buffer_ = pocl->makeBuffer(sizeof(cl_int));
  return pocl;
}

Pocl::~Pocl() {
  buffer_.reset();
  if (queue_)
    clReleaseCommandQueue(queue_);
  if (context_)
    clReleaseContext(context_);
}

std::unique_ptr<PoclKernel> Pocl::build(const char *source, const char *name,
                                        const std::string &options, bool withBuffer) {
  return std::make_unique<PoclKernel>(context_, device_, queue_, source, name, options,
                                      withBuffer ? buffer_->handle() : nullptr);
}

std::unique_ptr<PoclBuffer> Pocl::makeBuffer(size_t size) {
  return std::make_unique<PoclBuffer>(context_, queue_, size);
}

int Pocl::readBuffer() {
  cl_int value = 0;
  buffer_->download(&value);
  return value;
}

PoclBuffer::PoclBuffer(cl_context context, cl_command_queue queue, size_t size)
    : queue_(queue), size_(size) {
  cl_int result = CL_SUCCESS;
  handle_ = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &result);
  check(result, "Making a buffer");
}

PoclBuffer::~PoclBuffer() { clReleaseMemObject(handle_); }

void PoclBuffer::upload(const void *data) {
  check(clEnqueueWriteBuffer(queue_, handle_, CL_TRUE, 0, size_, data, 0, nullptr, nullptr),
        "Writing a buffer");
}

void PoclBuffer::download(void *data) const {
  check(clEnqueueReadBuffer(queue_, handle_, CL_TRUE, 0, size_, data, 0, nullptr, nullptr),
        "Reading a buffer");
}

PoclKernel::PoclKernel(cl_context context, cl_device_id device, cl_command_queue queue,
                       const char *source, const char *name, const std::string &options,
                       cl_mem buffer)
    : queue_(queue) {
  cl_int result = CL_SUCCESS;
  program_ = clCreateProgramWithSource(context, 1, &source, nullptr, &result);
  check(result, "Making a program");
  check(clBuildProgram(program_, 1, &device, options.c_str(), nullptr, nullptr),
        "Building a program");
  kernel_ = clCreateKernel(program_, name, &result);
  check(result, "Making a kernel");
  if (buffer)
    check(clSetKernelArg(kernel_, 0, sizeof(buffer), &buffer), "Setting an argument");
}

PoclKernel::~PoclKernel() {
  clReleaseKernel(kernel_);
  clReleaseProgram(program_);
}

void PoclKernel::setArgument(cl_uint index, const void *value, size_t size) {
  check(clSetKernelArg(kernel_, index, size, value), "Setting an argument");
}

void PoclKernel::setArgument(cl_uint index, const PoclBuffer &buffer) {
  const cl_mem handle = buffer.handle();
  setArgument(index, &handle, sizeof(handle));
}

void PoclKernel::launch() {
  const size_t global = 1;
  launch(1, &global, &global);
}

void PoclKernel::launch(cl_uint dimensions, const size_t *global, const size_t *local) {
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue_, kernel_, dimensions, nullptr, global, local, 0, nullptr,
                               &event),
        "Launching a kernel");
  check(clWaitForEvents(1, &event), "Waiting for a kernel");
  clReleaseEvent(event);
}

} // namespace ursa::bench
