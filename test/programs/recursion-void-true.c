// verdict: TRUE
// reason: a function may call itself more than once, and need its parameters in between
extern void reach_error(void);
int moves;
void hanoi(int n, int from, int to, int via) { if (n == 0) return; hanoi(n - 1, from, via, to); moves++; hanoi(n - 1, via, to, from); }
int main(void) { hanoi(6, 1, 3, 2); if (moves != 63) reach_error(); return 0; }
