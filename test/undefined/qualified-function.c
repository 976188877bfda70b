// items: 66
// treatment: error
// reason: a function type has a qualifier
typedef int function(int); static const function twice; static int twice(int x) { return 2 * x; }
int planted(int bad) { return twice(bad ? 2 : 2); }
