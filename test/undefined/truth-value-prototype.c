// items: 12
// treatment: representation
// value: 2
// reason: a function without a prototype writes a truth value as a byte
static void set(unsigned char *p, int byte) { *p = byte; }
int planted(int bad) { _Bool b = 0; void (*f)() = (void (*)())set; f(&b, bad ? 2 : 1); return b + 0; }
