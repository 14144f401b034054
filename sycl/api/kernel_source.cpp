// Kernel bundles from source (sycl_ext_oneapi_kernel_compiler). OpenCL C becomes device images by
// the program ursac, SPIR-V a program of the backend, SYCL a library by the program ursac++.
#include "sycl/api/error.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/source_compiler.h"

#include <sycl/ext/oneapi/experimental/kernel_compiler.hpp>

#include <dlfcn.h>

#include <filesystem>
#include <regex>
#include <sstream>

inline namespace ursa_sycl {
namespace sycl {

namespace {
using source_language = ext::oneapi::experimental::source_language;
namespace files = std::filesystem;
} // namespace

namespace detail {

/// Immutable.
class KernelSourceImpl {
public:
  std::shared_ptr<ContextImpl> context;
  source_language language;
  std::string text;
  std::vector<std::pair<std::string, std::string>> includes;
};

namespace {

void checkIncluded(const std::string &name) {
  const files::path path = files::path(name).lexically_normal();
  if (name.empty() || path.is_absolute() || *path.begin() == "..")
    fail(errc::invalid,
         "The name '" + name + "' of an included file is not one below the folder of the source.");
}

/// Writes source with its included files, and runs a compiler on it.
void compile(const char *compiler, const SourceFolder &folder, const files::path &input,
             const std::string &text, const KernelSourceImpl &source,
             const std::vector<std::string> &options, std::string *log) {
  folder.write(input, text);
  for (const auto &[name, content] : source.includes)
    folder.write(name, content);
  std::vector<std::string> command{compilerPath(compiler)};
  for (const std::string &option : options) { // an option may be several
    std::istringstream words(option);
    for (std::string word; words >> word;)
      command.push_back(word);
  }
  command.insert(command.end(), {"-I" + folder.path().string(), (folder.path() / input).string(),
                                 "-o", (folder.path() / "kernels").string()});
  runCompiler(command, folder, log);
}

std::shared_ptr<KernelBundleImpl>
buildOpenCl(const KernelSourceImpl &source, const std::vector<std::shared_ptr<DeviceImpl>> &devices,
            const std::vector<std::string> &options, std::string *log) {
  const SourceFolder folder;
  compile("ursac", folder, "source.cl", source.text, source, options, log);
  ursa::client::ImagesHandle images;
  check(ursaImagesLoad((folder.path() / "kernels").c_str(), images.out()),
        "Reading compiled kernels", errc::build);
  auto bundle =
      std::make_shared<KernelBundleImpl>(source.context, devices, bundle_state::executable);
  bundle->setFromSource();
  auto part = std::make_shared<BundlePart>(*source.context, devices, kAnyLibrary, std::move(images),
                                           nullptr);
  part->build();
  bundle->parts().push_back(std::move(part));
  return bundle;
}

// ---- SYCL: a library, whose kernels are functions

/// The functions that the source declares as kernels outside of namespaces and templates.
std::set<std::string> declaredKernels(const std::string &text) {
  static const std::string macro = "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY";
  std::set<std::string> names;
  int depth = 0;
  size_t last = 0;
  for (size_t at = text.find(macro); at != std::string::npos; at = text.find(macro, at)) {
    for (; last < at; ++last)
      depth += text[last] == '{' ? 1 : text[last] == '}' ? -1 : 0;
    const size_t before = text.find_last_not_of(" \t\r\n", at == 0 ? 0 : at - 1);
    const bool isTemplate = at > 0 && before != std::string::npos && text[before] == '>' &&
                            text.compare(text.rfind('\n', before) + 1, 1, "#") != 0;
    at += macro.size();
    int open = 0;
    do
      open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    while (++at < text.size() && open > 0);
    static const std::regex declaration(R"(^[^(;{]*?([A-Za-z_]\w*)\s*\()");
    std::smatch found;
    if (depth == 0 && !isTemplate &&
        std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), found,
                          declaration, std::regex_constants::match_continuous) &&
        found[1] != macro)
      names.insert(found[1]);
  }
  return names;
}

/// The source, and a function that tells the kernels of the names.
std::string withKernelTable(const std::string &text, const std::set<std::string> &names) {
  std::string all =
      "#line 1 \"source.cpp\"\n" + text +
      "\n#include <sycl/sycl.hpp>\n"
      "extern \"C\" __attribute__((visibility(\"default\"))) void ursa_source_kernels("
      "void *to, void (*add)(void *, const char *, const ::sycl::kernel_id &)) {\n";
  for (const std::string &name : names)
    all.append("  add(to, R\"ursa(")
        .append(name)
        .append(")ursa\", ::sycl::ext::oneapi::experimental::get_kernel_id<")
        .append(name)
        .append(">());\n");
  return all + "  (void)to, (void)add;\n}\n";
}

using NamedIds = std::map<std::string, kernel_id>;
void addNamed(void *to, const char *name, const kernel_id &id) {
  static_cast<NamedIds *>(to)->emplace(name, id);
}

std::shared_ptr<KernelBundleImpl> buildSycl(const KernelSourceImpl &source,
                                            const std::vector<device> &devices,
                                            std::vector<std::string> options,
                                            const std::vector<std::string> &registered,
                                            std::string *log) {
  std::set<std::string> names = declaredKernels(source.text);
  names.insert(registered.begin(), registered.end());
  const SourceFolder folder;
  options.insert(options.begin(), {"-shared", "-fPIC"});
  compile("ursac++", folder, "source.cpp", withKernelTable(source.text, names), source, options,
          log);
  const std::shared_ptr<void> library(dlopen((folder.path() / "kernels").c_str(), RTLD_NOW),
                                      [](void *opened) {
                                        if (opened)
                                          dlclose(opened);
                                      });
  auto *const table = reinterpret_cast<void (*)(void *, decltype(&addNamed))>(
      library ? dlsym(library.get(), "ursa_source_kernels") : nullptr);
  if (!table)
    fail(errc::build,
         std::string("The compiled source of kernels could not be loaded: ") + dlerror());
  NamedIds named;
  table(&named, addNamed);
  std::vector<kernel_id> ids;
  for (const auto &[name, id] : named)
    ids.push_back(id);
  auto bundle =
      getBundle(Access::make<context>(source.context), devices, &ids, bundle_state::executable);
  for (const auto &[name, id] : named)
    bundle->addNamed(name, *implOf(id));
  bundle->keepLibrary(library);
  return bundle;
}

ursa::client::ProgramHandle buildProgram(const KernelSourceImpl &source, std::string *log,
                                         const std::vector<std::shared_ptr<DeviceImpl>> &devices,
                                         const std::vector<std::string> &options) {
  ursa::client::ProgramHandle program;
  check(urProgramCreateWithIL(source.context->handle(), source.text.data(), source.text.size(),
                              nullptr, program.out()),
        "Making a program of SPIR-V", errc::build);
  std::vector<ur_device_handle_t> handles;
  handles.reserve(devices.size());
  for (const auto &device : devices)
    handles.push_back(device->handle());
  std::string all;
  for (const std::string &option : options)
    all += (all.empty() ? "" : " ") + option;
  const ur_result_t result =
      urProgramBuildExp(program.get(), static_cast<uint32_t>(handles.size()), handles.data(), 0,
                        all.empty() ? nullptr : all.c_str());
  std::string said;
  size_t size = 0;
  if (urProgramGetBuildInfo(program.get(), handles.front(), UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr,
                            &size) == UR_RESULT_SUCCESS &&
      size > 1) {
    said.resize(size);
    (void)urProgramGetBuildInfo(program.get(), handles.front(), UR_PROGRAM_BUILD_INFO_LOG, size,
                                said.data(), nullptr);
    said.resize(size - 1);
  }
  if (log)
    *log = said;
  check(result, "Building a program of SPIR-V", errc::build);
  return program;
}

bool canBuild(const DeviceImpl &device, source_language language) {
  switch (language) {
  case source_language::opencl:
    return !compilerPath("ursac").empty();
  case source_language::spirv: {
    const auto of = device.platform().backend();
    return of == backend::opencl || of == backend::ext_ursa_host;
  }
  case source_language::sycl:
    return !compilerPath("ursac++").empty();
  }
  return false;
}

} // namespace

std::shared_ptr<KernelSourceImpl>
makeSource(const context &context, int language, const void *text, size_t size,
           const std::vector<std::pair<std::string, std::string>> &includes) {
  const auto wanted = static_cast<source_language>(language);
  if (wanted != source_language::opencl && wanted != source_language::spirv &&
      wanted != source_language::sycl)
    fail(errc::invalid, "There is no language " + std::to_string(language) + " of source.");
  for (const auto &[name, content] : includes)
    checkIncluded(name);
  return std::make_shared<KernelSourceImpl>(KernelSourceImpl{
      implOf(context), wanted, std::string(static_cast<const char *>(text), size), includes});
}

std::shared_ptr<KernelBundleImpl> buildSource(const KernelSourceImpl &source,
                                              const std::vector<device> &devices,
                                              const std::vector<std::string> &options,
                                              const std::vector<std::string> &registered,
                                              std::string *log) {
  std::vector<std::shared_ptr<DeviceImpl>> impls;
  for (const device &each : devices) {
    if (!source.context->contains(*implOf(each)))
      fail(errc::invalid,
           "The device '" + implOf(each)->entry().name + "' is not in the context of the source.");
    if (!canBuild(*implOf(each), source.language))
      fail(errc::feature_not_supported,
           source.language == source_language::spirv
               ? "The device '" + implOf(each)->entry().name + "' takes no SPIR-V."
               : "The compilers ursac and ursac++, which kernels from source need, are neither "
                 "installed beside libursa_sycl nor in PATH.");
    impls.push_back(implOf(each));
  }
  if (impls.empty())
    fail(errc::invalid, "A kernel bundle needs at least one device; none was given.");
  if (source.language == source_language::spirv) {
    auto program = buildProgram(source, log, impls, options);
    return std::make_shared<KernelBundleImpl>(source.context, std::move(impls), std::move(program));
  }
  if (source.language == source_language::sycl)
    return buildSycl(source, devices, options, registered, log);
  return buildOpenCl(source, impls, options, log);
}

namespace {

/// A kernel of one of the programs of the backend; null if none has it.
ursa::client::KernelHandle kernelOf(const KernelBundleImpl &bundle, const std::string &name) {
  for (const auto &program : bundle.programs()) {
    ursa::client::KernelHandle kernel;
    if (urKernelCreate(program.get(), name.c_str(), kernel.out()) == UR_RESULT_SUCCESS)
      return kernel;
  }
  return {};
}

} // namespace

bool AnyKernelBundle::hasNamed(const std::string &name, const device *on) const {
  if (impl_->programs().empty())
    return impl_->partOf(impl_->named(name), on ? implOf(*on).get() : nullptr);
  return (!on || impl_->hasDevice(*implOf(*on))) && kernelOf(*impl_, name).get();
}

kernel AnyKernelBundle::getNamed(const std::string &name) const {
  if (!hasNamed(name, nullptr))
    fail(errc::invalid, "The kernel bundle has no kernel '" + name + "'.");
  if (impl_->programs().empty())
    return Access::make<kernel>(std::make_shared<KernelImpl>(impl_, impl_->named(name)));
  auto built = std::make_shared<BuiltKernel>();
  built->name = name;
  built->handle = kernelOf(*impl_, name);
  return Access::make<kernel>(std::make_shared<KernelImpl>(impl_, std::move(built)));
}

std::string AnyKernelBundle::rawName(const std::string &name) const {
  return implOf(getNamed(name))->name();
}

} // namespace detail

using SourceBundle = kernel_bundle<bundle_state::ext_oneapi_source>;

backend SourceBundle::get_backend() const noexcept { return impl_->context->platform().backend(); }
context SourceBundle::get_context() const noexcept {
  return detail::Access::make<context>(impl_->context);
}
std::vector<device> SourceBundle::get_devices() const noexcept {
  std::vector<device> all;
  for (const auto &each : impl_->context->devices())
    all.push_back(detail::Access::make<device>(each));
  return all;
}

bool device::ext_oneapi_can_build(source_language language) const {
  return detail::canBuild(*impl_, language);
}

} // namespace sycl
} // namespace ursa_sycl
