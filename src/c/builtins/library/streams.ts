import { gcc, type LibraryRow, run } from './row.ts';

/** An open stream (C11 7.21): the first argument, or a later one. */
const STREAM = [{ kind: 'open', at: 0 }] as const;
const SECOND_STREAM = [{ kind: 'open', at: 1 }] as const;
const THIRD_STREAM = [{ kind: 'open', at: 2 }] as const;
const FOURTH_STREAM = [{ kind: 'open', at: 3 }] as const;
const FIRST_FORMAT = [{ kind: 'format', at: 0 }] as const;
/** A format, and the list with its arguments. */
const LISTED = [{ kind: 'format', at: 0, list: 1 }] as const;
const SECOND_FORMAT = [{ kind: 'format', at: 1 }] as const;
/** An open stream, which gets no memory of the program as its buffer (C11 7.21.5.6). */
const UNBUFFERED = [
  { kind: 'open', at: 0 },
  { kind: 'unbuffered', at: 1 },
] as const;
const MODE = [{ kind: 'mode', at: 1 }] as const;

/** Facts of functions that give data as inputs. */
const DATA = { treatment: 'input', model: 'system.c', does: 'writes' } as const;

/** Writing of elements of a size. */
const WRITTEN = {
  type: 'size_t(const void *, size_t, size_t, FILE *)',
  run,
  does: 'prints',
  requires: FOURTH_STREAM,
  counted: [
    [0, 1],
    [0, 2],
  ],
  blocks: [[0, 1, 2]],
} as const;

/** Functions that read, print and work on files. */
export const STREAMS = {
  _IO_getc: { type: 'int(void *)', model: 'input.c:fgetc', run, requires: STREAM },
  _IO_putc: { type: 'int(int, void *)', treatment: 'interpreter', does: 'prints', requires: SECOND_STREAM },
  asprintf: { type: 'int(char **, const char *, ...)', run, allocates: true, requires: SECOND_FORMAT },
  clearerr: { type: 'void(void *)', model: 'input.c', run, requires: STREAM },
  close: { type: 'int(int)', treatment: 'input', does: 'writes', range: [-1, 0] },
  dprintf: { type: 'int(int, const char *, ...)', run, does: 'prints', requires: SECOND_FORMAT },
  fclose: { type: 'int(void *)', run, does: 'prints', closes: true, requires: STREAM },
  fdopen: { type: 'void *(int, const char *)', run, does: 'reads', opens: true, texts: [1], requires: MODE },
  feof: { type: 'int(void *)', model: 'input.c', run, does: 'writes', requires: STREAM },
  feof_unlocked: { type: 'int(void *)', model: 'input.c:feof', run, requires: STREAM },
  ferror: { type: 'int(void *)', model: 'input.c', run, does: 'writes', requires: STREAM },
  ferror_unlocked: { type: 'int(void *)', model: 'input.c:ferror', run, requires: STREAM },
  fflush: { type: 'int(void *)', run, does: 'prints', nullable: [0] },
  fflush_unlocked: { type: 'int(void *)', run, does: 'prints', nullable: [0] },
  fgetc: { type: 'int(void *)', model: 'input.c', run, does: 'writes', range: [-1, 255], requires: STREAM },
  fgetc_unlocked: { type: 'int(void *)', model: 'input.c:fgetc', run, range: [-1, 255], requires: STREAM },
  fgets: { type: 'char *(char *, int, void *)', model: 'input.c', run, does: 'writes', requires: THIRD_STREAM },
  fgets_unlocked: { type: 'char *(char *, int, void *)', model: 'input.c:fgets', run, requires: THIRD_STREAM },
  fileno: { type: 'int(void *)', run, requires: STREAM },
  fileno_unlocked: { type: 'int(void *)', treatment: 'input', range: [-1, null], requires: STREAM },
  fopen: { type: 'void *(const char *, const char *)', run, does: 'reads', opens: true, requires: MODE, texts: [0, 1] },
  fopen64: {
    type: 'void *(const char *, const char *)',
    run,
    does: 'reads',
    opens: true,
    requires: MODE,
    texts: [0, 1],
  },
  fprintf: {
    type: 'int(FILE *, const char *, ...)',
    run,
    gcc,
    fortified: [1],
    does: 'prints',
    requires: [...STREAM, ...SECOND_FORMAT],
  },
  fputc: { type: 'int(int, FILE *)', run, gcc, does: 'prints', requires: SECOND_STREAM },
  fputc_unlocked: { type: 'int(int, FILE *)', run, does: 'prints', requires: SECOND_STREAM },
  fputs: { type: 'int(const char *, FILE *)', run, gcc, does: 'prints', requires: SECOND_STREAM, texts: [0] },
  fputs_unlocked: { type: 'int(const char *, FILE *)', run, does: 'prints', requires: SECOND_STREAM, texts: [0] },
  fread: {
    type: 'unsigned long(void *, unsigned long, unsigned long, void *)',
    model: 'input.c',
    run,
    does: 'writes',
    requires: FOURTH_STREAM,
    counted: [
      [0, 1],
      [0, 2],
    ],
  },
  fread_unlocked: {
    type: 'unsigned long(void *, unsigned long, unsigned long, void *)',
    model: 'input.c:fread',
    run,
    requires: FOURTH_STREAM,
    counted: [
      [0, 1],
      [0, 2],
    ],
  },
  fscanf: { type: 'int(FILE *, const char *, ...)', model: 'made', run, gcc, does: 'writes', requires: STREAM },
  fseek: { type: 'int(void *, long, int)', run, does: 'writes', requires: STREAM },
  fseeko: { type: 'int(void *, long, int)', run, requires: STREAM },
  ftell: { type: 'long(void *)', run, does: 'writes', requires: STREAM },
  ftello: { type: 'long(void *)', run, requires: STREAM },
  fwrite: { ...WRITTEN, gcc },
  fwrite_unlocked: WRITTEN,
  getc: { type: 'int(void *)', model: 'input.c:fgetc', run, does: 'writes', range: [-1, 255], requires: STREAM },
  getc_unlocked: { type: 'int(void *)', model: 'input.c:fgetc', run, range: [-1, 255], requires: STREAM },
  getchar: { type: 'int(void)', model: 'input.c', run, does: 'writes', range: [-1, 255] },
  getchar_unlocked: { type: 'int(void)', model: 'input.c:getchar', run, range: [-1, 255] },
  getcwd: {
    type: 'char *(char *, unsigned long)',
    ...DATA,
    allocates: true,
    nullable: [0],
  },
  getdelim: {
    type: 'long(char **, void *, int, void *)',
    model: 'input.c',
    run,
    allocates: true,
    nullable: [0, 1],
    requires: FOURTH_STREAM,
  },
  getline: {
    type: 'long(char **, void *, void *)',
    model: 'input.c',
    run,
    does: 'writes',
    allocates: true,
    nullable: [0, 1],
    requires: THIRD_STREAM,
  },
  pread: { type: 'long(int, void *, unsigned long, long)', ...DATA },
  gets: { type: 'char *(char *)', model: 'input.c', run },
  lseek: { type: 'long(int, long, int)', treatment: 'input', does: 'writes', range: [-1, null] },
  open: { type: 'int(const char *, int, ...)', treatment: 'input', does: 'writes', range: [-1, null], texts: [0] },
  pclose: { type: 'int(void *)', run, does: 'prints', closes: true, requires: STREAM },
  perror: { type: 'void(const char *)', run, does: 'prints', nullable: [0], texts: [0] },
  popen: { type: 'void *(const char *, const char *)', run, does: 'reads', opens: true, texts: [0, 1] },
  printf: {
    type: 'int(const char *, ...)',
    run,
    gcc,
    fortified: [0],
    does: 'prints',
    requires: FIRST_FORMAT,
  },
  printk: { type: 'int(const char *, ...)', treatment: 'interpreter', does: 'prints' },
  putc: { type: 'int(int, FILE *)', run, gcc, does: 'prints', requires: SECOND_STREAM },
  putc_unlocked: { type: 'int(int, FILE *)', run, does: 'prints', requires: SECOND_STREAM },
  putchar: { type: 'int(int)', run, gcc, does: 'prints' },
  putchar_unlocked: { type: 'int(int)', run, gcc, does: 'prints' },
  puts: { type: 'int(const char *)', run, gcc, does: 'prints', texts: [0] },
  read: { type: 'long(int, void *, unsigned long)', model: 'system.c', run, does: 'writes' },
  remove: { type: 'int(const char *)', run, texts: [0] },
  rename: { type: 'int(const char *, const char *)', run, texts: [0, 1] },
  rewind: { type: 'void(void *)', run, does: 'writes', requires: STREAM },
  scanf: { type: 'int(const char *, ...)', model: 'made', run, gcc, does: 'writes' },
  setbuf: { type: 'void(void *, char *)', run, nullable: [1], requires: UNBUFFERED },
  setlinebuf: { type: 'void(void *)', run, requires: STREAM },
  setvbuf: { type: 'int(void *, char *, int, unsigned long)', run, nullable: [1], requires: UNBUFFERED },
  snprintf: {
    type: 'int(char *, size_t, const char *, ...)',
    run,
    gcc,
    fortified: [2, 3],
    does: 'writes',
    nullable: [0],
    requires: [
      { kind: 'format', at: 2 },
      { kind: 'printed-apart', to: 0, format: 2, limit: 1 },
    ],
  },
  sprintf: {
    type: 'int(char *, const char *, ...)',
    run,
    gcc,
    fortified: [1, 2],
    does: 'writes',
    requires: [...SECOND_FORMAT, { kind: 'printed-apart', to: 0, format: 1 }],
  },
  sscanf: {
    type: 'int(const char *, const char *, ...)',
    run,
    gcc,
    does: 'writes',
    requires: [{ kind: 'pointed-apart', to: 0, first: 2 }],
  },
  syslog: { type: 'void(int, const char *, ...)', treatment: 'interpreter', does: 'prints' },
  tmpfile: { type: 'void *(void)', run, does: 'reads', opens: true },
  ungetc: { type: 'int(int, void *)', model: 'input.c', run, requires: SECOND_STREAM },
  vasprintf: {
    type: 'int(char **, const char *, void *)',
    run,
    allocates: true,
    requires: [{ kind: 'format', at: 1, list: 2 }],
  },
  vfprintf: {
    type: 'int(FILE *, const char *, va_list)',
    run,
    gcc,
    fortified: [1],
    does: 'prints',
    requires: [...STREAM, { kind: 'format', at: 1, list: 2 }],
  },
  vfscanf: { type: 'int(FILE *, const char *, va_list)', model: 'made', run, gcc, requires: STREAM },
  vprintf: { type: 'int(const char *, va_list)', run, gcc, fortified: [0], does: 'prints', requires: LISTED },
  vscanf: { type: 'int(const char *, va_list)', model: 'made', run, gcc },
  vsnprintf: {
    type: 'int(char *, size_t, const char *, va_list)',
    run,
    gcc,
    fortified: [2, 3],
    does: 'writes',
    nullable: [0],
    requires: [
      { kind: 'format', at: 2, list: 3 },
      { kind: 'list-apart', to: 0, list: 3, limit: 1 },
    ],
  },
  vsprintf: {
    type: 'int(char *, const char *, va_list)',
    run,
    gcc,
    fortified: [1, 2],
    does: 'writes',
    requires: [
      { kind: 'format', at: 1, list: 2 },
      { kind: 'list-apart', to: 0, list: 2 },
    ],
  },
  vsscanf: {
    type: 'int(const char *, const char *, va_list)',
    run,
    gcc,
    requires: [{ kind: 'list-apart', to: 0, list: 2 }],
  },
  vwarn: { type: 'void(const char *, void *)', run, does: 'prints', requires: LISTED },
  vwarnx: { type: 'void(const char *, void *)', run, does: 'prints', requires: LISTED },
  warn: { type: 'void(const char *, ...)', run, does: 'prints', requires: FIRST_FORMAT },
  warnx: { type: 'void(const char *, ...)', run, does: 'prints', requires: FIRST_FORMAT },
  wprintf: { type: 'int(const void *, ...)', treatment: 'interpreter', does: 'prints' },
  write: { type: 'long(int, const void *, unsigned long)', treatment: 'input', model: 'system.c', does: 'prints' },
} as const satisfies Readonly<Record<string, LibraryRow>>;
