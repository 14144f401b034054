// The steps of the driver as commands that a person may run: those of clang as they are, the
// others, which the driver does itself, as what the tools would be told.
#pragma once

#include "compiler/frontend/driver.h"

#include <string>
#include <vector>

namespace ursa {

/// The object of an input that becomes one.
std::string fatObjectCommand(const std::string &bitcode, const std::string &object);

/// The device IR of a fat object.
std::string extractCommand(const std::string &object, const std::string &bitcode);

/// From device IR in the files @p units to the output.
std::vector<std::string> linkCommands(const DriverOptions &options,
                                      const std::vector<std::string> &units);

} // namespace ursa
