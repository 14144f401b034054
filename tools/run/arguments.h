// Kernel arguments of the command line: parsed from --arg, and checked against the kernel's
// signature before anything runs.
#pragma once

#include "tools/run/image_info.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::run {

/// One --arg.
struct ArgumentSpec {
  enum class Kind { In, Out, InOut, Local, Value, Bytes };
  enum class Number { None, Integer, Float };

  Kind kind = Kind::Value;
  Number number = Number::None; ///< of a Value
  std::string word;             ///< the kind as written: "f64"
  std::string inputFile;        ///< In, InOut, Bytes
  std::string outputFile;       ///< Out, InOut
  size_t size = 0;              ///< bytes of Out and Local
  std::vector<std::byte> value; ///< bytes of a Value
};

/// Parses one --arg; throws a Failure that names the invalid word.
ArgumentSpec parseArgument(std::string_view text);

/// Throws a Failure unless @p arguments match the arguments of @p kernel in number, kind and, for
/// numbers, size. checkBytes checks Bytes once their file has been read.
void checkArguments(const KernelInfo &kernel, const std::vector<ArgumentSpec> &arguments);

/// Throws a Failure unless argument @p index of @p kernel has @p size bytes.
void checkBytes(const KernelInfo &kernel, size_t index, const ArgumentSpec &argument, size_t size);

} // namespace ursa::run
