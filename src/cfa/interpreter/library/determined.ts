/**
 * Functions of the C and POSIX libraries that are not modelled although the libraries say what they give. Their result is any value, which is no
 * value to base an alarm on.
 */
const NAMES = `
  erf erff erfl erfc erfcf erfcl gamma gammaf gammal lgamma lgammaf lgammal tgamma tgammaf tgammal j0 j0f j0l j1 j1f j1l jn jnf jnl y0 y0f y0l
  y1 y1f y1l yn ynf ynl scalb scalbf scalbl pow10 pow10f pow10l sincos sincosf sincosl
  cacos cacosf cacosl cacosh cacoshf cacoshl casin casinf casinl casinh casinhf casinhl catan catanf catanl catanh catanhf catanhl ccos ccosf ccosl
  ccosh ccoshf ccoshl cexp cexpf cexpl clog clogf clogl cpow cpowf cpowl cproj cprojf cprojl csin csinf csinl csinh csinhf csinhl csqrt csqrtf csqrtl
  ctan ctanf ctanl ctanh ctanhf ctanhl
  wcslen wcsnlen wcscpy wcsncpy wcscat wcsncat wcscmp wcsncmp wcscoll wcsxfrm wcschr wcsrchr wcsspn wcscspn wcspbrk wcsstr wcstok wmemchr wmemcmp
  wmemcpy wmemmove wmemset wcstol wcstoll wcstoul wcstoull wcstod wcstof wcstold swprintf vswprintf swscanf vswscanf wcsdup
  mblen mbtowc wctomb mbstowcs wcstombs mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs btowc wctob
  iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper wctype iswctype
  strxfrm strverscmp memmem memccpy strlcpy strlcat memfrob swab a64l l64a difftime strftime asctime mktime timegm lfind lsearch hcreate hsearch
  tsearch tfind tdelete insque remque
`;

export const DETERMINED_FUNCTIONS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
