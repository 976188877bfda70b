// items: 81
// treatment: error
// reason: a scalar has two initialisers
int main(void) { int x = { { 1, 2 }, 3 }; return x.y; }
