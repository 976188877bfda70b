import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isListed, notices } from '../../../scripts/notices.mjs';

it.runIf(isListed)('NOTICE has the licences of the packages in the bundles (scripts/notices.mjs --write)', () => {
  expect(readFileSync('NOTICE', 'utf8')).toBe(notices());
});

it('NOTICE names no licence that asks for the source of what links to it', () => {
  const licences = [...readFileSync('NOTICE', 'utf8').matchAll(/^\S+ \d+\.\d+\.\d+\S*: (.+)$/gm)].map(
    ([, licence]) => licence,
  );
  expect(licences.length).toBeGreaterThan(50);
  const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];
  expect([...new Set(licences)].filter((licence) => !allowed.includes(licence))).toEqual([]);
});
