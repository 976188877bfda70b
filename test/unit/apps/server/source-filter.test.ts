import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { checkSource, SYSTEM_HEADERS } from '../../../../src/apps/server/source-filter.ts';

const NAMES = new Set(['a.c', 'own.h']);
const refused = (text: string): string | null => {
  try {
    checkSource(text, NAMES);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'thrown';
  }
};

describe('sources from the network', () => {
  it.each([
    '#include </etc/passwd>',
    '#include "../x.h"',
    '#include "other.h"',
    '  #\tinclude"/etc/passwd"',
    '%:include "/etc/passwd"',
    '??=include "/etc/passwd"',
    '#inc\\\nlude "/etc/passwd"',
    '#inc\\ \t\nlude "/etc/passwd"',
    '#inc??/\nlude "/etc/passwd"',
    '#/* */include/* */"/etc/passwd"',
    '# /*\n*/ include "/etc/passwd"',
    '#define F "/etc/passwd"\n#include F',
    '#include_next <stdio.h>',
    '#import "own.h"',
    '#embed "/etc/passwd"',
    '/*\n#define */ #import "/etc/passwd"',
    'char *s = R"(" /* )";\n#include "/etc/passwd"\n// */',
    '#if __has_include("/etc/passwd")\n#endif',
    '#define P(a, b) a##b\n#if P(__has, _include)("/etc/passwd")\n#endif',
    '%:define P(a, b) a %:%: b',
    '#pragma GCC dependency "/etc/passwd"',
    '#pragma /**/ GCC dependency "/etc/passwd"',
    '_Pragma("GCC dependency \\"/etc/passwd\\"")',
    '#line 1 "/etc/passwd"\n#error',
    '# 1 "/etc/passwd"\n#error',
    '#line 1 "/usr/include/../../etc/passwd"',
    '#define N 1 "/etc/passwd"\n#line N',
    'int a;\0',
    '#define X "/etc/passwd"\n#include /* a */ X /* */ <stdio.h>',
    '#define X 1 "/etc/passwd"\n#line /* a */ X /* */ 1\n#error',
    '#include <stdio.h>\n#if __CONCAT(__has_, include)("/etc/passwd")\n#endif',
    '#include <stdio.h>\n__glibc_macro_warning1(GCC dependency "/etc/passwd")',
    '#include <stdio.h>\n__CONCAT(_Prag, ma)("GCC dependency \\"/etc/passwd\\"")',
    '#if __has_include__("/etc/passwd")\n#endif',
    '#\\u0069nclude "/etc/passwd"',
    '#\\U00000069nclude "/etc/passwd"',
    '#if __h\\u0061s_include("/etc/passwd")\n#endif',
    '#\\N{LATIN SMALL LETTER I}nclude "/etc/passwd"',
    '#\\u{69}nclude "/etc/passwd"',
  ])('refuses %j', (text) => {
    expect(refused(text)).not.toBeNull();
  });

  it.each([
    '#include <stdio.h>\n#include "own.h"\n  # include <sys/types.h>',
    '#define STR(x) #x\n#ifdef A\n#elif 1\n#else\n#endif\n#undef STR',
    '#pragma GCC diagnostic ignored "-Wall"\n#pragma pack(1)',
    '# 12 "a.c" 2\n#line 3\n#line 3 "a.c"\n# 1 "/usr/include/stdio.h" 1 3 4\n# 1 "<built-in>"',
    'int main(void) { return 1 < 2 ? \'#\' : "%:"[0]; }',
    'const char *s = "#\\n # /* x */ \\u00e9";\n#include /* a * b **/ <stdio.h> // c',
  ])('takes %j', (text) => {
    expect(refused(text)).toBeNull();
  });
});

/**
 * What the headers define is not in the text of a program: of their macros, none that is not
 * refused may make a word of what it is given in front of more than a suffix, nor a pragma.
 */
it('knows the macros of system headers that make words', () => {
  const includes = [...SYSTEM_HEADERS]
    .map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`)
    .join('');
  const { stdout } = spawnSync('cc', ['-E', '-dM', '-x', 'c', '-'], { input: includes, encoding: 'utf8' });
  const macros = [...stdout.matchAll(/^#define (\w+)\(([^)]*)\) (.*)$/gm)];
  expect(macros.length).toBeGreaterThan(100);
  const makers = macros.filter(([, , parameters, body]) => {
    const any = parameters
      .split(',')
      .map((name) => name.trim())
      .join('|');
    return new RegExp(`\\b(?:${any}) *## *(?:${any})\\b`).test(body) || /_Pragma|__has_(?:include|embed)/.test(body);
  });
  expect(makers.filter(([, name]) => refused(`${name}(a, b)`) === null).map(([line]) => line)).toEqual([]);
});
