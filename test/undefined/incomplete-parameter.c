// items: 86
// treatment: error
// reason: a parameter has an incomplete type
struct none; static int f(struct none n) { return 0; } int main(void) { return 0; }
