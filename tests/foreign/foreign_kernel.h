/* The binary format of the foreign adapter: a kernel that is a function of the same process. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FOREIGN_MAGIC "FRGNKRNL" /* 8 bytes, without a terminator */
#define FOREIGN_TARGET "foreign"
#define FOREIGN_MAX_ARGUMENTS 8

/* Called for each work item. An argument is the memory of a buffer, a pointer, or where a value is.
 */
typedef void (*foreign_function_t)(void *const *arguments, size_t item);

typedef struct foreign_binary_t {
  char magic[8];
  char name[24];
  uint64_t argumentCount;
  foreign_function_t function;
} foreign_binary_t;

/* What the adapter tells a test that asks it past the loader, under the name foreignReport. */
typedef struct foreign_report_t {
  uint32_t
      objects; /* that were not released: contexts, queues, events, buffers, programs, kernels */
  uint32_t lateCalls; /* that arrived while nobody held the adapter */
} foreign_report_t;

typedef foreign_report_t (*foreign_report_function_t)(void);
