// items: 107
// treatment: GCC
// value: 2
// reason: a program undefines a macro of the compiler
#undef __linux__
int planted(int bad) {
#ifdef __linux__
return 1;
#else
return 2;
#endif
}
