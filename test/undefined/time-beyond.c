// items: 197
// treatment: gap
// value: 1
// reason: asctime gets a month beyond a year
#include <time.h>
int planted(int bad) { struct tm t = { 0 }; t.tm_mday = 1; t.tm_mon = bad ? 70 : 1; t.tm_year = 100; char *s = asctime(&t); return s != 0; }
