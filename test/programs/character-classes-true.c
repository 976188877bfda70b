// verdict: TRUE
// reason: classes of characters, also of EOF
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
extern int isdigit(int);
extern int isxdigit(int);
extern int ispunct(int);
extern int isprint(int);
extern int isspace(int);
extern int toupper(int);
extern int iscntrl(int);
extern int isalnum(int);
extern int isgraph(int);
extern int isblank(int);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < -1 || c > 255) return 0;
  if ((isgraph(c) != 0) != (isalnum(c) || ispunct(c))) reach_error();
  if (isprint(c) && iscntrl(c)) reach_error();
  if (isdigit(c) && !isxdigit(c)) reach_error();
  if (isblank(c) && !isspace(c)) reach_error();
  if (isxdigit(c) && !isdigit(c) && (toupper(c) < 'A' || toupper(c) > 'F')) reach_error();
  if (c < 0 && (isprint(c) || iscntrl(c))) reach_error();
  return 0;
}
