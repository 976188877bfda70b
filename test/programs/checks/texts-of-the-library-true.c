// verdict: TRUE
// checks: deref, argument
// reason: texts of the library have an end, and fields of a time their ranges
typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern int puts(const char *), printf(const char *, ...), fgetc(FILE *), pclose(FILE *), fclose(FILE *);
extern FILE *popen(const char *, const char *), *fdopen(int, const char *);
extern char *strerror(int), *ctime(const long *);
extern struct tm *localtime(const long *);
extern size_t strftime(char *, size_t, const char *, const struct tm *);
extern long time(long *);
extern double strtod(const char *, char **);

static const char *const months[12] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(void) {
  char line[24], *end;
  long now = time(0);
  const char *text = ctime(&now);
  struct tm *parts = localtime(&now);
  printf("%s\n", strerror(2));
  if (text) puts(text);
  if (parts) {
    puts(months[parts->tm_mon]);
    if (strftime(line, sizeof line, "%H:%M", parts) > 0) puts(line);
  }
  if (strtod("1.5x", &end) > 1 && *end != 0) puts(end);
  FILE *command = popen("ls", "r"), *file = fdopen(1, "w");
  if (file) fclose(file);
  if (command) {
    fgetc(command);
    return pclose(command);
  }
  return 0;
}
