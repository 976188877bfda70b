import { describe, expect, it, test } from 'vitest';
import { csmithHeaders } from './csmith.ts';
import { compareFaults } from './csmith-faults.ts';
import { withOpaque } from './opaque.ts';

/** A few programs without guarded arithmetic; `scripts/csmith-faults.ts` compares many. */

const headers = csmithHeaders();
if (headers === null) console.log('skipped: no csmith here');

describe.runIf(headers !== null)('the first fault of arithmetic in programs of csmith', { timeout: 120_000 }, () => {
  it.each([
    [1, null],
    [2, 'overflow'],
    [3, null],
    [4, 'shift'],
    [11, 'division'],
    [2799, 'conversion'],
  ] as const)('is the first that UBSan reports: seed %i, %s', async (seed, fault) => {
    expect(await compareFaults(seed, headers!)).toEqual({ kind: 'same', fault });
  });

  it('is counted apart where GCC drops it, or evaluates operands in another order', async () => {
    expect(await compareFaults(416, headers!)).toEqual({ kind: 'dropped' });
    expect(await compareFaults(365, headers!)).toEqual({ kind: 'reordered' });
  });
});

test('an operation is made opaque by its place', () => {
  const text = 'int f(void)\n{ return (g((a) + 1) - (-b)); }';
  const opaque = withOpaque(text, 2, text.split('\n')[1].indexOf('- (') + 1)!;
  expect(opaque).toContain(
    'l_ = (g((a) + 1)); __auto_type r_ = ((-b)); volatile __typeof__(l_ - r_) v_ = l_ - r_; v_; })); }',
  );
  expect(withOpaque(text, 2, text.split('\n')[1].indexOf('-b') + 1)).toContain(
    '- (__extension__ ({ __auto_type r_ = (b); volatile __typeof__(- r_)',
  );
  expect(withOpaque(text, 2, 1)).toBeNull();
});
