// The device-binaries descriptor of DPC++ in memory, which constructors of programs pass to
// __sycl_register_lib. Records of other versions have other members, so descriptor_reader.cpp reads
// them member by member.
//
//   descriptor  u16 version (1), u16 count, images, two unused pointers
//   image       u16 version, u8 kind (4), u8 format, target, compile options, link options,
//               manifest (two pointers; not in version 3), code, entries, property sets
//   entry       unused pointer, name, u64, u32, u32; or in its newer form u64 0, u16 version (1),
//               u16 kind (8), u32 0, unused pointer, name, u64, u64, unused pointer
//   set         name, properties
//   property    name, value, u32 type, u64 size; the value of a number is in its size
//
// A range is stored as two pointers, begin and end.
#pragma once

#include "format/property_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::core::registration {

struct Image {
  std::string target; ///< DPC++'s name
  uint8_t format = 0; ///< 1 native, 2 SPIR-V, 3 LLVM bitcode
  std::string_view code;
  std::vector<std::string> entries;
  std::vector<format::PropertySet> sets;
};

/// Reads a descriptor. Returns false, with a message in @p problem, if a version is unknown, a
/// required pointer is null, or an array ends before it begins or inside a record. Cannot check
/// that pointers are valid.
bool readDescriptor(const void *descriptor, std::vector<Image> &images, std::string &problem);

/// Writes a container of the images, with Ursa's names of targets. Returns false with a message if
/// a name cannot be written in the text form of property sets.
bool writeContainer(const std::vector<Image> &images, std::string &container, std::string &problem);

} // namespace ursa::core::registration
