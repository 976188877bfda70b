import type { ModelText } from './texts.ts';

/**
 * Prefixes of the hidden variables that hold a variable of the environment: whether it is set, and its
 * text.
 */
const SET = '$set ';
const TEXT = '$environment ';

/** Returns the name of the hidden variable that says whether a variable of the environment is set. */
export function setVariable(name: string): string {
  return SET + name;
}

/** Whether a hidden variable of the name holds a part of the environment. */
export function holdsEnvironment(name: string): boolean {
  return name.startsWith(SET) || name.startsWith(TEXT);
}

/**
 * A variable of the environment: its name, and its text with one character per byte, or null if it is
 * not set.
 */
export type EnvironmentVariable = readonly [name: string, text: string | null];

/**
 * Computes the environment from the initial content of the hidden variables, for the names in their
 * order.
 */
export function environmentOf(
  names: readonly string[],
  content: ReadonlyMap<string, Uint8Array>,
): EnvironmentVariable[] {
  return names.map((name) => {
    if ((content.get(SET + name)?.[0] ?? 0) === 0) return [name, null];
    const text = content.get(TEXT + name) ?? new Uint8Array(0);
    const end = text.indexOf(0);
    return [name, String.fromCharCode(...text.subarray(0, end < 0 ? text.length - 1 : end))];
  });
}

/**
 * Writes the model of `getenv` for one name, whose hidden variables end in the number. The first call
 * sets all bytes behind the end of the text to zero. Formulas also cover texts beyond the bound.
 */
export function environmentModel(fn: string, number: number, bytes: number): ModelText {
  const zeros = Array.from({ length: bytes - 1 }, (_, i) => `s[${i + 1}] = s[${i}] ? s[${i + 1}] : 0;`);
  return {
    text: `char *${fn}(char *name) {
  if (__beyond()) return __nowhere();
  char *s = __text${number};
  if (!__seen${number}) {
    __seen${number} = 1;
    ${zeros.join('\n    ')}
    s[${bytes}] = 0;
    __trim(s);
  }
  return __set${number} ? s : 0;
}`,
    prototypes: `int __beyond(void);
char *__nowhere(void);
void __trim(char *);
extern byte __set${number};
extern char __text${number}[${bytes + 1}];
int __seen${number};`,
    elements: null,
  };
}

/** Returns the program's name of a hidden variable of {@link environmentModel}; null for other names. */
export function environmentHidden(name: string, names: readonly string[]): string | null {
  const [, kind, number] = /^__(set|text|seen)(\d+)$/.exec(name) ?? [];
  if (kind === undefined) return null;
  const prefix = kind === 'set' ? SET : kind === 'text' ? TEXT : '$seen ';
  return prefix + names[Number(number)];
}
