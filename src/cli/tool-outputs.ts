import type { Verdict } from '../portfolio/verdict.ts';
import type { Failure, Finding } from '../report/finding.ts';
import { write } from './output.ts';
import type { VerifyFlags } from './program.ts';
import { replaceFile } from './replace-file.ts';

/** How a verification ended, for other programs to read. */
export type Ended =
  | {
      readonly kind: 'verdict';
      readonly verdict: Verdict;
      readonly properties: readonly { readonly name: string; readonly verdict: Verdict }[];
    }
  | ({ readonly kind: 'failed' } & Failure);

/** Writes the file of `--sarif`. Throws LemmataError `E-INPUT` if it cannot be written. */
export async function writeSarif(ended: Ended, files: readonly string[], { sarif }: VerifyFlags): Promise<void> {
  if (sarif === undefined) return;
  const { sarifText, sarifFailureText } = await import('../report/sarif.ts');
  const context = { files, base: process.cwd() };
  const text =
    ended.kind === 'failed'
      ? sarifFailureText(ended, context)
      : sarifText(ended.verdict, { ...context, properties: ended.properties });
  replaceFile(sarif, text);
}

/**
 * In a job of GitHub Actions, writes annotations of the program's lines to stderr; otherwise, or with
 * --quiet, nothing.
 */
export async function annotate(ended: Ended, { quiet }: VerifyFlags): Promise<void> {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE = process.cwd() } = process.env;
  if (GITHUB_ACTIONS !== 'true' || quiet === true) return;
  const { workflowCommands } = await import('../report/github.ts');
  const lines = workflowCommands(await findings(ended), 'Lemmata', GITHUB_WORKSPACE);
  await write(process.stderr, lines.map((line) => `${line}\n`).join(''));
}

async function findings(ended: Ended): Promise<readonly Finding[]> {
  const { failureFindings, verdictFinding } = await import('../report/finding.ts');
  if (ended.kind === 'failed') return failureFindings(ended);
  const { verdict, properties } = ended;
  if (properties.length === 0) return [verdictFinding(verdict)];
  return properties.map((one) => verdictFinding(one.verdict, one.name));
}
