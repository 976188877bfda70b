// verdict: TRUE
// reason: memmove reads everything before it writes
// why-wrong: memmove reads everything before it writes
extern void abort(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern char *strcpy(char *, const char *);

int main(void) {
  char b[3] = {1, 2, 3};
  memmove(b + 1, b, 2); // wrong: memmove(b, b + 1, 2);
  if (b[0] != 1 || b[1] != 1 || b[2] != 2) reach_error(); // wrong: if (b[1] == 3) reach_error();
  return 0;
}
