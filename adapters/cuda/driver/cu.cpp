#include "adapters/cuda/driver/cu.h"

#include "adapters/common/driver_codes.h"

#include <dlfcn.h>

namespace ursa::cuda {
constinit Driver driverFunctions;

namespace {

constexpr const char *kLibrary = "libcuda.so.1";

/// See adapters/common/driver_codes.h.
struct Codes {
  using Code = CUresult;
  static constexpr adapter::DriverCode<CUresult> kCodes[] = {
      URSA_DRIVER_CODE(CUDA_SUCCESS, SUCCESS),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_VALUE, ERROR_INVALID_VALUE),
      URSA_DRIVER_CODE(CUDA_ERROR_OUT_OF_MEMORY, ERROR_OUT_OF_DEVICE_MEMORY),
      URSA_DRIVER_CODE(CUDA_ERROR_NOT_INITIALIZED, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(CUDA_ERROR_DEINITIALIZED, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(CUDA_ERROR_STUB_LIBRARY, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(CUDA_ERROR_DEVICE_UNAVAILABLE, ERROR_DEVICE_NOT_AVAILABLE),
      URSA_DRIVER_CODE(CUDA_ERROR_NO_DEVICE, ERROR_DEVICE_NOT_FOUND),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_DEVICE, ERROR_INVALID_DEVICE),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_IMAGE, ERROR_INVALID_BINARY),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_CONTEXT, ERROR_INVALID_CONTEXT),
      URSA_DRIVER_CODE(CUDA_ERROR_NO_BINARY_FOR_GPU, ERROR_INVALID_BINARY),
      URSA_DRIVER_CODE(CUDA_ERROR_ECC_UNCORRECTABLE, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, ERROR_UNSUPPORTED_FEATURE),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_PTX, ERROR_PROGRAM_BUILD_FAILURE),
      URSA_DRIVER_CODE(CUDA_ERROR_NVLINK_UNCORRECTABLE, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, ERROR_COMPILER_NOT_AVAILABLE),
      URSA_DRIVER_CODE(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, ERROR_PROGRAM_BUILD_FAILURE),
      URSA_DRIVER_CODE(CUDA_ERROR_JIT_COMPILATION_DISABLED, ERROR_COMPILER_NOT_AVAILABLE),
      URSA_DRIVER_CODE(CUDA_ERROR_CONTAINED, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_SOURCE, ERROR_INVALID_BINARY),
      URSA_DRIVER_CODE(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, ERROR_PROGRAM_LINK_FAILURE),
      URSA_DRIVER_CODE(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, ERROR_PROGRAM_LINK_FAILURE),
      URSA_DRIVER_CODE(CUDA_ERROR_OPERATING_SYSTEM, ERROR_UNKNOWN),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_HANDLE, ERROR_INVALID_VALUE),
      URSA_DRIVER_CODE(CUDA_ERROR_ILLEGAL_STATE, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_NOT_FOUND, ERROR_INVALID_VALUE),
      URSA_DRIVER_CODE(CUDA_ERROR_NOT_READY, ERROR_UNKNOWN),
      URSA_DRIVER_CODE(CUDA_ERROR_ILLEGAL_ADDRESS, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(CUDA_ERROR_LAUNCH_TIMEOUT, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_CONTEXT_IS_DESTROYED, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_ASSERT, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, ERROR_INVALID_VALUE),
      URSA_DRIVER_CODE(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, ERROR_INVALID_VALUE),
      URSA_DRIVER_CODE(CUDA_ERROR_HARDWARE_STACK_ERROR, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_ILLEGAL_INSTRUCTION, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_MISALIGNED_ADDRESS, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_ADDRESS_SPACE, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_PC, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_LAUNCH_FAILED, ERROR_DEVICE_LOST),
      URSA_DRIVER_CODE(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(CUDA_ERROR_NOT_PERMITTED, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_NOT_SUPPORTED, ERROR_UNSUPPORTED_FEATURE),
      URSA_DRIVER_CODE(CUDA_ERROR_SYSTEM_NOT_READY, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, ERROR_UNINITIALIZED),
      URSA_DRIVER_CODE(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, ERROR_UNSUPPORTED_FEATURE),
      URSA_DRIVER_CODE(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, ERROR_INVALID_OPERATION),
      URSA_DRIVER_CODE(CUDA_ERROR_INVALID_CLUSTER_SIZE, ERROR_OUT_OF_RESOURCES),
      URSA_DRIVER_CODE(CUDA_ERROR_UNKNOWN, ERROR_UNKNOWN),
  };

  static bool isSuccess(CUresult code) { return code == CUDA_SUCCESS; }
  static std::string nameOfOther(CUresult code) {
    const char *name = nullptr;
    return cu().cuGetErrorName && cu().cuGetErrorName(code, &name) == CUDA_SUCCESS && name
               ? name
               : "a code that is not documented";
  }
};
using DriverCodes = adapter::DriverCodes<Codes>;

// Looks functions up as the driver recommends: by name and version, so that a newer driver returns
// the one with our parameters. The exported symbols are for drivers that do not find it so.
class Lookup {
public:
  explicit Lookup(void *library)
      : library_(library), withStatus_(symbol<WithStatus>("cuGetProcAddress_v2")),
        simple_(symbol<Simple>("cuGetProcAddress")) {}

  void *find(const char *name, const char *exported, int version) const {
    void *found = nullptr;
    int status = 0;
    if (withStatus_ &&
        withStatus_(name, &found, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status) ==
            CUDA_SUCCESS &&
        found)
      return found;
    if (!withStatus_ && simple_ &&
        simple_(name, &found, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM) == CUDA_SUCCESS && found)
      return found;
    return dlsym(library_, exported);
  }

private:
  using WithStatus = CUresult (*)(const char *, void **, int, uint64_t, int *);
  using Simple = CUresult (*)(const char *, void **, int, uint64_t);

  template <class Function> Function symbol(const char *name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  void *library_;
  WithStatus withStatus_;
  Simple simple_;
};

template <class Function> void assign(Function *&member, void *found) {
  member = reinterpret_cast<Function *>(found);
}

// An old driver has no cuGetProcAddress, and not all functions, so its version comes first.
Result<const Driver *> open() {
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return makeError(UR_RESULT_ERROR_UNINITIALIZED, "The driver's library cannot be opened: {}.",
                     reason ? reason : kLibrary);
  }
  Driver &driver = driverFunctions;
  assign(driver.cuDriverGetVersion, dlsym(library, "cuDriverGetVersion"));
  if (!driver.cuDriverGetVersion || driver.cuDriverGetVersion(&driver.version) != CUDA_SUCCESS)
    return makeError(UR_RESULT_ERROR_UNINITIALIZED, "'{}' does not report its version.", kLibrary);
  if (driver.version < kOldestDriver)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
                     "The driver is for CUDA {}.{}; {}.{} is the oldest that can be used.",
                     driver.version / 1000, driver.version % 1000 / 10, kOldestDriver / 1000,
                     kOldestDriver % 1000 / 10);
  const Lookup lookup(library);
#define URSA_CU_FIND(name, symbol, since, needed, parameters)                                      \
  if (driver.version >= (since))                                                                   \
    assign(driver.name, lookup.find(#name, symbol, since));                                        \
  if ((needed) && !driver.name)                                                                    \
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION, "The driver has no function {}.", #name);
  URSA_CU_FUNCTIONS(URSA_CU_FIND)
#undef URSA_CU_FIND
  URSA_CHECK(checkCu(driver.cuInit(0), "cuInit"));
  return &driver;
}

} // namespace

// The library stays open: its threads and exit handlers outlive the adapter.
const Result<const Driver *> &openDriver() {
  static const auto &opened = *new Result<const Driver *>(open());
  return opened;
}

ur_result_t resultOf(CUresult code) { return DriverCodes::resultOf(code); }

std::string nameOf(CUresult code) { return DriverCodes::nameOf(code); }

bool isSticky(CUresult code) {
  return code != CUDA_SUCCESS && resultOf(code) == UR_RESULT_ERROR_DEVICE_LOST;
}

Result<void> checkCu(CUresult code, const char *call) { return DriverCodes::check(code, call); }

} // namespace ursa::cuda
