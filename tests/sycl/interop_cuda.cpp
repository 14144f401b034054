// Interoperation with CUDA: the driver's objects that SYCL's hold, and SYCL's objects of them. Uses
// no kernel of its own, so that it runs on a fake driver, too.
#include "cuda_driver.h"

#include <sycl/ext/oneapi/backend/cuda.hpp>

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

// As <cuda.h> declares them.
typedef int CUdevice_v1;
typedef CUdevice_v1 CUdevice;
typedef unsigned long long CUdeviceptr_v2;
typedef CUdeviceptr_v2 CUdeviceptr;
typedef struct CUstream_st *CUstream;

namespace {

constexpr sycl::backend kCuda = sycl::backend::ext_oneapi_cuda;
constexpr size_t kCount = 16;
template <class Object> using Native = sycl::backend_return_t<kCuda, Object>;
template <class Object> using Input = sycl::backend_input_t<kCuda, Object>;

static_assert(kCuda == sycl::backend::cuda);
static_assert(sycl::is_backend_active<kCuda>::value && SYCL_EXT_ONEAPI_BACKEND_CUDA);
static_assert(std::is_same_v<Native<sycl::platform>, std::vector<int>>);
static_assert(std::is_same_v<Native<sycl::device>, CUdevice>);
static_assert(std::is_same_v<Native<sycl::context>, CUcontext>);
static_assert(std::is_same_v<Native<sycl::queue>, struct CUstream_st *>);
static_assert(std::is_same_v<Native<sycl::event>, CUevent>);
static_assert(std::is_same_v<Native<sycl::buffer<int>>, CUdeviceptr>);
static_assert(std::is_same_v<Native<sycl::kernel>, CUfunction>);
using Bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;
static_assert(std::is_same_v<Native<Bundle>, std::vector<CUmodule>>);
static_assert(std::is_same_v<Input<Bundle>, CUmodule>);
static_assert(sizeof(CUdeviceptr) == sizeof(void *));

std::vector<int> contents(sycl::buffer<int> &buffer) {
  const sycl::host_accessor now(buffer, sycl::read_only);
  return std::vector<int>(now.begin(), now.end());
}

void fill(sycl::queue &queue, sycl::buffer<int> &buffer, int value) {
  queue.submit([&](sycl::handler &group) {
    group.fill(sycl::accessor(buffer, group, sycl::write_only), value);
  });
}

void checkRoundTrips(const sycl::device &device) {
  const std::vector<CUdevice> all = sycl::get_native<kCuda>(device.get_platform());
  CHECK_EQUAL(all.size(), device.get_platform().get_devices().size());
  CHECK(sycl::make_platform<kCuda>(all) == device.get_platform());
  CHECK_THROWS(invalid, sycl::make_platform<kCuda>({}));
  const CUdevice native = sycl::get_native<kCuda>(device);
  CHECK(sycl::make_device<kCuda>(native) == device);
  CHECK_THROWS(invalid, sycl::make_device<kCuda>(1000));
  CHECK_THROWS(invalid, sycl::make_context<kCuda>(nullptr));

  char name[256] = {};
  cudaFunction<int(char *, int, CUdevice)>("cuDeviceGetName")(name, sizeof(name), native);
  CHECK(device.get_info<sycl::info::device::name>() == name);
}

void checkContexts(const sycl::device &device) {
  const CUdevice id = sycl::get_native<kCuda>(device);
  CUcontext own = nullptr;
  CHECK_EQUAL(driver::primaryContext(&own, id), 0);
  driver::setCurrent(own);
  {
    const sycl::context context = sycl::make_context<kCuda>(own);
    CHECK(context.get_devices() == std::vector{device});
    CHECK(sycl::get_native<kCuda>(context) == own);
    CHECK_THROWS(invalid, sycl::make_queue<kCuda>(nullptr, context));

    const CUstream stream = driver::createStream();
    {
      sycl::queue queue = sycl::make_queue<kCuda>(stream, context, [](sycl::exception_list) {});
      CHECK(queue.get_context() == context && queue.get_device() == device);
      CHECK(queue.is_in_order());
      CHECK(sycl::get_native<kCuda>(queue) == stream);
      int from = 42;
      int to = 0;
      queue.memcpy(&to, &from, sizeof(to)).wait();
      CHECK_EQUAL(to, 42);
    }
    {
      const CUevent event = driver::createEvent();
      CHECK_EQUAL(driver::record(event, stream), 0);
      const sycl::event recorded = sycl::make_event<kCuda>(event, context);
      CHECK(sycl::get_native<kCuda>(recorded) == event);
      sycl::queue queue(context, device);
      int to = 0;
      const int from = 7;
      queue.memcpy(&to, &from, sizeof(to), recorded).wait();
      recorded.wait();
      CHECK_EQUAL(to, 7);
      driver::destroy(event);
    }
    driver::destroy(stream);
    const sycl::event done = sycl::make_event<kCuda>(nullptr, context);
    CHECK(done.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
    CHECK(!sycl::ext::oneapi::cuda::has_native_event(done));
  }
  driver::setCurrent(nullptr);
  driver::releasePrimaryContext(id);
}

void checkEvents(const sycl::device &device) {
  sycl::queue queue(device);
  char *memory = sycl::malloc_shared<char>(64, queue);
  const sycl::event event = queue.memset(memory, 5, 64);
  CHECK(sycl::ext::oneapi::cuda::has_native_event(event));
  driver::setCurrent(sycl::get_native<kCuda>(queue.get_context()));
  CHECK_EQUAL(driver::wait(sycl::get_native<kCuda>(event)), 0);
  CHECK_EQUAL(memory[63], 5);

  // Work that the program submits to the stream of an in-order queue is in order with the queue's
  // commands.
  sycl::queue inOrder(device, sycl::property::queue::in_order());
  const CUstream stream = sycl::get_native<kCuda>(inOrder);
  inOrder.memset(memory, 1, 64);
  CHECK_EQUAL(driver::fill(reinterpret_cast<CUdeviceptr>(memory), 2, 32, stream), 0);
  inOrder.memcpy(memory + 32, memory, 16).wait();
  CHECK(memory[31] == 2 && memory[47] == 2 && memory[48] == 1);
  driver::setCurrent(nullptr);
  sycl::free(memory, queue);
}

void checkBuffers(sycl::queue &queue) {
  driver::setCurrent(sycl::get_native<kCuda>(queue.get_context()));
  const CUstream stream = driver::createStream();
  {
    sycl::buffer<int> buffer(kCount);
    CHECK_EQUAL(sycl::get_native<kCuda>(buffer), 0); // no device has it yet
    fill(queue, buffer, 3);
    const CUdeviceptr memory = sycl::get_native<kCuda>(buffer);
    CHECK(memory != 0);
    CHECK_EQUAL(driver::fill(memory, 0, sizeof(int), stream), 0);
    CHECK_EQUAL(driver::wait(stream), 0);
    const std::vector<int> found = contents(buffer);
    CHECK(found[0] == 0 && found[1] == 3);
  }
  const CUdeviceptr memory = driver::allocate(kCount * sizeof(int));
  CHECK_EQUAL(driver::fill(memory, 1, kCount * sizeof(int), stream), 0);
  CHECK_EQUAL(driver::wait(stream), 0);
  {
    auto buffer = sycl::make_buffer<kCuda, int>(memory, queue.get_context());
    CHECK(buffer.get_range() == sycl::range<1>(kCount));
    CHECK_EQUAL(contents(buffer)[kCount - 1], 0x01010101);
    fill(queue, buffer, 9);
  }
  int last = 0;
  queue.memcpy(&last, reinterpret_cast<int *>(memory) + kCount - 1, sizeof(last)).wait();
  CHECK_EQUAL(last, 9);
  CHECK_THROWS(invalid, sycl::make_buffer<kCuda, int>(0, queue.get_context()));
  driver::free(memory);
  driver::destroy(stream);
  driver::setCurrent(nullptr);
}

// A host task may wait for what it gives to its native queue, and need not.
void checkHostTasks(sycl::queue &queue) {
  sycl::buffer<int> buffer(kCount);
  const sycl::buffer<int> other(kCount);
  fill(queue, buffer, 1);
  std::vector<sycl::errc> codes;
  bool isCurrent = false;
  int *copied = sycl::malloc_host<int>(1, queue);
  for (const bool waits : {true, false}) {
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor memory(buffer, group);
      const sycl::accessor<int, 1> unused(const_cast<sycl::buffer<int> &>(other));
      group.host_task([&, memory, unused, waits](sycl::interop_handle handle) {
        const CUstream stream = handle.get_native_queue<kCuda>();
        const CUdeviceptr address = handle.get_native_mem<kCuda>(memory);
        isCurrent = driver::current() == handle.get_native_context<kCuda>();
        CHECK(handle.get_native_queue<kCuda>() == stream);
        CHECK_EQUAL(handle.get_native_device<kCuda>(), sycl::get_native<kCuda>(queue.get_device()));
        CHECK_EQUAL(
            driver::copy(reinterpret_cast<CUdeviceptr>(copied), address, sizeof(int), stream), 0);
        CHECK_EQUAL(driver::fill(address, 2, kCount * sizeof(int), stream), 0);
        if (waits)
          CHECK_EQUAL(driver::wait(stream), 0);
        codes = {codeOf([&] { handle.get_native_mem<kCuda>(unused); }),
                 codeOf([&] { handle.get_native_queue<sycl::backend::opencl>(); }),
                 codeOf([&] { handle.ext_codeplay_get_native_graph<kCuda>(); })};
      });
    });
    queue.wait_and_throw();
    CHECK(isCurrent);
    CHECK(codes == std::vector<sycl::errc>(3, sycl::errc::invalid));
    CHECK_EQUAL(*copied, waits ? 1 : 0x02020202);
    CHECK(contents(buffer) == std::vector<int>(kCount, 0x02020202));
  }
  sycl::free(copied, queue);

  int errors = 0;
  sycl::queue failing(queue.get_context(), queue.get_device(),
                      [&](sycl::exception_list list) { errors += static_cast<int>(list.size()); });
  failing.submit([&](sycl::handler &group) {
    group.host_task([](sycl::interop_handle handle) {
      (void)handle.get_native_queue<kCuda>();
      throw std::runtime_error("of the program");
    });
  });
  failing.wait_and_throw();
  CHECK_EQUAL(errors, 1);
}

// A context has a context of the driver for each of its devices; functions get that of the queue.
void checkSeveralDevices(const sycl::platform &platform) {
  namespace ext = sycl::ext::oneapi::experimental;
  const sycl::context all(platform.get_devices());
  for (const sycl::device &device : all.get_devices()) {
    CUcontext primary = nullptr;
    CHECK_EQUAL(driver::primaryContext(&primary, sycl::get_native<kCuda>(device)), 0);
    int calls = 0;
    const auto compare = [&](const sycl::interop_handle &handle) {
      ++calls;
      CHECK(driver::current() == primary);
      CHECK(handle.get_native_context<kCuda>() == primary);
    };
    sycl::queue queue(all, device);
    queue.submit([&](sycl::handler &group) { group.host_task(compare); }).wait();
    const auto command = [&](sycl::handler &group) {
      group.ext_codeplay_enqueue_native_command(compare);
    };
    queue.submit(command).wait();
    ext::command_graph<ext::graph_state::modifiable> graph(queue);
    graph.add(command);
    (void)graph.finalize();
    CHECK_EQUAL(calls, 3);
    driver::releasePrimaryContext(sycl::get_native<kCuda>(device));
  }
}

// Launches 4 by 1 work-groups of 1 by 4 work-items in clusters.
void checkClusters(sycl::queue &queue, const sycl::kernel &kernel, int *numbers) {
  namespace ext = sycl::ext::oneapi::experimental;
  const auto launch = [&](const sycl::range<2> &size, int first) {
    queue
        .submit([&](sycl::handler &group) {
          group.set_args(numbers, first);
          group.parallel_for(sycl::nd_range<2>({4, 4}, {1, 4}),
                             ext::properties(ext::cuda::cluster_size(size), ext::use_root_sync),
                             kernel);
        })
        .wait();
  };
  if (!queue.get_device().has(sycl::aspect::ext_oneapi_cuda_cluster_group)) {
    CHECK_THROWS(feature_not_supported, launch({2, 1}, 0));
    return;
  }
  launch({2, 1}, 200);
  CHECK_EQUAL(numbers[3], 203);
  CHECK_EQUAL(numbers[4], 504);              // as it was
  CHECK_THROWS(nd_range, launch({1, 2}, 0)); // there is one work-group in the second dimension
}

// A kernel in PTX, which a fake driver knows by its name.
void checkKernels(sycl::queue &queue) {
  static const char *const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry iota(.param .u64 .ptr .global .align 4 iota_param_0, .param .u32 iota_param_1)
{
  .reg .u32 %r<6>;
  .reg .u64 %d<4>;
  ld.param.u64 %d1, [iota_param_0];
  ld.param.u32 %r1, [iota_param_1];
  cvta.to.global.u64 %d1, %d1;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r4, %r2, %r3, %r4;
  add.u32 %r5, %r4, %r1;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r5;
  ret;
}
)";
  const sycl::context context = queue.get_context();
  driver::setCurrent(sycl::get_native<kCuda>(context));
  const CUmodule module = driver::load(kPtx);
  const CUfunction function = driver::function(module, "iota");
  {
    const auto bundle =
        sycl::make_kernel_bundle<kCuda, sycl::bundle_state::executable>(module, context);
    CHECK(sycl::get_native<kCuda>(bundle) == std::vector{module});
    const sycl::kernel kernel = sycl::make_kernel<kCuda>(function, context);
    CHECK(sycl::get_native<kCuda>(kernel) == function);
    CHECK_THROWS(invalid, sycl::make_kernel<kCuda>(nullptr, context));
    int *const numbers = sycl::malloc_shared<int>(kCount, queue);
    queue.submit([&](sycl::handler &group) {
      group.set_args(numbers, 100);
      group.parallel_for(sycl::nd_range<1>(kCount, 4), kernel);
    });
    queue.wait_and_throw();
    for (size_t i = 0; i < kCount; ++i)
      CHECK_EQUAL(numbers[i], 100 + static_cast<int>(i));
    namespace ext = sycl::ext::oneapi::experimental;
    ext::nd_launch(queue, sycl::nd_range<1>(kCount, 4), kernel, numbers, 300);
    queue.wait();
    CHECK_EQUAL(numbers[kCount - 1], 300 + static_cast<int>(kCount) - 1);
    ext::submit_with_event(queue, [&](sycl::handler &group) {
      ext::nd_launch(
          group,
          ext::launch_config(sycl::nd_range<1>(kCount, 4), ext::properties(ext::use_root_sync)),
          kernel, numbers, 400);
    }).wait();
    CHECK_EQUAL(numbers[kCount - 1], 400 + static_cast<int>(kCount) - 1);
    ext::parallel_for(
        queue, ext::launch_config(sycl::range<1>(kCount), ext::properties(ext::work_group_size<4>)),
        kernel, numbers, 500);
    queue.wait(); // it has no order
    ext::single_task(queue, kernel, numbers + 1, 600);
    queue.wait_and_throw();
    CHECK(numbers[0] == 500 && numbers[1] == 600 && numbers[2] == 502);
    checkClusters(queue, kernel, numbers);
    sycl::free(numbers, queue);
  }
  driver::unload(module);
  driver::setCurrent(nullptr);
}

void checkErrors() {
  const std::error_category &category = sycl::error_category_for<kCuda>();
  CHECK(std::strcmp(category.name(), "cuda") == 0);
  const std::error_code code = sycl::errc_for<kCuda>(700); // CUDA_ERROR_ILLEGAL_ADDRESS
  CHECK(code.category() == category);
  CHECK(code.message().find("700") != std::string::npos);
  CHECK(code != sycl::errc::invalid);
}

void checkMismatch(const sycl::device &device) {
  sycl::queue queue(device);
  sycl::buffer<int> buffer(kCount);
  CHECK_THROWS(backend_mismatch, sycl::get_native<kCuda>(device));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kCuda>(device.get_platform()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kCuda>(queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kCuda>(queue));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kCuda>(queue.submit([](sycl::handler &) {})));
  CHECK(!sycl::ext::oneapi::cuda::has_native_event(sycl::event()));
  CHECK_EQUAL(sycl::get_native<kCuda>(buffer), 0);
  CHECK_THROWS(backend_mismatch, sycl::make_queue<kCuda>(nullptr, queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_event<kCuda>(nullptr, queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_kernel<kCuda>(nullptr, queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_buffer<kCuda, int>(0, queue.get_context()));
  for (const sycl::platform &each : sycl::platform::get_platforms())
    if (each.get_backend() == kCuda)
      return;
  CHECK_THROWS(backend_mismatch, sycl::make_device<kCuda>(0));
  CHECK_THROWS(backend_mismatch, sycl::make_context<kCuda>(nullptr));
}

} // namespace

int main() {
  const sycl::device device;
  checkErrors();
  if (device.get_backend() != kCuda) {
    checkMismatch(device);
    return failures != 0;
  }
  checkRoundTrips(device);
  checkContexts(device);
  checkEvents(device);
  checkSeveralDevices(device.get_platform());
  sycl::queue outOfOrder(device);
  sycl::queue inOrder(device, sycl::property::queue::in_order());
  for (sycl::queue *queue : {&outOfOrder, &inOrder}) {
    checkBuffers(*queue);
    checkHostTasks(*queue);
    checkKernels(*queue);
  }
  return failures != 0;
}
