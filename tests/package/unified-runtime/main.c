/* Includes headers by the path that users of Unified Runtime know, and once more by ours. */
#include <unified-runtime/ur_api.h>
#include <unified-runtime/ur_ddi.h>

#include <ur_api.h>

int main(void) {
  ur_adapter_handle_t adapter = 0;
  uint32_t version = 0;
  if (urLoaderInit(0, 0) != UR_RESULT_SUCCESS ||
      urAdapterGet(1, &adapter, 0) != UR_RESULT_SUCCESS ||
      urAdapterGetInfo(adapter, UR_ADAPTER_INFO_VERSION, sizeof(version), &version, 0) !=
          UR_RESULT_SUCCESS)
    return 1;
  urAdapterRelease(adapter);
  return urLoaderTearDown() == UR_RESULT_SUCCESS ? 0 : 1;
}
