// The steps of the driver as shell commands. Clang's are the commands that run; steps that run
// inside the driver are shown as equivalent commands of the tools.
#pragma once

#include "compiler/frontend/driver.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// Returns the command that creates the fat object of an input.
std::string fatObjectCommand(const std::string &bitcode, const std::string &object);

/// Returns the command that extracts the device IR of a fat object.
std::string extractCommand(const std::string &object, const std::string &bitcode);

/// Returns the commands from device IR in the files @p units to the output.
std::vector<std::string> linkCommands(const DriverOptions &options,
                                      const std::vector<std::string> &units);

} // namespace ursa::compiler::frontend
