// items: 27
// treatment: error
// reason: a string literal has no end
int main(void) { char *s = "open; return 0; }
