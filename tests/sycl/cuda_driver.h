// Functions of CUDA's driver for tests, found at run time, without CUDA's headers.
#pragma once

#include "check.h"

#include <sycl/detail/cuda_interop.hpp>

#include <dlfcn.h>

/// The function of this name in CUDA's driver, which is there if a queue of the backend is.
template <class Function> Function *cudaFunction(const char *name) {
  static void *const library = dlopen("libcuda.so.1", RTLD_LAZY);
  return reinterpret_cast<Function *>(dlsym(library, name));
}

namespace driver {

inline int primaryContext(CUcontext *context, CUdevice device) {
  return cudaFunction<int(CUcontext *, CUdevice)>("cuDevicePrimaryCtxRetain")(context, device);
}
inline void releasePrimaryContext(CUdevice device) {
  cudaFunction<int(CUdevice)>("cuDevicePrimaryCtxRelease_v2")(device);
}
inline void setCurrent(CUcontext context) {
  CHECK_EQUAL(cudaFunction<int(CUcontext)>("cuCtxSetCurrent")(context), 0);
}
inline CUcontext current() {
  CUcontext context = nullptr;
  cudaFunction<int(CUcontext *)>("cuCtxGetCurrent")(&context);
  return context;
}
inline CUstream createStream() {
  CUstream stream = nullptr;
  CHECK_EQUAL(
      cudaFunction<int(CUstream *, unsigned, int)>("cuStreamCreateWithPriority")(&stream, 1, 0), 0);
  return stream;
}
inline void destroy(CUstream stream) { cudaFunction<int(CUstream)>("cuStreamDestroy_v2")(stream); }
inline int wait(CUstream stream) {
  return cudaFunction<int(CUstream)>("cuStreamSynchronize")(stream);
}
inline CUevent createEvent() {
  CUevent event = nullptr;
  CHECK_EQUAL(cudaFunction<int(CUevent *, unsigned)>("cuEventCreate")(&event, 0), 0);
  return event;
}
inline void destroy(CUevent event) { cudaFunction<int(CUevent)>("cuEventDestroy_v2")(event); }
inline int record(CUevent event, CUstream stream) {
  return cudaFunction<int(CUevent, CUstream)>("cuEventRecord")(event, stream);
}
inline int wait(CUevent event) { return cudaFunction<int(CUevent)>("cuEventSynchronize")(event); }
inline CUdeviceptr allocate(size_t bytes) {
  CUdeviceptr memory = 0;
  CHECK_EQUAL(cudaFunction<int(CUdeviceptr *, size_t)>("cuMemAlloc_v2")(&memory, bytes), 0);
  return memory;
}
inline void free(CUdeviceptr memory) { cudaFunction<int(CUdeviceptr)>("cuMemFree_v2")(memory); }
inline int fill(CUdeviceptr memory, unsigned char byte, size_t count, CUstream stream) {
  return cudaFunction<int(CUdeviceptr, unsigned char, size_t, CUstream)>("cuMemsetD8Async")(
      memory, byte, count, stream);
}
/// Adds a node to a graph that fills memory with a word.
inline int addFill(CUgraph graph, CUdeviceptr memory, unsigned word, size_t count,
                   CUcontext context) {
  struct { // as CUDA's header declares it
    CUdeviceptr memory;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
  } const parameters = {memory, 0, word, sizeof(word), count, 1};
  void *node = nullptr;
  return cudaFunction<int(void **, CUgraph, void *const *, size_t, const void *, CUcontext)>(
      "cuGraphAddMemsetNode")(&node, graph, nullptr, 0, &parameters, context);
}
inline int copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return cudaFunction<int(CUdeviceptr, CUdeviceptr, size_t, CUstream)>("cuMemcpyAsync")(
      to, from, bytes, stream);
}
inline CUmodule load(const char *ptx) {
  CUmodule module = nullptr;
  CHECK_EQUAL(cudaFunction<int(CUmodule *, const void *, unsigned, void *, void *)>(
                  "cuModuleLoadDataEx")(&module, ptx, 0, nullptr, nullptr),
              0);
  return module;
}
inline void unload(CUmodule module) { cudaFunction<int(CUmodule)>("cuModuleUnload")(module); }
inline CUfunction function(CUmodule module, const char *name) {
  CUfunction found = nullptr;
  CHECK_EQUAL(cudaFunction<int(CUfunction *, CUmodule, const char *)>("cuModuleGetFunction")(
                  &found, module, name),
              0);
  return found;
}

} // namespace driver
