// verdict: FALSE
// reason: arrays within records that are kept as bytes are copied element by element
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
union u { char c[200]; int i; };
struct s { union u a; int t[100]; };
union w { struct s s; char c[700]; };
int main(void) { struct s x, y; union w w; x.a.i = 3; x.t[7] = 9; x.a.c[199]=4; w.s = x; y = w.s; w.s.a = x.a; if (w.s.t[7] == 9) reach_error(); if (y.t[7] != 9 || y.a.c[199] != 4) reach_error(); 
 union u q = w.s.a; if (q.c[199]!=4) reach_error();  return 0; }
