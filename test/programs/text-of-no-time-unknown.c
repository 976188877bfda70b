// verdict: UNKNOWN
// reason: C leaves open which text a month beyond a year has
extern void reach_error(void);
typedef unsigned long size_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern size_t strftime(char *, size_t, const char *, const struct tm *);

int main(void) {
  struct tm t = {0, 0, 0, 1, 14, 100, 0, 0, 0, 0, 0};
  char text[8] = "";
  strftime(text, sizeof text, "%m", &t);
  if (text[0] == '1' && text[1] == '5') reach_error();
  return 0;
}
