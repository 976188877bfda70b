// treatment: any
// value: 1
// reason: two equal string literals may be one array
int planted(int bad) { const char *p = "abc", *q = bad ? "abc" : p; return p == q; }
