// Helpers of the wrappers that `plugin.mjs` puts around parts of the command.
// ABLATION_OFF: names of the parts that do nothing, joined by commas. ABLATION_LOG: file that gets a
// line `NAME<tab>MS` for each deed of a part.
import { appendFileSync, readFileSync } from 'node:fs';

const { ABLATION_LOG = '', ABLATION_OFF = '' } = process.env;
const absent = new Set(ABLATION_OFF.split(','));
/** CPU time of an engine in ms between two lines about it. */
const PERIOD = 100;

/** Whether a part is off. */
export const off = (name) => absent.has(name);
/** Records a deed of a part, and the CPU time in ms that it took. */
export const record = (name, milliseconds = 0) => {
  if (ABLATION_LOG !== '') appendFileSync(ABLATION_LOG, `${name}\t${milliseconds.toFixed(1)}\n`);
};
/** CPU time of this thread in ms. */
const clock = () => Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6;

/** A function that returns `instead` where the part is off, and records calls that `acts` tells of. */
export function switched(name, original, instead, acts) {
  return (...args) => {
    if (off(name)) return typeof instead === 'function' ? instead(...args) : instead;
    const begun = clock();
    const result = original(...args);
    record(acts(result, ...args) ? name : `${name}:in vain`, clock() - begun);
    return result;
  };
}

export const pass = (name, original) =>
  switched(
    `pass:${name}`,
    original,
    (system) => ({ system, back: [] }),
    ({ system }, before) => system !== before,
  );

/** Refuters that record what they refute; those that are off answer nothing. */
export function refuters(name, factory) {
  if (off(name))
    return {
      name: 'other',
      create: () => ({ assert() {}, check: () => 'unknown', reasonUnknown: () => 'off', dispose() {} }),
    };
  const create = () => {
    const refuter = factory.create();
    const check = refuter.check.bind(refuter);
    refuter.check = (...args) => {
      const begun = clock();
      const answer = check(...args);
      record(answer === 'unsat' ? name : `${name}:in vain`, clock() - begun);
      return answer;
    };
    return refuter;
  };
  return { ...factory, create };
}

/** Refuters one after the other, each for at most 2 s. */
export const inOrder = (factories) => ({
  create() {
    const all = factories.map((factory) => ({ factory, refuter: factory.create() }));
    let last = null;
    return {
      assert(t) {
        for (const { refuter } of all) refuter.assert(t);
      },
      check(assumptions, limits = {}) {
        for (last of all) {
          const milliseconds = Math.min(2000, limits.milliseconds ?? 2000);
          const answer = last.refuter.check(assumptions, { ...limits, milliseconds });
          if (answer !== 'unknown') return answer;
        }
        return 'unknown';
      },
      reasonUnknown: () => last.refuter.reasonUnknown(),
      answeredBy: () => last.refuter.answeredBy?.() ?? new Set([last.factory.name ?? 'other']),
      dispose() {
        for (const { refuter } of all) refuter.dispose();
      },
    };
  },
});

/** An engine that records its CPU time, and what its notes say of candidates that it kept. */
export const engine = (name, run) => (context) => {
  let begun = clock();
  const spend = (least) => {
    const now = clock();
    if (now - begun < least) return;
    record(`engine:${name}`, now - begun);
    begun = now;
  };
  const stopped = () => {
    spend(PERIOD);
    return context.stopped();
  };
  const note = (text) => {
    const [, template, kept] = /^(.*): \d+ candidates, (\d+) new/.exec(text) ?? [];
    if (Number(kept) > 0) record(`template:${template}`);
    return context.note(text);
  };
  const claim = run({ ...context, stopped, note });
  spend(0);
  if (claim.kind !== 'unknown') record(`claim:${name}`);
  return claim;
};

/** The sets without the slices of engines that are off. */
export function portfolio(file) {
  const isOn = ({ engine }) => !off(`engine:${engine}`);
  const stage = (given) => ({ ...given, order: given.order.filter(isOn) });
  const set = (given) => ({ ...given, stages: given.stages.map(stage), ...(off('quick') ? { quick: false } : {}) });
  return { ...file, sets: Object.fromEntries(Object.entries(file.sets).map(([name, given]) => [name, set(given)])) };
}
