// The text of formats that conformance tests do not have: damaged ones, and those that do not fit
// their arguments.
#include "compiler/targets/host/runtime/kernel_printf.h"

#include <gmock/gmock.h>

#include <bit>
#include <vector>

namespace ursa::host {
namespace {

using compiler::host::PrintedKind;

class Record {
public:
  Record &integer(uint64_t bytes, std::vector<uint64_t> values) {
    return add(PrintedKind::Integer, bytes, values);
  }
  Record &real(double value) { return add(PrintedKind::Real, 8, {std::bit_cast<uint64_t>(value)}); }
  Record &text(const char *text) {
    return add(PrintedKind::Pointer, 8, {reinterpret_cast<uint64_t>(text)});
  }
  std::string operator()(const char *format) {
    return compiler::host::kernelText(format, words_.data(), count_);
  }

private:
  Record &add(PrintedKind kind, uint64_t bytes, const std::vector<uint64_t> &values) {
    words_.push_back(compiler::host::printedHeader(kind, bytes, values.size()));
    words_.insert(words_.end(), values.begin(), values.end());
    ++count_;
    return *this;
  }

  std::vector<uint64_t> words_;
  uint32_t count_ = 0;
};

TEST(KernelPrintf, Texts) {
  EXPECT_EQ(Record()(""), "");
  EXPECT_EQ(Record()("plain"), "plain");
  EXPECT_EQ(Record()("100%%"), "100%");
}

TEST(KernelPrintf, WhatIsNoConversionIsText) {
  EXPECT_EQ(Record()("%"), "%");
  EXPECT_EQ(Record().integer(4, {1})("%q %d"), "%q 1");
  EXPECT_EQ(Record().integer(4, {1})("%n"), "%n"); // writes no memory
  EXPECT_EQ(Record().integer(4, {1})("%*d %5"), "%*d %5");
  EXPECT_EQ(Record().integer(4, {1})("%-+ #0"), "%-+ #0");
}

TEST(KernelPrintf, ArgumentsThatAreNotThere) {
  EXPECT_EQ(Record()("%d"), "%d");
  EXPECT_EQ(Record().integer(4, {7})("%d %d %s"), "7 %d %s");
  EXPECT_EQ(Record().integer(4, {7}).integer(4, {8})("%d"), "7");
}

TEST(KernelPrintf, IntegersOfTheirWidth) {
  EXPECT_EQ(Record().integer(4, {0xffffffff})("%d"), "-1");
  EXPECT_EQ(Record().integer(4, {0xffffffff})("%u"), "4294967295");
  EXPECT_EQ(Record().integer(8, {0xffffffff})("%ld"), "4294967295");
  EXPECT_EQ(Record().integer(4, {0x1ff})("%hhu"), "255");
  EXPECT_EQ(Record().integer(1, {0xff, 1})("%v2hhd"), "-1,1");
  EXPECT_EQ(Record().integer(2, {0xffff, 1, 2})("%5v3hd"), "   -1,    1,    2");
}

TEST(KernelPrintf, Strings) {
  EXPECT_EQ(Record().text("word")("<%s>"), "<word>");
  EXPECT_EQ(Record().text("word")("<%.2s>"), "<wo>");
  EXPECT_EQ(Record().text(nullptr)("<%s>"), "<(null)>");
  EXPECT_EQ(Record().integer(8, {12})("<%s>"), "<(null)>");
}

TEST(KernelPrintf, OneKindForAnother) {
  EXPECT_EQ(Record().integer(4, {3})("%.1f"), "3.0");
  EXPECT_EQ(Record().real(1.5)("%.1f %d"), "1.5 %d");
  EXPECT_NE(Record().real(1.5)("%d"), "");
}

TEST(KernelPrintf, WidthsAreBounded) {
  EXPECT_EQ(Record().integer(4, {1})("%99999999999d").size(), 4096u);
  EXPECT_EQ(Record().real(1)("%.99999999999f").size(), 4098u);
}

} // namespace
} // namespace ursa::host
