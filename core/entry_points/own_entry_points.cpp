// The exported functions of ursa.h: one body for all.

#include "core/ursa_api/own_functions.h"

#define URSA_OWN_FUNCTION(name, parameters, arguments)                                             \
  UR_APIEXPORT ur_result_t UR_APICALL name parameters {                                            \
    return ursa::dispatchOwn<ursa::Function::name> arguments;                                      \
  }
#include "core/api/generated/own_functions.inc"
