#include "core/support/environment.h"

#include <cstdlib>
#include <sstream>

namespace ursa {

std::optional<std::string> environmentVariable(const char *name) {
  const char *value = secure_getenv(name);
  if (!value || !*value)
    return std::nullopt;
  return std::string(value);
}

std::vector<std::string> environmentList(const char *name, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(environmentVariable(name).value_or(""));
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

} // namespace ursa
