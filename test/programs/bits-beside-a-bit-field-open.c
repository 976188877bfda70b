// verdict: UNKNOWN
// reason: C leaves bits beside a bit-field open, and GCC's code differs
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) { struct s { unsigned y : 4; } s = { 2 }; if (*(unsigned char *)&s != 2) reach_error(); return 0; }
