// Rules of make, as clang writes them and as we do.
#include "compiler/frontend/dependency_file.h"

#include <gmock/gmock.h>

using namespace ursa;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(DependencyFile, ReadsWhatClangWrites) {
  EXPECT_THAT(readPrerequisites("device: a.cl \\\n  /usr/b.h \\\n  c.h\n"),
              ElementsAre("a.cl", "/usr/b.h", "c.h"));
  EXPECT_THAT(readPrerequisites("device: a\\ b.cl $$x.h \\#1.h\n"),
              ElementsAre("a b.cl", "$x.h", "#1.h"));
  EXPECT_THAT(readPrerequisites("device: a.cl"), ElementsAre("a.cl"));
  EXPECT_THAT(readPrerequisites("device:"), IsEmpty());
  EXPECT_THAT(readPrerequisites(""), IsEmpty());
}

TEST(DependencyFile, ReadsOneRule) {
  EXPECT_THAT(readPrerequisites("device: a.cl b.h\nb.h:\n"), ElementsAre("a.cl", "b.h"));
}

TEST(DependencyFile, ReadsBackWhatItQuotes) {
  for (const std::string path : {"a b", "a$b", "#", "a\\b", "a\tb", "c:d"})
    EXPECT_THAT(readPrerequisites("device: " + quoteForMake(path) + "\n"), ElementsAre(path));
}

TEST(DependencyFile, WritesARuleForTheOutput) {
  EXPECT_EQ(dependencyText({}, "out dir/a.ursa", {"a.cl", "a.h"}, 1),
            "out\\ dir/a.ursa: \\\n  a.cl \\\n  a.h\n");
}

TEST(DependencyFile, WritesTargetsAsTheyAreAndPhonyOnes) {
  DependencyOptions options;
  options.targets = {"one", "$(two)"};
  options.phonyTargets = true;
  EXPECT_EQ(dependencyText(options, "ignored", {"a.cl", "a.h", "b.h"}, 1),
            "one $(two): \\\n  a.cl \\\n  a.h \\\n  b.h\na.h:\nb.h:\n");
}
