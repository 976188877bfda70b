// items: 67
// treatment: error
// reason: two declarations differ in qualifiers
int x; extern const int x; int main(void) { return x; }
