// Reads and checks --arg.
#include "tools/run/arguments.h"

#include "client/failure.h"
#include "tools/run/constant_value.h"

#include <array>
#include <charconv>
#include <set>

namespace ursa::run {

using client::fail;

namespace {

using ArgumentKind = ArgumentSpec::Kind;
using Number = ArgumentSpec::Number;

struct NumberKind {
  std::string_view word;
  std::string_view type;
  bool isUnsigned;
};

constexpr std::array<NumberKind, 6> kNumbers = {{{"i32", "i32", false},
                                                 {"u32", "i32", true},
                                                 {"i64", "i64", false},
                                                 {"u64", "i64", true},
                                                 {"f32", "float", false},
                                                 {"f64", "double", false}}};

size_t parseByteCount(std::string_view whole, std::string_view digits) {
  size_t value = 0;
  const char *end = digits.data() + digits.size();
  auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || error != std::errc() || stop != end || value == 0)
    fail("'{}' in --arg {} is not a positive number of bytes.", digits, whole);
  return value;
}

/// Splits "A:B" at the first colon; both parts must be present.
std::pair<std::string_view, std::string_view>
splitTwo(std::string_view whole, std::string_view rest, std::string_view form) {
  const size_t colon = rest.find(':');
  if (colon == rest.npos || colon == 0 || colon + 1 == rest.size())
    fail("--arg {} is not of the form {}.", whole, form);
  return {rest.substr(0, colon), rest.substr(colon + 1)};
}

void parseNumber(std::string_view whole, const NumberKind &kind, std::string_view text,
                 ArgumentSpec &argument) {
  const ConstantType type = parseConstantType(kind.type);
  argument.number = kind.word.front() == 'f' ? Number::Float : Number::Integer;
  try {
    argument.value = parseConstantValue(kind.word, type, kind.word, text);
  } catch (const client::Failure &) {
    fail("'{}' in --arg {} is not a value of {}.", text, whole, kind.word);
  }
  // parseConstantValue accepts a number that fits either signedness.
  if (argument.number == Number::Float)
    return;
  const bool negative = text.front() == '-';
  const bool topBit = (argument.value.back() & std::byte{0x80}) != std::byte{0};
  if (kind.isUnsigned ? negative : !negative && topBit)
    fail("'{}' in --arg {} is not a value of {}.", text, whole, kind.word);
}

std::string_view kindPhrase(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::Local:
    return "local memory";
  case ArgumentKind::In:
  case ArgumentKind::Out:
  case ArgumentKind::InOut:
    return "a buffer";
  default:
    return "a value";
  }
}

/// Returns text such as "Argument 2 ('width') of kernel 'convolve' is an int of 4 bytes".
std::string describe(const KernelInfo &kernel, size_t index) {
  const ArgumentInfo &argument = kernel.arguments[index];
  std::string what;
  if (argument.kind == ArgumentInfo::Kind::Local) {
    what = "local memory";
  } else if (argument.kind == ArgumentInfo::Kind::Pointer) {
    what =
        fmt::format("a pointer to {} memory", argument.space.empty() ? "global" : argument.space);
  } else if (argument.kind == ArgumentInfo::Kind::Image) {
    what = "an image";
  } else if (argument.kind == ArgumentInfo::Kind::Sampler) {
    what = "a sampler";
  } else {
    const std::string type = argument.type.empty() ? "value" : argument.type;
    const bool vowel = std::string_view("aeio").find(type.front()) != std::string_view::npos;
    what = fmt::format("{} {} of {} bytes", vowel ? "an" : "a", type, argument.size);
  }
  return fmt::format("Argument {} ('{}') of kernel '{}' is {}", index, argument.name, kernel.name,
                     what);
}

bool isFloating(const std::string &type) {
  return type == "half" || type == "float" || type == "double" || type == "bfloat";
}

/// Returns whether a number kind suits a type of the same size; types other than scalars accept any
/// number.
bool suits(Number number, const std::string &type) {
  static const std::set<std::string_view> integers = {"i1",   "i8",   "i16",    "i32",   "i64",
                                                      "bool", "char", "uchar",  "short", "ushort",
                                                      "int",  "uint", "size_t", "ulong", "long"};
  if (isFloating(type))
    return number == Number::Float;
  return !integers.contains(type) || number == Number::Integer;
}

void checkArgument(const KernelInfo &kernel, size_t index, const ArgumentSpec &given) {
  const ArgumentInfo &taken = kernel.arguments[index];
  const bool isBuffer = given.kind == ArgumentKind::In || given.kind == ArgumentKind::Out ||
                        given.kind == ArgumentKind::InOut;
  switch (taken.kind) {
  case ArgumentInfo::Kind::Pointer:
    if (!isBuffer)
      fail("{}; {} was given. Buffers are in:FILE, out:BYTES:FILE or inout:FILE:OUTFILE.",
           describe(kernel, index), given.word);
    return;
  case ArgumentInfo::Kind::Local:
    if (given.kind != ArgumentKind::Local)
      fail("{}; {} was given. Local memory is local:BYTES.", describe(kernel, index), given.word);
    return;
  case ArgumentInfo::Kind::Image:
  case ArgumentInfo::Kind::Sampler:
    fail("{}, which no --arg can give; {} was given.", describe(kernel, index), given.word);
  case ArgumentInfo::Kind::Value:
    break;
  }
  if (given.kind == ArgumentKind::Bytes)
    return;
  if (given.kind != ArgumentKind::Value)
    fail("{}; {} ({}) was given.", describe(kernel, index), given.word, kindPhrase(given.kind));
  if (given.value.size() != taken.size || !suits(given.number, taken.type))
    fail("{}; {} was given.", describe(kernel, index), given.word);
}

} // namespace

ArgumentSpec parseArgument(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  const std::string_view rest = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  ArgumentSpec argument;
  argument.word = word;

  for (const NumberKind &kind : kNumbers) {
    if (kind.word == word) {
      parseNumber(text, kind, rest, argument);
      return argument;
    }
  }
  if (word == "in") {
    argument.kind = ArgumentKind::In;
    argument.inputFile = rest;
    if (rest.empty())
      fail("--arg {} is not of the form in:FILE.", text);
  } else if (word == "out") {
    auto [bytes, file] = splitTwo(text, rest, "out:BYTES:FILE");
    argument.kind = ArgumentKind::Out;
    argument.size = parseByteCount(text, bytes);
    argument.outputFile = file;
  } else if (word == "inout") {
    auto [input, output] = splitTwo(text, rest, "inout:FILE:OUTFILE");
    argument.kind = ArgumentKind::InOut;
    argument.inputFile = input;
    argument.outputFile = output;
  } else if (word == "local") {
    argument.kind = ArgumentKind::Local;
    argument.size = parseByteCount(text, rest);
  } else if (word == "bytes") {
    argument.kind = ArgumentKind::Bytes;
    if (rest.size() < 2 || rest.front() != '@')
      fail("--arg {} is not of the form bytes:@FILE.", text);
    argument.inputFile = rest.substr(1);
  } else {
    fail("--arg {} begins with '{}'; in, out, inout, local, i32, u32, i64, u64, f32, f64 or bytes "
         "was "
         "expected.",
         text, word);
  }
  return argument;
}

void checkArguments(const KernelInfo &kernel, const std::vector<ArgumentSpec> &arguments) {
  if (arguments.size() != kernel.arguments.size())
    fail("Kernel '{}' takes {} arguments; {} were given.", kernel.name, kernel.arguments.size(),
         arguments.size());
  std::set<std::string> outputs;
  for (size_t i = 0; i < arguments.size(); ++i) {
    checkArgument(kernel, i, arguments[i]);
    const std::string &file = arguments[i].outputFile;
    if (!file.empty() && !outputs.insert(file).second)
      fail("File '{}' is the output of two arguments.", file);
  }
}

void checkBytes(const KernelInfo &kernel, size_t index, const ArgumentSpec &argument, size_t size) {
  if (size != kernel.arguments[index].size)
    fail("{}; file '{}' has {} bytes.", describe(kernel, index), argument.inputFile, size);
}

} // namespace ursa::run
