// items: 70
// treatment: any
// reason: an inline function has no definition in its file
inline int twice(int x);
int planted(int bad) { return bad ? twice(2) : 4; }
