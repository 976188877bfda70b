// items: 26, 41
// treatment: argument
// value: -521543415
// reason: a function of two parameters is called as one of one
static int one(int x) { return x + 1; }
static int two(int x, int y) { return x + y; }
int planted(int bad) { int (*f)(int) = bad ? (int (*)(int))two : one; return f(1); }
