/* Runs kernels of images that constructors registered: two objects in the program, one natively
 * specialized by the JIT and one in machine code; then one in a library, which takes its images
 * with it when it is unloaded. */
#include <stdio.h>

#include <dlfcn.h>
#include <ursa.h>

#define CHECK(call)                                                                                \
  if ((call) != UR_RESULT_SUCCESS)                                                                 \
  return ursaGetLastError(&reason), fprintf(stderr, "%s: %s\n", #call, reason), 1

enum { kCount = 3 };

static const char *reason = "";
static ur_adapter_handle_t adapter;
static ur_device_handle_t device;
static ur_context_handle_t context;
static ur_queue_handle_t queue;
static float *numbers;

static int setUp(void) {
  ur_platform_handle_t platform;
  CHECK(urLoaderInit(0, NULL));
  CHECK(urAdapterGet(1, &adapter, NULL));
  CHECK(urPlatformGet(adapter, 1, &platform, NULL));
  CHECK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(urContextCreate(1, &device, NULL, &context));
  CHECK(urQueueCreate(context, device, NULL, &queue));
  CHECK(urUSMSharedAlloc(context, device, NULL, NULL, kCount * sizeof(float), (void **)&numbers));
  return 0;
}

static int tearDown(void) {
  CHECK(urUSMFree(context, numbers));
  CHECK(urQueueRelease(queue));
  CHECK(urContextRelease(context));
  CHECK(urAdapterRelease(adapter));
  CHECK(urLoaderTearDown());
  return 0;
}

/* A bundle of all that is registered. */
static int run(const char *name, const char *constant, float value) {
  const size_t count = kCount;
  const ursa_kernel_arg_t argument = {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, numbers};
  ursa_bundle_handle_t bundle;
  ur_kernel_handle_t kernel;
  CHECK(ursaBundleCreate(context, 1, &device, NULL, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
  CHECK(ursaBundleSetSpecializationConstant(bundle, constant, sizeof(value), &value));
  CHECK(ursaBundleBuild(bundle, NULL));
  CHECK(ursaBundleGetKernel(bundle, device, name, &kernel));
  CHECK(ursaEnqueueKernelLaunch(queue, kernel, 1, NULL, &count, NULL, 1, &argument, 0, NULL, NULL));
  CHECK(urQueueFinish(queue));
  for (int i = 0; i < kCount; ++i)
    printf("%g ", numbers[i]);
  printf("\n");
  CHECK(urKernelRelease(kernel));
  CHECK(ursaBundleRelease(bundle));
  return 0;
}

static int isGone(const char *name) {
  ursa_bundle_handle_t bundle;
  ur_kernel_handle_t kernel;
  CHECK(ursaBundleCreate(context, 1, &device, NULL, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
  CHECK(ursaBundleBuild(bundle, NULL));
  const int gone = ursaBundleGetKernel(bundle, device, name, &kernel) != UR_RESULT_SUCCESS;
  CHECK(ursaBundleRelease(bundle));
  return gone;
}

int main(int argc, char **argv) {
  if (argc != 2 || setUp() != 0 || run("times", "factor", 3) != 0 || run("plus", "summand", 3) != 0)
    return 1;
  for (int round = 0; round < 2; ++round) {
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library)
      return fprintf(stderr, "%s\n", dlerror()), 1;
    if (round == 0 && run("fill", "whole", 7) != 0)
      return 1;
    if (round == 1 && isGone("fill"))
      return 1;
    dlclose(library);
    if (!isGone("fill"))
      return 1;
  }
  printf("gone\n");
  return tearDown();
}
