#include "adapters/common/program_metadata.h"

#include "adapters/common/handle.h"

#include <cstring>
#include <span>

namespace ursa::adapter {
namespace {

constexpr std::string_view kMappingSuffix = "@global_id_mapping";
constexpr size_t kLengthBytes = sizeof(uint64_t);

Result<void> readEntry(const ur_program_metadata_t &entry, VariableNames &names) {
  URSA_CHECK(checkPointer(entry.pName, "pMetadatas[i].pName"));
  const std::string_view name = entry.pName;
  if (!name.ends_with(kMappingSuffix))
    return {};
  if (entry.type != UR_PROGRAM_METADATA_TYPE_BYTE_ARRAY || entry.size <= kLengthBytes)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The metadata '{}' has type {} and {} bytes; a byte array of more than {} was "
                     "expected.",
                     name, static_cast<int>(entry.type), entry.size, kLengthBytes);
  URSA_CHECK(checkPointer(entry.value.pData, "pMetadatas[i].value.pData"));
  const auto *mapped = static_cast<const char *>(entry.value.pData) + kLengthBytes;
  names.insert_or_assign(std::string(name.substr(0, name.size() - kMappingSuffix.size())),
                         std::string(mapped, strnlen(mapped, entry.size - kLengthBytes)));
  return {};
}

} // namespace

Result<VariableNames> readMetadata(const ur_program_properties_t *properties) {
  VariableNames names;
  if (!properties)
    return names;
  if (properties->count == 0 && properties->pMetadatas)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "The program's metadata has length 0, but pMetadatas is not null.");
  if (properties->count != 0)
    URSA_CHECK(checkPointer(properties->pMetadatas, "pProperties->pMetadatas"));
  for (const ur_program_metadata_t &entry : std::span(properties->pMetadatas, properties->count))
    URSA_CHECK(readEntry(entry, names));
  return names;
}

} // namespace ursa::adapter
