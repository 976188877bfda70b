import type { LemmataError } from '../../base/errors.ts';
import type { Diagnostic } from '../../c/diagnostics.ts';
import type { RecordedRun } from '../../certify/replay/recorded-run.ts';
import type { VerifyEvent } from '../../race/events.ts';
import type { Verdict } from '../../race/verdict.ts';
import type { Verification } from '../../race/verify.ts';
import { type CheckResult, resultFinding, sortedResults, summaryLine } from '../output/report/check-results.ts';
import { type Finding, failureFindings, verdictFinding } from '../output/report/finding.ts';
import type { LibraryOptions } from '../output/report/library.ts';
import type { LoopInvariant } from '../output/report/loop-invariants.ts';
import { verdictName } from '../output/report/verdict-line.ts';

/** The package, as far as the language server uses it. */
export type Library = Pick<typeof import('../../index.ts'), 'verify' | 'loopInvariants'>;

/** A finding with the run that shows it. */
export interface FoundRun extends Finding {
  /** Null: nothing violates the property. */
  readonly run: RecordedRun | null;
}

/** The result of a verification for an editor. */
export interface Outcome {
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'ERROR';
  /** The verdict in one line. */
  readonly text: string;
  readonly findings: readonly FoundRun[];
  /** Warnings of the front end. */
  readonly warnings: readonly Diagnostic[];
  readonly invariants: readonly LoopInvariant[];
}

/**
 * Verifies a program to its end. `onEvent` is called for each event. Resolves after all threads are
 * gone; errors of the program are part of the outcome.
 */
export async function verifyProgram(
  library: Library,
  options: LibraryOptions,
  onEvent: (event: VerifyEvent) => void,
): Promise<Outcome> {
  const verification = library.verify(options);
  const diagnostics: Diagnostic[] = [];
  const results = new Map<string, CheckResult>();
  for await (const event of verification) {
    if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    if (event.kind === 'check') results.set(JSON.stringify(event.check), { check: event.check, state: event.state });
    onEvent(event);
  }
  try {
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    const decided = options.eachCheck === true ? sortedResults([...results.values()]) : null;
    return { ...(await concluded(library, verification, decided)), warnings };
  } catch (error) {
    return failed(error, diagnostics);
  } finally {
    await verification.closed;
  }
}

async function concluded(
  library: Library,
  verification: Verification,
  results: readonly CheckResult[] | null,
): Promise<Omit<Outcome, 'warnings'>> {
  const verdict = await verification.result;
  const proof = await verification.proof;
  const findings =
    results === null
      ? [{ ...verdictFinding(verdict), run: verdict.kind === 'unsafe' ? verdict.run : null }]
      : results.map((result) => ({ ...resultFinding(result), run: runOf(result) }));
  return {
    verdict: NAMES[verdict.kind],
    text: results === null ? verdictName(verdict) : summaryLine(results),
    findings: results?.length === 0 ? [{ ...verdictFinding(verdict), run: null }] : findings,
    invariants: proof === null ? [] : library.loopInvariants(proof),
  };
}

const NAMES = { safe: 'TRUE', unsafe: 'FALSE', unknown: 'UNKNOWN' } as const satisfies Record<Verdict['kind'], string>;

function runOf({ state }: CheckResult): RecordedRun | null {
  return state.kind === 'violated' || state.kind === 'contested' ? state.verdict.run : null;
}

/** The outcome of a verification that an error ended. Rethrows what is no error of the package's. */
export function failed(error: unknown, diagnostics: readonly Diagnostic[] = []): Outcome {
  if (!isLemmataError(error)) throw error;
  const findings = failureFindings({ error, diagnostics }).map((finding) => ({ ...finding, run: null }));
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  return { verdict: 'ERROR', text: findings[0].text, findings, warnings, invariants: [] };
}

function isLemmataError(error: unknown): error is LemmataError {
  // Each bundle has a class of its own.
  return error instanceof Error && error.name === 'LemmataError';
}
