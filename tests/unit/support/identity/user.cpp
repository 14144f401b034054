// A library that needs another one.
extern "C" {
const char *ursaTestNeeded();
__attribute__((visibility("default"))) const char *ursaTestUser() { return ursaTestNeeded(); }
}
