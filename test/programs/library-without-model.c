// verdict: UNKNOWN
// reason: a function of the library that nothing here models is no input
extern void abort(void);
void reach_error(void) { abort(); }
int fnmatch(const char *, const char *, int);
int main(void) { if (fnmatch("a", "b", 0) == 5) reach_error(); return 0; }
