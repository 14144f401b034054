// Values of specialization constants: conversion of the text after --set NAME= to the bytes that a
// device reads, and back for --list.
#pragma once

#include "tools/run/constant_type.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::run {

/// Parses @p text as a value of @p type: one scalar (decimal, 0x hex, floating point with nan and
/// inf, bool as 0, 1, true or false), or a list "{1,2,{3,4}}" with as many values as the composite
/// has members; a flat list may give all scalars of a composite in order. The outer braces may be
/// left out. Padding is zero. Failures name the constant @p name.
std::vector<std::byte> parseConstantValue(std::string_view name, const ConstantType &type,
                                          std::string_view typeSpelling, std::string_view text);

/// Formats a value so that parseConstantValue can parse it. @p bytes has at least type.size bytes.
std::string formatConstantValue(const ConstantType &type, std::span<const std::byte> bytes);

} // namespace ursa::run
