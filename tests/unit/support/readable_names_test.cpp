#include "support/last_error.h"
#include "support/readable_names.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

TEST(ReadableNames, AreThoseOfTheSource) {
  EXPECT_EQ(readableName("_Z5scalef"), "scale(float)");
  EXPECT_EQ(readableName("_ZTS5Named"), "Named");
  EXPECT_EQ(readableName("_ZTSN5space5NamedIiEE"), "space::Named<int>");
  EXPECT_EQ(readableName("_ZTSN12_GLOBAL__N_15NamedE__unit_0a1b2c3d"),
            "(anonymous namespace)::Named");
  EXPECT_EQ(readableName("_ZTSZ4mainEUlvE_"), "main::{lambda()#1}");
  EXPECT_EQ(readableName("_ZTS6KernelIN9ursa_sycl4sycl6detail9half_impl4halfEE"),
            "Kernel<sycl::half>");
  EXPECT_EQ(readableName("_ZTSN7Oneursa9ursa_syclE"), "Oneursa::ursa_sycl");
  EXPECT_EQ(readableName("_ZTSN10my_details9half_impl4halfE"), "my_details::half_impl::half");
  EXPECT_EQ(readableName("scale"), "scale");
  EXPECT_EQ(readableName("_Znonsense"), "_Znonsense");
  EXPECT_EQ(readableName(""), "");
}

TEST(ReadableNames, LongOnesAreCut) {
  const std::string name = "_ZTS400" + std::string(399, 'a') + "z";
  const std::string readable = readableName(name);
  EXPECT_LT(readable.size(), 200u);
  EXPECT_TRUE(readable.starts_with("aaaa"));
  EXPECT_NE(readable.find("..."), readable.npos);
  EXPECT_TRUE(readable.ends_with("aaz"));
}

TEST(ReadableNames, InSentences) {
  EXPECT_EQ(withReadableNames("Kernel '_ZTS5Named' calls '_Z5scalef', not _Z1gv."),
            "Kernel 'Named' calls 'scale(float)', not g().");
  EXPECT_EQ(withReadableNames("_Z1gv"), "g()");
  EXPECT_EQ(withReadableNames("_Z"), "_Z");
  EXPECT_EQ(withReadableNames(""), "");
  for (const char *same : {"The file '_Z1gv.cl' cannot be read.", "/tmp/_Z1gv", "_Z1gv/a", "a_Z1gv",
                           "--_Z1gv", "Nothing is mangled."})
    EXPECT_EQ(withReadableNames(same), same);
}

TEST(ReadableNames, AreInMessagesOfErrors) {
  reportError(Error{UR_RESULT_ERROR_INVALID_KERNEL_NAME, "There is no kernel '_ZTS5Named'."});
  EXPECT_STREQ(lastErrorMessage(), "There is no kernel 'Named'.");
  clearLastError();
}

TEST(ReadableNames, DevicesHaveNoBlanksAtTheEnds) {
  EXPECT_EQ(trimmedName("AMD EPYC 9R14   "), "AMD EPYC 9R14");
  EXPECT_EQ(trimmedName(" \ta b\n"), "a b");
  EXPECT_EQ(trimmedName("  "), "");
  EXPECT_EQ(trimmedName(""), "");
}

} // namespace
} // namespace ursa
