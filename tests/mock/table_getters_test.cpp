// The 26 table getters that the loader exports return the loader's own entry points.

#include "core/api/functions.h"
#include "support/last_error.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

struct Getter {
  const char *name;
  ur_result_t (*fill)(ur_api_version_t version, ur_dditable_t *tables);
};

constexpr Getter kGetters[] = {
#define URSA_TABLE(member, type, getter)                                                           \
  {#getter, [](ur_api_version_t version, ur_dditable_t *tables) {                                  \
     return getter(version, tables ? &tables->member : nullptr);                                   \
   }},
#include "core/api/generated/tables.inc"
};

struct Entry {
  const char *name;
  bool (*holdsExported)(const ur_dditable_t &tables);
};

constexpr Entry kEntries[] = {
#define URSA_TABLE_ENTRY(table, slot, function)                                                    \
  {#function, [](const ur_dditable_t &tables) { return tables.table.slot == &::function; }},
#include "core/api/generated/tables.inc"
};

TEST(TableGetters, FillEverySlotWithTheExportedFunction) {
  ur_dditable_t tables{};
  for (const Getter &getter : kGetters)
    EXPECT_EQ(getter.fill(UR_API_VERSION_CURRENT, &tables), UR_RESULT_SUCCESS) << getter.name;

  EXPECT_EQ(std::size(kGetters), 26u);
  EXPECT_EQ(std::size(kEntries), core::api::kTableFunctionCount);
  for (const Entry &entry : kEntries)
    EXPECT_TRUE(entry.holdsExported(tables)) << entry.name;
}

TEST(TableGetters, RefuseInvalidArguments) {
  for (const Getter &getter : kGetters) {
    EXPECT_EQ(getter.fill(UR_API_VERSION_CURRENT, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
    EXPECT_EQ(lastErrorMessage(), std::string(getter.name) + ": the pointer to the table is null.");
    ur_dditable_t tables{};
    EXPECT_EQ(getter.fill(UR_API_VERSION_0_11, &tables), UR_RESULT_ERROR_UNSUPPORTED_VERSION);
    EXPECT_EQ(tables.Adapter.pfnGet, nullptr);
  }
}

} // namespace
} // namespace ursa
