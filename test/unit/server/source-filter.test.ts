import { describe, expect, it } from 'vitest';
import { checkSource } from '../../../src/server/source-filter.ts';

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
  ])('refuses %j', (text) => {
    expect(refused(text)).not.toBeNull();
  });

  it.each([
    '#include <stdio.h>\n#include "own.h"\n  # include <sys/types.h>',
    '#define STR(x) #x\n#ifdef A\n#elif 1\n#else\n#endif\n#undef STR',
    '#pragma GCC diagnostic ignored "-Wall"\n#pragma pack(1)',
    '# 12 "a.c" 2\n#line 3\n#line 3 "a.c"\n# 1 "/usr/include/stdio.h" 1 3 4\n# 1 "<built-in>"',
    'int main(void) { return 1 < 2 ? \'#\' : "%:"[0]; }',
  ])('takes %j', (text) => {
    expect(refused(text)).toBeNull();
  });
});
