// items: 61
// treatment: GCC
// value: 1
// reason: a structure has no named member
struct none { int : 3; };
int planted(int bad) { struct none n; return bad ? (int)sizeof n : 4; }
