// Interoperation with OpenCL: the objects of OpenCL that SYCL's hold, and SYCL's objects of them.
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"

#include <sycl/backend/opencl.hpp>

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <type_traits>

namespace {

constexpr sycl::backend kOpenCl = sycl::backend::opencl;
template <class Object> using Native = sycl::backend_return_t<kOpenCl, Object>;
template <class Object> using Input = sycl::backend_input_t<kOpenCl, Object>;

static_assert(std::is_same_v<Native<sycl::platform>, cl_platform_id>);
static_assert(std::is_same_v<Native<sycl::device>, cl_device_id>);
static_assert(std::is_same_v<Native<sycl::context>, cl_context>);
static_assert(std::is_same_v<Native<sycl::queue>, cl_command_queue>);
static_assert(std::is_same_v<Native<sycl::event>, std::vector<cl_event>>);
static_assert(std::is_same_v<Native<sycl::kernel>, cl_kernel>);
using Bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;
static_assert(std::is_same_v<Native<Bundle>, std::vector<cl_program>>);
static_assert(std::is_same_v<Input<Bundle>, cl_program>);
static_assert(std::is_same_v<Input<sycl::event>, std::vector<cl_event>>);
static_assert(sycl::is_backend_active<kOpenCl>::value);
static_assert(!sycl::is_backend_active<sycl::backend::ext_oneapi_level_zero>::value);

// Programs usually link OpenCL; this one runs without it, too.
template <class Function> Function *find(Function *, const char *name) {
  static void *const library = dlopen("libOpenCL.so.1", RTLD_LAZY);
  return reinterpret_cast<Function *>(dlsym(library, name));
}
#define CALL(FUNCTION) find(decltype (&FUNCTION)(nullptr), #FUNCTION)

cl_uint references(cl_context context) {
  cl_uint count = 0;
  CALL(clGetContextInfo)
  (context, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, nullptr);
  return count;
}

void checkRoundTrips(const sycl::device &device) {
  const auto platform = sycl::get_native<kOpenCl>(device.get_platform());
  CHECK(sycl::make_platform<kOpenCl>(platform) == device.get_platform());
  const auto native = sycl::get_native<kOpenCl>(device);
  CHECK(sycl::make_device<kOpenCl>(native) == device);
  CHECK_THROWS(invalid, sycl::make_platform<kOpenCl>(nullptr));
  CHECK_THROWS(invalid, sycl::make_device<kOpenCl>(nullptr));
  CHECK_THROWS(invalid, sycl::make_context<kOpenCl>(nullptr));

  char name[256] = {};
  CALL(clGetDeviceInfo)(native, CL_DEVICE_NAME, sizeof(name), name, nullptr);
  CHECK(device.get_info<sycl::info::device::name>() == name);

  for (const std::string &extension : device.get_info<sycl::info::device::extensions>())
    CHECK(sycl::opencl::has_extension(device, extension));
  CHECK(!sycl::opencl::has_extension(device, "cl_khr_none"));
  for (const auto &extension : device.get_platform().get_info<sycl::info::platform::extensions>())
    CHECK(sycl::opencl::has_extension(device.get_platform(), extension));
  CHECK(!sycl::opencl::has_extension(device.get_platform(), "cl_khr_none"));
}

void checkContexts(const sycl::device &device) {
  const cl_device_id id = sycl::get_native<kOpenCl>(device);
  cl_int error = 0;
  const cl_context own = CALL(clCreateContext)(nullptr, 1, &id, nullptr, nullptr, &error);
  CHECK_EQUAL(error, 0);
  CHECK_EQUAL(references(own), 1);
  {
    const sycl::context context = sycl::make_context<kOpenCl>(own);
    CHECK(references(own) > 1);
    CHECK(context.get_devices() == std::vector{device});
    const cl_context held = sycl::get_native<kOpenCl>(context);
    CHECK(held == own);
    CALL(clReleaseContext)(held);

    const cl_command_queue ownQueue = CALL(clCreateCommandQueue)(
        own, id, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, &error);
    CHECK_EQUAL(error, 0);
    sycl::queue queue = sycl::make_queue<kOpenCl>(ownQueue, context, [](sycl::exception_list) {});
    CHECK(queue.get_context() == context && queue.get_device() == device);
    CHECK(!queue.is_in_order());
    CHECK(queue.has_property<sycl::property::queue::enable_profiling>());
    const cl_command_queue heldQueue = sycl::get_native<kOpenCl>(queue);
    CHECK(heldQueue == ownQueue);
    CALL(clReleaseCommandQueue)(heldQueue);
    CALL(clReleaseCommandQueue)(ownQueue);

    int from = 42;
    int to = 0;
    queue.memcpy(&to, &from, sizeof(to)).wait();
    CHECK_EQUAL(to, 42);

    const cl_event user = CALL(clCreateUserEvent)(own, &error);
    const sycl::event event = sycl::make_event<kOpenCl>({user}, context);
    CHECK(event.get_info<sycl::info::event::command_execution_status>() !=
          sycl::info::event_command_status::complete);
    const auto heldEvents = sycl::get_native<kOpenCl>(event);
    CHECK(heldEvents == std::vector{user});
    CALL(clReleaseEvent)(heldEvents[0]);
    const sycl::event both = sycl::make_event<kOpenCl>({user, user}, context);
    sycl::event copied = queue.memcpy(&from, &to, sizeof(to), both);
    CALL(clSetUserEventStatus)(user, CL_COMPLETE);
    copied.wait();
    both.wait();
    event.wait();
    CHECK(event.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
    CALL(clReleaseEvent)(user);
    CHECK(sycl::make_event<kOpenCl>({}, context)
              .get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
  }
  // Drivers finish commands, and give up what these hold, in threads of their own. The end of a
  // queue releases others whose commands are done by then.
  for (int i = 0; i < 500 && references(own) > 1; ++i) {
    usleep(10000);
    const sycl::queue another(device);
  }
  CHECK_EQUAL(references(own), 1);
  CALL(clReleaseContext)(own);
}

// An object of OpenCL outlives the SYCL object that it was taken from.
void checkLifetimes(const sycl::device &device) {
  cl_context context = nullptr;
  { context = sycl::get_native<kOpenCl>(sycl::context(device)); }
  CHECK_EQUAL(references(context), 1);
  CALL(clReleaseContext)(context);
}

class Doubling;

void checkKernels(const sycl::device &device) {
  sycl::queue queue(device);
  auto *numbers = sycl::malloc_shared<int>(16, queue);
  numbers[3] = 21;
  const sycl::event event =
      queue.parallel_for<Doubling>(sycl::range<1>(16), [=](sycl::id<1> i) { numbers[i] *= 2; });
  const auto events = sycl::get_native<kOpenCl>(event);
  CHECK_EQUAL(events.size(), 1);
  CALL(clWaitForEvents)(1, events.data());
  CHECK_EQUAL(numbers[3], 42);
  CALL(clReleaseEvent)(events[0]);
  sycl::free(numbers, queue);

  const auto bundle =
      sycl::get_kernel_bundle<Doubling, sycl::bundle_state::executable>(queue.get_context());
  const sycl::kernel kernel = bundle.get_kernel<Doubling>();
  CHECK(kernel.get_backend() == kOpenCl && bundle.get_backend() == kOpenCl);
  const cl_kernel native = sycl::get_native<kOpenCl>(kernel);
  CHECK(native == sycl::get_native<kOpenCl>(sycl::kernel(kernel)));
  char name[1024] = {};
  CALL(clGetKernelInfo)(native, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, nullptr);
  CHECK(*name);
  cl_program program = nullptr;
  CALL(clGetKernelInfo)(native, CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr);
  const auto programs = sycl::get_native<kOpenCl>(bundle);
  CHECK(std::find(programs.begin(), programs.end(), program) != programs.end());
  CHECK(programs == sycl::get_native<kOpenCl>(bundle));
}

// A kernel in OpenCL C, whose arguments are set one by one.
void checkKernelsOfOpenCl(const sycl::device &device) {
  static const char *const kSource =
      "kernel void scale(global const int *in, global int *out, local int *scratch, int factor) {"
      "  const size_t i = get_global_id(0), l = get_local_id(0);"
      "  scratch[l] = in[i];"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  out[i] = factor * scratch[get_local_size(0) - 1 - l]; }";
  sycl::queue queue(device);
  const sycl::context context = queue.get_context();
  const cl_context held = sycl::get_native<kOpenCl>(context);
  cl_int error = 0;
  const cl_program program = CALL(clCreateProgramWithSource)(
      held, 1, const_cast<const char **>(&kSource), nullptr, &error);
  CHECK_EQUAL(error, 0);
  CHECK_THROWS(invalid, sycl::make_kernel_bundle<kOpenCl, sycl::bundle_state::executable>(
                            program, context)); // not built
  CHECK_EQUAL(CALL(clBuildProgram)(program, 0, nullptr, nullptr, nullptr, nullptr), 0);
  CHECK_THROWS(invalid,
               sycl::make_kernel_bundle<kOpenCl, sycl::bundle_state::input>(program, context));
  {
    const auto bundle =
        sycl::make_kernel_bundle<kOpenCl, sycl::bundle_state::executable>(program, context);
    CHECK(bundle.get_kernel_ids().empty());
    CHECK(bundle.get_context() == context);
    const auto programs = sycl::get_native<kOpenCl>(bundle);
    CHECK(programs == std::vector{program});
    for (const cl_program each : programs)
      CALL(clReleaseProgram)(each);
  }
  const cl_kernel native = CALL(clCreateKernel)(program, "scale", &error);
  CHECK_EQUAL(error, 0);
  {
    using sycl::opencl::create_bundle;
    CHECK_EQUAL(sycl::opencl::get_reference_count(native), 1);
    const cl_uint before = sycl::opencl::get_reference_count(program);
    const auto ofPrograms = create_bundle<sycl::bundle_state::executable>(
        context, {device}, std::vector{program, program});
    const auto ofKernels = create_bundle(context, {device}, std::vector{native, native});
    CHECK(sycl::opencl::get_reference_count(program) > before);
    CHECK(ofPrograms.get_devices() == std::vector{device} && ofKernels.get_context() == context);
    const auto programs = sycl::get_native<kOpenCl>(ofKernels);
    CHECK(programs == std::vector{program});
    for (const cl_program each : programs)
      CALL(clReleaseProgram)(each);
    CHECK_THROWS(invalid, create_bundle<sycl::bundle_state::object>(context, {device},
                                                                    std::vector{program}));
    CHECK_THROWS(invalid, sycl::opencl::get_reference_count(cl_kernel(nullptr)));
    const std::error_code invalidKernel(-48, sycl::opencl::error_category());
    CHECK_EQUAL(sycl::opencl::get_error_code(sycl::exception(invalidKernel, "-")), -48);
    CHECK_EQUAL(sycl::opencl::get_error_code(sycl::exception(sycl::errc::invalid, "-")), 0);
  }
  const sycl::kernel kernel = sycl::make_kernel<kOpenCl>(native, context);
  CHECK_EQUAL(kernel.get_info<sycl::info::kernel::num_args>(), 4);
  CHECK(kernel.get_info<sycl::info::kernel_device_specific::work_group_size>(device) > 0);
  const cl_kernel back = sycl::get_native<kOpenCl>(kernel);
  CHECK(back == native);
  CALL(clReleaseKernel)(back);

  int in[16];
  for (int i = 0; i < 16; ++i)
    in[i] = i;
  int *const out = sycl::malloc_shared<int>(16, queue);
  {
    sycl::buffer<int> buffer(in, 16);
    const auto submit = [&](int arguments) {
      return queue.submit([&](sycl::handler &group) {
        const sycl::accessor read(buffer, group, sycl::read_only);
        if (arguments == 4)
          group.set_args(read, out, sycl::local_accessor<int>(4, group), 3);
        else
          group.set_arg(0, read);
        group.parallel_for(sycl::nd_range<1>(16, 4), kernel);
      });
    };
    submit(4).wait();
    for (int i = 0; i < 16; ++i)
      CHECK_EQUAL(out[i], 3 * (i / 4 * 4 + 3 - i % 4));
    const sycl::kernel other =
        sycl::make_kernel<kOpenCl>(CALL(clCreateKernel)(program, "scale", &error), context);
    CHECK(codeOf([&] {
            queue.submit([&](sycl::handler &group) {
              group.set_arg(3, 1);
              group.parallel_for(sycl::nd_range<1>(16, 4), other);
            });
          }) != sycl::errc::success);
    CHECK_THROWS(kernel_argument, queue.submit([&](sycl::handler &group) {
      group.set_arg(-1, 1);
      group.parallel_for(sycl::nd_range<1>(16, 4), other);
    }));
  }
  sycl::free(out, queue);
  CALL(clReleaseKernel)(native);
  CALL(clReleaseProgram)(program);
  CALL(clReleaseContext)(held);
}

void checkMismatch(const sycl::device &device) {
  CHECK_THROWS(backend_mismatch, sycl::opencl::has_extension(device, "cl_khr_fp64"));
  CHECK_THROWS(backend_mismatch, sycl::opencl::has_extension(device.get_platform(), ""));
  const sycl::queue queue(device);
  CHECK_THROWS(backend_mismatch, sycl::get_native<kOpenCl>(device));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kOpenCl>(device.get_platform()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kOpenCl>(queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kOpenCl>(queue));
  CHECK_THROWS(backend_mismatch, sycl::get_native<kOpenCl>(sycl::event()));
  CHECK_THROWS(backend_mismatch, sycl::make_queue<kOpenCl>(nullptr, queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_event<kOpenCl>({}, queue.get_context()));
  CHECK_THROWS(backend_mismatch, sycl::make_kernel<kOpenCl>(nullptr, queue.get_context()));
  for (const sycl::platform &each : sycl::platform::get_platforms())
    if (each.get_backend() == kOpenCl)
      return;
  CHECK_THROWS(backend_mismatch, sycl::make_device<kOpenCl>(nullptr));
}

} // namespace

int main() {
  const sycl::device device;
  if (device.get_backend() != kOpenCl) {
    checkMismatch(device);
    return failures != 0;
  }
  checkRoundTrips(device);
  checkContexts(device);
  checkLifetimes(device);
  if (hasSharedMemory()) {
    checkKernels(device);
    checkKernelsOfOpenCl(device);
  }
  return failures != 0;
}
