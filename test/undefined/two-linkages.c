// items: 8
// treatment: error
// reason: an object is extern and static
void reach_error(void); extern int x; static int x; int main(void) { return x; }
