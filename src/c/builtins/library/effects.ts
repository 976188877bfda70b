import { namesOf } from './table.ts';

/**
 * Effects of library functions, where a call has no formula. A test compares the names with the table
 * of library functions.
 */

/** The names in a text. */
export const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Functions that write nothing that a program can read back, and return some int. */
export const OUTPUT = names(`
printf vprintf fprintf vfprintf dprintf puts putchar putc fputc fputs perror fflush putchar_unlocked
__printf_chk __fprintf_chk wprintf fwrite write printk syslog warn warnx vwarn vwarnx fclose sleep usleep
_IO_putc
`);

export const FREES = names('free cfree kfree __builtin_free');

/** Functions that make, move or end blocks of the heap. */
export const CHANGES_BLOCKS = names(`
malloc calloc realloc free cfree kfree kmalloc kzalloc xmalloc valloc pvalloc aligned_alloc memalign posix_memalign
reallocarray strdup strndup wcsdup asprintf vasprintf getline getdelim getcwd
`);

/** Functions that compare, measure and compute. They read their arguments' targets, and change nothing. */
export const PURE = names(`
strlen strcmp strncmp strcasecmp strncasecmp strcoll strnlen memcmp bcmp atoi atol atoll atof strspn strcspn abs labs llabs
`);

/** Functions that only read through their pointer arguments, whatever their declaration says. */
export const READERS: ReadonlySet<string> = new Set([...PURE, 'getenv', 'fopen']);

/** Functions that keep no pointer of their arguments and write only through their arguments. */
export const FORGETFUL = names(`
__VERIFIER_nondet_memory scanf fscanf sscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf sprintf snprintf vsprintf vsnprintf fgets
getline fread read recv recvfrom getchar getc fgetc getpid getppid getuid geteuid rand random time clock gettimeofday
clock_gettime localtime gmtime strtol strtoul strtoll strtoull strtod qsort bsearch memset memcpy memmove mempcpy bcopy
bzero explicit_bzero strcpy stpcpy strncpy stpncpy strcat strncat strchr strrchr strstr strpbrk index rindex strchrnul
open close lseek fseek ftell rewind feof ferror isatty frexp modf remquo pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock
pthread_mutex_unlock memchr rawmemchr
`);

/**
 * Functions of the C and POSIX libraries that are not modelled although the libraries define their
 * results. Their result is any value, so no alarm may depend on it.
 */
export const DETERMINED_FUNCTIONS: ReadonlySet<string> = namesOf('approximate');

/** Functions whose result is an input of the run, as any value in their range is possible. */
export const INPUT_FUNCTIONS: ReadonlySet<string> = namesOf('input');

/**
 * Functions of the library that may end the program like `exit`, or register handlers in the same list as
 * `atexit`. The library runs handlers and destructors then, where no edge of the program shows it.
 */
export const ENDS_LIKE_EXIT: ReadonlySet<string> = new Set(
  `error error_at_line err errx verr verrx __builtin_exit pthread_exit thrd_exit on_exit __cxa_atexit
quick_exit at_quick_exit argp_parse argp_error argp_failure argp_usage`.split(/\s+/),
);

/** Parameters, from 0 on, through which a function accesses nothing if the argument is null. */
const NULLABLE: Readonly<Record<string, readonly string[]>> = {
  0: `time setlocale fflush getcwd perror tmpnam realloc mblen mbtowc wctomb wait snprintf vsnprintf strtok
wcstok gettimeofday pthread_exit __cxa_finalize`.split(/\s+/),
  1: `setlocale strtol strtoul strtoll strtoull strtoimax strtoumax strtoq strtouq strtod strtof strtold setbuf setvbuf
gettimeofday mbtowc wcstol wcstoul wcstoll wcstoull wcstod waitpid select sigaction sigprocmask pthread_create
pthread_join pthread_mutex_init pthread_cond_init pthread_rwlock_init pthread_barrier_init`.split(/\s+/),
  2: ['select', 'sigaction', 'sigprocmask'],
  3: ['select', 'pthread_create'],
  4: ['select'],
};

/** Parameters, from 0 on, through which a function accesses one object of the declared type. */
const SINGLE: Readonly<Record<string, readonly string[]>> = {
  0: `time rand_r localtime gmtime localtime_r gmtime_r ctime asctime mktime timegm nanosleep gettimeofday timespec_get
sigemptyset sigfillset sigaddset sigdelset sigismember times sem_init sem_destroy sem_wait sem_trywait sem_timedwait
sem_post sem_getvalue mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock pthread_mutex_init
pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_unlock
pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_rwlock_init pthread_rwlock_destroy
pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock pthread_spin_init pthread_spin_destroy
pthread_spin_lock pthread_spin_unlock pthread_cond_init pthread_cond_destroy pthread_cond_signal
pthread_cond_broadcast pthread_attr_init pthread_attr_destroy`.split(/\s+/),
  1: `clock_gettime clock_getres localtime_r gmtime_r nanosleep stat lstat fstat getrusage getrlimit setrlimit frexp frexpf
frexpl modf modff modfl strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold sem_getvalue
sem_timedwait mtx_timedlock pthread_mutex_init pthread_mutex_timedlock pthread_rwlock_init pthread_cond_init`.split(
    /\s+/,
  ),
  2: ['remquo', 'remquof', 'remquol'],
};

/** Whether the function accesses one object of the declared type, and nothing else, through the parameter. */
export function takesOneObject(name: string, parameter: number): boolean {
  return SINGLE[parameter]?.includes(name) ?? false;
}

/** Whether the function accesses nothing through the parameter, from 0 on, if the argument is null. */
export function takesNull(name: string, parameter: number): boolean {
  return NULLABLE[parameter]?.includes(name) ?? false;
}
