// items: 73
// treatment: GCC
// value: 1
// reason: a declaration asks for an alignment that the definition lacks
int planted(int bad) { extern _Alignas(16) int aligned_; return bad ? 1 : 1; }
