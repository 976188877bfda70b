import { describe, expect, it } from 'vitest';
import { classifyFunction, type FunctionOrigin } from '../../../../src/c/builtins/classify.ts';
import { treatmentOf } from '../../../../src/c/builtins/library/table.ts';
import { parseProgram } from '../../../../src/c/index.ts';

function originOf(text: string, name: string): FunctionOrigin {
  const unit = parseProgram([{ text, file: 'a.c' }], { model: 'LP64' });
  const declaration = unit.functions.find((each) => each.name === name)!;
  return classifyFunction({ ...declaration, defined: declaration.definition !== null });
}

describe('whose a function is', () => {
  const cases: readonly (readonly [text: string, name: string, origin: FunctionOrigin])[] = [
    ['int f(void) { return 0; }', 'f', 'program'],
    ['int read(int x) { return x; }', 'read', 'program'],
    ['int f(void);', 'f', 'external'],
    ['int main(void) { return f(); }', 'f', 'external'],
    // Names of the library: the declaration decides the origin.
    ['long read(int, void *, unsigned long);', 'read', 'library'],
    ['int read(int, char *, unsigned);', 'read', 'library'],
    ['int read(struct device *);', 'read', 'external'],
    ['int printf();', 'printf', 'library'],
    ['void error();', 'error', 'external'],
    ['void error(int, int, const char *, ...);', 'error', 'library'],
    ['double log(double);', 'log', 'library'],
    ['float y1f(float);', 'y1f', 'library'],
    ['void log(const char *);', 'log', 'external'],
    ['void *malloc(unsigned);', 'malloc', 'library'],
    ['struct p *malloc(struct q *);', 'malloc', 'external'],
    ['int exit(int);', 'exit', 'library'],
    // Declarations in headers of the system do not belong to the program.
    ['# 1 "/usr/include/z.h" 1 3 4\nint crc(int);\n', 'crc', 'library'],
    ['# 1 "/usr/include/z.h" 1 3 4\nint other;\n# 2 "a.c" 2\nint crc(int);\n', 'crc', 'external'],
    ['# 1 "z.h" 1\nint crc(int);\n', 'crc', 'external'],
    ['int main(void) { return __builtin_nonsense(1); }', '__builtin_nonsense', 'builtin'],
    ['int __VERIFIER_nondet_int(void);', '__VERIFIER_nondet_int', 'verifier'],
    ['void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);', '__memcpy_chk', 'library'],
    ['int __bad_size(void);', '__bad_size', 'external'],
  ];
  for (const [text, name, origin] of cases)
    it(`${text.replaceAll('\n', ' ')} is ${origin}`, () => expect(originOf(text, name)).toBe(origin));
});

describe('how a library function is treated', () => {
  it('by name, with the checking forms', () => {
    expect(treatmentOf('memcpy')).toBe('model');
    expect(treatmentOf('__memcpy_chk')).toBe('model');
    expect(treatmentOf('sinf')).toBe('formula');
    expect(treatmentOf('exit')).toBe('ends');
  });
  it('not at all, if no table has it', () => {
    expect(treatmentOf('accept')).toBe('unsupported');
    expect(treatmentOf('nobody_knows')).toBe('unsupported');
  });
});
