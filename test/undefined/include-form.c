// items: 91
// treatment: error
// reason: an #include expands to a number
#define NAME 3
#include NAME
int main(void) { return 0; }
