// items: 63
// treatment: error
// reason: a structure is never completed
int main(void) { struct never x; return 0; }
