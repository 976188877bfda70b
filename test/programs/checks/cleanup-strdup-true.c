// verdict: TRUE
// reason: the copy of the text is released
// checks: memcleanup
extern char *strdup(const char *);
extern void free(void *);
int main(void) { char *p = strdup("text"); int x = p[0] == 'x'; free(p); return x; }
