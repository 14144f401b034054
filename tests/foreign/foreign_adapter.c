/* An adapter as somebody else would write it: in C, against ur_api.h and ur_ddi.h alone.
 *
 * It has one device, which runs functions of the same process (foreign_kernel.h), and does what is
 * enqueued at once. It takes binaries of its own format for its own target only, no IL, and knows
 * nothing of specialization constants. Like some adapters it insists on exact sizes, is of no use
 * once the last reference to it is released, and hands its tables out for one version of the API.
 * For one thread.
 *
 * FOREIGN_FILLS_FROM_GETTERS: the tables of its objects come from its own exported getters, called
 * by name. Without symbol versions the dynamic linker binds these names to the loader's. */
#include "foreign_kernel.h"

#include "ur_api.h"
#include "ur_ddi.h"

#include <stdlib.h>
#include <string.h>

#ifndef FOREIGN_PLATFORM_RESULT
#define FOREIGN_PLATFORM_RESULT UR_RESULT_SUCCESS
#endif
#ifdef FOREIGN_WITHOUT_DEVICE
#define FOREIGN_DEVICES 0
#else
#define FOREIGN_DEVICES 1
#endif

static ur_dditable_t tables;    /* of its objects */
static ur_dditable_t functions; /* all that there are */
static foreign_report_t report;
static uint32_t adapterReferences;

/* The tables come first, as the loader expects of every object. */
typedef struct base_t {
  const ur_dditable_t *tables;
  uint32_t references;
} base_t;

struct ur_adapter_handle_t_ {
  base_t base;
};
struct ur_platform_handle_t_ {
  base_t base;
};
struct ur_device_handle_t_ {
  base_t base;
};
struct ur_context_handle_t_ {
  base_t base;
};
struct ur_queue_handle_t_ {
  base_t base;
  ur_context_handle_t context;
};
struct ur_event_handle_t_ {
  base_t base;
};
struct ur_mem_handle_t_ {
  base_t base;
  size_t size;
  void *bytes;
};
struct ur_program_handle_t_ {
  base_t base;
  foreign_binary_t binary;
  int built;
};
struct ur_kernel_handle_t_ {
  base_t base;
  foreign_binary_t binary;
};

static struct ur_adapter_handle_t_ theAdapter = {{&tables, 1}};
static struct ur_platform_handle_t_ thePlatform = {{&tables, 1}};
static struct ur_device_handle_t_ theDevice = {{&tables, 1}};

static void noteCall(void) { report.lateCalls += adapterReferences == 0; }

UR_DLLEXPORT foreign_report_t foreignReport(void) { return report; }

static void *make(size_t size) {
  base_t *object = calloc(1, size);
  noteCall();
  if (object) {
    object->tables = &tables;
    object->references = 1;
    ++report.objects;
  }
  return object;
}

static ur_result_t retainObject(void *object) {
  noteCall();
  ++((base_t *)object)->references;
  return UR_RESULT_SUCCESS;
}

/* Whether it was the last reference. */
static int releaseObject(void *object) {
  noteCall();
  if (--((base_t *)object)->references > 0)
    return 0;
  --report.objects;
  return 1;
}

#define RETAIN_AND_RELEASE(Name, type)                                                             \
  static ur_result_t retain##Name(type object) { return retainObject(object); }                    \
  static ur_result_t release##Name(type object) {                                                  \
    if (releaseObject(object))                                                                     \
      free(object);                                                                                \
    return UR_RESULT_SUCCESS;                                                                      \
  }

RETAIN_AND_RELEASE(Context, ur_context_handle_t)
RETAIN_AND_RELEASE(Queue, ur_queue_handle_t)
RETAIN_AND_RELEASE(Event, ur_event_handle_t)
RETAIN_AND_RELEASE(Program, ur_program_handle_t)
RETAIN_AND_RELEASE(Kernel, ur_kernel_handle_t)

static ur_result_t keepDevice(ur_device_handle_t device) {
  (void)device;
  noteCall();
  return UR_RESULT_SUCCESS;
}

/* Answers a query: the size has to be the value's. */
static ur_result_t answer(const void *value, size_t valueSize, size_t size, void *out,
                          size_t *outSize) {
  noteCall();
  if (out && size != valueSize)
    return UR_RESULT_ERROR_INVALID_SIZE;
  if (out)
    memcpy(out, value, valueSize);
  if (outSize)
    *outSize = valueSize;
  return UR_RESULT_SUCCESS;
}

#define ANSWER(value) answer(&(value), sizeof(value), size, out, outSize)
#define ANSWER_TEXT(text) answer(text, sizeof(text), size, out, outSize)

/* ---- adapter, platform, device */

static void fillTables(void);

static ur_result_t getAdapters(uint32_t count, ur_adapter_handle_t *adapters, uint32_t *outCount) {
  fillTables();
  if (adapters && count > 0) {
    adapters[0] = &theAdapter;
    ++adapterReferences;
  }
  if (outCount)
    *outCount = 1;
  return UR_RESULT_SUCCESS;
}

static ur_result_t retainAdapter(ur_adapter_handle_t adapter) {
  (void)adapter;
  noteCall();
  ++adapterReferences;
  return UR_RESULT_SUCCESS;
}

static ur_result_t releaseAdapter(ur_adapter_handle_t adapter) {
  (void)adapter;
  noteCall();
  --adapterReferences;
  return UR_RESULT_SUCCESS;
}

static ur_result_t lastError(ur_adapter_handle_t adapter, const char **message, int32_t *code) {
  (void)adapter;
  noteCall();
  *message = "The foreign adapter has nothing to say.";
  *code = 0;
  return UR_RESULT_SUCCESS;
}

static ur_result_t adapterInfo(ur_adapter_handle_t adapter, ur_adapter_info_t query, size_t size,
                               void *out, size_t *outSize) {
  const ur_backend_t backend = UR_BACKEND_OFFLOAD;
  const uint32_t version = 7;
  (void)adapter;
  switch (query) {
  case UR_ADAPTER_INFO_BACKEND:
    return ANSWER(backend);
  case UR_ADAPTER_INFO_VERSION:
    return ANSWER(version);
  case UR_ADAPTER_INFO_REFERENCE_COUNT:
    return ANSWER(adapterReferences);
  default:
    return UR_RESULT_ERROR_INVALID_ENUMERATION;
  }
}

static ur_result_t getPlatforms(ur_adapter_handle_t adapter, uint32_t count,
                                ur_platform_handle_t *platforms, uint32_t *outCount) {
  (void)adapter;
  noteCall();
  if (FOREIGN_PLATFORM_RESULT != UR_RESULT_SUCCESS)
    return FOREIGN_PLATFORM_RESULT;
  if (platforms && count > 0)
    platforms[0] = &thePlatform;
  if (outCount)
    *outCount = 1;
  return UR_RESULT_SUCCESS;
}

static ur_result_t platformInfo(ur_platform_handle_t platform, ur_platform_info_t query,
                                size_t size, void *out, size_t *outSize) {
  const ur_backend_t backend = UR_BACKEND_OFFLOAD;
  const ur_adapter_handle_t adapter = &theAdapter;
  (void)platform;
  switch (query) {
  case UR_PLATFORM_INFO_NAME:
    return ANSWER_TEXT("Foreign platform");
  case UR_PLATFORM_INFO_VENDOR_NAME:
    return ANSWER_TEXT("Somebody else");
  case UR_PLATFORM_INFO_VERSION:
    return ANSWER_TEXT("3.14");
  case UR_PLATFORM_INFO_BACKEND:
    return ANSWER(backend);
  case UR_PLATFORM_INFO_ADAPTER:
    return ANSWER(adapter);
  default:
    return UR_RESULT_ERROR_INVALID_ENUMERATION;
  }
}

static ur_result_t getDevices(ur_platform_handle_t platform, ur_device_type_t type, uint32_t count,
                              ur_device_handle_t *devices, uint32_t *outCount) {
  (void)platform;
  noteCall();
  if (!FOREIGN_DEVICES)
    return UR_RESULT_ERROR_DEVICE_NOT_FOUND;
  if (type != UR_DEVICE_TYPE_ALL && type != UR_DEVICE_TYPE_DEFAULT && type != UR_DEVICE_TYPE_CUSTOM)
    return UR_RESULT_ERROR_DEVICE_NOT_FOUND;
  if (devices && count > 0)
    devices[0] = &theDevice;
  if (outCount)
    *outCount = 1;
  return UR_RESULT_SUCCESS;
}

static ur_result_t deviceInfo(ur_device_handle_t device, ur_device_info_t query, size_t size,
                              void *out, size_t *outSize) {
  const ur_device_type_t type = UR_DEVICE_TYPE_CUSTOM;
  const ur_platform_handle_t platform = &thePlatform;
  const uint64_t memory = 64 << 20;
  (void)device;
  switch (query) {
  case UR_DEVICE_INFO_TYPE:
    return ANSWER(type);
  case UR_DEVICE_INFO_NAME:
    return ANSWER_TEXT("Foreign device");
  case UR_DEVICE_INFO_VENDOR:
    return ANSWER_TEXT("Somebody else");
  case UR_DEVICE_INFO_DRIVER_VERSION:
    return ANSWER_TEXT("2.71");
  case UR_DEVICE_INFO_PLATFORM:
    return ANSWER(platform);
  case UR_DEVICE_INFO_GLOBAL_MEM_SIZE:
    return ANSWER(memory);
  default:
    return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
  }
}

static ur_result_t selectBinary(ur_device_handle_t device, const ur_device_binary_t *binaries,
                                uint32_t count, uint32_t *selected) {
  uint32_t i;
  (void)device;
  noteCall();
  for (i = 0; i < count; ++i)
    if (strcmp(binaries[i].pDeviceTargetSpec, FOREIGN_TARGET) == 0) {
      *selected = i;
      return UR_RESULT_SUCCESS;
    }
  return UR_RESULT_ERROR_INVALID_BINARY;
}

/* ---- context, queue, event, memory */

static ur_result_t createContext(uint32_t count, const ur_device_handle_t *devices,
                                 const ur_context_properties_t *properties,
                                 ur_context_handle_t *context) {
  (void)devices, (void)properties;
  if (count != 1)
    return UR_RESULT_ERROR_INVALID_VALUE;
  *context = make(sizeof(**context));
  return UR_RESULT_SUCCESS;
}

static ur_result_t createQueue(ur_context_handle_t context, ur_device_handle_t device,
                               const ur_queue_properties_t *properties, ur_queue_handle_t *queue) {
  (void)device;
  if (properties && properties->flags)
    return UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES;
  *queue = make(sizeof(**queue));
  (*queue)->context = context;
  return UR_RESULT_SUCCESS;
}

static ur_result_t finishQueue(ur_queue_handle_t queue) {
  (void)queue;
  noteCall();
  return UR_RESULT_SUCCESS;
}

static ur_result_t giveEvent(ur_event_handle_t *event) {
  if (event)
    *event = make(sizeof(**event));
  return UR_RESULT_SUCCESS;
}

static ur_result_t eventInfo(ur_event_handle_t event, ur_event_info_t query, size_t size, void *out,
                             size_t *outSize) {
  const ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  (void)event;
  return query == UR_EVENT_INFO_COMMAND_EXECUTION_STATUS ? ANSWER(status)
                                                         : UR_RESULT_ERROR_INVALID_ENUMERATION;
}

static ur_result_t waitForEvents(uint32_t count, const ur_event_handle_t *events) {
  (void)count, (void)events;
  noteCall();
  return UR_RESULT_SUCCESS;
}

static ur_result_t enqueueWait(ur_queue_handle_t queue, uint32_t waitCount,
                               const ur_event_handle_t *waits, ur_event_handle_t *event) {
  (void)queue, (void)waitCount, (void)waits;
  return giveEvent(event);
}

static ur_result_t createBuffer(ur_context_handle_t context, ur_mem_flags_t flags, size_t size,
                                const ur_buffer_properties_t *properties, ur_mem_handle_t *buffer) {
  (void)context;
  *buffer = make(sizeof(**buffer));
  (*buffer)->size = size;
  (*buffer)->bytes = calloc(1, size);
  if (flags & UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER)
    memcpy((*buffer)->bytes, properties->pHost, size);
  return UR_RESULT_SUCCESS;
}

static ur_result_t retainBuffer(ur_mem_handle_t buffer) { return retainObject(buffer); }

static ur_result_t releaseBuffer(ur_mem_handle_t buffer) {
  if (releaseObject(buffer)) {
    free(buffer->bytes);
    free(buffer);
  }
  return UR_RESULT_SUCCESS;
}

static ur_result_t readBuffer(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
                              size_t offset, size_t size, void *to, uint32_t waitCount,
                              const ur_event_handle_t *waits, ur_event_handle_t *event) {
  (void)queue, (void)blocking, (void)waitCount, (void)waits;
  if (offset > buffer->size || size > buffer->size - offset)
    return UR_RESULT_ERROR_INVALID_SIZE;
  memcpy(to, (const char *)buffer->bytes + offset, size);
  return giveEvent(event);
}

static ur_result_t writeBuffer(ur_queue_handle_t queue, ur_mem_handle_t buffer, bool blocking,
                               size_t offset, size_t size, const void *from, uint32_t waitCount,
                               const ur_event_handle_t *waits, ur_event_handle_t *event) {
  (void)queue, (void)blocking, (void)waitCount, (void)waits;
  if (offset > buffer->size || size > buffer->size - offset)
    return UR_RESULT_ERROR_INVALID_SIZE;
  memcpy((char *)buffer->bytes + offset, from, size);
  return giveEvent(event);
}

/* ---- program, kernel */

static ur_result_t createFromBinary(ur_context_handle_t context, uint32_t count,
                                    ur_device_handle_t *devices, size_t *lengths,
                                    const uint8_t **binaries,
                                    const ur_program_properties_t *properties,
                                    ur_program_handle_t *program) {
  (void)context, (void)devices, (void)properties;
  if (count != 1)
    return UR_RESULT_ERROR_INVALID_VALUE;
  if (lengths[0] != sizeof(foreign_binary_t) || memcmp(binaries[0], FOREIGN_MAGIC, 8) != 0)
    return UR_RESULT_ERROR_INVALID_BINARY;
  *program = make(sizeof(**program));
  memcpy(&(*program)->binary, binaries[0], sizeof(foreign_binary_t));
  return UR_RESULT_SUCCESS;
}

static ur_result_t createFromIl(ur_context_handle_t context, const void *il, size_t length,
                                const ur_program_properties_t *properties,
                                ur_program_handle_t *program) {
  (void)context, (void)il, (void)length, (void)properties, (void)program;
  noteCall();
  return UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE;
}

static ur_result_t buildProgram(ur_context_handle_t context, ur_program_handle_t program,
                                const char *options) {
  (void)context, (void)options;
  noteCall();
  program->built = 1;
  return UR_RESULT_SUCCESS;
}

static ur_result_t createKernel(ur_program_handle_t program, const char *name,
                                ur_kernel_handle_t *kernel) {
  if (!program->built)
    return UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE;
  if (strcmp(program->binary.name, name) != 0)
    return UR_RESULT_ERROR_INVALID_KERNEL_NAME;
  *kernel = make(sizeof(**kernel));
  (*kernel)->binary = program->binary;
  return UR_RESULT_SUCCESS;
}

static ur_result_t kernelInfo(ur_kernel_handle_t kernel, ur_kernel_info_t query, size_t size,
                              void *out, size_t *outSize) {
  const uint32_t count = (uint32_t)kernel->binary.argumentCount;
  return query == UR_KERNEL_INFO_NUM_ARGS ? ANSWER(count) : UR_RESULT_ERROR_INVALID_ENUMERATION;
}

static ur_result_t launch(ur_queue_handle_t queue, ur_kernel_handle_t kernel, uint32_t dimensions,
                          const size_t *offset, const size_t *global, const size_t *local,
                          uint32_t count, const ur_exp_kernel_arg_properties_t *given,
                          const ur_kernel_launch_ext_properties_t *properties, uint32_t waitCount,
                          const ur_event_handle_t *waits, ur_event_handle_t *event) {
  void *arguments[FOREIGN_MAX_ARGUMENTS] = {0};
  size_t item;
  uint32_t i;
  (void)queue, (void)offset, (void)local, (void)properties, (void)waitCount, (void)waits;
  if (dimensions != 1 || count != kernel->binary.argumentCount)
    return UR_RESULT_ERROR_INVALID_KERNEL_ARGS;
  for (i = 0; i < count; ++i) {
    const ur_exp_kernel_arg_properties_t *argument = &given[i];
    if (argument->index >= count)
      return UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX;
    switch (argument->type) {
    case UR_EXP_KERNEL_ARG_TYPE_VALUE:
      arguments[argument->index] = (void *)argument->value.value;
      break;
    case UR_EXP_KERNEL_ARG_TYPE_POINTER:
      arguments[argument->index] = (void *)argument->value.pointer;
      break;
    case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
      arguments[argument->index] = argument->value.memObjTuple.hMem->bytes;
      break;
    default:
      return UR_RESULT_ERROR_INVALID_ENUMERATION;
    }
  }
  for (item = 0; item < global[0]; ++item)
    kernel->binary.function(arguments, item);
  return giveEvent(event);
}

/* ---- tables */

static void collectFunctions(void) {
  functions.Adapter.pfnGet = getAdapters;
  functions.Adapter.pfnRetain = retainAdapter;
  functions.Adapter.pfnRelease = releaseAdapter;
  functions.Adapter.pfnGetLastError = lastError;
  functions.Adapter.pfnGetInfo = adapterInfo;
  functions.Platform.pfnGet = getPlatforms;
  functions.Platform.pfnGetInfo = platformInfo;
  functions.Device.pfnGet = getDevices;
  functions.Device.pfnGetInfo = deviceInfo;
  functions.Device.pfnRetain = keepDevice;
  functions.Device.pfnRelease = keepDevice;
  functions.Device.pfnSelectBinary = selectBinary;
  functions.Context.pfnCreate = createContext;
  functions.Context.pfnRetain = retainContext;
  functions.Context.pfnRelease = releaseContext;
  functions.Queue.pfnCreate = createQueue;
  functions.Queue.pfnRetain = retainQueue;
  functions.Queue.pfnRelease = releaseQueue;
  functions.Queue.pfnFinish = finishQueue;
  functions.Event.pfnGetInfo = eventInfo;
  functions.Event.pfnWait = waitForEvents;
  functions.Event.pfnRetain = retainEvent;
  functions.Event.pfnRelease = releaseEvent;
  functions.Mem.pfnBufferCreate = createBuffer;
  functions.Mem.pfnRetain = retainBuffer;
  functions.Mem.pfnRelease = releaseBuffer;
  functions.Program.pfnCreateWithBinary = createFromBinary;
  functions.Program.pfnCreateWithIL = createFromIl;
  functions.Program.pfnBuild = buildProgram;
  functions.Program.pfnRetain = retainProgram;
  functions.Program.pfnRelease = releaseProgram;
  functions.Kernel.pfnCreate = createKernel;
  functions.Kernel.pfnGetInfo = kernelInfo;
  functions.Kernel.pfnRetain = retainKernel;
  functions.Kernel.pfnRelease = releaseKernel;
  functions.Enqueue.pfnEventsWait = enqueueWait;
  functions.Enqueue.pfnMemBufferRead = readBuffer;
  functions.Enqueue.pfnMemBufferWrite = writeBuffer;
  functions.EnqueueExp.pfnKernelLaunchWithArgsExp = launch;
}

#define GETTER(Name, type)                                                                         \
  UR_DLLEXPORT ur_result_t UR_APICALL urGet##Name##ProcAddrTable(ur_api_version_t version,         \
                                                                 type *table) {                    \
    if (!table)                                                                                    \
      return UR_RESULT_ERROR_INVALID_NULL_POINTER;                                                 \
    if (version != UR_API_VERSION_CURRENT)                                                         \
      return UR_RESULT_ERROR_UNSUPPORTED_VERSION;                                                  \
    collectFunctions();                                                                            \
    *table = functions.Name;                                                                       \
    return UR_RESULT_SUCCESS;                                                                      \
  }

GETTER(Adapter, ur_adapter_dditable_t)
GETTER(Platform, ur_platform_dditable_t)
GETTER(Device, ur_device_dditable_t)
GETTER(Context, ur_context_dditable_t)
GETTER(Queue, ur_queue_dditable_t)
GETTER(Event, ur_event_dditable_t)
GETTER(Mem, ur_mem_dditable_t)
GETTER(PhysicalMem, ur_physical_mem_dditable_t)
GETTER(Sampler, ur_sampler_dditable_t)
GETTER(Program, ur_program_dditable_t)
GETTER(Kernel, ur_kernel_dditable_t)
GETTER(Enqueue, ur_enqueue_dditable_t)
GETTER(EnqueueExp, ur_enqueue_exp_dditable_t)
GETTER(USM, ur_usm_dditable_t)
GETTER(VirtualMem, ur_virtual_mem_dditable_t)

static void fillTables(void) {
#ifdef FOREIGN_FILLS_FROM_GETTERS
  urGetAdapterProcAddrTable(UR_API_VERSION_CURRENT, &tables.Adapter);
  urGetPlatformProcAddrTable(UR_API_VERSION_CURRENT, &tables.Platform);
#else
  tables = functions;
#endif
}
