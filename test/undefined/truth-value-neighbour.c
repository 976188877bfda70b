// items: 12
// treatment: representation
// value: 2
// reason: a pointer to a truth value is moved to the byte behind it
struct pair { _Bool flag; unsigned char byte; };
int planted(int bad) { struct pair a[2] = { { 0, 1 }, { 0, 1 } }; if (bad) a[0].byte = 2; _Bool *p = &a[0].flag; p++; return *p + 0; }
