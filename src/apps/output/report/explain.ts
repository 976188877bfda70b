import { counted } from '../../../base/counted.ts';
import { unreachable } from '../../../base/errors.ts';
import { formatLocation } from '../../../base/source.ts';
import type { Proof, UnknownVerdict, Verdict } from '../../../race/verdict.ts';
import { entriesOf, type WholeCertificate } from '../../../system/transys/certificate.ts';
import { type ProgramAssumptions, statedAssumptions } from './assumptions.ts';
import { evidenceLines } from './evidence.ts';
import { type LoopInvariant, loopInvariants } from './loop-invariants.ts';
import { runLines } from './run-lines.ts';
import type { ReportLine } from './text.ts';
import { unknownLines } from './unknown-lines.ts';

export interface ExplainOptions extends ProgramAssumptions {
  readonly verbose: boolean;
}

/** Most assumptions of one kind that are shown without --verbose. */
const SHORT_ASSUMPTIONS = 5;
/** Most conjuncts of invariants that are shown without --verbose. */
const SHORT_INVARIANTS = 5;
/** Most characters of a conjunct that is shown among them. */
const GLANCE = 100;

/**
 * Returns the lines for people beside the verdict line. Short by default; `verbose` gives whole runs
 * and invariants.
 */
export function explain(verdict: Verdict, options: ExplainOptions): readonly ReportLine[] {
  return [...explained(verdict, options.verbose), ...assumptionLines(verdict, options)];
}

/** Returns a line for each assumption of the verdict, without those that restrict nothing. */
export function assumptionLines(verdict: Verdict, options: ExplainOptions): readonly ReportLine[] {
  const counts = new Map<string, number>();
  const lines: ReportLine[] = [];
  let hidden = 0;
  for (const { kind, text } of statedAssumptions(verdict, options)) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    // A proof for more results than the program has restricts nothing.
    if (!options.verbose && kind === 'approximation') continue;
    if (options.verbose || count <= SHORT_ASSUMPTIONS) lines.push({ style: 'dim', text });
    else hidden += 1;
  }
  if (hidden > 0) lines.push({ style: 'dim', text: `... and ${hidden} more of this kind (--verbose shows all)` });
  return lines;
}

function explained(verdict: Verdict, verbose: boolean): readonly ReportLine[] {
  switch (verdict.kind) {
    case 'unsafe':
      return [
        ...(verbose ? [decidedBy('Found', verdict), ...evidenceLines(verdict)] : []),
        ...runLines(verdict, verbose),
      ];
    case 'safe':
      return verbose
        ? [decidedBy('Proved', verdict), ...proofLines(verdict.proof), ...evidenceLines(verdict)]
        : shortInvariants(loopInvariants(verdict.proof));
    case 'unknown':
      return unknownLines(verdict, verbose);
    default:
      return unreachable(verdict);
  }
}

function decidedBy(what: 'Found' | 'Proved', verdict: Exclude<Verdict, UnknownVerdict>): ReportLine {
  const { kind, engine, stage } = verdict;
  const where =
    stage === 'quick' ? ' in the quick stage' : stage === 'cache' ? ' in an earlier run, checked again' : '';
  return {
    style: 'dim',
    text: `${what} by ${engine}${where}${teachers(verdict)}, ${kind === 'safe' ? 'certificate checked' : 'run replayed'}.`,
  };
}

/** The authors of the lemmas that a proof rests on. */
function teachers(verdict: Verdict): string {
  if (verdict.kind !== 'safe' || verdict.restsOn.length === 0) return '';
  const names = verdict.restsOn;
  const listed = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  return verdict.proof.certificate.kind === 'parts'
    ? ` and ${listed} on parts of the program`
    : ` with lemmas of ${listed}`;
}

function proofLines(proof: Proof): readonly ReportLine[] {
  const all = loopInvariants(proof);
  const stated = all.filter(({ lines }) => lines.length > 0);
  return [
    ...inductionLines(proof.certificate, all.length > 0 && stated.length === 0),
    ...stated.flatMap((invariant) => [headOf(invariant), ...invariant.lines.map(conjunctLine)]),
  ];
}

/** The first conjuncts that a reader takes in at a glance, each loop with its place. */
function shortInvariants(invariants: readonly LoopInvariant[]): readonly ReportLine[] {
  const out: ReportLine[] = [];
  let left = SHORT_INVARIANTS;
  let hidden = 0;
  for (const invariant of invariants) {
    const { lines } = invariant;
    const shown = lines.filter((text) => text.length <= GLANCE).slice(0, left);
    if (shown.length > 0) out.push(headOf(invariant), ...shown.map(conjunctLine));
    left -= shown.length;
    hidden += lines.length - shown.length;
  }
  const rest = out.length === 0 ? `Invariant: ${hidden} conjuncts` : `... and ${hidden} more`;
  if (hidden > 0) out.push({ style: 'dim', text: `${rest} (--verbose shows all)` });
  return out;
}

function headOf({ at, keyword }: LoopInvariant): ReportLine {
  if (keyword === 'threads') return { style: 'head', text: 'Invariant between the steps of threads:' };
  const place = at === null ? 'an unknown place' : formatLocation(at);
  return { style: 'head', text: `Invariant of the ${keyword} at ${place}:` };
}

function conjunctLine(text: string): ReportLine {
  return { style: 'plain', text: `  ${text}` };
}

/**
 * Explains how the certificate proves that no run reaches the error. `needsNone`: no loop has an
 * invariant.
 */
function inductionLines(certificate: WholeCertificate, needsNone: boolean): ReportLine[] {
  const line = (text: string): ReportLine => ({ style: 'plain', text });
  switch (certificate.kind) {
    case 'runs': {
      const { bound, inputs } = certificate;
      if (inputs !== undefined) {
        const places = inputs.length === 1 ? 'one place' : `${inputs.length} places`;
        return [
          line(
            `A run was made for each choice of values that are read at ${places}: none takes more than ${bound} steps.`,
          ),
        ];
      }
      return [line(`Runs were followed until no error can come: none takes more than ${bound} steps.`)];
    }
    case 'states': {
      const entries = certificate.blocks.reduce((sum, list) => sum + entriesOf(list), 0);
      return [line(`No step leads out of ${counted(entries, 'listed state')} or range of states, or to the error.`)];
    }
    case 'inductive': {
      const { k } = certificate;
      if (k === 0) break;
      const steps = k === 1 ? 'step' : `${k} steps`;
      return [
        line(`The property is ${k}-inductive: it holds in the first ${steps}, and after any ${steps} that kept it.`),
      ];
    }
    case 'parts': {
      const { parts } = certificate;
      const each = parts.flatMap((part, i) =>
        inductionLines(part.certificate, false).map(({ style, text }) => ({ style, text: `  Part ${i + 1}: ${text}` })),
      );
      return [line(`The errors lie in ${parts.length} parts of the program, with a proof for each:`), ...each];
    }
    case 'ranking': {
      const length = certificate.measures[0]?.length ?? 0;
      const what = length === 1 ? 'One measure' : `A tuple of ${length} measures, in lexicographic order,`;
      return [line(`${what} becomes smaller in each step from loop to loop, so that every run ends.`)];
    }
    case 'universal':
      break;
    default:
      return unreachable(certificate);
  }
  return [
    line(
      needsNone
        ? 'No state at a loop leads to the error: no invariant is needed.'
        : 'The invariant excludes the error.',
    ),
  ];
}
