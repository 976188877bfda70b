import { names, PURE } from './effects.ts';
import { tableName } from './table.ts';

/** The effects of library functions on `errno`. */

/** Functions that return the address of `errno` in the C libraries of GNU and musl, and in newlib, Bionic and Solaris. */
export const ERRNO_ADDRESS: ReadonlySet<string> = names('__errno_location __errno ___errno');

/**
 * Functions that leave `errno` as it is in every library. C reserves the right to change it to all
 * functions whose description does not mention it (C11 7.5).
 */
const SILENT: ReadonlySet<string> = new Set([
  ...[...PURE].filter((name) => !name.startsWith('ato')),
  ...names(`
memcpy memmove mempcpy memset memchr memrchr memmem memccpy rawmemchr bcopy bzero explicit_bzero bcmp
strcpy stpcpy strncpy stpncpy strcat strncat strchr strrchr strstr strpbrk index rindex strchrnul strsep strtok strtok_r
basename __xpg_basename strcasestr wcscat wcschr wcscmp wcscpy wcscspn wcslen wcsncat wcsncmp wcsncpy wcsnlen wcspbrk wcsrchr wcsspn wcsstr
wmemchr wmemcmp wmemcpy wmemmove wmemset
isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit toascii tolower toupper
iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper
imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs free cfree kfree rand random srand srandom rand_r
bsearch alloca getpid getppid getuid geteuid getgid getegid
fabs ceil floor trunc round rint nearbyint copysign fmin fmax frexp modf nan
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
`),
]);

/** Functions of threads that return their error numbers instead. */
const RETURNS_ERROR = /^pthread_(join|detach|self|equal|exit|(mutex|cond|rwlock|spin|barrier)_\w+)$/;

/** Functions whose changes of `errno` the interpreter makes exactly as the C library. */
const EXACT: ReadonlySet<string> = names(
  'strtol strtoll strtoul strtoull strtoimax strtoumax strtoq strtouq malloc calloc realloc aligned_alloc memalign valloc strdup strndup reallocarray',
);

/** Returns a library function's name without the prefix and suffixes of its other forms. */
function plainName(name: string): string {
  return tableName(name.replace(/^__builtin_/, '')) ?? name;
}

/** Whether a call of the library's or the compiler's function of that name may change `errno`. */
export function maySetErrno(name: string): boolean {
  if (name.startsWith('__builtin_') && plainName(name) === name) return false;
  return !ERRNO_ADDRESS.has(name) && !SILENT.has(plainName(name)) && !RETURNS_ERROR.test(name);
}

/** Whether the interpreter knows what a call of the function leaves in `errno`. */
export function setsErrnoExactly(name: string): boolean {
  return EXACT.has(plainName(name));
}
