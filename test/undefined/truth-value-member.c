// items: 12
// treatment: representation
// value: 2
// reason: a truth value in a structure is written as a byte
#include <string.h>
struct message { unsigned char kind; _Bool flag; };
int planted(int bad) { struct message m = { 0, 0 }; memset(&m.flag, bad ? 2 : 1, 1); return m.flag + 0; }
