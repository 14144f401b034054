/* Runs a kernel on the calculator through the loader: each of eight numbers times 2.5, plus its
 * index. */
#include "ur_api.h"

#include <stdio.h>
#include <string.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const ur_result_t result = (call);                                                             \
    if (result != UR_RESULT_SUCCESS) {                                                             \
      fprintf(stderr, "%s failed with %d\n", #call, (int)result);                                  \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

int main(void) {
  const char *binary = "CALC1\nscale @0 $1 * i + !0\n";
  const uint8_t *binaries[] = {(const uint8_t *)binary};
  size_t length = strlen(binary), count = 8, i;
  const float factor = 2.5f;
  float *numbers;
  void *memory;
  ur_adapter_handle_t adapter;
  ur_platform_handle_t platform;
  ur_device_handle_t device;
  ur_context_handle_t context;
  ur_queue_handle_t queue;
  ur_program_handle_t program;
  ur_kernel_handle_t kernel;
  ur_exp_kernel_arg_properties_t arguments[2];

  CHECK(urLoaderInit(0, NULL));
  CHECK(urAdapterGet(1, &adapter, NULL));
  CHECK(urPlatformGet(adapter, 1, &platform, NULL));
  CHECK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, NULL));
  CHECK(urContextCreate(1, &device, NULL, &context));
  CHECK(urQueueCreate(context, device, NULL, &queue));
  CHECK(urUSMSharedAlloc(context, device, NULL, NULL, count * sizeof(float), &memory));
  numbers = memory;
  for (i = 0; i < count; ++i)
    numbers[i] = (float)i;

  CHECK(urProgramCreateWithBinary(context, 1, &device, &length, binaries, NULL, &program));
  CHECK(urProgramBuild(context, program, NULL));
  CHECK(urKernelCreate(program, "scale", &kernel));

  memset(arguments, 0, sizeof(arguments));
  for (i = 0; i < 2; ++i) {
    arguments[i].stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    arguments[i].index = (uint32_t)i;
  }
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].size = sizeof(void *);
  arguments[0].value.pointer = memory;
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].size = sizeof(factor);
  arguments[1].value.value = &factor;
  CHECK(urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, NULL, &count, NULL, 2, arguments, NULL,
                                         0, NULL, NULL));
  CHECK(urQueueFinish(queue));

  for (i = 0; i < count; ++i) {
    printf("%g ", numbers[i]);
    if (numbers[i] != (float)i * factor + (float)i)
      return 1;
  }
  printf("\n");

  CHECK(urKernelRelease(kernel));
  CHECK(urProgramRelease(program));
  CHECK(urUSMFree(context, memory));
  CHECK(urQueueRelease(queue));
  CHECK(urContextRelease(context));
  CHECK(urDeviceRelease(device));
  CHECK(urAdapterRelease(adapter));
  CHECK(urLoaderTearDown());
  return 0;
}
