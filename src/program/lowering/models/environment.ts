import { environmentPart } from '../../cfa/environment.ts';
import type { ModelText } from './texts.ts';

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
  const [, part, number] = /^__(set|text|seen)(\d+)$/.exec(name) ?? [];
  return part === 'set' || part === 'text' || part === 'seen' ? environmentPart(part, names[Number(number)]) : null;
}
