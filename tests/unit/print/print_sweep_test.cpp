// Formats every type and every call of the ABI once, to detect wrong rows of the generated data.

#include "core/api/names.h"
#include "core/print/print.h"
#include "unit/print/printed.h"

#include <cstring>
#include <set>

namespace ursa::core::print {
namespace {

TEST(PrintSweep, EveryEnumeratorIsItsName) {
  size_t count = 0;
#define URSA_ENUMERATOR(type, enumerator)                                                          \
  {                                                                                                \
    std::string text;                                                                              \
    appendValue(text, static_cast<type>(enumerator));                                              \
    if (text != api::enumName(enumerator))                                                         \
      ADD_FAILURE() << text << " is printed for " #enumerator;                                     \
    ++count;                                                                                       \
  }
#include "core/api/generated/enums.inc"
  EXPECT_GT(count, 900u);
}

TEST(PrintSweep, EveryStructOfZeroesIsPrinted) {
  std::set<std::string> printedTexts;
#define URSA_PRINT_STRUCT(type, index)                                                             \
  {                                                                                                \
    type value;                                                                                    \
    std::memset(static_cast<void *>(&value), 0, sizeof(value));                                    \
    std::string text;                                                                              \
    appendValue(text, value);                                                                      \
    EXPECT_TRUE(text.starts_with("(struct " #type "){."));                                         \
    EXPECT_TRUE(text.ends_with('}'));                                                              \
    EXPECT_EQ(types::structAt(index).size, sizeof(type));                                          \
    printedTexts.insert(text);                                                                     \
  }
#include "core/api/generated/print_types.inc"
  EXPECT_EQ(printedTexts.size(), 71u);
}

TEST(PrintSweep, EveryCallIsPrintedWithNothingAndWithZeroes) {
  for (size_t i = 0; i < api::kFunctionCount; ++i) {
    const auto function = static_cast<api::Function>(i);
    SCOPED_TRACE(api::functionName(function));
    const auto parameters = types::parametersOf(function);
    const void *places[32] = {};
    ASSERT_LE(parameters.size(), std::size(places));
    std::string nothing;
    appendArguments(nothing, function, places);

    const uint64_t zeroes[16] = {}; // as large as the largest struct that is passed by value
    std::fill(std::begin(places), std::end(places), zeroes);
    std::string zero;
    appendArguments(zero, function, places);
    std::string names;
    for (const types::Field &parameter : parameters) {
      names += (names.empty() ? "." : ", .") + std::string(parameter.name) + " = nullptr";
      EXPECT_NE(zero.find(std::string(".") + parameter.name + " = "), std::string::npos);
    }
    EXPECT_EQ(nothing, names);
  }
}

TEST(PrintSweep, FieldsReferToFieldsOfTheRightKind) {
  const auto check = [](std::span<const types::Field> fields) {
    for (const types::Field &field : fields) {
      SCOPED_TRACE(field.name);
      if (field.count >= 0) {
        const types::Shape count = fields[static_cast<size_t>(field.count)].shape;
        EXPECT_EQ(count.pointers, 0);
        EXPECT_TRUE(count.base == types::Base::Uint32 || count.base == types::Base::Size);
      }
      if (field.selector >= 0) {
        EXPECT_EQ(fields[static_cast<size_t>(field.selector)].shape.base, types::Base::Enum);
      }
      if (field.size >= 0) {
        EXPECT_EQ(fields[static_cast<size_t>(field.size)].shape.base, types::Base::Size);
      }
    }
  };
#define URSA_PRINT_STRUCT(type, index) check(types::structAt(index).fields());
#include "core/api/generated/print_types.inc"
  for (size_t i = 0; i < api::kFunctionCount; ++i)
    check(types::parametersOf(static_cast<api::Function>(i)));
}

} // namespace
} // namespace ursa::core::print
