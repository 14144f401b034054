/* Stands for a SYCL run time: walks the descriptors that wrapper objects register. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  void *address;
  const char *name;
  size_t size;
  int32_t flags, reserved;
};
struct property {
  const char *name;
  const unsigned char *value;
  uint32_t type;
  uint64_t size;
};
struct property_set {
  const char *name;
  const struct property *begin, *end;
};
struct image {
  uint16_t version;
  uint8_t kind, format;
  const char *target, *compile_options, *link_options;
  const char *manifest_begin, *manifest_end;
  const unsigned char *begin, *end;
  const struct entry *entries_begin, *entries_end;
  const struct property_set *sets_begin, *sets_end;
};
struct binaries {
  uint16_t version, count;
  const struct image *images;
  const void *entries_begin, *entries_end;
};

static void print_property(const struct property *p) {
  printf("    %s type %u size %llu", p->name, p->type, (unsigned long long)p->size);
  if (p->value)
    for (uint64_t i = 0; i < p->size; ++i)
      printf(" %02x", p->value[i]);
  printf("\n");
}

void __sycl_register_lib(const struct binaries *b) {
  printf("register version %u: %u\n", b->version, b->count);
  for (const struct image *i = b->images; i != b->images + b->count; ++i) {
    printf("image version %u kind %u format %u target '%s' '%s' '%s' code '%.*s' manifest '%.*s'\n",
           i->version, i->kind, i->format, i->target, i->compile_options, i->link_options,
           (int)(i->end - i->begin), i->begin, (int)(i->manifest_end - i->manifest_begin),
           i->manifest_begin ? i->manifest_begin : "");
    for (const struct entry *e = i->entries_begin; e != i->entries_end; ++e)
      printf("  entry %s\n", e->name);
    for (const struct property_set *s = i->sets_begin; s != i->sets_end; ++s) {
      printf("  set %s\n", s->name);
      for (const struct property *p = s->begin; p != s->end; ++p)
        print_property(p);
    }
  }
  fflush(stdout);
}

void __sycl_unregister_lib(const struct binaries *b) {
  printf("unregister %u\n", b->count);
  fflush(stdout);
}
