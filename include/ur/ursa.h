/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * @file ursa.h
 *
 * Ursa's own C ABI over the Unified Runtime: device images, bundles and specialization constants by
 * symbolic id. Everything here is exported by libur_loader.so.0, next to the UR functions.
 *
 * A *device image* is code for one target with its kernels and property sets; a file that ursac
 * wrote holds a set of them. A *bundle* joins a set of images with a context and devices: it holds
 * the values of the specialization constants, decides for each device how they reach it (natively
 * or through the emulation buffer), builds, and hands out ordinary UR kernels, which are launched
 * with urEnqueueKernelLaunchWithArgsExp or ursaEnqueueKernelLaunch.
 *
 * Rules of every function:
 *   - Nothing is thrown. A failed call returns an error code, changes nothing, and leaves one
 * sentence for the calling thread, which ursaGetLastError returns.
 *   - Strings and data are copied at the call, unless the function says otherwise.
 *   - Handles are reference counted and may be used from any thread; calls on one bundle are
 *     serialized inside.
 *   - urLoaderInit must have succeeded before, unless the function says otherwise.
 */
#ifndef URSA_H_INCLUDED
#define URSA_H_INCLUDED

#include "ur_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** A set of device images. */
typedef struct ursa_images_handle_t_ *ursa_images_handle_t;

/** Images, context, devices and the values of specialization constants. */
typedef struct ursa_bundle_handle_t_ *ursa_bundle_handle_t;

/** How specialization constants reach a device. */
typedef enum ursa_specialization_mode_t {
  /** Chosen per device: natively where device and image can, else emulated. */
  URSA_SPECIALIZATION_MODE_AUTO = 0,
  /** Set in the device's own program before it is built. */
  URSA_SPECIALIZATION_MODE_NATIVE = 1,
  /** Passed in a buffer, the kernel's implicit last argument. */
  URSA_SPECIALIZATION_MODE_EMULATED = 2,
  /** Answer only: the image has no specialization constants. */
  URSA_SPECIALIZATION_MODE_NONE = 3,
  URSA_SPECIALIZATION_MODE_FORCE_UINT32 = 0x7fffffff
} ursa_specialization_mode_t;

/**
 * The sentence for the last failed call of this thread, of ursa.h or of a UR function, whether the
 * loader or an adapter of Ursa refused it. Of other adapters' refusals urAdapterGetLastError tells.
 *
 * @param ppMessage [out] terminated string, never null, valid until this thread's next call.
 * @return UR_RESULT_SUCCESS, or UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaGetLastError(const char **ppMessage);

/* ---- adapters and devices */

/** One adapter that the loader uses, or one that it found and could not use. */
typedef struct ursa_adapter_report_t {
  const char *name;     /**< "host" for libur_adapter_host.so.0 */
  const char *path;     /**< of its library; "" for an adapter inside the program */
  const char *problem;  /**< null for an adapter in use, else a sentence that says why it is not */
  uint32_t handleCount; /**< handles of this adapter among those of urAdapterGet */
} ursa_adapter_report_t;

/** Receives one report, whose strings live as long as the call. Must not call the loader. */
typedef void(UR_APICALL *ursa_adapter_report_callback_t)(const ursa_adapter_report_t *pReport,
                                                         void *pUserData);

/**
 * Reports the adapters: first those in use, in the order in which urAdapterGet lists their handles,
 * then each library that was found and could not be loaded. An adapter whose urAdapterGet fails is
 * among the former, with a problem and no handles.
 *
 * @param pfnReport [in] called in this thread, once an adapter.
 * @param pUserData [in][optional] handed to it.
 * @return UR_RESULT_ERROR_UNINITIALIZED before urLoaderInit; UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterReport(ursa_adapter_report_callback_t pfnReport,
                                                      void *pUserData);

struct ur_dditable_t;

/**
 * Makes functions of the calling program an adapter, which urAdapterGet lists behind those of
 * libraries until it is unregistered, across urLoaderInit and urLoaderTearDown. Callable before
 * urLoaderInit. Made for tests: an adapter that is a mock needs no library.
 *
 * @param pName   [in] name of the adapter.
 * @param pTables [in] its functions, at least Adapter.pfnGet (ur_ddi.h). Referred to, not copied:
 *                they must stay in place until the adapter is unregistered, and the first word of
 *                each of its objects must point to them.
 * @return UR_RESULT_ERROR_INVALID_NULL_POINTER; UR_RESULT_ERROR_INVALID_VALUE when the name is
 * empty, Adapter.pfnGet is null or the tables are registered.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterRegister(const char *pName,
                                                        const struct ur_dditable_t *pTables);

/**
 * Takes back ursaAdapterRegister.
 *
 * @param pTables [in] what was registered.
 * @return UR_RESULT_ERROR_INVALID_VALUE when the tables are not registered;
 * UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterUnregister(const struct ur_dditable_t *pTables);

/** A set of specialization modes. */
typedef uint32_t ursa_specialization_mode_flags_t;
typedef enum ursa_specialization_mode_flag_t {
  URSA_SPECIALIZATION_MODE_FLAG_NATIVE = 1,   /**< URSA_SPECIALIZATION_MODE_NATIVE */
  URSA_SPECIALIZATION_MODE_FLAG_EMULATED = 2, /**< URSA_SPECIALIZATION_MODE_EMULATED */
  URSA_SPECIALIZATION_MODE_FLAG_FORCE_UINT32 = 0x7fffffff
} ursa_specialization_mode_flag_t;

/**
 * The modes that a device can have with images that were made for them: native when the device sets
 * constants itself, emulated when its adapter can be given device images at all. The two queries of
 * the ABI do not tell: through this loader they are true on every device.
 *
 * @param hDevice [in] device.
 * @param pModes  [out] set of modes.
 * @return UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaDeviceGetSpecializationModes(
    ur_device_handle_t hDevice, ursa_specialization_mode_flags_t *pModes);

/**
 * What adapters of Ursa answer to urDeviceGetInfo beyond the queries of the ABI, as terminated text
 * for people: the forms in which the device takes code, and how specialization constants get their
 * values in each. Asked for the first time on a machine, it may take some seconds. Adapters that
 * have no such choice answer UR_RESULT_ERROR_INVALID_ENUMERATION.
 */
#define URSA_DEVICE_INFO_CODE_INTAKE ((ur_device_info_t)0x55525341)

/**
 * Likewise, as terminated text that begins with "same" or "translated": whether host and shared USM
 * allocations have the same address for the host and for kernels. Where they do not, pointers that
 * are arguments of kernels are translated, pointers inside of memory are not. The Vulkan adapter
 * opens the device to answer; adapters that do not answer have one address.
 */
#define URSA_DEVICE_INFO_USM_ADDRESSES ((ur_device_info_t)0x55525342)

/* ---- device images */

/**
 * Reads a container of device images from a file.
 *
 * @param pPath    [in] path of the file.
 * @param phImages [out][alloc] the images.
 * @return UR_RESULT_ERROR_INVALID_NULL_POINTER; UR_RESULT_ERROR_INVALID_VALUE when the file cannot
 * be read; UR_RESULT_ERROR_INVALID_BINARY when it is no container, is cut short, or holds a
 *         property set that is malformed.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesLoad(const char *pPath,
                                                   ursa_images_handle_t *phImages);

/**
 * As ursaImagesLoad, from memory.
 *
 * @param pData    [in][bounds(0, size)] the container, copied.
 * @param size     [in] its size in bytes.
 * @param phImages [out][alloc] the images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesCreate(const void *pData, size_t size,
                                                     ursa_images_handle_t *phImages);

/**
 * Adds images to the process-wide registry, which holds a reference to them. A bundle made without
 * images takes all that are registered. Callable before urLoaderInit, from static constructors too.
 *
 * @param hImages [in] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRegister(ursa_images_handle_t hImages);

/**
 * Takes images out of the registry.
 *
 * @param hImages [in] images.
 * @return UR_RESULT_ERROR_INVALID_VALUE when they are not in it.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesUnregister(ursa_images_handle_t hImages);

/**
 * Adds one reference.
 *
 * @param hImages [in][retain] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRetain(ursa_images_handle_t hImages);

/**
 * Gives up one reference.
 *
 * @param hImages [in][release] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRelease(ursa_images_handle_t hImages);

/**
 * The number of images in a set.
 *
 * @param hImages [in] images.
 * @param pCount  [out] their number.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetCount(ursa_images_handle_t hImages,
                                                       uint32_t *pCount);

/** One image of a set; the pointers live as long as the set. */
typedef struct ursa_image_info_t {
  const char *target;     /**< target, as "host-x86_64" or "host-x86_64+emulated" */
  const void *code;       /**< the code */
  size_t codeSize;        /**< its size in bytes */
  uint32_t propertyCount; /**< properties in all sets together */
} ursa_image_info_t;

/**
 * Describes one image of a set.
 *
 * @param hImages [in] images.
 * @param index   [in] which of them, from 0.
 * @param pInfo   [out] its description.
 * @return UR_RESULT_ERROR_INVALID_VALUE when there is no such image.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetInfo(ursa_images_handle_t hImages, uint32_t index,
                                                      ursa_image_info_t *pInfo);

/** One property of an image; the pointers live as long as the set. */
typedef struct ursa_property_t {
  const char *set;   /**< property set, as "SYCL/specialization constants" */
  const char *name;  /**< property */
  const void *value; /**< bytes; a number is a little-endian uint32_t */
  size_t size;       /**< size of the value in bytes */
} ursa_property_t;

/**
 * Describes one property of an image.
 *
 * @param hImages   [in] images.
 * @param index     [in] which of them, from 0.
 * @param property  [in] which property, from 0 over all sets in the order of the file.
 * @param pProperty [out] the property.
 * @return UR_RESULT_ERROR_INVALID_VALUE when there is no such image or property.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetProperty(ursa_images_handle_t hImages,
                                                          uint32_t index, uint32_t property,
                                                          ursa_property_t *pProperty);

/* ---- bundles */

/**
 * Makes a bundle. For each device and kernel one image is chosen; the environment variable
 * URSA_SPECIALIZATION (native, emulated or auto) overrules @p mode.
 *
 * @param hContext   [in] context of the devices.
 * @param numDevices [in] number of devices, at least 1.
 * @param phDevices  [in][range(0, numDevices)] devices.
 * @param hImages    [in][optional] images; null takes all registered ones.
 * @param mode       [in] AUTO, NATIVE or EMULATED.
 * @param phBundle   [out][alloc] the bundle, with every constant at its default.
 * @return UR_RESULT_ERROR_INVALID_BINARY when no image is for a device (the sentence names targets
 *         and device); UR_RESULT_ERROR_UNSUPPORTED_FEATURE when a device cannot have the mode;
 *         UR_RESULT_ERROR_INVALID_ENUMERATION, UR_RESULT_ERROR_INVALID_SIZE,
 *         UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleCreate(
    ur_context_handle_t hContext, uint32_t numDevices, const ur_device_handle_t *phDevices,
    ursa_images_handle_t hImages, ursa_specialization_mode_t mode, ursa_bundle_handle_t *phBundle);

/**
 * Adds one reference.
 *
 * @param hBundle [in][retain] bundle.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleRetain(ursa_bundle_handle_t hBundle);

/**
 * Gives up one reference. Kernels that were handed out stay usable until they are released.
 *
 * @param hBundle [in][release] bundle.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleRelease(ursa_bundle_handle_t hBundle);

/**
 * The mode that a device got: NATIVE, EMULATED or NONE.
 *
 * @param hBundle [in] bundle.
 * @param hDevice [in] one of its devices.
 * @param pMode   [out] the mode.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetMode(ursa_bundle_handle_t hBundle,
                                                      ur_device_handle_t hDevice,
                                                      ursa_specialization_mode_t *pMode);

/**
 * Sets a specialization constant. Builds that follow see the value; kernels of earlier builds keep
 * theirs. A constant that is in no image of the bundle can be set and read as well.
 *
 * @param hBundle [in] bundle.
 * @param pId     [in] symbolic id.
 * @param size    [in] size of the value in bytes: that of the constant's type.
 * @param pValue  [in][bounds(0, size)] the value in the layout of the device, copied.
 * @return UR_RESULT_ERROR_INVALID_SIZE when @p size is not the constant's;
 *         UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleSetSpecializationConstant(
    ursa_bundle_handle_t hBundle, const char *pId, size_t size, const void *pValue);

/**
 * Reads a specialization constant: the value that was set last, else its default.
 *
 * @param hBundle  [in] bundle.
 * @param pId      [in] symbolic id.
 * @param size     [in] bytes that @p pValue has room for.
 * @param pValue   [out][optional] receives the value.
 * @param pSizeRet [out][optional] receives its size in bytes.
 * @return UR_RESULT_ERROR_INVALID_SPEC_ID when no image has the constant and none was set;
 *         UR_RESULT_ERROR_INVALID_SIZE when @p size is too small.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetSpecializationConstant(
    ursa_bundle_handle_t hBundle, const char *pId, size_t size, void *pValue, size_t *pSizeRet);

/**
 * Builds every image for its devices with the present values. Blocks. A build that was made before
 * with the same values and options is taken from the cache.
 *
 * @param hBundle  [in] bundle.
 * @param pOptions [in][optional] options for the device compiler. An option that a device's compiler
 *        does not know has no effect there and is noted in the log of the build. The word
 *        "--ursa-kernels=NAME[,NAME...]" says that only these kernels are needed: images without
 *        them are not built, and the host device compiles nothing else. No driver sees it.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleBuild(ursa_bundle_handle_t hBundle,
                                                    const char *pOptions);

/**
 * A kernel of the last build; release it with urKernelRelease. It keeps the values of that build.
 *
 * @param hBundle  [in] bundle.
 * @param hDevice  [in][optional] device; null takes the bundle's first.
 * @param pName    [in] name of the kernel.
 * @param phKernel [out][alloc] the kernel.
 * @return UR_RESULT_ERROR_INVALID_KERNEL_NAME when no image of the device has the kernel;
 *         UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE before the first build.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetKernel(ursa_bundle_handle_t hBundle,
                                                        ur_device_handle_t hDevice,
                                                        const char *pName,
                                                        ur_kernel_handle_t *phKernel);

/* ---- launch */

/** An argument of ursaEnqueueKernelLaunch; its index is its place in the array. */
typedef struct ursa_kernel_arg_t {
  ur_exp_kernel_arg_type_t type; /**< VALUE, POINTER, MEM_OBJ or LOCAL */
  size_t size;                   /**< bytes of a VALUE or of LOCAL memory */
  const void *value;             /**< VALUE: its bytes; POINTER: the USM pointer itself;
                                      MEM_OBJ: the ur_mem_handle_t itself */
} ursa_kernel_arg_t;

/**
 * Launches a kernel with its arguments in order; the implicit specialization buffer is not among
 * them. Shorthand for urEnqueueKernelLaunchWithArgsExp, whose errors it has.
 *
 * @param hQueue              [in] queue.
 * @param hKernel             [in] kernel.
 * @param workDim             [in] number of dimensions, 1 to 3.
 * @param pGlobalWorkOffset   [in][optional] offset of each dimension; null: 0.
 * @param pGlobalWorkSize     [in] work-items of each dimension.
 * @param pLocalWorkSize      [in][optional] size of a work-group; null: the adapter's choice.
 * @param numArgs             [in] number of arguments.
 * @param pArgs               [in][optional][range(0, numArgs)] arguments.
 * @param numEventsInWaitList [in] number of events to wait for.
 * @param phEventWaitList     [in][optional][range(0, numEventsInWaitList)] these events.
 * @param phEvent             [out][optional][alloc] event of the launch.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaEnqueueKernelLaunch(
    ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ursa_kernel_arg_t *pArgs, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent);

#if defined(__cplusplus)
}
#endif

#endif /* URSA_H_INCLUDED */
