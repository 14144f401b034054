// Calls a function that no device has.
int not_there(int);
__kernel void bad(__global int *out) { out[get_global_id(0)] = not_there(1); }
