// The format with which the device library prints a failed assertion. Targets recognize such a call
// of printf where their devices have assertions of their own. Its arguments are those of
// __assert_fail in another order:
//
//   printf(format, file, line, function, three global ids, three local ids, condition)
#pragma once

#define URSA_ASSERTION_FORMAT                                                                      \
  "%s:%u: %s: global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `%s` failed.\n"
