// Reads environment variables; set-uid programs ignore them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ursa::inline support {

/// Returns the value of a variable; none if it is unset or empty, or if the program runs with
/// elevated privileges.
std::optional<std::string> environmentVariable(const char *name);

/// Returns the value split at @p separator, without empty parts.
std::vector<std::string> environmentList(const char *name, char separator);

/// Returns the user's folder of caches, $XDG_CACHE_HOME or $HOME/.cache; empty if neither is an
/// absolute path.
std::filesystem::path userCacheFolder();

/// Returns all variables as NAME=VALUE for a child process; none if the program runs with elevated
/// privileges.
std::vector<std::string> environmentForChild();

} // namespace ursa::inline support
