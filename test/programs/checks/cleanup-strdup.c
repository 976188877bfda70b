// verdict: FALSE
// reason: strdup makes a block
// checks: memcleanup
extern char *strdup(const char *);
int main(void) { char *p = strdup("text"); return p[0] == 'x'; }
