// verdict: TRUE
// reason: an old-style function gets promoted arguments, which it narrows itself
// checks: argument
static int f(c, d, p) char c; float d; unsigned p; { return c + d + p; }
int printf();
int main(void) { return f('a', 1.0f, 3) + printf("%d", 1); }
