// items: 28
// treatment: error
// reason: a keyword names an object
int main(void) { int while = 3; return 0; }
