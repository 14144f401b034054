// Interoperation with OpenCL: memory objects of buffers, and buffers of memory objects.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "check.h"

#include <dlfcn.h>

#include <type_traits>
#include <vector>

namespace {

constexpr sycl::backend kOpenCl = sycl::backend::opencl;
constexpr size_t kCount = 16;

static_assert(std::is_same_v<sycl::backend_return_t<kOpenCl, sycl::buffer<int>>, //
                             std::vector<cl_mem>>);
static_assert(std::is_same_v<sycl::backend_input_t<kOpenCl, sycl::buffer<int>>, cl_mem>);
static_assert(sizeof(cl_bool) == 4 && sizeof(sycl::opencl::cl_bool) == 1);

template <class Function> Function *find(Function *, const char *name) {
  static void *const library = dlopen("libOpenCL.so.1", RTLD_LAZY);
  return reinterpret_cast<Function *>(dlsym(library, name));
}
#define CALL(FUNCTION) find(decltype (&FUNCTION)(nullptr), #FUNCTION)

std::vector<int> counted(int first) {
  std::vector<int> all(kCount);
  for (size_t i = 0; i < kCount; ++i)
    all[i] = first + static_cast<int>(i);
  return all;
}

void addOne(sycl::queue &queue, sycl::buffer<int> &buffer) {
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor numbers(buffer, group);
    group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { numbers[i] += 1; });
  });
}

// In a host task, which is a command of the queue, nothing may wait for the queue as a whole.
void waitFor(cl_event event) {
  CHECK_EQUAL(CALL(clWaitForEvents)(1, &event), CL_SUCCESS);
  CALL(clReleaseEvent)(event);
}

std::vector<int> read(cl_command_queue queue, cl_mem memory) {
  std::vector<int> all(kCount);
  cl_event event = nullptr;
  CHECK_EQUAL(CALL(clEnqueueReadBuffer)(queue, memory, CL_FALSE, 0, kCount * sizeof(int),
                                        all.data(), 0, nullptr, &event),
              CL_SUCCESS);
  waitFor(event);
  return all;
}

void fill(cl_command_queue queue, cl_mem memory, int value) {
  cl_event event = nullptr;
  CHECK_EQUAL(CALL(clEnqueueFillBuffer)(queue, memory, &value, sizeof(value), 0,
                                        kCount * sizeof(int), 0, nullptr, &event),
              CL_SUCCESS);
  waitFor(event);
}

void checkMemoryOfBuffers(sycl::queue &queue, cl_command_queue native) {
  std::vector<int> numbers = counted(0);
  {
    sycl::buffer<int> buffer(numbers);
    CHECK(sycl::get_native<kOpenCl>(buffer).empty()); // no device has it yet
    addOne(queue, buffer);
    const std::vector<cl_mem> memory = sycl::get_native<kOpenCl>(buffer);
    CHECK_EQUAL(memory.size(), 1);
    size_t bytes = 0;
    CALL(clGetMemObjectInfo)(memory[0], CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
    CHECK_EQUAL(bytes, kCount * sizeof(int));
    CHECK(read(native, memory[0]) == counted(1));
    fill(native, memory[0], 40);
    CALL(clReleaseMemObject)(memory[0]);
    addOne(queue, buffer);
  }
  CHECK(numbers == std::vector<int>(kCount, 41));
}

void checkHostTasks(sycl::queue &queue) {
  std::vector<int> numbers = counted(5);
  sycl::buffer<int> buffer(numbers);
  sycl::buffer<int> other(kCount);
  std::vector<int> found;
  sycl::errc code = sycl::errc::success;
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor memory(buffer, group);
    const sycl::accessor unused(other);
    group.host_task([&, memory, unused](sycl::interop_handle handle) {
      const cl_command_queue native = handle.get_native_queue<kOpenCl>();
      CALL(clReleaseDevice)(handle.get_native_device<kOpenCl>());
      CALL(clReleaseContext)(handle.get_native_context<kOpenCl>());
      for (const cl_mem each : handle.get_native_mem<kOpenCl>(memory)) {
        found = read(native, each);
        fill(native, each, 7);
        CALL(clReleaseMemObject)(each);
      }
      CALL(clReleaseCommandQueue)(native);
      code = codeOf([&] { handle.get_native_mem<kOpenCl>(unused); });
    });
  });
  queue.wait_and_throw();
  CHECK(found == counted(5));
  CHECK(code == sycl::errc::invalid);
  const sycl::host_accessor after(buffer);
  for (size_t i = 0; i < kCount; ++i)
    CHECK_EQUAL(after[i], 7);
}

void checkBuffersOfMemory(sycl::queue &queue, cl_context context, cl_command_queue native) {
  cl_int error = CL_SUCCESS;
  std::vector<int> numbers = counted(10);
  const cl_mem memory = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                             kCount * sizeof(int), numbers.data(), &error);
  CHECK_EQUAL(error, CL_SUCCESS);
  {
    auto buffer = sycl::make_buffer<kOpenCl, int>(memory, queue.get_context());
    CHECK(buffer.get_range() == sycl::range<1>(kCount) && !buffer.is_sub_buffer());
    addOne(queue, buffer);
    // The memory is not that of the buffer until its end.
    buffer.set_write_back(false); // nor is it memory of the host
  }
  CHECK(read(native, memory) == counted(11));
  {
    const cl_event user = CALL(clCreateUserEvent)(context, &error);
    const sycl::event event = sycl::make_event<kOpenCl>({user}, queue.get_context());
    CALL(clSetUserEventStatus)(user, CL_COMPLETE);
    auto buffer = sycl::make_buffer<kOpenCl, int>(memory, queue.get_context(), event);
    {
      const sycl::host_accessor now(buffer, sycl::read_only);
      CHECK_EQUAL(now[3], 14);
    }
    fill(native, memory, 3); // is not overwritten, because no command writes the buffer
    CALL(clReleaseEvent)(user);
  }
  CHECK(read(native, memory) == std::vector<int>(kCount, 3));
  CALL(clReleaseMemObject)(memory);
}

} // namespace

int main() {
  sycl::queue queue;
  if (queue.get_backend() != kOpenCl) {
    sycl::buffer<int> buffer(kCount);
    addOne(queue, buffer);
    CHECK(sycl::get_native<kOpenCl>(buffer).empty());
    CHECK_THROWS(backend_mismatch, sycl::make_buffer<kOpenCl, int>(nullptr, queue.get_context()));
    return failures != 0;
  }
  const cl_context context = sycl::get_native<kOpenCl>(queue.get_context());
  const cl_command_queue native = sycl::get_native<kOpenCl>(queue);
  CHECK_THROWS(invalid, sycl::make_buffer<kOpenCl, int>(nullptr, queue.get_context()));
  checkMemoryOfBuffers(queue, native);
  checkHostTasks(queue);
  checkBuffersOfMemory(queue, context, native);
  CALL(clReleaseCommandQueue)(native);
  CALL(clReleaseContext)(context);
  return failures != 0;
}
