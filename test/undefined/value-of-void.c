// items: 23
// treatment: error
// reason: the value of a call of a void function is used
static void nothing(void) {}
int main(void) { return (int)nothing(); }
