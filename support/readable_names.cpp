#include "support/readable_names.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace ursa::inline support {
namespace {

/// What precedes the type that names a kernel.
constexpr std::string_view kType = "typeinfo name for ";
constexpr std::string_view kMangled = "_Z";
constexpr size_t kLongest = 160, kBegin = 110, kEnd = 46;

bool isPartOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// Namespaces of the SYCL headers that programs do not write.
constexpr std::string_view kHidden[] = {"ursa_sycl::", "detail::half_impl::"};

std::string withoutHiddenNamespaces(std::string name) {
  for (const std::string_view hidden : kHidden)
    for (size_t at = 0; (at = name.find(hidden, at)) != name.npos;)
      if (at > 0 && isPartOfName(name[at - 1]))
        at += hidden.size();
      else
        name.erase(at, hidden.size());
  return name;
}

std::string shortened(std::string name) {
  if (name.size() <= kLongest)
    return name;
  return name.substr(0, kBegin) + "..." + name.substr(name.size() - kEnd);
}

/// The length of the mangled name that a text begins with, which is not a part of a path; else 0.
size_t nameLength(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), isPartOfName);
  const auto length = static_cast<size_t>(end - text.begin());
  const std::string_view rest = text.substr(length);
  const bool isFile =
      rest.starts_with('/') || (rest.size() > 1 && rest.front() == '.' && isPartOfName(rest[1]));
  return isFile ? 0 : length;
}

} // namespace

std::string readableName(std::string_view name) {
  if (!name.starts_with(kMangled))
    return std::string(name);
  const std::string mangled(name.substr(0, name.find(kTranslationUnit)));
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (!text || status != 0)
    return std::string(name);
  std::string_view readable = text.get();
  if (readable.starts_with(kType))
    readable.remove_prefix(kType.size());
  return shortened(withoutHiddenNamespaces(std::string(readable)));
}

std::string withReadableNames(std::string_view sentence) {
  std::string readable;
  while (!sentence.empty()) {
    const size_t at = std::min(sentence.find(kMangled), sentence.size());
    readable += sentence.substr(0, at);
    const char before = readable.empty() ? ' ' : readable.back();
    sentence.remove_prefix(at);
    size_t length = sentence.empty() ? 0 : nameLength(sentence);
    if (isPartOfName(before) || before == '/' || before == '.' || before == '-')
      length = 0;
    readable += length > 0 ? readableName(sentence.substr(0, length))
                           : std::string(sentence.substr(0, kMangled.size()));
    sentence.remove_prefix(std::min(std::max(length, kMangled.size()), sentence.size()));
  }
  return readable;
}

std::string_view trimmedName(std::string_view name) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = name.find_first_not_of(kBlanks);
  return first == name.npos ? std::string_view()
                            : name.substr(first, name.find_last_not_of(kBlanks) - first + 1);
}

} // namespace ursa::inline support
