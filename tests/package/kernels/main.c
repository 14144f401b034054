/* Prints what kernel `scale` of the images that are linked into this program makes of 1. */
#include <stdio.h>
#include <ursa.h>

#define CHECK(call)                                                                                \
  if ((call) != UR_RESULT_SUCCESS)                                                                 \
  return ursaGetLastError(&reason), fprintf(stderr, "%s: %s\n", #call, reason), 1

int main(void) {
  const char *reason = "";
  ur_adapter_handle_t adapter;
  ur_platform_handle_t platform;
  ur_device_handle_t device;
  ur_context_handle_t context;
  ur_queue_handle_t queue;
  ursa_bundle_handle_t bundle;
  ur_kernel_handle_t kernel;
  float *value;
  const size_t count = 1;

  CHECK(urLoaderInit(0, NULL));
  CHECK(urAdapterGet(1, &adapter, NULL));
  CHECK(urPlatformGet(adapter, 1, &platform, NULL));
  CHECK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(urContextCreate(1, &device, NULL, &context));
  CHECK(urQueueCreate(context, device, NULL, &queue));
  CHECK(urUSMSharedAlloc(context, device, NULL, NULL, sizeof(float), (void **)&value));
  *value = 1;
  CHECK(ursaBundleCreate(context, 1, &device, NULL, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
  CHECK(ursaBundleBuild(bundle, NULL));
  CHECK(ursaBundleGetKernel(bundle, device, "scale", &kernel));
  const ursa_kernel_arg_t arg = {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, value};
  CHECK(ursaEnqueueKernelLaunch(queue, kernel, 1, NULL, &count, NULL, 1, &arg, 0, NULL, NULL));
  CHECK(urQueueFinish(queue));
  printf("%g\n", *value);

  urKernelRelease(kernel);
  ursaBundleRelease(bundle);
  urUSMFree(context, value);
  urQueueRelease(queue);
  urContextRelease(context);
  urAdapterRelease(adapter);
  return urLoaderTearDown() == UR_RESULT_SUCCESS ? 0 : 1;
}
