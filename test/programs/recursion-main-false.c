// verdict: FALSE
// reason: main may call itself
extern void reach_error(void);
int depth;
int main(void) { int mine = depth; if (depth++ < 4) { int r = main(); if (mine == 3 && r == 4) reach_error(); } return mine; }
