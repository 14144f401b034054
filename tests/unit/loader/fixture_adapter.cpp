// An adapter for the loader's tests, built several times. It has one adapter object, and only
// functions for that object.
//
//   FIXTURE_NUMBER: its answer to UR_ADAPTER_INFO_VERSION, which identifies the file
//   FIXTURE_WITHOUT_KERNEL_GETTER: urGetKernelProcAddrTable is missing
//   FIXTURE_WITHOUT_GRAPH_GETTER: urGetGraphExpProcAddrTable is missing
//   FIXTURE_BAD_GETTER: the name of a getter that fails
//   FIXTURE_THROWING_GETTER: the name of a getter that throws
//   FIXTURE_UNDEFINED_SYMBOL: it needs a variable that is defined nowhere
//   FIXTURE_VERSION: the only API version that its getters accept, instead of the current one
//   FIXTURE_NULL_GET: its table has a null first entry
//   FIXTURE_GET: the one of the functions get* below that is its urAdapterGet
//   FIXTURE_ABORTS: it ends the process while it is opened

#include "ur_api.h"
#include "ur_ddi.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#ifndef FIXTURE_BAD_GETTER
#define FIXTURE_BAD_GETTER ""
#endif

#ifndef FIXTURE_THROWING_GETTER
#define FIXTURE_THROWING_GETTER ""
#endif
#ifndef FIXTURE_VERSION
#define FIXTURE_VERSION UR_API_VERSION_CURRENT
#endif
#ifndef FIXTURE_GET
#define FIXTURE_GET get
#endif

#ifdef FIXTURE_ABORTS
[[gnu::constructor]] static void endTheProcess() { std::abort(); }
#endif

#ifdef FIXTURE_WITHOUT_KERNEL_GETTER
#define urGetKernelProcAddrTable notTheKernelGetter
#endif
#ifdef FIXTURE_WITHOUT_GRAPH_GETTER
#define urGetGraphExpProcAddrTable notTheGraphGetter
#endif

#ifdef FIXTURE_UNDEFINED_SYMBOL
extern "C" int ursaVariableThatIsNowhere;
UR_DLLEXPORT int *ursaFixtureUse = &ursaVariableThatIsNowhere;
#endif

namespace {

ur_dditable_t tables;

struct Object {
  const ur_dditable_t *entries = &tables;
  std::atomic<uint32_t> references{0};
} object;

[[maybe_unused]] ur_result_t get(uint32_t room, ur_adapter_handle_t *out, uint32_t *count) {
  if (out && room > 0) {
    ++object.references;
    *out = reinterpret_cast<ur_adapter_handle_t>(&object);
  }
  if (count)
    *count = 1;
  return UR_RESULT_SUCCESS;
}

[[maybe_unused]] ur_result_t give(ur_adapter_handle_t handle, ur_adapter_handle_t *out,
                                  uint32_t *count) {
  if (out)
    *out = handle;
  if (count)
    *count = 1;
  return UR_RESULT_SUCCESS;
}

[[maybe_unused]] ur_result_t getNull(uint32_t, ur_adapter_handle_t *out, uint32_t *count) {
  return give(nullptr, out, count);
}

[[maybe_unused]] ur_result_t getGarbage(uint32_t, ur_adapter_handle_t *out, uint32_t *count) {
  return give(reinterpret_cast<ur_adapter_handle_t>(0x51), out, count);
}

[[maybe_unused]] ur_result_t getZeroes(uint32_t, ur_adapter_handle_t *out, uint32_t *count) {
  static void *zeroes[8];
  return give(reinterpret_cast<ur_adapter_handle_t>(zeroes), out, count);
}

[[maybe_unused]] ur_result_t getThrowing(uint32_t, ur_adapter_handle_t *, uint32_t *) {
  throw std::runtime_error("no such device");
}

ur_result_t release(ur_adapter_handle_t) {
  --object.references;
  return UR_RESULT_SUCCESS;
}

ur_result_t getInfo(ur_adapter_handle_t, ur_adapter_info_t query, size_t, void *value, size_t *) {
  const uint32_t answer =
      query == UR_ADAPTER_INFO_VERSION ? FIXTURE_NUMBER : object.references.load();
  std::memcpy(value, &answer, sizeof(answer));
  return UR_RESULT_SUCCESS;
}

template <class Table>
ur_result_t fill(std::string_view getter, ur_api_version_t version, Table &part, Table &out) {
  if (version != static_cast<ur_api_version_t>(FIXTURE_VERSION))
    return UR_RESULT_ERROR_UNSUPPORTED_VERSION;
  if (getter == FIXTURE_THROWING_GETTER)
    throw std::runtime_error("no such driver");
#ifndef FIXTURE_NULL_GET
  tables.Adapter.pfnGet = FIXTURE_GET;
#endif
  tables.Adapter.pfnRelease = release;
  tables.Adapter.pfnGetInfo = getInfo;
  out = part;
  return getter == FIXTURE_BAD_GETTER ? UR_RESULT_ERROR_DEVICE_LOST : UR_RESULT_SUCCESS;
}

} // namespace

#define URSA_TABLE(member, type, getter)                                                           \
  extern "C" UR_DLLEXPORT ur_result_t UR_APICALL getter(ur_api_version_t version, type *table) {   \
    return fill(#getter, version, tables.member, *table);                                          \
  }
#include "core/api/generated/tables.inc"
