// items: 58
// treatment: error
// reason: the value of a pointer initialises a static pointer
static int *p; static int *q = &p[0]; int main(void) { return q != 0; }
