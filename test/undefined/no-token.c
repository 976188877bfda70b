// items: 95
// treatment: error
// reason: two tokens do not make one
#define join(a, b) a ## b
int main(void) { return join(+, 3); }
