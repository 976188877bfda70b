// items: 15
// treatment: error
// reason: two declarations of one object have other types
extern int x; extern long x;
int main(void) { return 0; }
