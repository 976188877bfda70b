import { z } from 'zod';
import { formatLocation } from '../../base/source.ts';

// The parts of `schemas/result.schema.json` that short answers are made of.

const place = z.object({ file: z.string(), line: z.number(), column: z.number() }).transform(formatLocation);
const reason = z.object({ kind: z.string(), text: z.string(), at: place.nullish() });
const values = z.array(z.object({ name: z.string(), value: z.string() }));
const stateAt = z.object({ at: place, keyword: z.string(), values });
const breaks = z.object({ state: stateAt, needs: z.string().nullable(), from: stateAt.nullable() });

/** A run; those of hardware models have no such fields. */
const run = z.looseObject({
  kind: z.string(),
  error: place.optional(),
  length: z.number().optional(),
  inputs: z.array(z.looseObject({ at: place.optional(), name: z.string(), value: z.string() })).optional(),
  steps: z.array(z.looseObject({ at: place, function: z.string(), depth: z.number(), text: z.string() })).optional(),
  fault: z.looseObject({ what: z.string() }).nullish(),
});

const check = z.object({
  kind: z.string(),
  at: place,
  function: z.string(),
  cwe: z.number(),
  state: z.enum(['proved', 'violated', 'contested', 'open']),
  contested: z.string().optional(),
  ignored: z.object({ reason: z.string() }).optional(),
  run: run.optional(),
  bound: z.number().nullish(),
  reason: reason.optional(),
  breaks: breaks.optional(),
});

const hint = z.object({
  hint: z.string(),
  at: place,
  state: z.enum(['proved', 'false', 'not inductive', 'open']),
  run: run.optional(),
  breaks: breaks.optional(),
});

const invariant = z.object({ at: place, keyword: z.string(), lines: z.array(z.string()).optional() });

/** The object that `--json` writes about a program. */
export const RESULT = z.object({
  verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN']),
  seconds: z.number().optional(),
  violated: z.string().optional(),
  violation: run.optional(),
  certificate: z.object({ kind: z.string(), invariants: z.array(invariant) }).optional(),
  reason: reason.optional(),
  safeUpTo: z.number().nullish(),
  engines: z
    .array(z.object({ engine: z.string(), end: z.looseObject({ kind: z.string() }), bound: z.number().nullable() }))
    .default([]),
  assumptions: z.array(z.object({ text: z.string(), at: place.optional() })).default([]),
  results: z.array(z.object({ property: z.string(), checks: z.array(check) })).default([]),
  hints: z.array(hint).default([]),
});

/** The object that `lemmata contracts --json` writes. `result`: what `lemmata check --json` writes about the function. */
export const CONTRACTS = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      at: place,
      verdict: z.enum(['TRUE', 'FALSE', 'UNKNOWN', 'ERROR']),
      seconds: z.number(),
      result: z.unknown(),
    }),
  ),
});

/** The object that `--json` writes if there is no result. */
export const FAILURE = z.object({
  error: z.object({ code: z.string(), message: z.string(), location: place.nullish() }),
});

export type Result = z.output<typeof RESULT>;
export type Run = z.output<typeof run>;
export type Check = z.output<typeof check>;
export type Hint = z.output<typeof hint>;
export type Breaks = z.output<typeof breaks>;
