// See dependency_file.h.
#include "compiler/frontend/dependency_file.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ursa::compiler::frontend {

std::string quoteForMake(StringRef path) {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '$') {
      text += '$';
    } else if (path[i] == '#') {
      text += '\\';
    } else if (path[i] == ' ' || path[i] == '\t') {
      // Doubles backslashes before a space, which would otherwise escape each other.
      for (std::size_t j = i; j > 0 && path[j - 1] == '\\'; --j)
        text += '\\';
      text += '\\';
    }
    text += path[i];
  }
  return text;
}

std::vector<std::string> readPrerequisites(StringRef text) {
  // Clang continues lines with a backslash, and its rule's target has no colon.
  StringRef rest = text.split(": ").second;
  std::vector<std::string> paths;
  std::string path;
  const auto end = [&] {
    if (!path.empty())
      paths.push_back(std::move(path));
    path.clear();
  };
  for (; !rest.empty(); rest = rest.drop_front()) {
    const char c = rest.front();
    const char next = rest.size() > 1 ? rest[1] : '\0';
    if (c == '\\' && next == '\n') {
      end();
      rest = rest.drop_front();
    } else if ((c == '\\' && (next == ' ' || next == '#' || next == '\t')) ||
               (c == '$' && next == '$')) {
      path += next;
      rest = rest.drop_front();
    } else if (isSpace(c)) {
      end();
      if (c == '\n')
        break;
    } else {
      path += c;
    }
  }
  end();
  return paths;
}

std::string dependencyText(const DependencyOptions &options, const std::string &output,
                           const std::vector<std::string> &prerequisites, std::size_t inputs) {
  std::string text = options.targets.empty() ? quoteForMake(output) : join(options.targets, " ");
  text += ":";
  for (const std::string &path : prerequisites)
    text += " \\\n  " + quoteForMake(path);
  text += "\n";
  if (options.phonyTargets)
    for (std::size_t i = inputs; i < prerequisites.size(); ++i)
      text += quoteForMake(prerequisites[i]) + ":\n";
  return text;
}

} // namespace ursa::compiler::frontend
