// items: 59
// treatment: error
// reason: a local has an array type without a length
int main(void) { int a[]; return 0; }
