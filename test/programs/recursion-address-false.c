// verdict: FALSE
// reason: pointers lead to variables of earlier activations
extern void reach_error(void);
void set(int n, int *out) { int mine = n; if (n > 0) set(n - 1, &mine); *out += mine; }
int main(void) { int r = 0; set(3, &r); if (r == 6) reach_error(); return 0; }
