// verdict: UNKNOWN
// reason: a builtin that GCC does not know has no meaning
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) { int a = 3; if (__builtin_nonsense(a)) reach_error(); return 0; }
