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
 * wrote holds a set of them. A *bundle* binds a set of images to a context and devices: it holds
 * the values of the specialization constants, decides for each device how it receives them
 * (natively or through the emulation buffer), builds the images, and returns ordinary UR kernels,
 * which are launched with urEnqueueKernelLaunchWithArgsExp or ursaEnqueueKernelLaunch.
 *
 * The functions are declared in ursa_devices.h, ursa_images.h and ursa_bundles.h, which this header
 * includes.
 *
 * Rules for every function:
 *   - No function throws. A failed call returns an error code, changes nothing, and stores
 *     a message for the calling thread, which ursaGetLastError returns.
 *   - Functions copy strings and data during the call, unless documented otherwise.
 *   - Handles are reference counted and may be used from any thread; calls on one bundle are
 *     serialized internally.
 *   - urLoaderInit must have succeeded before, unless documented otherwise.
 */
#ifndef URSA_H_INCLUDED
#define URSA_H_INCLUDED

#include "ur_api.h"
#include "ursa_bundles.h"
#include "ursa_devices.h"
#include "ursa_images.h"

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * Returns the message of the last failed call of this thread, of ursa.h or of UR, whether the
 * loader or one of Ursa's adapters failed it. For failures of other adapters use
 * urAdapterGetLastError.
 *
 * @param ppMessage [out] null-terminated string, never null, valid until this thread's next call.
 * @return UR_RESULT_SUCCESS, or UR_RESULT_ERROR_INVALID_NULL_POINTER.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaGetLastError(const char **ppMessage);

#if defined(__cplusplus)
}
#endif

#endif /* URSA_H_INCLUDED */
