import { unreachable } from '../../../base/errors.ts';
import type { IgnoreComment } from '../../../c/source/ignore-comments.ts';
import type { EngineStatistics } from '../../../race/events.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { entriesOf, type WholeCertificate } from '../../../system/transys/certificate.ts';
import { type ProgramAssumptions, statedAssumptions } from './assumptions.ts';
import type { CheckLedger } from './check-ledger.ts';
import { type CheckResult, reasonFields, resultsByProperty, sortedResults, unusedIgnores } from './check-results.ts';
import { evidenceObject } from './evidence.ts';
import { hintObject } from './hint-results.ts';
import type { LemmaLedger } from './lemma-ledger.ts';
import { loopInvariants } from './loop-invariants.ts';
import { plainRun } from './plain-run.ts';
import { violated } from './verdict-line.ts';

/** Raised when a field changes its meaning or is removed; further fields may appear in any version. */
const RESULT_VERSION = 1;

export interface ResultContext extends ProgramAssumptions {
  readonly files: readonly string[];
  readonly milliseconds: number;
  /** Statistics of the engines, by id; with several properties those of the last one. */
  readonly statistics: ReadonlyMap<string, EngineStatistics>;
  /** The lemmas that engines learnt from each other; with several properties, for the last one. */
  readonly lemmas: LemmaLedger;
  /** Refused claims and lemmas, and the results of runs of a proved program. */
  readonly checks: CheckLedger;
  /** The results of the checks that were decided one by one; null or absent: they were not. */
  readonly results?: readonly CheckResult[] | null;
  /** Comments of the sources that ask to ignore findings of these checks. */
  readonly ignores?: readonly IgnoreComment[];
  /** The results of hints; absent: none were given. */
  readonly hints?: readonly CheckResult[];
  /** The verdicts of models with several properties. */
  readonly properties: readonly { readonly name: string; readonly verdict: Verdict }[];
}

/** Returns the object that `--json` writes; the contract is `schemas/result.schema.json`. */
export function resultObject(verdict: Verdict, context: ResultContext): object {
  const { files, externals = [], entry = null, milliseconds, properties, statistics, lemmas, checks } = context;
  const stated = statedAssumptions(verdict, context);
  const { results = null, ignores = [], hints = [] } = context;
  const rows = lemmas.rows(verdict.kind === 'safe' ? verdict.engine : null);
  return {
    version: RESULT_VERSION,
    files,
    property: verdict.property.specification,
    seconds: Math.round(milliseconds) / 1000,
    ...verdictFields(verdict),
    ...(entry === null ? {} : { entry }),
    ...(externals.length === 0 ? {} : { externals }),
    ...(stated.length === 0 ? {} : { assumptions: stated }),
    ...(statistics.size === 0 ? {} : { statistics: Object.fromEntries(statistics) }),
    ...(rows.length === 0 ? {} : { lemmas: rows }),
    ...(checks.count === 0 ? {} : { refused: checks.refusals }),
    ...(checks.trials === null ? {} : { trials: checks.trials }),
    ...(results === null ? {} : { results: resultsByProperty(results) }),
    ...(hints.length === 0 ? {} : { hints: sortedResults(hints).map(hintObject) }),
    ...(results === null || ignores.length === 0 ? {} : { unusedIgnores: unusedIgnores(results, ignores) }),
    ...(properties.length === 0
      ? {}
      : { properties: properties.map(({ name, verdict: one }) => ({ name, ...verdictFields(one) })) }),
  };
}

function verdictFields(verdict: Verdict): object {
  switch (verdict.kind) {
    case 'safe': {
      const { certificate } = verdict.proof;
      return {
        verdict: 'TRUE',
        engine: verdict.engine,
        stage: verdict.stage,
        restsOn: verdict.restsOn,
        certificate: { ...shapeOf(certificate), invariants: loopInvariants(verdict.proof) },
        evidence: evidenceObject(verdict),
      };
    }
    case 'unsafe':
      return {
        verdict: 'FALSE',
        violated: violated(verdict),
        engine: verdict.engine,
        stage: verdict.stage,
        violation: plainRun(verdict.run),
        evidence: evidenceObject(verdict),
      };
    case 'unknown':
      return {
        verdict: 'UNKNOWN',
        reason: reasonFields(verdict.reason),
        safeUpTo: verdict.safeUpTo,
        engines: verdict.engines,
      };
    default:
      return unreachable(verdict);
  }
}

/** The kind of a certificate in the words of the schema, which names two kinds of runs. */
function shapeOf(certificate: WholeCertificate): object {
  switch (certificate.kind) {
    case 'runs': {
      const { bound, inputs } = certificate;
      if (inputs !== undefined) return { kind: 'enumerated', bound, inputs: inputs.length };
      return { kind: 'exhaustive', bound };
    }
    case 'states':
      return { kind: 'states', states: certificate.blocks.reduce((sum, list) => sum + entriesOf(list), 0) };
    case 'universal':
      return { kind: 'universal' };
    case 'ranking':
      return { kind: 'ranking', measures: certificate.measures[0]?.length ?? 0 };
    case 'inductive':
      return { kind: 'k-inductive', k: certificate.k };
    case 'parts':
      return { kind: 'parts', parts: certificate.parts.map((part) => shapeOf(part.certificate)) };
  }
}
