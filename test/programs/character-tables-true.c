// verdict: TRUE
// reason: the tables of glibc say what the functions say
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
/* As glibc's ctype.h is after the preprocessor. */
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_tolower_loc(void), **__ctype_toupper_loc(void);
int isalpha(int), isspace(int), tolower(int), toupper(int);

int main(void) {
  char c = __VERIFIER_nondet_char();
  const unsigned short classes = (*__ctype_b_loc())[(int)c];
  if (!(classes & 1024) != !isalpha(c)) reach_error();
  if (!(classes & 8192) != !isspace(c)) reach_error();
  if ((*__ctype_tolower_loc())[(int)c] != tolower(c)) reach_error();
  if ((*__ctype_toupper_loc())[(int)c] != toupper(c)) reach_error();
  if (isalpha(c) && (tolower(c) < 'a' || toupper(c) > 'Z')) reach_error();
  /* glibc converts negative characters to those of the upper half, and keeps EOF. */
  if (c < -1 && tolower(c) != c + 256) reach_error();
  if (tolower(-1) != -1 || toupper(300) != 300) reach_error();
}
