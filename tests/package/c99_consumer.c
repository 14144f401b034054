/* A C99 program that knows Ursa from pkg-config: lists devices through both headers. */
#include <stdio.h>
#include <ur_api.h>
#include <ursa.h>

static void report(const ursa_adapter_report_t *adapter, void *count) {
  ++*(int *)count;
  printf("adapter %s%s\n", adapter->name, adapter->problem ? " is broken" : "");
}

int main(void) {
  int adapters = 0;
  uint32_t handles = 0;
  if (urLoaderInit(0, NULL) != UR_RESULT_SUCCESS)
    return 1;
  if (ursaAdapterReport(report, &adapters) != UR_RESULT_SUCCESS ||
      urAdapterGet(0, NULL, &handles) != UR_RESULT_SUCCESS)
    return 1;
  printf("%d adapters, %u handles\n", adapters, (unsigned)handles);
  return urLoaderTearDown() == UR_RESULT_SUCCESS && adapters > 0 && handles > 0 ? 0 : 1;
}
