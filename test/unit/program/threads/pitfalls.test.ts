import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { header } from '../../../program-header.ts';

/**
 * Pitfalls of termination and threads, with the programs that meet them: those whose verdict is TRUE, and
 * those whose verdict is FALSE. `open`: programs that are answered UNKNOWN. termination.test.ts and
 * programs.test.ts hold the verdicts against answers.
 */
interface Pitfall {
  readonly what: string;
  readonly holds: readonly string[];
  readonly fails: readonly string[];
  readonly open?: readonly string[];
}

const TERMINATION: readonly Pitfall[] = [
  { what: 'an empty loop', holds: ['empty-true'], fails: ['empty-false'] },
  { what: 'goto', holds: ['goto-true'], fails: ['goto-false'] },
  { what: 'recursion', holds: ['recursion-true', 'recursion-few-true'], fails: ['recursion-false'] },
  { what: 'mutual recursion', holds: ['recursion-mutual-true'], fails: ['recursion-mutual-false'] },
  { what: 'an end by wrap-around alone', holds: ['wrap-true'], fails: ['wrap-step-false', 'wrap-compare-false'] },
  { what: 'a float plus one', holds: ['float-rounding-true', 'float-shrinks-true'], fails: ['float-rounding-false'] },
  { what: 'NaN', holds: ['nan-true'], fails: ['nan-false'] },
  { what: 'one input', holds: ['input-true'], fails: ['one-input-false', 'input-false'] },
  { what: 'a nested loop', holds: ['nested-true'], fails: ['nested-false'] },
  { what: 'an inner counter that is set again', holds: ['nested-reset-true'], fails: ['nested-reset-false'] },
  { what: 'many turns', holds: ['late-true'], fails: ['late-false'] },
  { what: 'a counter behind a pointer', holds: ['pointer-true'], fails: ['pointer-false'] },
  { what: 'continue', holds: ['continue-true'], fails: ['continue-false'] },
  { what: 'a callback', holds: ['callback-true'], fails: ['callback-false'] },
  {
    what: "Ackermann's function",
    holds: ['ackermann-few-true'],
    fails: ['ackermann-false'],
    open: ['ackermann-unknown'],
  },
  { what: 'a list', holds: ['list-true', 'list-few-true'], fails: ['list-cyclic-false'] },
];

const THREADS: readonly Pitfall[] = [
  { what: 'adjacent bytes', holds: ['race-adjacent-bytes-true'], fails: ['race-adjacent-bytes-false'] },
  { what: 'bit-fields', holds: ['race-bit-field-true'], fails: ['race-bit-field-false'], open: ['bit-field-unknown'] },
  { what: 'an escaped local variable', holds: ['race-escaped-local-true'], fails: ['race-escaped-local-false'] },
  {
    what: 'release beside an access',
    holds: ['race-free-true', 'memory-freed-by-thread-true'],
    fails: ['memory-freed-by-thread-false'],
  },
  {
    what: 'atomic against plain accesses',
    holds: ['race-atomic-against-plain-true'],
    fails: ['race-atomic-against-plain-false'],
  },
  { what: 'the join of another thread', holds: ['race-join-true'], fails: ['race-join-false'] },
  { what: 'a lock in a callee', holds: ['race-lock-in-callee-true'], fails: ['race-lock-in-callee-false'] },
  { what: 'trylock', holds: ['race-trylock-true'], fails: ['race-trylock-false'] },
  {
    what: 'if before a wait for a condition',
    holds: ['race-condition-true', 'condition-true'],
    fails: ['race-condition-false', 'condition-false'],
  },
  {
    what: 'double-checked locking',
    holds: ['race-double-checked-true', 'double-checked-true'],
    fails: ['race-double-checked-false', 'double-checked-false'],
  },
  { what: 'an assertion after a join', holds: ['after-join-true'], fails: ['after-join-false'] },
  {
    what: 'the address of a loop counter as argument',
    holds: ['argument-of-counter-true'],
    fails: ['argument-of-counter-false'],
  },
  { what: 'a detached thread at the end of main', holds: ['detached-true'], fails: ['detached-false'] },
  { what: 'a lost wake-up', holds: ['condition-true'], fails: ['waits-wakeup-lost-false'] },
  { what: 'a deadlock is no violation', holds: ['deadlock-true'], fails: ['deadlock-false'] },
];

const FOLDERS = { termination: TERMINATION, threads: THREADS };

for (const [folder, pitfalls] of Object.entries(FOLDERS)) {
  for (const { what, holds, fails, open = [] } of pitfalls) {
    test(`${folder}, ${what}: programs with both verdicts`, () => {
      const verdictOf = (name: string): string | undefined =>
        header(readFileSync(new URL(`../../../programs/${folder}/${name}.c`, import.meta.url), 'utf8')).get('verdict');
      expect(holds.map(verdictOf)).toEqual(holds.map(() => 'TRUE'));
      expect(fails.map(verdictOf)).toEqual(fails.map(() => 'FALSE'));
      expect(open.map(verdictOf)).toEqual(open.map(() => 'UNKNOWN'));
      // A pitfall with one verdict alone needs a program that shows what is open.
      expect(open.length + Math.min(holds.length, fails.length)).toBeGreaterThan(0);
    });
  }
}
