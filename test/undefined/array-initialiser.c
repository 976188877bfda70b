// items: 83
// treatment: error
// reason: a number initialises an array
int main(void) { int a[2] = 3; return a[0]; }
