/* Stands for Ursa's loader: prints what a wrapper object calls. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static int objects;

static const void *created;

int ursaImagesCreate(const void *data, size_t size, void **images) {
  const unsigned char *bytes = data;
  created = data;
  printf("create %02x %02x aligned %d size %d\n", bytes[0], bytes[1], (size_t)data % 8 == 0,
         (int)(size > 100));
  if (getenv("REFUSE"))
    return 1;
  *images = &objects;
  return 0;
}
int ursaImagesRegisterFor(void *images, const void *address) {
  return printf("register %d for %d\n", images == &objects, address == created), 0;
}
int ursaImagesUnregister(void *images) { return printf("unregister %d\n", images == &objects), 0; }
int ursaImagesRelease(void *images) { return printf("release %d\n", images == &objects), 0; }
