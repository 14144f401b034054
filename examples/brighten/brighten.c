// Sets a specialization constant by name on the first device, through the C ABI.
#include <stdio.h>
#include <ursa.h>

#define CHECK(call)                                                                                \
  if ((call) != UR_RESULT_SUCCESS)                                                                 \
  return ursaGetLastError(&reason), fprintf(stderr, "%s: %s\n", #call, reason), 1

int main(int argc, char **argv) {
  const char *reason = "";
  ur_adapter_handle_t adapter;
  ur_platform_handle_t platform;
  ur_device_handle_t device;
  ur_context_handle_t context;
  ur_queue_handle_t queue;
  ursa_images_handle_t images;
  ursa_bundle_handle_t bundle;
  ur_kernel_handle_t kernel;
  float *pixels, gain = 1.5f;
  const size_t count = 4;

  CHECK(urLoaderInit(0, NULL));
  CHECK(urAdapterGet(1, &adapter, NULL));
  CHECK(urPlatformGet(adapter, 1, &platform, NULL));
  CHECK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(urContextCreate(1, &device, NULL, &context));
  CHECK(urQueueCreate(context, device, NULL, &queue));
  CHECK(urUSMSharedAlloc(context, device, NULL, NULL, count * sizeof(float), (void **)&pixels));
  for (size_t i = 0; i < count; ++i)
    pixels[i] = (float)i;

  CHECK(ursaImagesLoad(argc > 1 ? argv[1] : "brighten.ursa", &images));
  CHECK(ursaBundleCreate(context, 1, &device, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
  CHECK(ursaBundleSetSpecializationConstant(bundle, "gain", sizeof(gain), &gain));
  CHECK(ursaBundleBuild(bundle, NULL));
  CHECK(ursaBundleGetKernel(bundle, device, "brighten", &kernel));

  const ursa_kernel_arg_t arg = {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, pixels};
  CHECK(ursaEnqueueKernelLaunch(queue, kernel, 1, NULL, &count, NULL, 1, &arg, 0, NULL, NULL));
  CHECK(urQueueFinish(queue));
  for (size_t i = 0; i < count; ++i)
    printf("%g ", pixels[i]);
  printf("\n");

  urKernelRelease(kernel);
  ursaBundleRelease(bundle);
  ursaImagesRelease(images);
  urUSMFree(context, pixels);
  urQueueRelease(queue);
  urContextRelease(context);
  urDeviceRelease(device);
  urAdapterRelease(adapter);
  return urLoaderTearDown() == UR_RESULT_SUCCESS ? 0 : 1;
}
