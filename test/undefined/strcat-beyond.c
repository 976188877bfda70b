// items: 191
// treatment: deref
// reason: strcat has no room for its result
#include <string.h>
int planted(int bad) { char text[4] = "ab"; strcat(text, bad ? "cde" : "c"); return text[1]; }
