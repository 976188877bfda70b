// verdict: FALSE
// reason: all activations share the static variables of the function
extern void reach_error(void);
int f(int n) { static int calls; int mine = ++calls; if (n > 0) f(n - 1); return mine * 100 + calls; }
int main(void) { if (f(3) != 104) reach_error(); if (f(1) == 506) reach_error(); return 0; }
