/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * @file ursa_bundles.h
 *
 * Part of ursa.h: bundles with the values of their specialization constants, what images tell of
 * their kernels, the tiers of launches, and a launch.
 */
#ifndef URSA_BUNDLES_H_INCLUDED
#define URSA_BUNDLES_H_INCLUDED

#include "ursa_images.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Images, context, devices and the values of specialization constants. */
typedef struct ursa_bundle_handle_t_ *ursa_bundle_handle_t;

/** How a device receives the values of specialization constants. */
typedef enum ursa_specialization_mode_t {
  /** Chosen per device: native if the device and the image support it, else emulated. */
  URSA_SPECIALIZATION_MODE_AUTO = 0,
  /** Set in the device's program before it is built. */
  URSA_SPECIALIZATION_MODE_NATIVE = 1,
  /** Passed in the emulation buffer, the kernel's implicit last argument. */
  URSA_SPECIALIZATION_MODE_EMULATED = 2,
  /** Output only: the image has no specialization constants. */
  URSA_SPECIALIZATION_MODE_NONE = 3,
  /**
   * Emulated at first, native as soon as that code is ready: after a change of values, launches run
   * the emulated kernel at once, while a background thread builds the native one; a later launch
   * swaps to it. Before a value is set, the native image runs with the default values. Where a
   * device and its images support one mode only, this is that mode.
   */
  URSA_SPECIALIZATION_MODE_TIERED = 4,
  URSA_SPECIALIZATION_MODE_FORCE_UINT32 = 0x7fffffff
} ursa_specialization_mode_t;

/**
 * Creates a bundle, and chooses one image for each device and kernel. The environment variable
 * URSA_SPECIALIZATION (native, emulated, tiered or auto) overrides @p mode.
 *
 * @param hContext   [in] context of the devices.
 * @param numDevices [in] number of devices, at least 1.
 * @param phDevices  [in][range(0, numDevices)] devices.
 * @param hImages    [in][optional] images; null means all registered ones.
 * @param mode       [in] AUTO, NATIVE, EMULATED or TIERED.
 * @param phBundle   [out][alloc] the bundle, with every constant at its default.
 * @return UR_RESULT_ERROR_INVALID_BINARY if no image fits a device (the message names targets and
 *         device); UR_RESULT_ERROR_UNSUPPORTED_FEATURE if a device does not support the mode;
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
 * Releases one reference. Kernels of the bundle stay usable until they are released.
 *
 * @param hBundle [in][release] bundle.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleRelease(ursa_bundle_handle_t hBundle);

/**
 * Returns the mode of a device: NATIVE, EMULATED, TIERED or NONE.
 *
 * @param hBundle [in] bundle.
 * @param hDevice [in] one of its devices.
 * @param pMode   [out] the mode.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetMode(ursa_bundle_handle_t hBundle,
                                                      ur_device_handle_t hDevice,
                                                      ursa_specialization_mode_t *pMode);

/**
 * Sets a specialization constant. Later builds use the value; kernels of earlier builds keep their
 * values. A constant that is in no image of the bundle can also be set and read.
 *
 * @param hBundle [in] bundle.
 * @param pId     [in] symbolic id.
 * @param size    [in] size of the value in bytes, which is the size of the constant's type.
 * @param pValue  [in][bounds(0, size)] the value in the layout of the device, copied.
 * @return UR_RESULT_ERROR_INVALID_SIZE if @p size is not the size of the constant;
 *         UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleSetSpecializationConstant(
    ursa_bundle_handle_t hBundle, const char *pId, size_t size, const void *pValue);

/**
 * Reads a specialization constant: the value that was set last, or its default.
 *
 * @param hBundle  [in] bundle.
 * @param pId      [in] symbolic id.
 * @param size     [in] size of the memory at @p pValue in bytes.
 * @param pValue   [out][optional] receives the value.
 * @param pSizeRet [out][optional] receives its size in bytes.
 * @return UR_RESULT_ERROR_INVALID_SPEC_ID if no image has the constant and it was never set;
 *         UR_RESULT_ERROR_INVALID_SIZE if @p size is too small.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetSpecializationConstant(
    ursa_bundle_handle_t hBundle, const char *pId, size_t size, void *pValue, size_t *pSizeRet);

/**
 * Builds every image for its devices with the current values, and blocks until the builds complete.
 * Reuses a cached build with the same values and options. In mode TIERED, once a value was set,
 * the emulated image is built, once for all values, and the native one in the background. If a
 * build in the background fails, its kernels stay emulated, and the log has one warning.
 *
 * @param hBundle  [in] bundle.
 * @param pOptions [in][optional] options for the device compiler. A device's compiler ignores an
 *        option that it does not know and reports it in the build log. The option
 *        "--ursa-kernels=NAME[,NAME...]" restricts the build to these kernels: images without them
 *        are not built, and the host device compiles nothing else. Drivers do not receive it.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleBuild(ursa_bundle_handle_t hBundle,
                                                    const char *pOptions);

/**
 * Returns a kernel of the last build, with the values of that build. Release it with
 * urKernelRelease. No other owner has a reference to it. The bundle keeps kernels of its recent
 * builds, so that a kernel that was released, and that no call has changed, is returned again
 * instead of a new one.
 *
 * @param hBundle  [in] bundle.
 * @param hDevice  [in][optional] device; null means the bundle's first device.
 * @param pName    [in] name of the kernel.
 * @param phKernel [out][alloc] the kernel.
 * @return UR_RESULT_ERROR_INVALID_KERNEL_NAME if no image of the device has the kernel;
 *         UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE before the first build.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetKernel(ursa_bundle_handle_t hBundle,
                                                        ur_device_handle_t hDevice,
                                                        const char *pName,
                                                        ur_kernel_handle_t *phKernel);

/** How the caller passes an argument of a kernel. */
typedef enum ursa_kernel_arg_kind_t {
  URSA_KERNEL_ARG_KIND_VALUE = 0,   /**< bytes */
  URSA_KERNEL_ARG_KIND_POINTER = 1, /**< USM pointer */
  URSA_KERNEL_ARG_KIND_LOCAL = 2,   /**< local memory, by its size */
  URSA_KERNEL_ARG_KIND_OTHER = 3,   /**< image or sampler */
  /** USM pointer to the memory of a variable of class device_global, which the compiler has added:
   *  the next one of URSA_KERNEL_REQUIREMENT_DEVICE_GLOBALS. */
  URSA_KERNEL_ARG_KIND_DEVICE_GLOBAL = 4,
  URSA_KERNEL_ARG_KIND_FORCE_UINT32 = 0x7fffffff
} ursa_kernel_arg_kind_t;

/** An argument of a kernel, as its image describes it. */
typedef struct ursa_kernel_arg_info_t {
  ursa_kernel_arg_kind_t kind;
  uint32_t size; /**< bytes of a value or pointer; 0 otherwise */
  /** Where the argument comes from, in a kernel of SYCL: a parameter of the function that the
   *  compiler got, UINT32_MAX in other kernels. */
  uint32_t parameter;
  uint32_t offset; /**< bytes from the begin of that parameter */
} ursa_kernel_arg_info_t;

/**
 * Describes the arguments of a kernel, without the implicit emulation buffer.
 *
 * @param hBundle  [in] bundle, which need not be built.
 * @param hDevice  [in][optional] device; null means the bundle's first device.
 * @param pName    [in] name of the kernel.
 * @param capacity [in] number of descriptions that @p pArgs has room for.
 * @param pArgs    [out][optional][range(0, capacity)] receives the first descriptions.
 * @param pCount   [out][optional] receives the number of arguments.
 * @return UR_RESULT_ERROR_INVALID_KERNEL_NAME if no image of the device has the kernel;
 *         UR_RESULT_ERROR_INVALID_BINARY if the image does not describe it.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetKernelArgs(ursa_bundle_handle_t hBundle,
                                                            ur_device_handle_t hDevice,
                                                            const char *pName, uint32_t capacity,
                                                            ursa_kernel_arg_info_t *pArgs,
                                                            uint32_t *pCount);

/** What a kernel requires of a device. */
typedef enum ursa_kernel_requirement_t {
  /** [uint32_t[]] numbers of SYCL aspects, ascending, as DPC++ numbers them. */
  URSA_KERNEL_REQUIREMENT_ASPECTS = 0,
  /** [uint64_t[3]] work-group size, that of dimension 0 first; empty if any size will do. Of a
   *  hierarchical kernel of SYCL, that of the groups in its source. */
  URSA_KERNEL_REQUIREMENT_WORK_GROUP_SIZE = 1,
  /** [uint32_t] sub-group size; empty if any size will do. */
  URSA_KERNEL_REQUIREMENT_SUB_GROUP_SIZE = 2,
  /** [char[]] names of the variables of class device_global that it uses, each with a null
   *  character at its end, in the order of its arguments of that kind. */
  URSA_KERNEL_REQUIREMENT_DEVICE_GLOBALS = 3,
  /** [char[]] what in the kernel uses each of the aspects, in their order, each with a null
   * character at its end: "double in function 'scale(double)'". Some may be empty. */
  URSA_KERNEL_REQUIREMENT_ASPECT_USES = 4,
  URSA_KERNEL_REQUIREMENT_FORCE_UINT32 = 0x7fffffff
} ursa_kernel_requirement_t;

/**
 * Returns what a kernel requires of a device, as its image describes it. Ursa does not compare
 * it with the device: drivers may run kernels with more than they promise.
 *
 * @param hBundle     [in] bundle, which need not be built.
 * @param hDevice     [in][optional] device; null means the bundle's first device.
 * @param pName       [in] name of the kernel.
 * @param requirement [in] requirement that is asked for.
 * @param size        [in] bytes that @p pValue has room for.
 * @param pValue      [out][optional] receives the value.
 * @param pSizeRet    [out][optional] receives the size of the value in bytes; 0 if it is empty.
 * @return UR_RESULT_ERROR_INVALID_KERNEL_NAME if no image of the device has the kernel;
 *         UR_RESULT_ERROR_INVALID_BINARY if the image does not describe it;
 *         UR_RESULT_ERROR_INVALID_ENUMERATION if there is no such requirement;
 *         UR_RESULT_ERROR_INVALID_SIZE if @p size is too small.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetKernelRequirement(
    ursa_bundle_handle_t hBundle, ur_device_handle_t hDevice, const char *pName,
    ursa_kernel_requirement_t requirement, size_t size, void *pValue, size_t *pSizeRet);

/** An image that a bundle uses on a device; the pointers are valid as long as the bundle. */
typedef struct ursa_bundle_image_info_t {
  const char *target;              /**< target, e.g. "spirv64" */
  const char *kernels;             /**< names of its kernels, one a line */
  const char *constants;           /**< symbolic ids of its specialization constants, one a line */
  ursa_specialization_mode_t mode; /**< NATIVE, EMULATED, TIERED or NONE */
} ursa_bundle_image_info_t;

/**
 * Describes an image that a bundle uses on a device.
 *
 * @param hBundle [in] bundle, which need not be built.
 * @param hDevice [in][optional] device; null means the bundle's first device.
 * @param index   [in] index of the image among those of the device, from 0.
 * @param pInfo   [out] its description.
 * @return UR_RESULT_ERROR_INVALID_VALUE if the device has no such image;
 *         UR_RESULT_ERROR_INVALID_DEVICE if it is not one of the bundle's.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetImageInfo(ursa_bundle_handle_t hBundle,
                                                           ur_device_handle_t hDevice,
                                                           uint32_t index,
                                                           ursa_bundle_image_info_t *pInfo);

/* ---- tiers */

/** The form of the code that a launch ran. */
typedef enum ursa_tier_t {
  URSA_TIER_NONE = 0,     /**< there was no launch yet, or the kernel has one form only */
  URSA_TIER_EMULATED = 1, /**< code that reads the constants from the emulation buffer */
  URSA_TIER_NATIVE = 2,   /**< code with the constants built in */
  URSA_TIER_FORCE_UINT32 = 0x7fffffff
} ursa_tier_t;

/** What happened in mode TIERED; all zero in the other modes. */
typedef struct ursa_tier_report_t {
  ursa_tier_t lastLaunch; /**< tier of the last launch */
  uint32_t pendingBuilds; /**< builds in the background that wait or run */
  uint64_t buildsStarted; /**< builds that the background thread has begun */
  uint64_t buildsDropped; /**< builds that it never began, because the values had changed again */
  uint64_t buildsFailed;  /**< begun builds that failed */
  uint64_t swaps;         /**< launches that ran native after an emulated launch of the kernel */
} ursa_tier_report_t;

/**
 * Reports the tiers of a bundle's kernels on a device, since the bundle was created. Other threads
 * may launch meanwhile.
 *
 * @param hBundle [in] bundle.
 * @param hDevice [in] one of its devices.
 * @param pReport [out] the report.
 * @return UR_RESULT_ERROR_INVALID_DEVICE if the device is not one of the bundle's;
 *         UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleGetTierReport(ursa_bundle_handle_t hBundle,
                                                            ur_device_handle_t hDevice,
                                                            ursa_tier_report_t *pReport);

/**
 * Blocks until no build of the bundle waits or runs in the background. Then the next launch of a
 * kernel is native if a build for its values was requested and did not fail. A build is requested
 * when the bundle is built or the kernel is launched emulated; while earlier builds were wasted, as
 * the values changed before they were used, only after up to 64 emulated launches with the same
 * values. For measurements and tests; other programs need not wait.
 *
 * @param hBundle [in] bundle.
 * @return UR_RESULT_ERROR_INVALID_NULL_HANDLE.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaBundleFinishBuilds(ursa_bundle_handle_t hBundle);

/**
 * Reports the tiers of a kernel: the tier of its own last launch, and the builds and swaps of the
 * program that it belongs to. A program that urProgramCreateWithBinary made of a container is
 * tiered if URSA_SPECIALIZATION is "tiered". For other kernels the report is all zero.
 *
 * @param hKernel [in] kernel.
 * @param pReport [out] the report.
 * @return UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaKernelGetTierReport(ur_kernel_handle_t hKernel,
                                                            ursa_tier_report_t *pReport);

/**
 * What happened to the arguments of a kernel that are watched: those that would pay as constants.
 * All handles of the kernel of one build of a program share it.
 */
typedef struct ursa_argument_report_t {
  uint32_t watchedArguments; /**< 0: launches of the kernel are not watched */
  uint32_t pendingBuilds;    /**< builds in the background that wait or run */
  uint64_t buildsStarted;    /**< builds with arguments as constants that were requested */
  uint64_t buildsFailed;     /**< requested builds that failed, or were dropped at the end */
  uint64_t swaps;            /**< how often launches were led to other specialized code: when it was
                                  built, and when values returned */
  uint64_t misses; /**< launches, also recorded ones, that ran generic code while there was
                        specialized code, for other values */
} ursa_argument_report_t;

/**
 * A query of urKernelGetInfo beyond those of the ABI, which returns an ursa_argument_report_t.
 * Adapters that do not watch arguments return UR_RESULT_ERROR_INVALID_ENUMERATION.
 */
#define URSA_KERNEL_INFO_ARGUMENT_REPORT ((ur_kernel_info_t)0x55525344)

/**
 * The width of packs that a kernel of the host device runs: the work-items that the lanes of
 * vectors compute at the same time. Where the estimate of the compiler is unsure, other widths are
 * built in the background and timed on launches. The report is of the code without constant
 * arguments. All handles of the kernel of one build of a program share it.
 */
typedef struct ursa_width_report_t {
  uint32_t width;          /**< that launches run now; 1: work-items run one by one */
  uint32_t estimatedWidth; /**< the compiler's choice */
  uint32_t untimedWidths;  /**< others that may be faster and were not compared yet */
  uint32_t isMeasured;     /**< 1: the kernel started with what an earlier process had measured */
  uint32_t pendingTasks;   /**< builds and writes in the background that wait or run */
  uint32_t reserved;       /**< 0 */
  uint64_t buildsStarted;  /**< builds of other widths that were requested */
  uint64_t buildsFailed;   /**< requested builds that failed, or were dropped at the end */
  uint64_t timedLaunches;  /**< launches whose time was taken */
  uint64_t changes;        /**< how often another width was faster, and took over */
} ursa_width_report_t;

/**
 * A query of urKernelGetInfo beyond those of the ABI, which returns an ursa_width_report_t. Other
 * adapters than the host's return UR_RESULT_ERROR_INVALID_ENUMERATION.
 */
#define URSA_KERNEL_INFO_WIDTH_REPORT ((ur_kernel_info_t)0x55525345)

/* ---- launch */

/** An argument of ursaEnqueueKernelLaunch; its index is its position in the array. */
typedef struct ursa_kernel_arg_t {
  ur_exp_kernel_arg_type_t type; /**< VALUE, POINTER, MEM_OBJ or LOCAL */
  size_t size;                   /**< bytes of a VALUE or of LOCAL memory */
  const void *value;             /**< VALUE: its bytes; POINTER: the USM pointer itself;
                                      MEM_OBJ: the ur_mem_handle_t itself */
} ursa_kernel_arg_t;

/**
 * Launches a kernel with its arguments in order, without the implicit emulation buffer. A shorthand
 * for urEnqueueKernelLaunchWithArgsExp, whose errors it returns.
 *
 * @param hQueue              [in] queue.
 * @param hKernel             [in] kernel.
 * @param workDim             [in] number of dimensions, 1 to 3.
 * @param pGlobalWorkOffset   [in][optional] offset of each dimension; null means 0.
 * @param pGlobalWorkSize     [in] work-items of each dimension.
 * @param pLocalWorkSize      [in][optional] size of a work-group; null lets the adapter choose.
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

#endif /* URSA_BUNDLES_H_INCLUDED */
