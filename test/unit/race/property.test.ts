import { describe, expect, it } from 'vitest';
import { LemmataError } from '../../../src/base/errors.ts';
import { checksIn, parseProperty } from '../../../src/race/property.ts';

function failure(text: string): LemmataError {
  try {
    parseProperty(text, 'p.prp');
  } catch (error) {
    if (error instanceof LemmataError) return error;
  }
  throw new Error('no LemmataError');
}

describe('parseProperty', () => {
  it('reads the property of any function, however it is spaced', () => {
    expect(parseProperty('CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n', 'p').errorFunctions).toEqual([
      'reach_error',
    ]);
    expect(parseProperty('CHECK(init(main()),LTL(G!call(abort())))', 'p').errorFunctions).toEqual(['abort']);
    expect(
      parseProperty('\uFEFF CHECK ( init ( main ( ) ) ,\nLTL ( G ! call ( __VERIFIER_error ( ) ) ) )', 'p')
        .specification,
    ).toBe('CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )');
  });

  it('reads the property of signed overflow', () => {
    const property = parseProperty('CHECK( init(main()), LTL(G ! overflow) )\n', 'p');
    expect(property).toMatchObject({ kind: 'checks', specification: 'CHECK( init(main()), LTL(G ! overflow) )' });
    expect(checksIn(property)).toEqual(['overflow']);
  });

  it('reads the parts of memory safety, alone and joined', () => {
    const check = (part: string): string => `CHECK( init(main()), LTL(G valid-${part}) )`;
    expect(checksIn(parseProperty(check('deref'), 'p'))).toEqual(['deref']);
    const joined = parseProperty(['free', 'deref', 'memtrack'].map(check).join('\n'), 'p');
    expect(checksIn(joined)).toEqual(['free', 'deref', 'memtrack']);
    expect(joined.specification).toBe(['free', 'deref', 'memtrack'].map(check).join('\n'));
    expect(parseProperty(joined.specification, 'p')).toEqual(joined);
  });

  it.each([
    ['', 'empty', 1, 1],
    ['CHECK( init(main()), LTL(G ! overflows) )', 'only properties', 1, 26],
    ['CHECK( init(start()), LTL(G ! call(f())) )', 'main', 1, 13],
    ['CHECK( init(main()), LTL(G valid-frees) )', 'only properties', 1, 26],
    ['CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! overflow) )', 'joins no', 2, 26],
    ['CHECK( init(main()),\n LTL(G ! call(f()) )', 'expected )', 2, 21],
    ['CHECK( init(main()), LTL(G ! call(1())) )', 'name of a function', 1, 35],
    ['CHECK( init(main()), LTL(G ! call(f())) )\nCHECK( init(main()), LTL(G ! call(g())) )', 'one property', 2, 1],
    ['\0\x01', 'expected CHECK', 1, 1],
  ])('rejects %j where it is wrong', (text, message, line, column) => {
    const error = failure(text);
    expect(error.code).toBe('E-INPUT');
    expect(error.message).toContain(message);
    expect(error.at).toEqual({ file: 'p.prp', line, column });
  });
});
