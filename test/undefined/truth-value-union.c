// items: 12, 13
// treatment: representation
// value: 5
// reason: a truth value has the byte 254
int planted(int bad) { union { unsigned char byte; _Bool b; } u; u.byte = bad ? 254 : 0; return (u.b ? 1 : 2) + (!u.b ? 4 : 8); }
