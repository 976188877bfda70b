// items: 54
// treatment: GCC
// value: 2
// reason: a structure is assigned to one that overlaps it
static union { struct { int pad; int v[4]; } low; struct { int v[4]; int pad; } high; struct s { int v[4]; } *p; int all[6]; } u;
struct four { int v[4]; };
int planted(int bad) { for (int i = 0; i < 6; i++) u.all[i] = i; struct four *p = (struct four *)u.all, *q = (struct four *)(u.all + 1), other = { { 1, 2, 3, 4 } }; *q = bad ? *p : other; return u.all[3]; }
