import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { callees } from '../test/conformance/library/calls.ts';
import { type Judgement, judge } from '../test/conformance/library/judge.ts';

/**
 * Compares library functions and builtins that have a meaning with native runs: `node scripts/run.mjs
 * scripts/library-agreement.ts [options]`.
 *
 *     --functions RE   check only functions whose name matches
 *     --repeats R      write R programs for each function (default 1)
 *     --seed S         seed of the programs (default 1)
 *     --show RESULT    print all programs with this result (agree, open, approximate, absent, disagree)
 *
 * The exit code is 1 if a result disagreed.
 */
const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    functions: { type: 'string', default: '' },
    repeats: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string' },
  },
});

const names = new RegExp(options.functions);
const folder = mkdtempSync(join(tmpdir(), 'lemmata-library-'));
const results = new Map<string, Set<Judgement['result']>>();
const counts = new Map<string, number>();
for (const callee of callees().filter(({ name }) => names.test(name))) {
  for (let i = 0; i < Number(options.repeats); i++) {
    const { name, result, why, text } = judge(callee, Number(options.seed) + i, folder);
    counts.set(result, (counts.get(result) ?? 0) + 1);
    results.set(name, (results.get(name) ?? new Set()).add(result));
    if (result === 'disagree') console.log(`${name} (${callee.treatment}): ${why}`);
    if (result === options.show) console.log(`${name} (${callee.treatment}): ${why}\n${text}`);
  }
}
rmSync(folder, { recursive: true });
console.log([...counts].map(([result, count]) => `${result} ${count}`).join(', '));
for (const result of ['open', 'approximate', 'absent'] as const) {
  const only = [...results].flatMap(([name, all]) => (all.has(result) && !all.has('agree') ? [name] : []));
  console.log(`never more than ${result}: ${only.join(' ')}`);
}
process.exitCode = counts.has('disagree') ? 1 : 0;
