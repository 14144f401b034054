// Runs the kernel of scale.cl, which the build compiled, on the first device.
#include <ursa.h>

#include <cstdio>

#define TRY(call)                                                                                  \
  if (const ur_result_t result = (call); result != UR_RESULT_SUCCESS) {                            \
    const char *message = "";                                                                      \
    ursaGetLastError(&message);                                                                    \
    std::fprintf(stderr, "%s: %d %s\n", #call, static_cast<int>(result), message);                 \
    return 1;                                                                                      \
  }

int main(int, char **argv) {
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ursa_images_handle_t images = nullptr;
  ursa_bundle_handle_t bundle = nullptr;
  ur_kernel_handle_t kernel = nullptr;
  ur_mem_handle_t memory = nullptr;
  TRY(urLoaderInit(0, nullptr));
  TRY(urAdapterGet(1, &adapter, nullptr));
  TRY(urPlatformGet(adapter, 1, &platform, nullptr));
  TRY(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
  TRY(urContextCreate(1, &device, nullptr, &context));
  TRY(urQueueCreate(context, device, nullptr, &queue));
  TRY(ursaImagesLoad(argv[1], &images));
  TRY(ursaBundleCreate(context, 1, &device, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle));
  TRY(ursaBundleBuild(bundle, nullptr));
  TRY(ursaBundleGetKernel(bundle, device, "scale", &kernel));

  float data[4] = {1, 2, 3, 4};
  const size_t count = 4;
  TRY(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, sizeof(data), nullptr, &memory));
  TRY(urEnqueueMemBufferWrite(queue, memory, true, 0, sizeof(data), data, 0, nullptr, nullptr));
  const ursa_kernel_arg_t argument = {UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(memory), memory};
  TRY(ursaEnqueueKernelLaunch(queue, kernel, 1, nullptr, &count, nullptr, 1, &argument, 0, nullptr,
                              nullptr));
  TRY(urEnqueueMemBufferRead(queue, memory, true, 0, sizeof(data), data, 0, nullptr, nullptr));
  for (int i = 0; i < 4; ++i)
    if (data[i] != 3.0f * static_cast<float>(i + 1))
      return 1;

  TRY(urMemRelease(memory));
  TRY(urKernelRelease(kernel));
  TRY(ursaBundleRelease(bundle));
  TRY(ursaImagesRelease(images));
  TRY(urQueueRelease(queue));
  TRY(urContextRelease(context));
  TRY(urDeviceRelease(device));
  TRY(urAdapterRelease(adapter));
  TRY(urLoaderTearDown());
  std::puts("ran");
  return 0;
}
