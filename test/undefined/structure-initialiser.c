// items: 82
// treatment: error
// reason: an integer initialises a structure
struct s { int v; }; int main(void) { int n = 3; struct s t = n; return t.v; }
