// items: 32
// treatment: error
// reason: a program declares __func__
int __func__(void); int main(void) { int __func__ = 3; return __func__; }
