import { PARSER_MESSAGES } from './parse/parser-messages.ts';

/**
 * Every diagnostic about a C program: stable code, severity, message. `{0}`, `{1}` ... stand for
 * arguments. Codes never get another meaning. The groups of codes are:
 *
 * - 10xx: input and preprocessor;
 * - 11xx: lexical;
 * - 12xx: syntax;
 * - 13xx: declarations and types;
 * - 14xx: expressions and constraints;
 * - 15xx: statements and labels;
 * - 16xx: linking;
 * - 17xx: limits;
 * - 19xx: warnings.
 */
export const MESSAGES = {
  ...PARSER_MESSAGES,
  C1001: ['error', "cannot read '{0}': {1}"],
  C1002: ['error', "'{0}' is a directory"],
  C1003: ['error', "'{0}' is empty"],
  C1004: ['error', "'{0}' is not a text file: it contains a NUL byte"],
  C1005: ['error', 'preprocessor: {0}'],
  C1006: ['error', "the preprocessor '{0}' ended with status {1}: {2}"],
  C1007: [
    'error',
    'no C preprocessor found (tried {0}): install gcc or clang, name one by the environment variable CC, or give a preprocessed .i file',
  ],
  C1008: ['error', "'{0}' does not exist"],
  C1009: ['error', "the preprocessor '{0}' was ended by signal {1}"],
  C1010: ['error', "'{0}' is not a regular file"],
  C1011: ['error', 'header {0} not found'],
  C1012: ['error', "'{0}' is not C: {1} is not verified, and files of C end in .c or .i"],

  C1101: ['error', "invalid suffix '{0}' on integer constant"],
  C1102: ['error', "invalid suffix '{0}' on floating constant"],
  C1103: ['error', "invalid digit '{0}' in {1} constant"],
  C1105: ['error', '{0} constant without digits'],
  C1106: ['error', 'exponent has no digits'],
  C1107: ['error', 'hexadecimal floating constant requires an exponent'],
  C1108: ['error', 'empty character constant'],
  C1109: ['error', "invalid escape sequence: '\\{0}' without digits"],
  C1111: ['error', "'\\{0}' is not a valid universal character"],
  C1112: ['error', 'string literals with different prefixes cannot be joined'],
  C1113: ['error', 'bytes that are not UTF-8 in a wide character or string literal'],
  C1115: ['error', "decimal floating constant '{0}' is not supported"],

  C1701: ['error', "'{0}' is larger than {1} MB"],
  C1702: ['error', 'the preprocessor printed more than {0} MB'],

  C1901: ['warning', "unknown escape sequence '\\{0}'"],
  C1902: ['warning', 'multi-character character constant'],
  C1903: ['warning', 'character constant is too long for its type'],
  C1904: ['warning', 'integer constant is so large that it is unsigned'],
  C1905: ['warning', "floating constant exceeds the range of '{0}'"],
  C1906: ['warning', 'preprocessor: {0}'],
  C1907: ['warning', 'octal escape sequence is out of range'],
  C1908: ['warning', 'integer constant is too large for its type'],
  C1909: ['warning', 'hexadecimal escape sequence is out of range'],
  C1910: ['warning', "contracts in comments are read by lemmata contracts alone: '{0}'"],
  C1911: ['warning', "the invariant of a loop is not tried: '{0}'"],
} as const satisfies Record<string, readonly ['error' | 'warning', string]>;

export type DiagnosticCode = keyof typeof MESSAGES;
