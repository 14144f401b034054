#include "format/container_writer.h"

#include "format/container_layout.h"
#include "format/names.h"

#define XXH_INLINE_ALL // programs link this file alone
#include <xxhash.h>

#include <algorithm>
#include <cstdio>

namespace ursa::format {
namespace {

using namespace layout;

template <class T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

} // namespace

void appendObject(std::string &container, ImageKind kind, std::span<const ContainerString> strings,
                  std::string_view code) {
  const uint64_t textsOffset =
      sizeof(Header) + sizeof(Entry) + strings.size() * sizeof(StringEntry);
  std::string places, texts;
  for (const auto &[key, value] : strings) {
    append(places,
           StringEntry{textsOffset + texts.size(), textsOffset + texts.size() + key.size() + 1});
    texts.append(key).push_back('\0');
    texts.append(value).push_back('\0');
  }
  const uint64_t codeOffset = aligned(textsOffset + texts.size());
  const uint64_t size = aligned(codeOffset + code.size());
  Header header{{}, kVersion, size, sizeof(Header), sizeof(Entry)};
  std::ranges::copy(kMagic, header.magic);
  const size_t begin = container.size();
  container.reserve(begin + size);
  append(container, header);
  append(container, Entry{static_cast<uint16_t>(kind), kSycl, 0, sizeof(Header) + sizeof(Entry),
                          strings.size(), codeOffset, code.size()});
  container.append(places).append(texts);
  container.resize(begin + codeOffset);
  container.append(code);
  container.resize(begin + size);
}

std::string imageChecksum(std::string_view target, std::string_view symbols,
                          std::string_view properties, std::string_view code) {
  std::string bytes;
  for (const std::string_view part : {target, symbols, properties})
    bytes.append(part).push_back('\0');
  bytes.append(code);
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return text;
}

std::string writeContainer(std::span<const ContainerImage> images) {
  std::string container;
  for (const ContainerImage &image : images) {
    const std::string checksum =
        imageChecksum(image.target, image.symbols, image.properties, image.code);
    const ContainerString strings[] = {
        {container::kTriple, image.triple},   {container::kArch, ""},
        {container::kTarget, image.target},   {container::kProperties, image.properties},
        {container::kSymbols, image.symbols}, {container::kChecksum, checksum}};
    appendObject(container, image.kind, strings, image.code);
  }
  return container;
}

} // namespace ursa::format
