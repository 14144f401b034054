/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * @file ursa_devices.h
 *
 * Part of ursa.h: adapters, and what devices can do.
 */
#ifndef URSA_DEVICES_H_INCLUDED
#define URSA_DEVICES_H_INCLUDED

#include "ur_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** An adapter that the loader uses, or one that it found but could not load. */
typedef struct ursa_adapter_report_t {
  const char *name;     /**< "host" for libur_adapter_host.so.0 */
  const char *path;     /**< path of its library; "" for an adapter inside the program */
  const char *problem;  /**< null for an adapter in use, else why it is not usable */
  uint32_t handleCount; /**< number of its handles that urAdapterGet returns */
} ursa_adapter_report_t;

/** Receives one report, whose strings are valid during the call. Must not call the loader. */
typedef void(UR_APICALL *ursa_adapter_report_callback_t)(const ursa_adapter_report_t *pReport,
                                                         void *pUserData);

/**
 * Reports the adapters: first those in use, in the order in which urAdapterGet returns their
 * handles, then each library that was found but could not be loaded. An adapter whose urAdapterGet
 * fails is among the first group, with a problem and no handles. Opens all libraries, as
 * urAdapterGet does.
 *
 * @param pfnReport [in] called in this thread, once per adapter.
 * @param pUserData [in][optional] passed to the callback.
 * @return UR_RESULT_ERROR_UNINITIALIZED before urLoaderInit; UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterReport(ursa_adapter_report_callback_t pfnReport,
                                                      void *pUserData);

/** Receives one name, which is valid during the call. Must not call the loader. */
typedef void(UR_APICALL *ursa_adapter_name_callback_t)(const char *pName, void *pUserData);

/**
 * Names the adapters that urAdapterGet would look for handles in, in its order, each once. Opens no
 * library: an adapter that is named may turn out to be missing, unusable or without handles.
 *
 * @param pfnName   [in] called in this thread, once per name, such as "host".
 * @param pUserData [in][optional] passed to the callback.
 * @return UR_RESULT_ERROR_UNINITIALIZED before urLoaderInit; UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterGetNames(ursa_adapter_name_callback_t pfnName,
                                                        void *pUserData);

/**
 * Like urAdapterGet, for the adapters with one name. Opens no libraries of others, which saves a
 * program that uses one adapter about a millisecond for each.
 *
 * @param pName        [in] a name, as from ursaAdapterGetNames. There is no handle for others.
 * @param NumEntries   [in] how many handles are written at most.
 * @param phAdapters   [out][optional][range(0, NumEntries)][alloc] the handles, each a reference,
 *                     which urAdapterRelease gives up.
 * @param pNumAdapters [out][optional] the number of handles.
 * @return UR_RESULT_ERROR_UNINITIALIZED before urLoaderInit; UR_RESULT_ERROR_INVALID_NULL_POINTER;
 *         UR_RESULT_ERROR_INVALID_SIZE when phAdapters is given with 0 entries.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterGetByName(const char *pName, uint32_t NumEntries,
                                                         ur_adapter_handle_t *phAdapters,
                                                         uint32_t *pNumAdapters);

struct ur_dditable_t;

/**
 * Registers functions of the calling program as an adapter. Until it is unregistered, urAdapterGet
 * lists it after the adapters from libraries, independently of urLoaderInit and urLoaderTearDown.
 * May be called before urLoaderInit. Intended for tests: a mock adapter needs no library.
 *
 * @param pName   [in] name of the adapter.
 * @param pTables [in] its functions, at least Adapter.pfnGet (ur_ddi.h). Not copied: they must
 *                stay valid until the adapter is unregistered, and the first word of each of its
 *                objects must point to them.
 * @return UR_RESULT_ERROR_INVALID_NULL_POINTER; UR_RESULT_ERROR_INVALID_VALUE if the name is
 *         empty, Adapter.pfnGet is null or the tables are already registered.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterRegister(const char *pName,
                                                        const struct ur_dditable_t *pTables);

/**
 * Unregisters an adapter that ursaAdapterRegister registered.
 *
 * @param pTables [in] the registered tables.
 * @return UR_RESULT_ERROR_INVALID_VALUE if the tables are not registered;
 *         UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaAdapterUnregister(const struct ur_dditable_t *pTables);

/** A set of specialization modes. */
typedef uint32_t ursa_specialization_mode_flags_t;
typedef enum ursa_specialization_mode_flag_t {
  URSA_SPECIALIZATION_MODE_FLAG_NATIVE = 1,   /**< URSA_SPECIALIZATION_MODE_NATIVE */
  URSA_SPECIALIZATION_MODE_FLAG_EMULATED = 2, /**< URSA_SPECIALIZATION_MODE_EMULATED */
  URSA_SPECIALIZATION_MODE_FLAG_TIERED = 4,   /**< URSA_SPECIALIZATION_MODE_TIERED */
  URSA_SPECIALIZATION_MODE_FLAG_FORCE_UINT32 = 0x7fffffff
} ursa_specialization_mode_flag_t;

/**
 * Returns the modes that a device supports, given images for them: native if the device sets
 * constants itself, emulated if its adapter accepts device images at all, tiered if both are
 * possible. The two queries of the ABI cannot tell, because through this loader they return true
 * for every device.
 *
 * @param hDevice [in] device.
 * @param pModes  [out] set of modes.
 * @return UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaDeviceGetSpecializationModes(
    ur_device_handle_t hDevice, ursa_specialization_mode_flags_t *pModes);

/**
 * A query of urDeviceGetInfo that Ursa's adapters support beyond those of the ABI. Returns
 * null-terminated, human-readable text: the forms of code that the device accepts, and how
 * specialization constants get their values in each. The first query on a machine may take some
 * seconds. Adapters without such a choice return UR_RESULT_ERROR_INVALID_ENUMERATION.
 */
#define URSA_DEVICE_INFO_CODE_INTAKE ((ur_device_info_t)0x55525341)

/**
 * A further query, which returns null-terminated text that starts with "same" or "translated":
 * whether host and shared USM allocations have the same address for the host and for kernels. If
 * they do not, pointers in kernel arguments are translated, but pointers stored in memory are not.
 * The Vulkan adapter opens the device to answer. For adapters that do not support the query, the
 * addresses are the same.
 */
#define URSA_DEVICE_INFO_USM_ADDRESSES ((ur_device_info_t)0x55525342)

/**
 * A further query, which returns null-terminated text: the names of the toggles in force for the
 * device, workarounds for its driver, separated by ", "; empty if there are none. It may take as
 * long as URSA_DEVICE_INFO_CODE_INTAKE. All of Ursa's adapters support it.
 */
#define URSA_DEVICE_INFO_TOGGLES ((ur_device_info_t)0x55525343)

#if defined(__cplusplus)
}
#endif

#endif /* URSA_DEVICES_H_INCLUDED */
