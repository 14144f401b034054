#include "support/environment.h"

#include <algorithm>
#include <cstdlib>

#include <sys/auxv.h>
#include <unistd.h>

namespace ursa::inline support {

std::optional<std::string> environmentVariable(const char *name) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return std::nullopt;
  return std::string(value);
}

std::vector<std::string> environmentList(const char *name, char separator) {
  // Avoids a stream, which would report running out of memory as the end of the text.
  std::vector<std::string> parts;
  const std::string text = environmentVariable(name).value_or("");
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin)
      parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::filesystem::path userCacheFolder() {
  if (const auto cache = environmentVariable("XDG_CACHE_HOME"); cache && cache->front() == '/')
    return *cache;
  if (const auto home = environmentVariable("HOME"); home && home->front() == '/')
    return std::filesystem::path(*home) / ".cache";
  return {};
}

std::vector<std::string> environmentForChild() {
  std::vector<std::string> variables;
  if (getauxval(AT_SECURE) == 0 && environ)
    for (char **variable = environ; *variable; ++variable)
      variables.emplace_back(*variable);
  return variables;
}

} // namespace ursa::inline support
