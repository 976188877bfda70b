// items: 20
// treatment: error
// reason: the value of an incomplete type is needed
struct s; extern struct s *p;
int main(void) { struct s t = *p; return 0; }
