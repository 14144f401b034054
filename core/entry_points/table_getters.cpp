// The 26 table getters that the loader exports, as an adapter does. They return the loader's own
// entry points, so that a program or tool can wrap tables instead of symbols.

#include "core/api/functions.h"
#include "support/last_error.h"

namespace {

constexpr ur_dditable_t kOwnTables = [] {
  ur_dditable_t tables{};
#define URSA_TABLE_ENTRY(table, slot, function) tables.table.slot = &::function;
#include "core/api/generated/tables.inc"
  return tables;
}();

/// Accepts the current version only: tables of earlier versions are shorter, so that writing the
/// current ones would overflow them.
template <class Table>
ur_result_t copyTable(const char *getter, ur_api_version_t version, const Table &from, Table *to) {
  return ursa::atBoundary([&]() -> ursa::Result<void> {
    if (!to)
      return ursa::makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                             "{}: the pointer to the table is null.", getter);
    if (version != UR_API_VERSION_CURRENT)
      return ursa::makeError(UR_RESULT_ERROR_UNSUPPORTED_VERSION,
                             "{}: API version {} was requested, but the tables have version {}.",
                             getter, static_cast<int>(version),
                             static_cast<int>(UR_API_VERSION_CURRENT));
    *to = from;
    return {};
  });
}

} // namespace

#define URSA_TABLE(member, type, getter)                                                           \
  UR_DLLEXPORT ur_result_t UR_APICALL getter(ur_api_version_t version, type *pDdiTable) {          \
    return copyTable(#getter, version, kOwnTables.member, pDdiTable);                              \
  }
#include "core/api/generated/tables.inc"
