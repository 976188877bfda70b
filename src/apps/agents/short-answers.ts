import { z } from 'zod';
import type { Breaks, Check, Hint, Result, Run } from './result.ts';

// The answers of tools: what an agent needs for its next step. The resources of an answer have the rest.

/** Most entries of each list of an answer. */
const MOST = 20;

const AT = z.string().describe('file:line:column');
const ANSWER = {
  answer: z.string().describe('The name of this answer, for explain and for its resources'),
  verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
  seconds: z.number().optional(),
  assumptions: z.array(z.string()).describe('What the verdict takes for granted'),
  resources: z.array(z.string()).describe('URIs of the runs, the invariants and the whole result'),
};
const INPUTS = z
  .array(z.object({ at: AT.optional(), name: z.string(), value: z.string() }))
  .describe(`The inputs of a run, in order; at most ${MOST}`);
const LACKS = z
  .object({
    needs: z.string().nullable().describe('A condition at the loop that would make the check inductive, in C'),
    loop: AT,
    state: z.string().describe('A turn from this state leads to the failure, or the condition excludes it'),
  })
  .describe('What induction lacks; whether a run reaches the state is not known');
const HINTS = z
  .array(z.object({ hint: z.string(), at: AT, state: z.string(), lacks: LACKS.optional() }))
  .describe('What is known of each hint');

export const VERIFIED = z.object({
  ...ANSWER,
  violated: z.string().optional().describe('The violated property'),
  at: AT.optional().describe('Where the run ends that violates it'),
  inputs: INPUTS.optional(),
  invariants: z.array(z.object({ at: AT, condition: z.string() })).optional(),
  reason: z.string().optional().describe('Why there is no verdict'),
  safeUpTo: z.number().nullish().describe('No run of at most this number of steps violates the property'),
  hints: HINTS.optional(),
});

const FINDING = z.object({
  kind: z.string(),
  at: AT,
  function: z.string(),
  cwe: z.number(),
  what: z.string().optional(),
  inputs: INPUTS.optional(),
  contested: z.string().optional().describe('Not a fault in all readings of C'),
  ignored: z.string().optional().describe('The reason that a comment of the source gives for ignoring it'),
  reason: z.string().optional().describe('Why it is open'),
  lacks: LACKS.optional(),
});

export const CHECKED = z.object({
  ...ANSWER,
  counts: z.object({ violated: z.number(), contested: z.number(), open: z.number(), proved: z.number() }),
  violated: z.array(FINDING).describe(`The first ${MOST} violated and contested checks`),
  open: z.array(FINDING).describe(`The first ${MOST} open checks`),
  reason: z.string().optional().describe('Why checks are open'),
  hints: HINTS.optional(),
});

export const CONTRACTED = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      at: AT,
      verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'ERROR']).describe('TRUE: it keeps its contract and has no fault'),
      judged: CHECKED.optional().describe('Its checks, with the name of its answer; absent after an error'),
    }),
  ),
});

export const EXPLAINED = z.object({
  answer: z.string(),
  verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
  explanation: z.string().describe('For people: the reason, what is known, what to try; or the run or the proof'),
  lacks: z
    .array(LACKS.extend({ kind: z.string(), at: AT }))
    .describe('Open checks and hints of which a lacking condition is known: propose a hint and ask again'),
  engines: z.array(z.object({ engine: z.string(), end: z.string(), safeUpTo: z.number().nullable() })),
});

type Named = Pick<z.output<typeof VERIFIED>, 'answer' | 'resources'>;

/** The answer of the tool verify. */
export function verified(result: Result, named: Named): z.output<typeof VERIFIED> {
  const { violation, certificate, reason } = result;
  return {
    ...common(result, named),
    ...(violation === undefined ? {} : { violated: result.violated, at: violation.error, inputs: inputsOf(violation) }),
    ...(certificate === undefined ? {} : { invariants: certificate.invariants.slice(0, MOST).map(condition) }),
    ...(reason === undefined ? {} : { reason: reason.text, safeUpTo: result.safeUpTo }),
  };
}

/** The answer of the tool check. */
export function checked(result: Result, named: Named): z.output<typeof CHECKED> {
  const checks = result.results.flatMap((one) => one.checks);
  const of = (...states: readonly Check['state'][]) => checks.filter(({ state }) => states.includes(state));
  return {
    ...common(result, named),
    counts: {
      violated: of('violated').length,
      contested: of('contested').length,
      open: of('open').length,
      proved: of('proved').length,
    },
    violated: of('violated', 'contested').slice(0, MOST).map(finding),
    open: of('open').slice(0, MOST).map(finding),
    ...(result.reason === undefined ? {} : { reason: result.reason.text }),
  };
}

/** The answer of the tool explain. `text`: the same in lines for people. */
export function explained(result: Result, answer: string, text: string): z.output<typeof EXPLAINED> {
  const open = result.results.flatMap(({ checks }) => checks);
  const asked = [
    ...open.map(({ kind, at, breaks }) => ({ kind, at, breaks })),
    ...result.hints.map(({ at, breaks }) => ({ kind: 'hint', at, breaks })),
  ];
  return {
    answer,
    verdict: result.verdict,
    explanation: text,
    lacks: asked
      .flatMap(({ kind, at, breaks }) => (breaks === undefined ? [] : [{ kind, at, ...lacking(breaks) }]))
      .slice(0, MOST),
    engines: result.engines.map(({ engine, end, bound }) => ({ engine, end: end.kind, safeUpTo: bound })),
  };
}

function common(result: Result, { answer, resources }: Named) {
  const { verdict, seconds, assumptions, hints } = result;
  return {
    answer,
    verdict,
    seconds,
    assumptions: assumptions.map(({ text, at }) => (at === undefined ? text : `${at}: ${text}`)),
    resources: [...resources],
    ...(hints.length === 0 ? {} : { hints: hints.map(told) }),
  };
}

function finding({ kind, at, function: inside, cwe, run, contested, ignored, reason, breaks }: Check) {
  return {
    kind,
    at,
    function: inside,
    cwe,
    ...(run?.fault == null ? {} : { what: run.fault.what }),
    ...(run === undefined ? {} : { inputs: inputsOf(run) }),
    ...(contested === undefined ? {} : { contested }),
    ...(ignored === undefined ? {} : { ignored: ignored.reason }),
    ...(reason === undefined ? {} : { reason: reason.text }),
    ...(breaks === undefined ? {} : { lacks: lacking(breaks) }),
  };
}

function told({ hint, at, state, breaks }: Hint) {
  return { hint, at, state, ...(breaks === undefined ? {} : { lacks: lacking(breaks) }) };
}

function lacking({ needs, state, from }: Breaks) {
  // The state before the turn tells more than the one in which the check fails.
  const { at, values } = from ?? state;
  return { needs, loop: at, state: values.map(({ name, value }) => `${name} = ${value}`).join(', ') };
}

function inputsOf({ inputs = [] }: Run) {
  return inputs.slice(0, MOST).map(({ at, name, value }) => ({ ...(at === undefined ? {} : { at }), name, value }));
}

function condition({ at, lines = [] }: { readonly at: string; readonly lines?: readonly string[] }) {
  return { at, condition: lines.join(' && ') };
}
