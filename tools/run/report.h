// The output of ursa-run: text, or JSON with --json.
#pragma once

#include "client/devices.h"
#include "tools/run/image_info.h"
#include "tools/run/runner.h"

#include <string>
#include <vector>

namespace ursa::run {

std::string devicesText(const std::vector<client::Device> &devices);
std::string devicesJson(const std::vector<client::Device> &devices);

std::string listText(const FileInfo &file);
std::string listJson(const FileInfo &file);

std::string runText(const RunReport &report);
std::string runJson(const RunReport &report);

} // namespace ursa::run
