// Environment variables, read so that a set-uid program ignores them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ursa {

/// The value of a variable; none when it is unset, empty, or the program runs with raised
/// privileges.
std::optional<std::string> environmentVariable(const char *name);

/// The value split at @p separator, empty parts left out.
std::vector<std::string> environmentList(const char *name, char separator);

/// All variables, each as NAME=VALUE, for a child process; none when the program runs with raised
/// privileges.
std::vector<std::string> environmentForChild();

} // namespace ursa
