#define VALUE 2.0f
