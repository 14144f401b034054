// Native commands: functions that give commands to the backend's queue (CUDA, OpenCL and the host;
// Vulkan has none).
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "cuda_driver.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

constexpr size_t kCount = 1000;
using sycl::backend;
namespace ext = sycl::ext::oneapi::experimental;
using Graph = ext::command_graph<ext::graph_state::modifiable>;

static_assert(SYCL_EXT_CODEPLAY_ENQUEUE_NATIVE_COMMAND == 2 &&
              SYCL_EXT_ONEAPI_ENQUEUE_NATIVE_COMMAND == 2);
static_assert(
    std::is_same_v<sycl::backend_return_t<backend::ext_oneapi_cuda,
                                          ext::command_graph<ext::graph_state::executable>>,
                   CUgraph>);

/// A function of a library that is in the process.
template <class Function> Function *find(const char *library, const char *name) {
  return reinterpret_cast<Function *>(dlsym(dlopen(library, RTLD_LAZY), name));
}

/// Gives a fill of the first bytes of an accessor's memory to the native queue.
template <class Accessor>
void fill(const sycl::interop_handle &handle, const Accessor &accessor, char byte, size_t count) {
  switch (handle.get_backend()) {
  case backend::ext_oneapi_cuda:
    CHECK_EQUAL(driver::fill(handle.get_native_mem<backend::ext_oneapi_cuda>(accessor),
                             static_cast<unsigned char>(byte), count,
                             handle.get_native_queue<backend::ext_oneapi_cuda>()),
                0);
    return;
  case backend::opencl: {
    const char *const library = "libOpenCL.so.1";
    const cl_command_queue queue = handle.get_native_queue<backend::opencl>();
    for (const cl_mem memory : handle.get_native_mem<backend::opencl>(accessor)) {
      CHECK_EQUAL(find<decltype(clEnqueueFillBuffer)>(library, "clEnqueueFillBuffer")(
                      queue, memory, &byte, 1, 0, count, 0, nullptr, nullptr),
                  CL_SUCCESS);
      find<decltype(clReleaseMemObject)>(library, "clReleaseMemObject")(memory);
    }
    find<decltype(clReleaseCommandQueue)>(library, "clReleaseCommandQueue")(queue);
    return;
  }
  default: { // the native queue of the host is that of the C ABI
    using Fill = int(sycl::detail::NativeHandle, sycl::detail::NativeHandle, size_t, const void *,
                     size_t, uint32_t, void *, void *);
    CHECK_EQUAL(find<Fill>(nullptr, "urEnqueueUSMFill")(
                    handle.get_native_queue<backend::ext_ursa_host>(),
                    handle.get_native_mem<backend::ext_ursa_host>(accessor), 1, &byte, count, 0,
                    nullptr, nullptr),
                0);
  }
  }
}

std::vector<char> contents(sycl::buffer<char> &buffer) {
  const sycl::host_accessor now(buffer, sycl::read_only);
  return std::vector<char>(now.begin(), now.end());
}

void fillAll(sycl::queue &queue, sycl::buffer<char> &buffer, char byte) {
  queue.submit([&](sycl::handler &group) {
    group.fill(sycl::accessor(buffer, group, sycl::write_only, sycl::no_init), byte);
  });
}

void checkOrder(sycl::queue &queue) {
  sycl::buffer<char> buffer(kCount);
  sycl::buffer<char> copy(kCount);
  fillAll(queue, buffer, 1);
  int calls = 0;
  const sycl::event event = queue.submit([&](sycl::handler &group) {
    const sycl::accessor memory(buffer, group);
    group.ext_codeplay_enqueue_native_command([&, memory](sycl::interop_handle handle) {
      ++calls;
      CHECK(!handle.ext_codeplay_has_graph());
      fill(handle, memory, 2, kCount / 2);
    });
  });
  CHECK_EQUAL(calls, 1); // submit calls it
  queue.submit([&](sycl::handler &group) {
    group.copy(sycl::accessor(buffer, group, sycl::read_only),
               sycl::accessor(copy, group, sycl::write_only, sycl::no_init));
  });
  const std::vector<char> found = contents(copy);
  CHECK(found[0] == 2 && found[kCount / 2 - 1] == 2 && found[kCount / 2] == 1);
  event.wait();
  CHECK(event.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);

  // By AdaptiveCpp's name, with a reference.
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor memory(buffer, group);
    group.AdaptiveCpp_enqueue_custom_operation(
        [=](sycl::interop_handle &handle) { fill(handle, memory, 3, 1); });
  });
  CHECK(contents(buffer)[0] == 3 && contents(buffer)[1] == 2);
}

// The function is called before what its commands wait for is complete.
void checkDependencies(sycl::queue &queue) {
  sycl::buffer<char> buffer(kCount);
  fillAll(queue, buffer, 1);
  queue.wait();
  std::atomic<bool> mayEnd = false;
  std::atomic<int> before = 0;
  const sycl::event first = queue.submit([&](sycl::handler &group) {
    const sycl::accessor memory(buffer, group, sycl::read_only);
    group.host_task([&, memory] {
      while (!mayEnd)
        std::this_thread::yield();
      before = 1;
    });
  });
  int seen = -1;
  const sycl::event second = queue.submit([&](sycl::handler &group) {
    group.depends_on(first);
    const sycl::accessor memory(buffer, group);
    group.ext_codeplay_enqueue_native_command([&, memory](const sycl::interop_handle &handle) {
      seen = before;
      fill(handle, memory, 9, kCount);
    });
  });
  CHECK_EQUAL(seen, 0);
  CHECK(second.get_info<sycl::info::event::command_execution_status>() !=
        sycl::info::event_command_status::complete);
  mayEnd = true;
  second.wait();
  CHECK_EQUAL(before, 1);
  CHECK_EQUAL(contents(buffer)[kCount - 1], 9);
}

void checkErrors(sycl::queue &queue) {
  sycl::buffer<char> buffer(kCount);
  sycl::buffer<char> other(kCount);
  fillAll(queue, buffer, 1);
  std::vector<sycl::errc> codes;
  const auto submit = [&](bool fails) {
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor memory(buffer, group);
      const sycl::accessor<char, 1> unused(other);
      group.ext_codeplay_enqueue_native_command(
          [&, memory, unused, fails](const sycl::interop_handle &handle) {
            codes = {codeOf([&] { (void)handle.get_native_queue<backend::ext_ursa_vulkan>(); }),
                     codeOf([&] { fill(handle, unused, 1, 1); })};
            if (fails)
              throw std::logic_error("of the program");
            fill(handle, memory, 4, kCount);
          });
    });
  };
  bool isCaught = false;
  try {
    submit(true);
  } catch (const std::logic_error &error) {
    isCaught = error.what() == std::string("of the program");
  }
  CHECK(isCaught);
  submit(false);
  CHECK(codes == std::vector<sycl::errc>(2, sycl::errc::invalid));
  CHECK_EQUAL(contents(buffer)[kCount - 1], 4);
  CHECK_THROWS(invalid, queue.submit([](sycl::handler &group) {
    group.ext_codeplay_enqueue_native_command([](const sycl::interop_handle &) {});
    group.ext_codeplay_enqueue_native_command([](const sycl::interop_handle &) {});
  }));
}

// Work that a function submits to the native queue before it throws is a command all the same.
void checkThrownBehindCommands(sycl::queue &queue) {
  sycl::buffer<char> buffer(kCount);
  sycl::buffer<char> copy(kCount);
  fillAll(queue, buffer, 1);
  queue.wait();
  std::atomic<bool> mayEnd = false;
  const sycl::event first = queue.submit([&](sycl::handler &group) {
    group.host_task([&] {
      while (!mayEnd)
        std::this_thread::yield();
    });
  });
  int calls = 0;
  sycl::queue secondary(queue.get_context(), queue.get_device());
  const auto command = [&](sycl::handler &group) {
    group.depends_on(first);
    const sycl::accessor memory(buffer, group);
    group.ext_codeplay_enqueue_native_command([&, memory](const sycl::interop_handle &handle) {
      ++calls;
      fill(handle, memory, 5, kCount);
      throw sycl::exception(sycl::make_error_code(sycl::errc::runtime), "of the program");
    });
  };
  CHECK_THROWS(runtime, queue.submit(command, secondary));
  CHECK_EQUAL(calls, 1); // not for the secondary queue
  queue.submit([&](sycl::handler &group) {
    group.copy(sycl::accessor(buffer, group, sycl::read_only),
               sycl::accessor(copy, group, sycl::write_only, sycl::no_init));
  });
  mayEnd = true;
  CHECK_EQUAL(contents(copy)[kCount - 1], 5);
}

/// Adds a fill of the first half of some memory to the native graph.
void fillInGraph(const sycl::interop_handle &handle, char *memory, unsigned char byte) {
  if (handle.get_backend() == backend::ext_oneapi_cuda) {
    CHECK_EQUAL(driver::addFill(handle.ext_codeplay_get_native_graph<backend::ext_oneapi_cuda>(),
                                reinterpret_cast<CUdeviceptr>(memory), byte * 0x01010101u,
                                kCount / 2 / sizeof(unsigned),
                                handle.get_native_context<backend::ext_oneapi_cuda>()),
                0);
    return;
  }
  using Fill = int(sycl::detail::NativeHandle, void *, const void *, size_t, size_t, uint32_t,
                   void *, uint32_t, void *, void *, void *, void *);
  CHECK_EQUAL(find<Fill>(nullptr, "urCommandBufferAppendUSMFillExp")(
                  handle.ext_codeplay_get_native_graph<backend::ext_ursa_host>(), memory, &byte, 1,
                  kCount / 2, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
              0);
}

// The command buffers of CUDA and the host take native commands, which finalize asks for.
void checkGraphs(sycl::queue &queue) {
  char *memory = sycl::malloc_shared<char>(kCount, queue);
  memory[0] = 0;
  int calls = 0;
  Graph graph(queue);
  graph.begin_recording(queue);
  queue.memset(memory, 1, kCount);
  queue.submit([&](sycl::handler &group) {
    group.ext_codeplay_enqueue_native_command([&](const sycl::interop_handle &handle) {
      ++calls;
      CHECK(handle.ext_codeplay_has_graph());
      fillInGraph(handle, memory, 2);
    });
  });
  queue.submit([&](sycl::handler &group) { group.memcpy(memory + kCount - 1, memory, 1); });
  graph.end_recording();
  CHECK_EQUAL(calls, 0);
  if (queue.get_backend() == backend::opencl) {
    CHECK_THROWS(feature_not_supported, graph.finalize());
    return sycl::free(memory, queue);
  }
  const auto executable = graph.finalize();
  CHECK_EQUAL(calls, 1);
  for (int i = 0; i < 2; ++i) {
    queue.ext_oneapi_graph(executable).wait();
    CHECK(memory[0] == 2 && memory[kCount / 2] == 1 && memory[kCount - 1] == 2);
    memory[0] = memory[kCount / 2] = memory[kCount - 1] = 0;
  }
  CHECK_EQUAL(calls, 1);

  Graph failing(queue);
  failing.add([](sycl::handler &group) {
    group.ext_codeplay_enqueue_native_command(
        [](const sycl::interop_handle &) { throw std::logic_error("of the program"); });
  });
  bool isCaught = false;
  try {
    (void)failing.finalize();
  } catch (const std::logic_error &) {
    isCaught = true;
  }
  CHECK(isCaught);
  sycl::free(memory, queue);
}

} // namespace

int main() {
  sycl::queue outOfOrder;
  sycl::queue inOrder(sycl::property::queue::in_order{});
  if (outOfOrder.get_backend() == backend::ext_ursa_vulkan) {
    CHECK_THROWS(feature_not_supported, outOfOrder.submit([](sycl::handler &group) {
      group.ext_codeplay_enqueue_native_command([](const sycl::interop_handle &) {});
    }));
    return failures != 0;
  }
  for (sycl::queue *queue : {&outOfOrder, &inOrder}) {
    checkOrder(*queue);
    checkDependencies(*queue);
    checkErrors(*queue);
    checkThrownBehindCommands(*queue);
  }
  if (hasSharedMemory())
    checkGraphs(inOrder);
  return failures != 0;
}
