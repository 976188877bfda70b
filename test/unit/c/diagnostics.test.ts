import { describe, expect, it } from 'vitest';
import { diagnostic, excerptOf, FrontEndError, formatDiagnostic, printable } from '../../../src/c/diagnostics.ts';

const at = { file: 'a.c', line: 3, column: 5 };

describe('diagnostics', () => {
  it('are one line with place and code, an excerpt and notes', () => {
    const text = 'int x;\nchar y = ;\n';
    const each = diagnostic('C1103', ['9', 'octal'], at, {
      excerpt: excerptOf(text, text.indexOf('= ;') + 2),
      notes: [{ message: 'here', at }],
    });
    expect(formatDiagnostic(each)).toBe(
      "a.c:3:5: error[C1103]: invalid digit '9' in octal constant\n  char y = ;\n           ^\na.c:3:5: note: here",
    );
  });

  it('cut long lines around the column', () => {
    const text = `${'a'.repeat(5000)}X${'b'.repeat(5000)}`;
    const [line, caret] = excerptOf(text, 5000).split('\n');
    expect(line.length).toBeLessThan(250);
    expect(line[caret.indexOf('^')]).toBe('X');
  });

  it('never print control characters', () => {
    expect(printable('a\u001b[31m\u202eb\ud800')).toBe('a?[31m?b?');
    const each = diagnostic('C1101', ['\u001b]0;x\u0007'], { ...at, file: '\u001bfile' });
    expect(formatDiagnostic(each)).not.toContain('\u001b');
  });

  it('stand at the caret behind tabs and wide characters', () => {
    expect(excerptOf('\t\u{1f600}x', 3)).toBe('   \u{1f600}x\n    ^');
    expect(excerptOf('', 0)).toBe('  \n  ^');
  });

  it('make an error that names the first of them', () => {
    const error = new FrontEndError([diagnostic('C1901', ['q'], at), diagnostic('C1106', [], at)]);
    expect(error.code).toBe('E-INPUT');
    expect(error.message).toBe('exponent has no digits');
  });
});
