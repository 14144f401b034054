// See image_report.h.
#include "compiler/image/image_report.h"

#include "format/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <bit>
#include <iterator>

using namespace llvm;

namespace ursa::compiler::image {
namespace {

StringRef formatName(ImageFormat format) {
  switch (format) {
  case ImageFormat::Native:
    return "native";
  case ImageFormat::SpirV:
    return "SPIR-V";
  case ImageFormat::Bitcode:
    return "LLVM bitcode";
  default:
    return "none";
  }
}

std::string printable(StringRef text) {
  std::string result;
  raw_string_ostream out(result);
  printEscapedString(text, out);
  return result;
}

/// Writes lines with columns as wide as their widest cell.
void writeColumns(const std::vector<std::vector<std::string>> &lines, raw_ostream &out) {
  std::vector<std::size_t> widths;
  for (const auto &line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], line[i].size());
    }
  for (const auto &line : lines) {
    out << "   ";
    for (std::size_t i = 0; i < line.size(); ++i)
      if (i + 1 < line.size())
        out << " " << left_justify(line[i], static_cast<unsigned>(widths[i] + 1));
      else
        out << " " << line[i];
    out << "\n";
  }
}

std::string idText(const ReportedConstant &constant) {
  if (constant.leaves.empty())
    return "-";
  std::string text = std::to_string(constant.leaves.front().id);
  if (constant.leaves.size() > 1)
    text += "-" + std::to_string(constant.leaves.back().id);
  return text;
}

Error writeText(const StoredImage &image, std::size_t index, raw_ostream &out) {
  out << "  image " << index << ": "
      << (image.target.empty() ? "no target" : printable(image.target)) << ", "
      << formatName(image.format) << ", " << image.code.size() << " bytes\n";
  for (const auto &[name, value] :
       {std::pair<const char *, StringRef>("compile options", image.compileOptions),
        {"link options", image.linkOptions}})
    if (!value.empty())
      out << "    " << name << ": " << printable(value) << "\n";
  out << "    entries:";
  for (const std::string &entry : image.entries)
    out << " " << printable(entry);
  out << (image.entries.empty() ? " none\n" : "\n");
  auto constants = constantsOf(image);
  if (!constants)
    return constants.takeError();
  if (constants->empty())
    return Error::success();
  std::vector<std::vector<std::string>> lines = {
      {"constant", "type", "id", "offset", "size", "default"}};
  for (const ReportedConstant &constant : *constants)
    lines.push_back({printable(constant.name),
                     constant.type.empty() ? "-" : printable(constant.type), idText(constant),
                     std::to_string(constant.offset), std::to_string(constant.size),
                     defaultText(constant)});
  writeColumns(lines, out);
  return Error::success();
}

/// Replaces bytes that are not UTF-8, which JSON cannot hold.
std::string jsonText(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

Error writeJson(const StoredImage &image, json::OStream &json) {
  auto constants = constantsOf(image);
  if (!constants)
    return constants.takeError();
  json.object([&] {
    json.attribute("target", jsonText(image.target));
    json.attribute("format", formatName(image.format));
    json.attribute("size", static_cast<std::int64_t>(image.code.size()));
    json.attribute("compileOptions", jsonText(image.compileOptions));
    json.attribute("linkOptions", jsonText(image.linkOptions));
    json.attributeArray("entries", [&] {
      for (const std::string &entry : image.entries)
        json.value(jsonText(entry));
    });
    json.attributeArray("constants", [&] {
      for (const ReportedConstant &constant : *constants)
        json.object([&] {
          json.attribute("name", jsonText(constant.name));
          json.attribute("type", jsonText(constant.type));
          json.attribute("offset", static_cast<std::int64_t>(constant.offset));
          json.attribute("size", static_cast<std::int64_t>(constant.size));
          json.attribute("default", toHex(constant.defaultValue, /*LowerCase=*/true));
          json.attributeArray("leaves", [&] {
            for (const format::LeafDescriptor &leaf : constant.leaves)
              json.object([&] {
                json.attribute("id", static_cast<std::int64_t>(leaf.id));
                json.attribute("offset", static_cast<std::int64_t>(leaf.offset));
                json.attribute("size", static_cast<std::int64_t>(leaf.size));
              });
          });
        });
    });
    json.attributeObject("properties", [&] {
      for (const format::PropertySet &set : image.properties)
        json.attributeObject(jsonText(set.name), [&] {
          for (const format::Property &property : set.properties)
            if (property.isNumber)
              json.attribute(jsonText(property.name), static_cast<std::int64_t>(property.number()));
            else
              json.attribute(jsonText(property.name), toHex(property.text(), /*LowerCase=*/true));
        });
    });
  });
  return Error::success();
}

} // namespace

Expected<std::vector<ReportedConstant>> constantsOf(const StoredImage &image) {
  std::vector<ReportedConstant> constants;
  const format::PropertySet *set = format::findSet(image.properties, format::kSpecConstants);
  if (!set)
    return constants;
  const format::PropertySet *types = format::findSet(image.properties, format::kSpecTypes);
  const format::Property *defaults =
      format::findProperty(image.properties, format::kSpecDefaults, format::kSpecDefaultsBlob);
  std::uint64_t offset = 0;
  for (const format::Property &property : set->properties) {
    const auto leaves = format::leavesOf(property);
    if (!leaves)
      return createStringError("Constant '" + property.name + "' has descriptors of " +
                               Twine(property.value.size()) + " bytes; each has 12.");
    const format::ConstantExtent extent = format::extentOf(*leaves);
    ReportedConstant constant;
    constant.name = property.name;
    constant.offset = offset;
    constant.size = extent.value;
    const format::Property *type = types ? types->find(property.name) : nullptr;
    if (type)
      constant.type = type->text();
    copy_if(*leaves, std::back_inserter(constant.leaves),
            [](const format::LeafDescriptor &leaf) { return !leaf.isPadding(); });
    if (defaults && offset <= defaults->value.size() &&
        constant.size <= defaults->value.size() - offset)
      constant.defaultValue = defaults->text().substr(offset, constant.size);
    offset += extent.padding;
    constants.push_back(std::move(constant));
  }
  return constants;
}

std::string defaultText(const ReportedConstant &constant) {
  const std::string &bytes = constant.defaultValue;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 8; ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  std::string text;
  raw_string_ostream out(text);
  const StringRef type = constant.type;
  if (type == "bool" && bytes.size() == 1)
    out << (bits != 0 ? "true" : "false");
  else if (type == "float" && bytes.size() == 4)
    out << llvm::format(
        "%.9g", static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
  else if (type == "double" && bytes.size() == 8)
    out << llvm::format("%.17g", std::bit_cast<double>(bits));
  else if (unsigned width = 0; type.starts_with("i") &&
                               !type.drop_front().getAsInteger(10, width) &&
                               width == bytes.size() * 8 && width <= 64)
    out << SignExtend64(bits, width);
  else if (bytes.empty())
    out << "-";
  else
    out << "0x" << toHex(bytes, /*LowerCase=*/true);
  return text;
}

Error writeTextReport(const std::vector<ReportedFile> &files, raw_ostream &out) {
  for (const ReportedFile &file : files) {
    out << file.path << ": " << file.images.size()
        << (file.images.size() == 1 ? " image\n" : " images\n");
    for (std::size_t i = 0; i < file.images.size(); ++i)
      if (Error error = writeText(file.images[i], i, out))
        return error;
  }
  return Error::success();
}

Error writeJsonReport(const std::vector<ReportedFile> &files, raw_ostream &out) {
  Error error = Error::success();
  json::OStream json(out, 2);
  json.object([&] {
    json.attributeArray("files", [&] {
      for (const ReportedFile &file : files)
        json.object([&] {
          json.attribute("path", jsonText(file.path));
          json.attributeArray("images", [&] {
            for (const StoredImage &image : file.images)
              if (Error problem = writeJson(image, json)) {
                error = joinErrors(std::move(error), std::move(problem));
                json.value(nullptr);
              }
          });
        });
    });
  });
  out << "\n";
  return error;
}

} // namespace ursa::compiler::image
