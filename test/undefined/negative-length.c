// items: 75
// treatment: gap
// value: 1
// reason: an array has a negative length
int planted(int bad) { int n = bad ? -1 : 3; char a[n]; return sizeof a > 2; }
