#include "adapters/opencl/program/build_options.h"

#include "support/stack.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace ursa::opencl {
namespace {

constexpr std::string_view kDefined[] = {"-cl-denorms-are-zero",
                                         "-cl-fast-relaxed-math",
                                         "-cl-finite-math-only",
                                         "-cl-fp32-correctly-rounded-divide-sqrt",
                                         "-cl-kernel-arg-info",
                                         "-cl-mad-enable",
                                         "-cl-no-signed-zeros",
                                         "-cl-no-subgroup-ifp",
                                         "-cl-opt-disable",
                                         "-cl-single-precision-constant",
                                         "-cl-strict-aliasing",
                                         "-cl-uniform-work-group-size",
                                         "-cl-unsafe-math-optimizations",
                                         "-create-library",
                                         "-enable-link-options",
                                         "-g",
                                         "-Werror",
                                         "-w"};
constexpr std::string_view kWithValue[] = {"-cl-std=", "-spir-std=", "-D", "-I", "-x"};
constexpr std::string_view kBeforeValue[] = {"-D", "-I", "-x"};

std::vector<std::string> wordsOf(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

bool isDefined(std::string_view word) {
  return std::ranges::find(kDefined, word) != std::end(kDefined) ||
         std::ranges::any_of(kWithValue,
                             [word](std::string_view start) { return word.starts_with(start); });
}

bool isRefused(cl_int code) {
  return code == CL_INVALID_BUILD_OPTIONS || code == CL_INVALID_COMPILER_OPTIONS ||
         code == CL_INVALID_LINKER_OPTIONS;
}

} // namespace

std::string definedOptions(std::string_view options) {
  std::string defined;
  bool isValue = false;
  for (const std::string &word : wordsOf(options)) {
    if (isValue || isDefined(word))
      defined += (defined.empty() ? "" : " ") + word;
    isValue = !isValue &&
              std::ranges::find(kBeforeValue, std::string_view(word)) != std::end(kBeforeValue);
  }
  return defined;
}

namespace {

cl_int buildWithFewer(const std::string &options, const std::string &required,
                      const std::function<cl_int(const char *)> &build) {
  cl_int code = build(options.c_str());
  std::string tried = options;
  for (const std::string &fewer : {definedOptions(options), required}) {
    if (!isRefused(code))
      return code;
    if (fewer == tried)
      continue;
    code = build(fewer.c_str());
    tried = fewer;
  }
  return code;
}

} // namespace

cl_int buildWithOptions(const std::string &options, const std::string &required,
                        const std::function<cl_int(const char *)> &build) {
  // Drivers compile in the thread that calls them.
  const Result<cl_int> code =
      onLargeStack([&] { return Result(buildWithFewer(options, required, build)); });
  return code ? *code : CL_OUT_OF_HOST_MEMORY;
}

std::string ignoredOptionNotes(std::string_view given, std::string_view used) {
  const std::vector<std::string> known = wordsOf(used);
  std::string notes;
  for (const std::string &word : wordsOf(given))
    if (std::ranges::find(known, word) == known.end())
      notes += fmt::format("note: the build option '{}' has no effect on this device\n", word);
  return notes;
}

} // namespace ursa::opencl
