import type { Treatment } from './treatment.ts';

/**
 * Functions of C's library and of POSIX that have a meaning here, by their treatment. Prototypes are
 * those of glibc on LP64. Pointers to types other than characters are `void *`, pointers to functions
 * `function *`, structures `struct`. table.ts reads this text; math.ts has the functions of math.h.
 */
export const KNOWN: Readonly<Record<Exclude<Treatment, 'unsupported'>, string>> = {
  translated: `
void *__errno_location(void); void *__errno(void); void *___errno(void);
const void **__ctype_b_loc(void); const void **__ctype_tolower_loc(void); const void **__ctype_toupper_loc(void);
`,
  formula: `
int abs(int); void *aligned_alloc(unsigned long, unsigned long); void *alloca(unsigned long);
int bcmp(const void *, const void *, unsigned long); void bcopy(const void *, void *, unsigned long);
unsigned int __bswap_32(unsigned int); unsigned long __bswap_64(unsigned long); void *calloc(unsigned long, unsigned long);
void cfree(void *); struct div(int, int); void explicit_bzero(void *, unsigned long); int ffs(int); int ffsl(long); int ffsll(long long);
int __finite(double); int finite(double); int __finitef(float); int finitef(float); int __finitel(long double); int finitel(long double);
int __fpclassify(double); int __fpclassifyf(float); int __fpclassifyl(long double); void free(void *); long imaxabs(long);
struct imaxdiv(long, long); int isalnum(int); int isalpha(int); int isascii(int); int isblank(int); int iscntrl(int); int isdigit(int);
int __isfinite(double); int isgraph(int); int __isinf(double); int isinf(double); int __isinff(float); int isinff(float);
int __isinfl(long double); int isinfl(long double); int islower(int); int __isnan(double); int isnan(double); int __isnanf(float);
int isnanf(float); int __isnanl(long double); int isnanl(long double); int isprint(int); int ispunct(int); int isspace(int);
int isupper(int); int iswalnum(unsigned int); int iswalpha(unsigned int); int iswblank(unsigned int); int iswcntrl(unsigned int);
int iswdigit(unsigned int); int iswgraph(unsigned int); int iswlower(unsigned int); int iswprint(unsigned int);
int iswpunct(unsigned int); int iswspace(unsigned int); int iswupper(unsigned int); int iswxdigit(unsigned int); int isxdigit(int);
unsigned int htonl(unsigned int); unsigned short htons(unsigned short); unsigned int ntohl(unsigned int);
unsigned short ntohs(unsigned short); void *kmalloc(unsigned long, unsigned int); void *kzalloc(unsigned long, unsigned int); long labs(long); struct ldiv(long, long);
long long llabs(long long); struct lldiv(long long, long long); void *malloc(unsigned long); void *memalign(unsigned long, unsigned long);
void *__mempcpy(void *, const void *, unsigned long); double nan(const char *); float nanf(const char *); long double nanl(const char *);
void *rawmemchr(const void *, int); void *realloc(void *, unsigned long); int __signbit(double); int signbit(double);
int __signbitf(float); int signbitf(float); int __signbitl(long double); int signbitl(long double); char *stpncpy(char *, const char *, unsigned long);
int strcoll(const char *, const char *); int toascii(int); int tolower(int); int toupper(int); unsigned int towlower(unsigned int);
unsigned int towupper(unsigned int); void *valloc(unsigned long); void *xmalloc(unsigned long);
`,
  model: `
int atoi(const char *); long atol(const char *); long long atoll(const char *); char *basename(const char *);
char *__xpg_basename(char *);
void *bsearch(const void *, const void *, unsigned long, unsigned long, function *); void bzero(void *, unsigned long);
void error(int, int, const char *, ...); void error_at_line(int, int, const char *, unsigned int, const char *, ...);
char *index(const char *, int); int mbsinit(const void *); void *memchr(const void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long); void *memcpy(void *, const void *, unsigned long);
void *memccpy(void *, const void *, int, unsigned long); void *memmem(const void *, unsigned long, const void *, unsigned long);
void *memrchr(const void *, int, unsigned long); char *strcasestr(const char *, const char *);
long strtoimax(const char *, char **, int); long long strtoq(const char *, char **, int);
unsigned long strtoumax(const char *, char **, int); unsigned long long strtouq(const char *, char **, int);
void *memmove(void *, const void *, unsigned long); void *mempcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long); int posix_memalign(void **, unsigned long, unsigned long);
void qsort(void *, unsigned long, unsigned long, function *); int raise(int); char *rindex(const char *, int); char *stpcpy(char *, const char *);
int strcasecmp(const char *, const char *); char *strcat(char *, const char *); char *strchr(const char *, int);
char *strchrnul(const char *, int); int strcmp(const char *, const char *); char *strcpy(char *, const char *);
unsigned long strcspn(const char *, const char *); char *strdup(const char *); unsigned long strlen(const char *);
int strncasecmp(const char *, const char *, unsigned long); char *strncat(char *, const char *, unsigned long);
int strncmp(const char *, const char *, unsigned long); char *strncpy(char *, const char *, unsigned long);
char *strndup(const char *, unsigned long); unsigned long strnlen(const char *, unsigned long); char *strpbrk(const char *, const char *);
char *strrchr(const char *, int); char *strsep(char **, const char *); unsigned long strspn(const char *, const char *);
char *strstr(const char *, const char *); char *strtok(char *, const char *); char *__strtok_r(char *, const char *, char **);
char *strtok_r(char *, const char *, char **); long strtol(const char *, char **, int); long long strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int); unsigned long long strtoull(const char *, char **, int);
void *wcscat(void *, const void *); void *wcschr(const void *, int); int wcscmp(const void *, const void *);
int wcscoll(const void *, const void *); void *wcscpy(void *, const void *); unsigned long wcscspn(const void *, const void *);
unsigned long wcslen(const void *); void *wcsncat(void *, const void *, unsigned long);
int wcsncmp(const void *, const void *, unsigned long); void *wcsncpy(void *, const void *, unsigned long);
unsigned long wcsnlen(const void *, unsigned long); void *wcspbrk(const void *, const void *); void *wcsrchr(const void *, int);
unsigned long wcsspn(const void *, const void *); void *wcsstr(const void *, const void *);
void *wmemchr(const void *, int, unsigned long); int wmemcmp(const void *, const void *, unsigned long);
void *wmemcpy(void *, const void *, unsigned long); void *wmemmove(void *, const void *, unsigned long);
void *wmemset(void *, int, unsigned long);
int _IO_getc(void *); int getchar(void); int getchar_unlocked(void); int fgetc(void *); int getc(void *); int fgetc_unlocked(void *);
int getc_unlocked(void *); char *fgets(char *, int, void *); char *fgets_unlocked(char *, int, void *);
unsigned long fread(void *, unsigned long, unsigned long, void *);
unsigned long fread_unlocked(void *, unsigned long, unsigned long, void *); long read(int, void *, unsigned long); int ungetc(int, void *);
int feof(void *); int ferror(void *); int feof_unlocked(void *); int ferror_unlocked(void *); void clearerr(void *);
long getline(char **, void *, void *); long getdelim(char **, void *, int, void *); int scanf(const char *, ...);
int fscanf(void *, const char *, ...); char *getenv(const char *); char *secure_getenv(const char *); char *gets(char *);
int vscanf(const char *, void *); int vfscanf(void *, const char *, void *);
`,
  interpreter: `
int asprintf(char **, const char *, ...); double atof(const char *); unsigned int btowc(int);
void __cxa_finalize(void *); int dprintf(int, const char *, ...); int fclose(void *);
int feclearexcept(int); int fedisableexcept(int); int feenableexcept(int); int fegetexcept(void); int fegetround(void);
int feraiseexcept(int); int fesetenv(const void *); int fesetround(int); int fetestexcept(int);
int feupdateenv(const void *); int fflush(void *); int fileno(void *);
void *fopen(const char *, const char *); void *fopen64(const char *, const char *); int fprintf(void *, const char *, ...);
int fputc(int, void *); int fputs(const char *, void *);
int fseek(void *, long, int); int fseeko(void *, long, int); long ftell(void *);
long ftello(void *); unsigned long fwrite(const void *, unsigned long, unsigned long, void *);
int getpid(void);
int _IO_putc(int, void *); int isatty(int); void kfree(const void *); unsigned long malloc_usable_size(void *);
int nanosleep(const void *, void *);
void perror(const char *); int printf(const char *, ...); int printk(const char *, ...);
int pthread_attr_destroy(void *); int pthread_attr_init(void *); int pthread_attr_setdetachstate(void *, int);
int pthread_cond_broadcast(void *); int pthread_cond_destroy(void *); int pthread_cond_init(void *, const void *);
int pthread_cond_signal(void *); int pthread_equal(unsigned long, unsigned long); int pthread_mutex_destroy(void *);
int pthread_mutex_init(void *, const void *); int pthread_mutex_lock(void *); int pthread_mutex_trylock(void *);
int pthread_mutex_unlock(void *); int pthread_mutexattr_destroy(void *); int pthread_mutexattr_init(void *);
int pthread_mutexattr_settype(void *, int); int pthread_rwlock_destroy(void *); int pthread_rwlock_init(void *, const void *);
int pthread_rwlock_rdlock(void *); int pthread_rwlock_unlock(void *); int pthread_rwlock_wrlock(void *); unsigned long pthread_self(void);
int pthread_spin_destroy(void *); int pthread_spin_init(void *, int); int pthread_spin_lock(void *); int pthread_spin_unlock(void *);
int putc(int, void *); int putchar(int); int putchar_unlocked(int); int puts(const char *);
void qsort_r(void *, unsigned long, unsigned long, function *, void *); int rand(void); long random(void);
void *reallocarray(void *, unsigned long, unsigned long); int remove(const char *); int rename(const char *, const char *);
void rewind(void *); int sched_yield(void); void setbuf(void *, char *);
void setlinebuf(void *); char *setlocale(int, const char *);
int setvbuf(void *, char *, int, unsigned long); int sigaddset(void *, int);
int sigdelset(void *, int); int sigemptyset(void *); int sigfillset(void *); unsigned int sleep(unsigned int);
int snprintf(char *, unsigned long, const char *, ...); int sprintf(char *, const char *, ...); void srand(unsigned int);
void srandom(unsigned int); int sscanf(const char *, const char *, ...);
char *strerror(int); double strtod(const char *, char **); float strtof(const char *, char **);
long double strtold(const char *, char **);
unsigned long strxfrm(char *, const char *, unsigned long); void sync(void); void syslog(int, const char *, ...); void *tmpfile(void);
void tzset(void); int unlink(const char *); int usleep(unsigned int);
int vasprintf(char **, const char *, void *); int vfprintf(void *, const char *, void *);
int vprintf(const char *, void *); int vsnprintf(char *, unsigned long, const char *, void *);
int vsprintf(char *, const char *, void *); int vsscanf(const char *, const char *, void *); void vwarn(const char *, void *);
void vwarnx(const char *, void *); void warn(const char *, ...); void warnx(const char *, ...); int wctob(unsigned int);
int wprintf(const void *, ...);
`,
  input: `
int access(const char *, int); int chdir(const char *); long clock(void); int clock_gettime(int, void *); int close(int); int dup(int);
int dup2(int, int); int fileno_unlocked(void *); int fstat(int, void *); int fsync(int);
int ftruncate(int, long); unsigned int getegid(void); unsigned int geteuid(void);
unsigned int getgid(void); int getrusage(unsigned int, void *); int gettimeofday(void *, void *); unsigned int getuid(void);
long lseek(int, long, int); int lstat(const char *, void *); int mkdir(const char *, unsigned int); int open(const char *, int, ...);
int pipe(void *); int rmdir(const char *); int sem_destroy(void *); int sem_getvalue(void *, void *);
int sem_init(void *, int, unsigned int); int sem_post(void *); int sem_trywait(void *); int sem_wait(void *);
int setenv(const char *, const char *, int); void srand48(long); int stat(const char *, void *); long time(void *);
unsigned int umask(unsigned int); int unsetenv(const char *);
`,
  approximate: `
long a64l(const char *); char *ctime(const void *); char *ctime_r(const void *, char *); double difftime(long, long);
int fgetpos(void *, void *);
int fsetpos(void *, const void *);
char *getcwd(char *, unsigned long); long gethostid(void);
int gethostname(char *, unsigned long); int getpgid(int); int getpgrp(void); int getppid(void);
int getsid(int); int gettid(void); int getw(void *); void *gmtime(const void *); void *gmtime_r(const void *, void *);
int iswctype(unsigned int, unsigned long); char *l64a(long); void *localtime(const void *); void *localtime_r(const void *, void *);
long lrand48(void); int mblen(const char *, unsigned long); unsigned long mbrlen(const char *, unsigned long, void *);
unsigned long mbrtowc(void *, const char *, unsigned long, void *); unsigned long mbsrtowcs(void *, const char **, unsigned long, void *);
unsigned long mbstowcs(void *, const char *, unsigned long); int mbtowc(void *, const char *, unsigned long);
void *memfrob(void *, unsigned long); long mktime(void *); void mtx_destroy(void *); int mtx_init(void *, int); int mtx_lock(void *);
int mtx_timedlock(void *, const void *); int mtx_trylock(void *); int mtx_unlock(void *); int poll(void *, unsigned long, int);
int pthread_attr_getdetachstate(const void *, void *); int pthread_attr_getguardsize(const void *, void *);
int pthread_attr_getinheritsched(const void *, void *); int pthread_attr_getschedparam(const void *, void *);
int pthread_attr_getschedpolicy(const void *, void *); int pthread_attr_getscope(const void *, void *);
int pthread_attr_getstack(const void *, void **, void *); int pthread_attr_getstackaddr(const void *, void **);
int pthread_attr_getstacksize(const void *, void *); int pthread_attr_setguardsize(void *, unsigned long);
int pthread_attr_setinheritsched(void *, int); int pthread_attr_setschedparam(void *, const void *);
int pthread_attr_setschedpolicy(void *, int); int pthread_attr_setscope(void *, int);
int pthread_attr_setstack(void *, void *, unsigned long); int pthread_attr_setstackaddr(void *, void *);
int pthread_attr_setstacksize(void *, unsigned long); int pthread_cond_clockwait(void *, void *, int, const void *);
int pthread_cond_timedwait(void *, void *, const void *); int pthread_cond_wait(void *, void *); int pthread_condattr_destroy(void *);
int pthread_condattr_getclock(const void *, void *); int pthread_condattr_getpshared(const void *, void *);
int pthread_condattr_init(void *); int pthread_condattr_setclock(void *, int); int pthread_condattr_setpshared(void *, int);
int pthread_mutex_clocklock(void *, int, const void *); int pthread_mutex_consistent(void *);
int pthread_mutex_getprioceiling(const void *, void *); int pthread_mutex_setprioceiling(void *, int, void *);
int pthread_mutex_timedlock(void *, const void *); int pthread_mutexattr_getprioceiling(const void *, void *);
int pthread_mutexattr_getprotocol(const void *, void *); int pthread_mutexattr_getpshared(const void *, void *);
int pthread_mutexattr_getrobust(const void *, void *); int pthread_mutexattr_gettype(const void *, void *);
int pthread_mutexattr_setprioceiling(void *, int); int pthread_mutexattr_setprotocol(void *, int);
int pthread_mutexattr_setpshared(void *, int); int pthread_mutexattr_setrobust(void *, int);
int pthread_rwlock_clockrdlock(void *, int, const void *); int pthread_rwlock_clockwrlock(void *, int, const void *);
int pthread_rwlock_timedrdlock(void *, const void *); int pthread_rwlock_timedwrlock(void *, const void *);
int pthread_rwlock_tryrdlock(void *); int pthread_rwlock_trywrlock(void *); int pthread_spin_trylock(void *); int putw(int, void *);
int rand_r(void *); long recv(int, void *, unsigned long, int);
long recvfrom(int, void *, unsigned long, int, struct, void *); int select(int, void *, void *, void *, void *);
int sem_clockwait(void *, int, const void *); int sem_close(void *); int sem_timedwait(void *, const void *);
int sem_unlink(const char *); long send(int, const void *, unsigned long, int);
long sendto(int, const void *, unsigned long, int, struct, unsigned int);
unsigned long strftime(char *, unsigned long, const char *, const void *); int strverscmp(const char *, const char *);
void swab(const void *, void *, long); int swprintf(void *, unsigned long, const void *, ...);
int swscanf(const void *, const void *, ...); long sysconf(int); long timegm(void *); long times(void *); int timespec_get(void *, int);
int uname(void *); int vswprintf(void *, unsigned long, const void *, void *); int vswscanf(const void *, const void *, void *);
unsigned long wcrtomb(char *, int, void *); void *wcsdup(const void *);
unsigned long wcsrtombs(char *, const void **, unsigned long, void *); double wcstod(const void *, void **);
float wcstof(const void *, void **); void *wcstok(void *, const void *, void **); long wcstol(const void *, void **, int);
long double wcstold(const void *, void **); long long wcstoll(const void *, void **, int);
unsigned long wcstombs(char *, const void *, unsigned long); unsigned long wcstoul(const void *, void **, int);
unsigned long long wcstoull(const void *, void **, int); unsigned long wcsxfrm(void *, const void *, unsigned long);
int wctomb(char *, int); unsigned long wctype(const char *); long write(int, const void *, unsigned long);
`,
  ends: `
void _Exit(int); void abort(void); void __assert(const char *, const char *, int);
void __assert_fail(const char *, const char *, unsigned int, const char *);
void __assert_perror_fail(int, const char *, unsigned int, const char *);
void __assert_rtn(const char *, const char *, int, const char *); void __chk_fail(void); void err(int, const char *, ...);
void errx(int, const char *, ...); void _exit(int); void exit(int); void __fortify_fail(const char *); void pthread_exit(void *);
void quick_exit(int); void __stack_chk_fail(void); void thrd_exit(int); void verr(int, const char *, void *);
void verrx(int, const char *, void *);
`,
  control: `
int at_quick_exit(function *); int atexit(function *); function *bsd_signal(int, function *);
int __cxa_atexit(function *, void *, void *); void longjmp(void *, int);
void _longjmp(void *, int); void __longjmp_chk(void *, int); int on_exit(function *, void *); int _setjmp(void *);
int setjmp(void *); int sigaction(int, const void *, void *); void siglongjmp(void *, int); function *signal(int, function *);
int __sigsetjmp(void *, int); int sigsetjmp(void *, int); function *sysv_signal(int, function *);
`,
};
