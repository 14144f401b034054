#include "adapters/common/ptx.h"

#include "format/ptx.h"

#include "adapters/common/image_description.h"

#include <algorithm>
#include <charconv>

namespace ursa::adapter::ptx {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\f\v";

/// Splits PTX into tokens: names, numbers and directives; every other character is a token of its
/// own. Comments and strings, such as names of files, are no tokens.
class Words {
public:
  explicit Words(std::string_view text) : rest_(text) {}

  /// Returns the next token; empty at the end.
  std::string_view next() {
    skip();
    if (rest_.empty())
      return {};
    size_t length = 0;
    while (length < rest_.size() && isOfName(rest_[length]))
      ++length;
    const std::string_view word = rest_.substr(0, length == 0 ? 1 : length);
    rest_.remove_prefix(word.size());
    return word;
  }

  /// Skips to behind the brace that closes the block whose opening brace was the last token.
  void skipBlock() {
    for (size_t depth = 1; depth > 0 && !rest_.empty();) {
      const char c = rest_.front();
      if (c == '"' || (c == '/' && isAtComment())) {
        skip();
        continue;
      }
      rest_.remove_prefix(1);
      if (c == '{')
        ++depth;
      else if (c == '}')
        --depth;
    }
  }

private:
  static bool isOfName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '%' || c == '.';
  }

  bool isAtComment() const { return rest_.starts_with("//") || rest_.starts_with("/*"); }

  void skipPast(std::string_view end) {
    const size_t at = rest_.find(end);
    rest_.remove_prefix(at == rest_.npos ? rest_.size() : at + end.size());
  }

  /// A string that is not closed ends with its line.
  void skipString() {
    size_t length = 1;
    while (length < rest_.size() && rest_[length] != '"' && rest_[length] != '\n')
      length += rest_[length] == '\\' ? 2 : 1;
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
  }

  void skip() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//"))
        skipPast("\n");
      else if (rest_.starts_with("/*"))
        skipPast("*/");
      else if (rest_.front() == '"')
        skipString();
      else if (kSpaces.find(rest_.front()) != kSpaces.npos)
        rest_.remove_prefix(1);
      else
        return;
    }
  }

  std::string_view rest_;
};

uint32_t number(std::string_view word) {
  uint32_t value = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  return problem == std::errc() && end == word.data() + word.size() ? value : 0;
}

/// Returns the size in bytes of a type such as `.u32`; 0 for other tokens.
uint32_t sizeOf(std::string_view word) {
  constexpr std::string_view kKinds = "busf";
  if (word.size() < 3 || word[0] != '.' || kKinds.find(word[1]) == kKinds.npos)
    return 0;
  const uint32_t bits = number(word.substr(2));
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

/// Parses a parameter after `.param`, up to the comma or parenthesis, which it leaves in @p word.
KernelParameter readParameter(Words &words, std::string_view &word) {
  KernelParameter parameter{ParameterKind::Value, 0};
  bool isPointer = false;
  bool isLocal = false;
  for (word = words.next(); !word.empty() && word != "," && word != ")"; word = words.next()) {
    if (word == ".ptr")
      isPointer = true;
    else if (word == ".shared")
      isLocal = true;
    else if (word == ".texref" || word == ".surfref")
      parameter.kind = ParameterKind::Image;
    else if (word == ".samplerref")
      parameter.kind = ParameterKind::Sampler;
    else if (word == ".align")
      words.next(); // the alignment
    else if (word == "[")
      parameter.size *= number(words.next()); // the array length in bytes
    else if (const uint32_t size = sizeOf(word))
      parameter.size = size;
  }
  if (isPointer)
    parameter.kind = isLocal ? ParameterKind::Local : ParameterKind::Pointer;
  return parameter;
}

std::vector<KernelParameter> readParameters(Words &words) {
  std::vector<KernelParameter> parameters;
  std::string_view word = words.next();
  while (!word.empty() && word != ")")
    if (word == ".param")
      parameters.push_back(readParameter(words, word));
    else
      word = words.next();
  return parameters;
}

/// Parses the one to three numbers after a directive; dimensions that are not named have size 1.
std::array<size_t, 3> readSizes(Words &words) {
  std::array<size_t, 3> sizes = {1, 1, 1};
  for (size_t d = 0; d < sizes.size(); ++d) {
    sizes[d] = number(words.next());
    const Words before = words;
    if (words.next() != ",") {
      words = before;
      break;
    }
  }
  return sizes;
}

/// Removes the first word of a line and the blank behind it.
std::string_view takeWord(std::string_view &line) {
  const size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

/// Reads the rest of a line about an argument.
void readArgumentLine(std::string_view line, Kernels &kernels) {
  const auto kernel = kernels.find(std::string(takeWord(line)));
  const uint32_t index = number(takeWord(line));
  const std::string_view type = takeWord(line);
  if (kernel == kernels.end() || index >= kernel->second.parameters.size())
    return;
  KernelParameter &parameter = kernel->second.parameters[index];
  if (type == "sampler_t") {
    parameter.kind = ParameterKind::Sampler;
  } else if (const auto image = imageTypeNamed(type)) {
    parameter.kind = ParameterKind::Image;
    parameter.imageType = *image;
    parameter.isReadOnly = takeWord(line) == "read_only";
  }
}

/// Calls a function with the rest of each line that has a beginning, from its first occurrence in
/// the line.
template <class Read> void readLines(std::string_view text, std::string_view begin, Read &&read) {
  for (size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
    at += begin.size();
    const std::string_view rest = text.substr(at, text.find_first_of("\r\n", at) - at);
    read(rest);
    at += rest.size(); // a line that repeats the beginning would be read once for each
  }
}

} // namespace

bool isPtx(std::span<const std::byte> bytes) {
  return Words({reinterpret_cast<const char *>(bytes.data()), bytes.size()}).next() == ".version";
}

DebugInfo debugInfoOf(std::string_view text) {
  Words words(text);
  std::string_view word = words.next();
  while (!word.empty() && word != ".target")
    word = words.next();
  words.next(); // the processor
  while (words.next() == ",")
    if (words.next() == "debug")
      return DebugInfo::Full;
  return text.find("\t.loc\t") != text.npos ? DebugInfo::Lines : DebugInfo::None;
}

Kernels readKernels(std::string_view text) {
  Kernels kernels;
  Words words(text);
  std::string_view word = words.next();
  while (!word.empty()) {
    if (word != ".entry") {
      if (word == "{")
        words.skipBlock(); // a body, data, or a section
      word = words.next();
      continue;
    }
    const std::string name(words.next());
    if (name.empty())
      break;
    Kernel &kernel = kernels[name];
    kernel = {};
    word = words.next();
    if (word == "(") { // a kernel without parameters may have no parentheses
      kernel.parameters = readParameters(words);
      word = words.next();
    }
    for (; !word.empty() && word != "{" && word != ";" && word != ".entry"; word = words.next())
      if (word == ".reqntid")
        kernel.requiredSize = readSizes(words);
  }
  readLines(text, format::ptx::kArgumentLine,
            [&](std::string_view line) { readArgumentLine(line, kernels); });
  readLines(text, format::ptx::kOffsetFormLine, [&](std::string_view name) {
    if (const auto kernel = kernels.find(std::string(name)); kernel != kernels.end())
      kernel->second.leavesOffsetForm = true;
  });
  readLines(text, format::ptx::kSubGroupSizeLine, [&](std::string_view line) {
    if (const auto kernel = kernels.find(std::string(takeWord(line))); kernel != kernels.end())
      kernel->second.requiredSubGroupSize = number(line);
  });
  return kernels;
}

std::vector<std::string> imageTargets(std::string_view prefix, uint32_t computeCapability) {
  constexpr std::array kProcessors = {121, 120, 103, 101, 100, 90, 89, 87, 86, 80,
                                      75,  72,  70,  62,  61,  60, 53, 52, 50};
  std::vector<std::string> targets;
  for (const uint32_t processor : kProcessors)
    if (processor <= computeCapability)
      targets.push_back(fmt::format("{}-sm_{}", prefix, processor));
  return targets;
}

} // namespace ursa::adapter::ptx
