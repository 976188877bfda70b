import { expect, it } from 'vitest';
import { terminalOf } from '../../../../src/apps/cli/reporters/screen.ts';

const terminal = { isTTY: true };

it.each([
  [terminal, {}, true, { live: true, colors: true }],
  [terminal, {}, false, { live: true, colors: false }],
  [terminal, { NO_COLOR: '1' }, true, { live: true, colors: false }],
  [terminal, { NO_COLOR: '' }, true, { live: true, colors: true }],
  [terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, { live: true, colors: false }],
  [terminal, { TERM: 'dumb' }, true, { live: false, colors: false }],
  [terminal, { CI: 'true' }, true, { live: false, colors: true }],
  [terminal, { CI: 'false' }, true, { live: true, colors: true }],
  [{}, {}, true, { live: false, colors: false }],
  [{}, { FORCE_COLOR: '1' }, true, { live: false, colors: true }],
  [{}, { FORCE_COLOR: '0' }, true, { live: false, colors: false }],
])('%o, %o, color %s: %o', (stream, env, color, expected) => {
  expect(terminalOf(stream, env, color)).toEqual(expected);
});
