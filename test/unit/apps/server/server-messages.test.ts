import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import schema from '../../../../schemas/server-messages.schema.json' with { type: 'json' };
import { type JobEvent, REFUSALS, type ServerMessage } from '../../../../src/apps/server/protocol.ts';

const valid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

const at = { file: 'a.c', line: 1, column: 1 };
const engine = 'kind.2';
const time = 3;
const JOB = 'A'.repeat(22);

/** One of each kind, as the types have it. */
const EVENTS: { readonly [K in JobEvent['kind']]: Extract<JobEvent, { readonly kind: K }> } = {
  queued: { kind: 'queued', place: 1, time },
  started: { kind: 'started', time },
  'begun-again': { kind: 'begun-again', attempt: 2, why: 'w', time },
  diagnostic: {
    kind: 'diagnostic',
    diagnostic: {
      code: 'C1001',
      severity: 'error',
      message: 'm',
      at,
      notes: [{ message: 'n', at: null }],
      excerpt: null,
    },
    time,
  },
  compiling: {
    kind: 'compiling',
    phase: 'encoding',
    round: 2,
    costly: { name: 'f', at, milliseconds: 900 },
    time,
  },
  compiled: {
    kind: 'compiled',
    facts: {
      source: 'program',
      lines: 9,
      loops: 1,
      stateVars: 2,
      stateBits: 64,
      inputs: 1,
      arrays: false,
      floats: false,
      products: false,
      heap: false,
      checks: 0,
      threads: false,
      comparisons: 2,
      deterministic: false,
      approximations: 0,
      gaps: 0,
      terms: 50,
      gates: 900,
    },
    externals: [],
    assumptions: [],
    preprocessed: {},
    decisions: ['no pointers'],
    milliseconds: 20,
    bytes: 4096,
    time,
  },
  sources: { kind: 'sources', files: [{ name: 'a.h', text: '' }], omitted: 1, time },
  outline: {
    kind: 'outline',
    outline: {
      functions: [
        {
          name: 'main',
          at,
          blocks: [
            {
              operations: [{ text: 'i = 0', at }],
              more: 0,
              loops: [at],
              error: false,
              exit: false,
              next: [{ to: 1, condition: { text: 'i < n', at } }],
            },
            { operations: [], more: 0, loops: [], error: true, exit: true, next: [{ to: 0, condition: null }] },
          ],
          calls: ['f'],
        },
      ],
      omitted: 0,
    },
    time,
  },
  'engine-started': { kind: 'engine-started', engine, options: { one: 1, two: 'x', three: true }, time },
  bound: { kind: 'bound', engine, bound: 4, time },
  note: { kind: 'note', engine, text: 't', time },
  statistics: { kind: 'statistics', engine, values: { depth: 3 }, time },
  lemma: {
    kind: 'lemma',
    engine,
    id: 1,
    basis: 'relative',
    restsOn: [0],
    to: ['bmc'],
    text: [{ at, expression: 'i <= n' }],
    time,
  },
  'lemmas-sent': { kind: 'lemmas-sent', engine, ids: [1], time },
  'lemmas-used': { kind: 'lemmas-used', engine, ids: [1], time },
  'lemma-refused': { kind: 'lemma-refused', engine, id: 1, why: 'w', time },
  claim: { kind: 'claim', engine, claim: 'safe', detail: 'd', uses: [1], time },
  certified: { kind: 'certified', engine, claim: 'safe', milliseconds: 5, time },
  trials: { kind: 'trials', engine, runs: 7, states: 6, values: 5, conjuncts: 4, skipped: 3, milliseconds: 5, time },
  refused: { kind: 'refused', engine, claim: 'unsafe', why: 'w', time },
  'engine-ended': { kind: 'engine-ended', engine, end: { kind: 'stopped', aborted: false }, bound: null, time },
  memory: { kind: 'memory', process: 1, engines: [{ engine, bytes: 1, solverMilliseconds: 2 }], time },
  part: { kind: 'part', part: 1, parts: 2, milliseconds: 4000, time },
  checks: {
    kind: 'checks',
    checks: [{ name: 'check:overflow:0', kind: 'overflow', at, function: 'f', contested: null }],
    ignores: [],
    time,
  },
  check: { kind: 'check', name: 'check:overflow:0', state: 'proved', text: 't', time },
  property: { kind: 'property', name: 'b0', verdict: 'TRUE', time },
  verdict: { kind: 'verdict', result: { verdict: 'TRUE' }, witness: true, time },
  failed: { kind: 'failed', code: 'E-INPUT', message: 'm', time },
  cancelled: { kind: 'cancelled', time },
  interrupted: { kind: 'interrupted', time },
};

const MESSAGES: { readonly [T in ServerMessage['type']]: Extract<ServerMessage, { readonly type: T }> } = {
  welcome: {
    type: 'welcome',
    version: 1,
    limits: { uploadBytes: 1, filesPerJob: 1, jobsPerClient: 1, seconds: 1, megabytes: 1 },
  },
  accepted: { type: 'accepted', request: null, job: JOB, place: 1 },
  snapshot: { type: 'snapshot', job: JOB, after: 0, last: 3, kind: 'submitted', state: 'running', omitted: 0 },
  event: { type: 'event', job: JOB, number: 1, event: EVENTS.started },
  jobs: {
    type: 'jobs',
    request: 1,
    jobs: [
      {
        job: JOB,
        kind: 'watched',
        state: 'done',
        files: ['a.c'],
        submitted: '2026-01-01T00:00:00.000Z',
        verdict: 'TRUE',
        engine,
        seconds: 1.5,
        last: 9,
      },
    ],
  },
  done: { type: 'done', request: 2 },
  document: { type: 'document', request: 3, job: JOB, document: 'sarif', text: '{}' },
  error: { type: 'error', request: null, code: 'bad-request', message: 'm' },
};

/** The object with each of its fields left out in turn, also of those within. */
function* lessOne(value: object): Generator<object> {
  for (const [name, field] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    if (
      typeof field === 'object' &&
      field !== null &&
      !Array.isArray(field) &&
      Object.keys(field).length > 0 &&
      name !== 'options' &&
      name !== 'values'
    )
      for (const less of lessOne(field)) yield { ...value, [name]: less };
  }
}

describe('the schema of what the server sends', () => {
  it.each(Object.values(MESSAGES))('takes the message $type, and not without one of its fields', (message) => {
    expect([valid(message), valid.errors]).toEqual([true, null]);
    for (const less of lessOne(message)) expect(valid(less), JSON.stringify(less)).toBe(false);
  });

  it.each(Object.values(EVENTS))('takes the event $kind, and not without one of its fields', (event) => {
    const message = { ...MESSAGES.event, event };
    expect([valid(message), valid.errors]).toEqual([true, null]);
    // Of an end the kind alone is the same for all.
    const fields = event.kind === 'engine-ended' ? { ...event, end: { kind: event.end.kind } } : event;
    for (const less of lessOne(fields)) expect(valid({ ...message, event: less }), JSON.stringify(less)).toBe(false);
  });

  it('takes events of kinds that are yet to come, and names every refusal', () => {
    expect(valid({ ...MESSAGES.event, event: { kind: 'later', time, more: 1 } })).toBe(true);
    for (const code of Object.keys(REFUSALS)) expect(valid({ ...MESSAGES.error, code })).toBe(true);
    expect(valid({ ...MESSAGES.error, code: 'else' })).toBe(false);
  });
});
