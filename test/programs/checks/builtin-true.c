// verdict: TRUE
// reason: the builtins that report an overflow have none
// checks: overflow
int main(void) { volatile int x = 2147483647; int r; return __builtin_add_overflow(x, 1, &r) ? 0 : r; }
