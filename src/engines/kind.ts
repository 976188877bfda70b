import { BoundedSearch } from './bmc-core.ts';
import type { Claim, EngineContext } from './engine.ts';
import { StepCase } from './step-case.ts';

/**
 * k-induction (algorithms.md section 3; Sheeran, Singh, Stålmarck, FMCAD 2000; with continuously refined invariants: Beyer, Dangl, Wendler,
 * CAV 2015): for k = 0, 1, 2, … the base case looks for a run of k steps into bad, the step case for k steps that avoid bad from any state
 * that satisfies all known invariants, and then meet it. The invariants come from `system.facts` and from other engines; they are re-read
 * at each k. Once a gap is known to be reachable there is no proof, and only the base case goes on.
 *
 * Options: `maxDepth` (0: no limit), `eliminate` (inputs that only decide branches are eliminated from bad; default true), `simplePath` (the
 * states of the step case differ pairwise; default false), `stepMilliseconds` (limit of the first step check that takes long; doubled
 * each time; 0: none).
 */
export function kind(context: EngineContext): Claim {
  const maxDepth = Number(context.options.maxDepth ?? 0);
  const base = new BoundedSearch(context, '');
  const step = new StepCase(context, {
    eliminate: context.options.eliminate !== false,
    simplePath: context.options.simplePath === true,
    milliseconds: Number(context.options.stepMilliseconds ?? 2_000),
  });
  try {
    let bound: number | null = null;
    for (;;) {
      if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound };
      const k = base.depth;
      if (maxDepth > 0 && k > maxDepth) {
        if (base.gap !== null) return { kind: 'unknown', reason: { kind: 'gap', ...base.gap }, bound };
        return { kind: 'unknown', reason: { kind: 'incomplete', why: `not k-inductive for any k up to ${maxDepth}` }, bound };
      }
      const result = base.step();
      switch (result.kind) {
        case 'bad':
          return { kind: 'unsafe', run: { kind: 'system', trace: result.trace } };
        case 'unknown':
          return { kind: 'unknown', reason: result.reason, bound };
        case 'exhausted':
          if (base.gap !== null) return { kind: 'unknown', reason: { kind: 'gap', ...base.gap }, bound: result.bound };
          return { kind: 'safe', certificate: { kind: 'exhaustive', bound: result.bound } };
        case 'clear':
          break;
      }
      bound = k;
      context.bound(k);
      if (base.gap !== null) continue;
      if (context.stopped()) continue;
      if (step.holds(k)) return { kind: 'safe', certificate: step.certificate(k) };
    }
  } finally {
    base.dispose();
    step.dispose();
  }
}
