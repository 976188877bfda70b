// verdict: UNKNOWN
// reason: localtime gives null for times of no year, which no run here computes
// checks: deref
// approximate: localtime, the pointer that localtime returns
// run: error
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern struct tm *localtime(const long *);
int main(void) {
  long now = 0x7fffffffffffffff;
  return localtime(&now)->tm_sec;
}
