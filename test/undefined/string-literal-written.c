// items: 33
// treatment: gap
// reason: a string literal is written
int planted(int bad) { static char own[] = "abc"; char *s = bad ? "abc" : own; s[0] = 'x'; return s[0]; }
