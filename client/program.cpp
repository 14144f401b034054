// See program.h.
#include "client/program.h"

#include "support/signal_cleanup.h"
#include "support/standard_streams.h"

#include <cstring>
#include <exception>
#include <string>

namespace ursa::client {
namespace {

void printLine(std::string line) {
  for (char &c : line)
    if (c == '\n' || c == '\r')
      c = ' ';
  line.resize(line.find_last_not_of(' ') + 1);
  writeStandardError(line + "\n");
}

} // namespace

int runProgram(const std::function<int()> &body) {
  reserveStandardDescriptors();
  cleanUpOnSignals();
  try {
    const int status = body();
    writeStandardOutput("");
    return status;
  } catch (const std::exception &error) {
    printError(error.what());
    return 1;
  }
}

void writeStandardOutput(std::string_view text) {
  if (const int reason = ursa::writeStandardOutput(text))
    fail("Standard output cannot be written: {}.", std::strerror(reason));
}

void printError(std::string_view sentence) { printLine(fmt::format("error: {}", sentence)); }

void printWarning(std::string_view sentence) { printLine(fmt::format("warning: {}", sentence)); }

void printNote(std::string_view sentence) { printLine(std::string(sentence)); }

} // namespace ursa::client
