// Every device query that the header defines, with every possible size.
#include "conformance/backends/files.h"
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace ursa::conformance {
namespace {

struct Query {
  std::string name;
  ur_device_info_t value;
  std::string type;
  bool isOptional;
};

// The header documents the type of each answer, and whether a device may not support the query.
std::vector<Query> definedQueries() {
  std::vector<Query> queries;
  std::ifstream header(prefix() / "share" / "ursa" / "conformance" / "ur_api.h");
  for (std::string text; std::getline(header, text);) {
    // "  UR_DEVICE_INFO_NAME = 66, ///< [char[]][optional-query]"
    const size_t name = text.find("UR_DEVICE_INFO_");
    const size_t value = text.find(" = ", name);
    const size_t comment = text.find(", ///< [", value);
    if (name != text.find_first_not_of(' ') || comment == std::string::npos)
      continue;
    const size_t type = comment + std::string(", ///< [").size();
    const size_t end = std::min(text.find("][", type), text.rfind(']'));
    queries.push_back({text.substr(name, value - name),
                       static_cast<ur_device_info_t>(std::stoi(text.substr(value + 3))),
                       text.substr(type, end - type),
                       text.find("optional-query", end) != std::string::npos});
  }
  return queries;
}

// Returns the size of one element. Enumerations and flags have 32 bits.
size_t sizeOf(const std::string &type) {
  if (type == "char" || type == "uint8_t" || type == "ur_bool_t")
    return 1;
  if (type == "size_t" || type == "uint64_t" || type.ends_with("_handle_t"))
    return 8;
  return type == "ur_device_partition_property_t" ? sizeof(ur_device_partition_property_t) : 4;
}

void expectSize(const Query &query, size_t size) {
  const size_t bracket = query.type.find('[');
  const size_t element = sizeOf(query.type.substr(0, bracket));
  if (bracket == std::string::npos) {
    EXPECT_EQ(size, element) << query.name;
  } else if (query.type.ends_with("[3]")) {
    EXPECT_EQ(size, 3 * element) << query.name;
  } else {
    EXPECT_EQ(size % element, 0u) << query.name;
  }
}

class DeviceQueries : public DeviceTest {
protected:
  ur_result_t getInfo(const Query &query, size_t size, void *value, size_t *sizeOut = nullptr) {
    return urDeviceGetInfo(device_, query.value, size, value, sizeOut);
  }

  void expectRefused(const Query &query, ur_result_t result) {
    EXPECT_EQ(result, UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION) << query.name;
    EXPECT_TRUE(query.isOptional) << query.name << " must be answered.";
    char value = 'x';
    EXPECT_EQ(getInfo(query, 1, &value), UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION) << query.name;
    EXPECT_EQ(value, 'x') << query.name;
  }

  void expectAnswered(const Query &query, size_t size) {
    expectSize(query, size);
    EXPECT_EQ(getInfo(query, size, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER) << query.name;
    if (size == 0)
      return;
    const std::vector<char> untouched(size + 1, 'x');
    std::vector<char> value = untouched;
    size_t reportedSize = 0;
    EXPECT_OK(getInfo(query, size, value.data(), &reportedSize)) << query.name;
    EXPECT_EQ(reportedSize, size) << query.name;
    EXPECT_EQ(value[size], 'x') << query.name;
    if (query.type == "char[]") {
      EXPECT_EQ(value[size - 1], '\0') << query.name;
    }
    if (query.type == "ur_bool_t") {
      EXPECT_THAT(value[0], testing::AnyOf(0, 1)) << query.name;
    }
    std::vector<char> larger = untouched;
    EXPECT_OK(getInfo(query, size + 1, larger.data())) << query.name;
    EXPECT_EQ(larger[size], 'x') << query.name;
    value = untouched;
    reportedSize = 77;
    EXPECT_EQ(getInfo(query, size - 1, value.data(), &reportedSize), UR_RESULT_ERROR_INVALID_SIZE)
        << query.name;
    EXPECT_EQ(value, untouched) << query.name;
    EXPECT_EQ(reportedSize, 77u) << query.name;
  }
};

TEST_F(DeviceQueries, AllQueriesOfTheHeader) {
  const std::vector<Query> queries = definedQueries();
  ASSERT_GT(queries.size(), 190u);
  for (const Query &query : queries) {
    size_t size = 77;
    const ur_result_t result = getInfo(query, 0, nullptr, &size);
    if (result == UR_RESULT_SUCCESS) {
      expectAnswered(query, size);
      continue;
    }
    EXPECT_EQ(size, 77u) << query.name;
    expectRefused(query, result);
  }
}

TEST_F(DeviceQueries, UnknownQueriesAreRefused) {
  size_t size = 77;
  for (const int value : {140, 4095, 8205, 99999, 0x7fffffff})
    EXPECT_EQ(urDeviceGetInfo(device_, static_cast<ur_device_info_t>(value), 0, nullptr, &size),
              UR_RESULT_ERROR_INVALID_ENUMERATION)
        << value;
  EXPECT_EQ(size, 77u);
}

} // namespace
} // namespace ursa::conformance
