// The vector whose first elements need no allocation.
#include "support/inline_vector.h"

#include <gmock/gmock.h>

#include <memory>
#include <string>

namespace ursa {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Strings = InlineVector<std::string, 2>;

TEST(InlineVector, HoldsFewAndManyElements) {
  Strings strings{"a", "b"};
  EXPECT_THAT(strings, ElementsAre("a", "b"));
  strings.emplace_back("c");
  strings.push_back("d");
  EXPECT_THAT(strings, ElementsAre("a", "b", "c", "d"));
  strings.resize(1);
  EXPECT_THAT(strings, ElementsAre("a"));
  strings.resize(3);
  EXPECT_THAT(strings, ElementsAre("a", "", ""));
  strings.clear();
  EXPECT_THAT(strings, IsEmpty());
}

TEST(InlineVector, ElementsAreErased) {
  Strings strings{"a", "b", "c", "bb"};
  strings.eraseIf([](const std::string &text) { return text.front() == 'b'; });
  EXPECT_THAT(strings, ElementsAre("a", "c"));
  strings.eraseIf([](const std::string &text) { return text == "a"; });
  EXPECT_THAT(strings, ElementsAre("c"));
}

TEST(InlineVector, IsCopiedAndMoved) {
  for (const Strings &original : {Strings{"a"}, Strings{"a", "b", "c"}}) {
    Strings copy = original;
    EXPECT_TRUE(std::equal(copy.begin(), copy.end(), original.begin(), original.end()));
    const Strings moved = std::move(copy);
    EXPECT_TRUE(std::equal(moved.begin(), moved.end(), original.begin(), original.end()));
    EXPECT_THAT(copy, IsEmpty()); // NOLINT(bugprone-use-after-move): defined
    copy = moved;
    copy.push_back("z");
    EXPECT_EQ(copy.size(), moved.size() + 1);
  }
}

TEST(InlineVector, RemovedElementsAreReleased) {
  const auto object = std::make_shared<int>();
  InlineVector<std::shared_ptr<int>, 1> holders{object};
  holders.push_back(object);
  EXPECT_EQ(object.use_count(), 3);
  holders.resize(1);
  EXPECT_EQ(object.use_count(), 2);
  const auto moved = std::move(holders);
  EXPECT_EQ(object.use_count(), 2);
  EXPECT_EQ(moved[0], object);
}

} // namespace
} // namespace ursa
