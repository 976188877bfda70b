// items: 96
// treatment: error
// reason: a #line has no number
#line x
int main(void) { return 0; }
