// treatment: GCC
// reason: a loop without effects goes on for ever
int planted(int bad) { unsigned n = 1; if (bad) while (n != 0) n = 3 - n; return 3; }
