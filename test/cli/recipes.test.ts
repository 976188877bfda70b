import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 120_000 });

const TEXT = readFileSync('docs/many-machines.md', 'utf8');
const MANIFEST = parseAllDocuments(readFileSync('docs/kubernetes.yaml', 'utf8'));

/** The blocks of a language. */
function blocks(language: string): readonly string[] {
  return [...TEXT.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block);
}

/** Commands of lemmata in the page and in the manifest, by words. */
function commands(): readonly (readonly string[])[] {
  const written = [...TEXT.matchAll(/\blemmata ((?:work|serve|compete|verify|cluster \w+)\b[^`\n|]*)/g)].map(
    ([, words]) => words.split(/\s+/),
  );
  const started = [...MANIFEST.map((document) => document.toJS())]
    .flatMap((one) => one.spec?.template?.spec?.containers ?? [])
    .flatMap(({ command }: { command?: string[] }) => (command?.[0] === 'lemmata' ? [command.slice(1)] : []));
  return [...written, ...started];
}

describe('the recipes for many machines', () => {
  it('use options that there are', async () => {
    const found = commands().filter((words) => words.some((word) => word.startsWith('--')));
    expect(found.length).toBeGreaterThan(8);
    const help = new Map<string, string>();
    for (const words of found) {
      const name = words[0] === 'cluster' ? words.slice(0, 2) : words.slice(0, 1);
      const key = name.join(' ');
      if (!help.has(key)) help.set(key, (await lemmata([...name, '--help'])).stdout);
      for (const word of words.filter((one) => /^--[a-z]/.test(one)))
        expect([key, help.get(key)]).toEqual([key, expect.stringMatching(new RegExp(`${word}[ ,<\n]`))]);
    }
  });

  it('are YAML, whose parts fit together', () => {
    for (const document of MANIFEST) expect(document.errors).toEqual([]);
    const objects = MANIFEST.map((document) => document.toJS());
    expect(objects.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Secret',
      'Service',
      'Service',
      'StatefulSet',
      'StatefulSet',
    ]);
    const [secret] = objects.filter(({ kind }) => kind === 'Secret');
    for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')) {
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
      for (const { env = [] } of spec.template.spec.containers)
        for (const { valueFrom } of env) expect(secret.stringData).toHaveProperty(valueFrom.secretKeyRef.key);
    }
    for (const { spec } of objects.filter(({ kind }) => kind === 'Service'))
      expect(objects.some((one) => one.spec?.selector?.matchLabels?.app === spec.selector.app)).toBe(true);
    const workflows = blocks('yaml').map((block) => parse(block));
    expect(workflows).toHaveLength(2);
    const action = parse(readFileSync('action.yml', 'utf8'));
    for (const { jobs } of workflows)
      for (const { steps } of Object.values<{ steps: { uses?: string; with?: object }[] }>(jobs))
        for (const step of steps.filter(({ uses }) => uses?.startsWith('OWNER/')))
          expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  });
});
