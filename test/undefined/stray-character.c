// items: 6
// treatment: error
// reason: a character that C does not use
void reach_error(void); int main(void) { return 0 @ 1; }
