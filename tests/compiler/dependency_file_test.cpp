// Dependency rules of make, as written by clang and by ursac.
#include "compiler/frontend/dependency_file.h"

#include <gmock/gmock.h>

using testing::ElementsAre;
using testing::IsEmpty;
using ursa::compiler::frontend::DependencyOptions;
using ursa::compiler::frontend::dependencyText;
using ursa::compiler::frontend::quoteForMake;
using ursa::compiler::frontend::readPrerequisites;

TEST(DependencyFile, ParsesRulesOfClang) {
  EXPECT_THAT(readPrerequisites("device: a.cl \\\n  /usr/b.h \\\n  c.h\n"),
              ElementsAre("a.cl", "/usr/b.h", "c.h"));
  EXPECT_THAT(readPrerequisites("device: a\\ b.cl $$x.h \\#1.h\n"),
              ElementsAre("a b.cl", "$x.h", "#1.h"));
  EXPECT_THAT(readPrerequisites("device: a.cl"), ElementsAre("a.cl"));
  EXPECT_THAT(readPrerequisites("device:"), IsEmpty());
  EXPECT_THAT(readPrerequisites(""), IsEmpty());
}

TEST(DependencyFile, ParsesOnlyTheFirstRule) {
  EXPECT_THAT(readPrerequisites("device: a.cl b.h\nb.h:\n"), ElementsAre("a.cl", "b.h"));
}

TEST(DependencyFile, QuotedPathsRoundTrip) {
  for (const std::string path : {"a b", "a$b", "#", "a\\b", "a\tb", "c:d"})
    EXPECT_THAT(readPrerequisites("device: " + quoteForMake(path) + "\n"), ElementsAre(path));
}

TEST(DependencyFile, WritesRuleForOutput) {
  EXPECT_EQ(dependencyText({}, "out dir/a.ursa", {"a.cl", "a.h"}, 1),
            "out\\ dir/a.ursa: \\\n  a.cl \\\n  a.h\n");
}

TEST(DependencyFile, WritesTargetsUnquotedAndPhonyTargets) {
  DependencyOptions options;
  options.targets = {"one", "$(two)"};
  options.phonyTargets = true;
  EXPECT_EQ(dependencyText(options, "ignored", {"a.cl", "a.h", "b.h"}, 1),
            "one $(two): \\\n  a.cl \\\n  a.h \\\n  b.h\na.h:\nb.h:\n");
}
