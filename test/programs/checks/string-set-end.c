// verdict: TRUE
// checks: deref
// reason: a set of characters and a wanted text end
// why-wrong: a set without an end is read beyond its array, although its first character decides
typedef unsigned long size_t;
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
int main(void) {
  char set[] = {'a', 'b', 'c', 0}; // wrong: char set[] = {'a', 'b', 'c'};
  size_t n = strcspn("abc", set);
  return strpbrk("cba", set) != 0 && strstr("xyz", set) == 0 && n == 0;
}
