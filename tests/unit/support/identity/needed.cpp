// A library that another one needs, in two versions.
extern "C" __attribute__((visibility("default"))) const char *ursaTestNeeded() {
  return URSA_TEST_VERSION;
}
