// items: 26, 41
// treatment: argument
// value: 0
// reason: a function is called for a result of another type
static long one(long x) { return x + 1; }
static double half(long x) { return x / 2.0; }
int planted(int bad) { long (*f)(long) = bad ? (long (*)(long))half : one; return (int)f(4); }
