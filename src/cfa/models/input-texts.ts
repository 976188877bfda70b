import type { ModelText } from './texts.ts';

/** Models in C of functions that read the standard input. They share the names of {@link streamPrelude}. */
export interface InputModel extends ModelText {
  /** Position of the stream argument. The model applies only if the stream is the standard input. */
  readonly stream?: number;
}

/** Hidden variables of a prelude: their names in C and in the program. */
export const STREAM_STATE: ReadonlyMap<string, string> = new Map([
  ['__back', '$pushed'],
  ['__ended', '$ended'],
]);

/** How models keep the state of the standard input. */
export interface StreamReading {
  /**
   * Whether models know all code that changes the state. Otherwise formulas allow any character, and
   * only the interpreter keeps the state.
   */
  readonly known: boolean;
  /** Whether the program gives characters back. */
  readonly givesBack: boolean;
}

/**
 * Declares `next`, which returns the next character or -1, and `unread`, which gives one back. `__character` is the
 * library's `getchar`, which takes back what `__unread` gave the interpreter. Reading ends only at the end of the input.
 */
export function streamPrelude({ known, givesBack }: StreamReading): string {
  const declarations = `int __character(void);
void __unread(int);`;
  if (!known) {
    return `${declarations}
static int next(void) { return __character(); }
static void unread(int c) { if (c >= 0) __unread(c); }`;
  }
  const taken = `if (__back != 0) {
    int pushed = (__back - 1) & 255;
    __back = 0;
    __character();
    return pushed;
  }`;
  return `${declarations}
int __ended;
${givesBack ? 'int __back;' : ''}
static int next(void) {
  ${givesBack ? taken : ''}
  if (__ended) return -1;
  int c = __character();
  if (c < 0) __ended = 1;
  return c;
}
static void unread(int c) {
  if (c < 0) return;
  ${givesBack ? '__back = c + 1;' : ''}
  __unread(c);
}`;
}

function character(name: string, stream?: number): [string, InputModel] {
  const parameters = stream === undefined ? 'void' : 'void *stream';
  return [name, { text: `int ${name}(${parameters}) { return next(); }`, elements: null, stream }];
}

/** Returns each function and its variant without locks. */
function both(name: string, text: (name: string) => string, stream: number): [string, InputModel][] {
  return [name, `${name}_unlocked`].map((each) => [each, { text: text(each), elements: null, stream }]);
}

/** Reads up to and including `end`. glibc's buffer begins with 120 bytes and doubles. */
function line(name: string, parameters: string, end: string): InputModel {
  return {
    text: `ssize_t ${name}(byte **line, size_t *room${parameters}, void *stream) {
  if (line == 0 || room == 0) return -1;
  if (*line == 0 || *room == 0) {
    byte *fresh = realloc(*line, 120);
    if (fresh == 0) return -1;
    *line = fresh;
    *room = 120;
  }
  size_t used = 0;
  for (;;) {
    int c = next();
    if (c < 0) break;
    if (used + 2 > *room) {
      byte *larger = realloc(*line, 2 * *room);
      if (larger == 0) return -1;
      *line = larger;
      *room = 2 * *room;
    }
    (*line)[used] = c;
    used++;
    if (c == ${end}) break;
  }
  if (used == 0) return -1;
  (*line)[used] = 0;
  return used;
}`,
    prototypes: 'void *realloc(void *, size_t);',
    elements: null,
    stream: parameters === '' ? 2 : 3,
  };
}

/** Models that any reading of the state allows. */
const READERS: ReadonlyMap<string, InputModel> = new Map<string, InputModel>([
  character('getchar'),
  character('getchar_unlocked'),
  ...['fgetc', 'getc', '_IO_getc', 'fgetc_unlocked', 'getc_unlocked'].map((name) => character(name, 0)),
  ...both(
    'fgets',
    (name) => `char *${name}(char *s, int most, void *stream) {
  if (most < 1) return 0;
  int n = 0;
  while (n < most - 1) {
    int c = next();
    if (c < 0) break;
    s[n++] = c;
    if (c == '\\n') break;
  }
  if (n == 0 && most > 1) return 0;
  s[n] = 0;
  return s;
}`,
    2,
  ),
  [
    'gets',
    {
      text: `char *gets(char *s) {
  int n = 0;
  for (;;) {
    int c = next();
    if (c < 0 && n == 0) return 0;
    if (c < 0 || c == '\\n') break;
    s[n++] = c;
  }
  s[n] = 0;
  return s;
}`,
      elements: null,
    },
  ],
  ...both(
    'fread',
    (name) => `size_t ${name}(byte *to, size_t size, size_t count, void *stream) {
  if (size == 0) return 0;
  size_t n = 0;
  for (; n < size * count; n++) {
    int c = next();
    if (c < 0) break;
    to[n] = c;
  }
  return n / size;
}`,
    3,
  ),
]);

/** Models that need the state. */
const STATE_MODELS: ReadonlyMap<string, InputModel> = new Map<string, InputModel>([
  [
    'ungetc',
    {
      text: `int ungetc(int c, void *stream) {
  if (c == -1) return -1;
  if (__back != 0) __broken();
  c = (byte)c;
  unread(c);
  __ended = 0;
  return c;
}`,
      elements: null,
      stream: 1,
    },
  ],
  ...both('feof', (name) => `int ${name}(void *stream) { return __ended; }`, 0),
  ...both('ferror', (name) => `int ${name}(void *stream) { return 0; }`, 0),
  ['clearerr', { text: 'void clearerr(void *stream) { __ended = 0; }', elements: null, stream: 0 }],
  ['getline', line('getline', '', "'\\n'")],
  ['getdelim', line('getdelim', ', int end', 'end')],
]);

/** The model of `read` ignores the descriptor. Each call fails or gives any bytes, at most as many as requested. */
const BYTES: ReadonlyMap<string, InputModel> = new Map<string, InputModel>([
  [
    'read',
    {
      text: `ssize_t read(int descriptor, byte *to, size_t most) {
  long count = __read_count();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __read_byte();
  return count;
}`,
      prototypes: 'long __read_count(void); byte __read_byte(void);',
      elements: null,
    },
  ],
]);

/** Functions whose models give characters back. */
export const GIVES_BACK = /^(ungetc|v?f?scanf)$/;

/** Models of functions without a format, by name. */
export const INPUT_MODELS: ReadonlyMap<string, InputModel> = new Map([...READERS, ...STATE_MODELS, ...BYTES]);

/** Whether the model needs a known state of the standard input. */
export function needsState(name: string): boolean {
  return STATE_MODELS.has(name);
}

/** Library functions without a stream argument that read the standard input or change its state. */
export const STANDARD_READERS: ReadonlySet<string> = new Set(
  'getchar getchar_unlocked gets scanf vscanf getwchar getwchar_unlocked wscanf vwscanf'.split(' '),
);
/** Library functions that read a stream or change its state. */
export const STREAM_READERS: ReadonlySet<string> = new Set(
  [
    'fgetc getc _IO_getc fgetc_unlocked getc_unlocked fgets fgets_unlocked fread fread_unlocked fscanf vfscanf ungetc feof feof_unlocked',
    'ferror ferror_unlocked clearerr getline getdelim getw rewind fseek fseeko fseeko64 fsetpos fsetpos64 freopen',
    'freopen64 fgetwc getwc fgetwc_unlocked getwc_unlocked fgetws fgetws_unlocked fwscanf vfwscanf ungetwc fwide',
  ].flatMap((line) => line.split(' ')),
);
