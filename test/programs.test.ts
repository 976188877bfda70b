import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verify } from '../src/index.ts';

const FOLDER = new URL('programs/', import.meta.url).pathname;

/** `// verdict: TRUE|FALSE|UNKNOWN`, `// reason: ...`, `// data-model: ILP32` in the first lines of a program. */
function header(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^\/\/ ([a-z-]+): (.*)$/gm)].map(([, key, value]) => [key, value.trim()]));
}

const VERDICTS: Readonly<Record<string, string>> = { safe: 'TRUE', unsafe: 'FALSE', unknown: 'UNKNOWN' };

describe.concurrent('programs end with the verdict that they say', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.c'))) {
    const facts = header(readFileSync(`${FOLDER}${name}`, 'utf8'));
    test(`${name}: ${facts.get('reason')}`, async () => {
      const dataModel = facts.get('data-model') === 'ILP32' ? 'ILP32' : 'LP64';
      const verdict = await verify({ files: [`${FOLDER}${name}`], dataModel, timeout: 60 }).result;
      expect(VERDICTS[verdict.kind]).toBe(facts.get('verdict'));
    });
  }
});
