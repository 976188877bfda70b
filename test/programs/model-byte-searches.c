// verdict: TRUE
// reason: functions of GNU and POSIX on bytes, numbers and the network's order are computed
typedef unsigned long size_t;
extern void *memrchr(const void *, int, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
extern void *memccpy(void *, const void *, int, size_t);
extern char *strcasestr(const char *, const char *);
extern long strtoimax(const char *, char **, int);
extern unsigned int htonl(unsigned int);
extern unsigned short ntohs(unsigned short);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
int main(void) {
  char text[] = "a\0cAbxb", to[4] = "";
  char any = __VERIFIER_nondet_char(), *end;
  text[5] = any;
  char *last = memrchr(text, 'b', sizeof text);
  if (last != text + 6 || memrchr(text, 'q', 5) != 0) reach_error();
  if (any == 'q' && memrchr(text, 'q', 6) != text + 5) reach_error();
  if (memmem(text, 8, "\0c", 2) != text + 1 || memmem(text, 0, "", 0) != text) reach_error();
  if (memmem(text, 3, "cA", 2) != 0) reach_error();
  if (memccpy(to, text + 3, any, 3) == 0 && (any == 'A' || any == 'b' || to[2] != any)) reach_error();
  if (any == 'A' && to[1] != 0) reach_error(); // wrong: if (any == 'A' && to[0] == 'A') reach_error();
  if (strcasestr(text + 2, "aB") != text + 3 || strcasestr("\300", "\340") != 0) reach_error();
  if (strtoimax("-0x1fz", &end, 0) != -31 || *end != 'z') reach_error();
  unsigned int number = (unsigned char)any;
  if (htonl(number) != number << 24 || ntohs(0x1234) != 0x3412) reach_error();
  return 0;
}
