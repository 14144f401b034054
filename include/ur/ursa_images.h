/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * @file ursa_images.h
 *
 * Part of ursa.h: device images, and the libraries of the process that have some.
 */
#ifndef URSA_IMAGES_H_INCLUDED
#define URSA_IMAGES_H_INCLUDED

#include "ur_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** A set of device images. */
typedef struct ursa_images_handle_t_ *ursa_images_handle_t;

/**
 * Reads a container of device images from a file.
 *
 * @param pPath    [in] path of the file.
 * @param phImages [out][alloc] the images.
 * @return UR_RESULT_ERROR_INVALID_NULL_POINTER; UR_RESULT_ERROR_INVALID_VALUE if the file cannot
 *         be read; UR_RESULT_ERROR_INVALID_BINARY if it is not a container, is truncated, or
 *         contains a malformed property set.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesLoad(const char *pPath,
                                                   ursa_images_handle_t *phImages);

/**
 * Reads a container of device images from memory. Errors as for ursaImagesLoad.
 *
 * @param pData    [in][bounds(0, size)] the container, copied.
 * @param size     [in] its size in bytes.
 * @param phImages [out][alloc] the images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesCreate(const void *pData, size_t size,
                                                     ursa_images_handle_t *phImages);

/**
 * Adds images to the process-wide registry, which retains them. A bundle that is created without
 * images uses all registered ones. May be called before urLoaderInit, also from static
 * constructors.
 *
 * @param hImages [in] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRegister(ursa_images_handle_t hImages);

/**
 * Adds images to the registry like ursaImagesRegister, as those of the library that calls: the
 * program or a shared library of the process. Libraries may have kernels and specialization
 * constants of the same names; ursaLibraryFind tells whose are meant.
 *
 * @param hImages  [in] images.
 * @param pAddress [in] an address of code or data of the library.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRegisterFor(ursa_images_handle_t hImages,
                                                          const void *pAddress);

/**
 * Removes images from the registry.
 *
 * @param hImages [in] images.
 * @return UR_RESULT_ERROR_INVALID_VALUE if they are not registered.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesUnregister(ursa_images_handle_t hImages);

/**
 * Adds one reference.
 *
 * @param hImages [in][retain] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRetain(ursa_images_handle_t hImages);

/**
 * Releases one reference.
 *
 * @param hImages [in][release] images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesRelease(ursa_images_handle_t hImages);

/**
 * Returns the number of images in a set.
 *
 * @param hImages [in] images.
 * @param pCount  [out] their number.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetCount(ursa_images_handle_t hImages,
                                                       uint32_t *pCount);

/** One image of a set; the pointers are valid as long as the set. */
typedef struct ursa_image_info_t {
  const char *target;     /**< target, e.g. "host-x86_64" or "host-x86_64+emulated" */
  const void *code;       /**< the code */
  size_t codeSize;        /**< its size in bytes */
  uint32_t propertyCount; /**< total number of properties in all sets */
} ursa_image_info_t;

/**
 * Describes one image of a set.
 *
 * @param hImages [in] images.
 * @param index   [in] index of the image, from 0.
 * @param pInfo   [out] its description.
 * @return UR_RESULT_ERROR_INVALID_VALUE if there is no such image.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetInfo(ursa_images_handle_t hImages, uint32_t index,
                                                      ursa_image_info_t *pInfo);

/** One property of an image; the pointers are valid as long as the set. */
typedef struct ursa_property_t {
  const char *set;   /**< property set, e.g. "SYCL/specialization constants" */
  const char *name;  /**< name of the property */
  const void *value; /**< bytes; a number is a little-endian uint32_t */
  size_t size;       /**< size of the value in bytes */
} ursa_property_t;

/**
 * Describes one property of an image.
 *
 * @param hImages   [in] images.
 * @param index     [in] index of the image, from 0.
 * @param property  [in] index of the property, from 0 over all sets in the order of the file.
 * @param pProperty [out] the property.
 * @return UR_RESULT_ERROR_INVALID_VALUE if there is no such image or property.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaImagesGetProperty(ursa_images_handle_t hImages,
                                                          uint32_t index, uint32_t property,
                                                          ursa_property_t *pProperty);

/* ---- libraries with images */

/**
 * Returns the library, of those that ursaImagesRegisterFor named, that has an address. It keeps its
 * number when its images are unregistered, also when the same file is loaded again; another file
 * gets another number. May be called before urLoaderInit, as all functions of libraries.
 *
 * @param pAddress [in] an address of code or data of the library.
 * @param pKernel  [in][optional] name of a kernel.
 * @param pLibrary [out] its number; 0 if no such library has the address, or if it has registered
 *                 images and none has the kernel.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaLibraryFind(const void *pAddress, const char *pKernel,
                                                    uint64_t *pLibrary);

/**
 * Returns the libraries with registered images.
 *
 * @param capacity   [in] number of libraries that @p pLibraries has room for.
 * @param pLibraries [out][optional][range(0, capacity)] receives the first ones, in the order of
 *                   their registration; 0 stands for images that were registered for no library.
 * @param pCount     [out][optional] receives the number of libraries.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaLibraryGetAll(uint32_t capacity, uint64_t *pLibraries,
                                                      uint32_t *pCount);

/**
 * Returns the registered images of a library as one set, which stays as it is when images are
 * registered or unregistered.
 *
 * @param library  [in] number of the library; 0: images that were registered for none.
 * @param phImages [out][alloc] the images.
 * @return UR_RESULT_ERROR_INVALID_VALUE if the library has no registered images.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaLibraryGetImages(uint64_t library,
                                                         ursa_images_handle_t *phImages);

/**
 * Returns the address of a number that changes whenever images are registered or unregistered. What
 * was found by an address of a library is valid while the number stays the same.
 *
 * @param ppChanges [out] the address, which is always valid. Read it as an atomic.
 */
UR_APIEXPORT ur_result_t UR_APICALL ursaLibraryGetChanges(const uint64_t **ppChanges);

#if defined(__cplusplus)
}
#endif

#endif /* URSA_IMAGES_H_INCLUDED */
