// The installed compilers, which this library runs for kernels from source.
#pragma once

#include <sycl/exception.hpp>

#include <filesystem>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Returns a program, as ursac, of this library's installation, else that of the search path; an
/// empty text if there is none.
std::string compilerPath(const char *program);

/// A folder of the process's own that is removed with its files. Throws.
class SourceFolder {
public:
  SourceFolder();
  SourceFolder(const SourceFolder &) = delete;
  SourceFolder &operator=(const SourceFolder &) = delete;
  ~SourceFolder();
  const std::filesystem::path &path() const { return path_; }
  void write(const std::filesystem::path &name, const std::string &content) const;

private:
  std::filesystem::path path_;
};

/// Runs a compiler with arguments, and blocks. @p log gets its messages, if not null. Throws
/// errc::build with the messages if it fails.
void runCompiler(const std::vector<std::string> &command, const SourceFolder &folder,
                 std::string *log);

} // namespace sycl::detail
} // namespace ursa_sycl
