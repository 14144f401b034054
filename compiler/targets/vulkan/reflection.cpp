// See reflection.h.
#include "compiler/targets/vulkan/reflection.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/vulkan/data_segment.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/printf.h"
#include "format/kernel_requirements.h"
#include "format/vulkan_reflection.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

using format::vulkan::kImageAlign;
using format::vulkan::kImageMagic;

void pad(std::string &bytes, std::size_t align) {
  bytes.resize(alignTo(bytes.size(), align), '\0');
}

/// Offset and size of a section of the image's body.
struct Section {
  std::int64_t offset;
  std::int64_t size;
};

Section addSection(std::string &body, StringRef bytes) {
  pad(body, 16);
  const Section section{static_cast<std::int64_t>(body.size()),
                        static_cast<std::int64_t>(bytes.size())};
  body += bytes;
  return section;
}

/// One node of named metadata: a string, numbers, or both.
struct Record {
  std::string text;
  std::vector<std::int64_t> numbers;
};

/// Reads the nodes of metadata @p name. Each has a string if @p hasText, then @p count numbers, or
/// any number of them.
Expected<std::vector<Record>> readRecords(const Module &module, StringRef name, bool hasText,
                                          std::optional<unsigned> count) {
  std::vector<Record> records;
  for (const passes::MetadataNode &node : passes::namedMetadata(module, name)) {
    Record record;
    if (hasText) {
      auto text = node.text(0, "it must begin with a string");
      if (!text)
        return text.takeError();
      record.text = text->str();
    }
    const unsigned first = hasText ? 1 : 0;
    for (unsigned i = first; i < (count ? first + *count : node.size()); ++i) {
      auto number = node.number(i, 0, UINT32_MAX, "it must hold 32-bit numbers");
      if (!number)
        return number.takeError();
      record.numbers.push_back(static_cast<std::int64_t>(*number));
    }
    records.push_back(std::move(record));
  }
  return records;
}

/// The metadata of a module that is part of the image.
struct ImageMetadata {
  std::vector<passes::DeclaredConstant> constants;
  std::vector<Record> relocations, variables, printfSlot, printfFormats, printfStrings;
};

Expected<ImageMetadata> readImageMetadata(const Module &module) {
  ImageMetadata metadata;
  auto constants = passes::declaredSpecConstants(module);
  if (!constants)
    return constants.takeError();
  metadata.constants = std::move(*constants);
  const struct {
    StringRef name;
    bool hasText;
    std::optional<unsigned> count;
    std::vector<Record> &records;
  } kinds[] = {{kRelocations, false, 1, metadata.relocations},
               {kVariables, true, 2, metadata.variables},
               {kPrintfSlot, false, 1, metadata.printfSlot},
               {kPrintfFormats, true, std::nullopt, metadata.printfFormats},
               {kPrintfStrings, true, 0, metadata.printfStrings}};
  for (const auto &kind : kinds) {
    auto records = readRecords(module, kind.name, kind.hasText, kind.count);
    if (!records)
      return records.takeError();
    kind.records = std::move(*records);
  }
  return metadata;
}

class ReflectionWriter {
public:
  ReflectionWriter(const Module &module, const ImageMetadata &metadata)
      : module_(module), metadata_(metadata), out_(reflection_), json_(out_) {}

  std::string write(const std::vector<NamedKernel> &kernels) {
    json_.object([&] {
      json_.attributeArray(format::vulkan::reflection::kKernels, [&] {
        for (const NamedKernel &kernel : kernels)
          writeKernel(kernel);
      });
      writeConstants();
      writeData();
      writePrintf();
    });
    pad(body_, kImageAlign);
    std::string rest = reflection_;
    pad(rest, kImageAlign); // valid because the size of the header is a multiple of kImageAlign
    rest += body_;
    std::string bytes(kImageMagic, sizeof(kImageMagic));
    char words[8] = {};
    llvm::support::endian::write32le(words, static_cast<std::uint32_t>(reflection_.size()));
    llvm::support::endian::write32le(
        words + 4, static_cast<std::uint32_t>(xxh3_64bits(arrayRefFromStringRef(rest))));
    bytes.append(words, sizeof(words));
    return bytes + rest;
  }

private:
  void attribute(StringRef name, const Section &section) {
    json_.attributeObject(name, [&] {
      json_.attribute(format::vulkan::reflection::kOffset, section.offset);
      json_.attribute(format::vulkan::reflection::kSize, section.size);
    });
  }

  void writeKernel(const NamedKernel &kernel) {
    const KernelModule &module = kernel.module;
    const StringRef words(reinterpret_cast<const char *>(module.words.data()),
                          module.words.size() * sizeof(std::uint32_t));
    json_.object([&] {
      json_.attribute(format::vulkan::reflection::kName, kernel.kernel->getName());
      attribute(format::vulkan::reflection::kModule, addSection(body_, words));
      writeArguments(kernel.kernel->getFnAttribute(kArgumentsAttribute).getValueAsString());
      json_.attribute(format::vulkan::reflection::kData, module.readsData);
      if (module.localSize)
        json_.attributeArray(format::vulkan::reflection::kLocalSize, [&] {
          for (std::uint32_t size : *module.localSize)
            json_.value(static_cast<std::int64_t>(size));
        });
      if (module.subGroupSize)
        json_.attribute(format::vulkan::reflection::kSubGroupSize,
                        static_cast<std::int64_t>(module.subGroupSize));
      json_.attribute(format::vulkan::reflection::kLocalBytes,
                      static_cast<std::int64_t>(module.localBytes));
      json_.attributeArray(format::vulkan::reflection::kConstants, [&] {
        for (std::uint32_t id : module.constants)
          json_.value(static_cast<std::int64_t>(id));
      });
      json_.attributeArray(format::vulkan::reflection::kCapabilities, [&] {
        for (const std::string &name : module.capabilities)
          json_.value(name);
      });
    });
  }

  /// @p description is the attribute that kernel_arguments.h describes, such as "v0+8*,l6".
  void writeArguments(StringRef description) {
    std::int64_t end = 0;
    bool inBuffer = false;
    SmallVector<StringRef, 8> arguments;
    description.split(arguments, ',', -1, /*KeepEmpty=*/false);
    json_.attributeArray(format::vulkan::reflection::kArguments, [&] {
      for (StringRef argument : arguments) {
        const char kind = argument.front();
        argument = argument.drop_front();
        std::int64_t first = 0;
        std::int64_t size = 0;
        argument.consumeInteger(10, first);
        if (argument.consume_front("+"))
          argument.consumeInteger(10, size);
        inBuffer |= kind == 'b';
        const bool isPointer = argument.consume_front("*");
        json_.object([&] {
          json_.attribute(format::vulkan::reflection::kKind,
                          kind == 'l' ? format::vulkan::reflection::kLocal
                          : isPointer ? format::vulkan::reflection::kPointer
                                      : format::vulkan::reflection::kValue);
          json_.attribute(kind == 'l' ? format::vulkan::reflection::kSpecId
                                      : format::vulkan::reflection::kOffset,
                          first);
          if (kind != 'l') {
            json_.attribute(format::vulkan::reflection::kSize, size);
            end = std::max(end, first + size);
          }
          if (!argument.empty())
            writePointers(argument);
        });
      }
    });
    json_.attribute(format::vulkan::reflection::kArgumentBytes, end);
    json_.attribute(format::vulkan::reflection::kArgumentBuffer, inBuffer);
  }

  /// @p offsets are the offsets of pointers in a value, such as "@0@16".
  void writePointers(StringRef offsets) {
    json_.attributeArray(format::vulkan::reflection::kPointers, [&] {
      std::int64_t offset = 0;
      while (offsets.consume_front("@") && !offsets.consumeInteger(10, offset))
        json_.value(offset);
    });
  }

  /// Writes all constants that the image declares, including those that no kernel reads.
  void writeConstants() {
    if (metadata_.constants.empty())
      return;
    json_.attributeArray(format::vulkan::reflection::kConstants, [&] {
      for (const passes::DeclaredConstant &constant : metadata_.constants)
        for (const format::LeafDescriptor &leaf : constant.leaves) {
          if (leaf.isPadding())
            continue;
          json_.object([&] {
            json_.attribute(format::vulkan::reflection::kId, static_cast<std::int64_t>(leaf.id));
            json_.attribute(format::vulkan::reflection::kSize,
                            static_cast<std::int64_t>(leaf.size));
          });
        }
    });
  }

  void writeData() {
    const GlobalVariable *data = module_.getGlobalVariable(kDataVariable, /*AllowInternal=*/true);
    if (!data)
      return;
    const Constant *content = data->getInitializer();
    std::string bytes(module_.getDataLayout().getTypeAllocSize(content->getType()), '\0');
    if (auto *sequence = dyn_cast<ConstantDataSequential>(content))
      bytes = sequence->getRawDataValues().str();
    const Section section = addSection(body_, bytes);
    json_.attributeObject(format::vulkan::reflection::kData, [&] {
      json_.attribute(format::vulkan::reflection::kOffset, section.offset);
      json_.attribute(format::vulkan::reflection::kSize, section.size);
      json_.attribute(format::vulkan::reflection::kAlign, 16);
      json_.attributeArray(format::vulkan::reflection::kRelocations, [&] {
        for (const Record &relocation : metadata_.relocations)
          json_.value(relocation.numbers[0]);
      });
      json_.attributeArray(format::vulkan::reflection::kVariables, [&] {
        for (const Record &variable : metadata_.variables)
          json_.object([&] {
            json_.attribute(format::vulkan::reflection::kName, variable.text);
            json_.attribute(format::vulkan::reflection::kOffset, variable.numbers[0]);
            json_.attribute(format::vulkan::reflection::kSize, variable.numbers[1]);
          });
      });
    });
  }

  void writePrintf() {
    if (metadata_.printfSlot.empty())
      return;
    json_.attributeObject(format::vulkan::reflection::kPrintf, [&] {
      json_.attribute(format::vulkan::reflection::kSlot, metadata_.printfSlot[0].numbers[0]);
      json_.attributeArray(format::vulkan::reflection::kFormats, [&] {
        for (const Record &format : metadata_.printfFormats)
          json_.object([&] {
            json_.attribute(format::vulkan::reflection::kText, format.text);
            json_.attributeArray(format::vulkan::reflection::kArguments, [&] {
              for (std::int64_t size : format.numbers)
                json_.value(size);
            });
          });
      });
      json_.attributeArray(format::vulkan::reflection::kStrings, [&] {
        for (const Record &string : metadata_.printfStrings)
          json_.value(string.text);
      });
    });
  }

  const Module &module_;
  const ImageMetadata &metadata_;
  std::string reflection_;
  raw_string_ostream out_;
  json::OStream json_;
  std::string body_;
};

} // namespace

Expected<std::string> serializeImage(const Module &module,
                                     const std::vector<NamedKernel> &kernels) {
  auto metadata = readImageMetadata(module);
  if (!metadata)
    return metadata.takeError();
  return ReflectionWriter(module, *metadata).write(kernels);
}

std::string requirementsOf(const KernelModule &kernel) {
  // The minimum limits of Vulkan devices.
  constexpr std::uint64_t kLocalBytes = 16384, kInvocations = 128, kSizeZ = 64;
  format::KernelRequirements requirements{kernel.capabilities, kernel.subGroupSize};
  if (const auto &size = kernel.localSize;
      size &&
      (std::uint64_t{(*size)[0]} * (*size)[1] * (*size)[2] > kInvocations || (*size)[2] > kSizeZ))
    requirements.localSize = size;
  if (kernel.localBytes > kLocalBytes)
    requirements.localBytes =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(kernel.localBytes, UINT32_MAX));
  return format::writeKernelRequirements(requirements);
}

std::string allCapabilities(const std::vector<NamedKernel> &kernels) {
  std::set<std::string> names;
  for (const NamedKernel &kernel : kernels)
    names.insert(kernel.module.capabilities.begin(), kernel.module.capabilities.end());
  return join(names, "\n");
}

} // namespace ursa::compiler::vulkan
