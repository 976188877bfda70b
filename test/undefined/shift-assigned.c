// items: 51
// treatment: shift
// reason: a compound assignment shifts by a count that is too large
int planted(int bad) { unsigned long v = 3; int count = bad ? 64 : 3; v <<= count; return (int)(v & 255); }
