import { expect, test } from 'vitest';
import { checkKinds, placedKinds, question } from '../../../../src/apps/cli/arguments.ts';

test('options of kinds that are given several times ask about all of them, each once', () => {
  expect(question('deref', question('overflow,free'))).toEqual(['overflow', 'free', 'deref']);
  expect(checkKinds('overflow', checkKinds('overflow,shift'))).toEqual(['overflow', 'shift']);
  expect(placedKinds('memtrack', placedKinds('assertion'))).toEqual(['assertion', 'memtrack']);
});

test('termination is a question of its own in any order', () => {
  expect(question('termination')).toBe('termination');
  expect(() => question('termination', ['overflow'])).toThrow('termination is a question of its own');
  expect(() => question('overflow', 'termination')).toThrow('termination is a question of its own');
});
