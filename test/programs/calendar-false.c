// verdict: FALSE
// reason: a run computes times of UTC, and their texts
extern void reach_error(void);
extern int strcmp(const char *, const char *);
typedef long time_t;
typedef unsigned long size_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern struct tm *gmtime(const time_t *), *gmtime_r(const time_t *, struct tm *);
extern time_t timegm(struct tm *);
extern size_t strftime(char *, size_t, const char *, const struct tm *);
int main(void) {
  time_t leap = 951782400;
  char text[64];
  struct tm *utc = gmtime(&leap);
  size_t length = strftime(text, sizeof text, "%F %j %a %U %p", utc);
  struct tm late = {.tm_sec = 75, .tm_min = -3, .tm_hour = 49, .tm_mday = 35, .tm_mon = 14, .tm_year = 124};
  time_t normal = timegm(&late);
  int isRight = length == 24 && strcmp(text, "2000-02-29 060 Tue 09 AM") == 0 && normal == 1743901095;
  if (isRight && late.tm_year == 125 && late.tm_mon == 3 && late.tm_mday == 6 && late.tm_wday == 0) reach_error();
  return 0;
}
