import type { ClaimedRun, Engine, EngineContext, PartialClaim } from '../../../src/engines/methods/engine.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { Solver, SolverFactory } from '../../../src/logic/terms/solver.ts';
import { loadZ3, type Z3Api, z3Factory } from '../../../src/logic/z3/index.ts';
import type { Lemma } from '../../../src/system/transys/lemma.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';

let api: Promise<Z3Api> | null = null;

/** Z3 for a system's terms; one instance per test file. */
export async function solversFor(system: Pick<TransitionSystem, 'terms'>): Promise<SolverFactory> {
  api ??= loadZ3();
  return z3Factory(await api, system.terms);
}

/**
 * Our own solvers for a system's terms, as engines search with them; each model is held against
 * what was asserted.
 */
export function ownSolversFor({ terms }: Pick<TransitionSystem, 'terms'>, stopped?: () => boolean): SolverFactory {
  return bitFactory(terms, { sat: () => createSatSolver(), evaluateModels: true, stopped });
}

/**
 * What an engine gets in a test. `bounds`, `offers` and `claims` collect what it announces; `lemmas` are
 * handed to it one batch per call.
 */
export function contextFor(
  system: TransitionSystem,
  solvers: SolverFactory,
  more: Partial<
    Pick<EngineContext, 'checkers' | 'options' | 'seed' | 'stopped' | 'otherEngines' | 'isOpen' | 'openChecks'>
  > & {
    readonly lemmas?: (readonly Lemma[])[];
  } = {},
): EngineContext & { readonly bounds: number[]; readonly offers: ClaimedRun[]; readonly claims: PartialClaim[] } {
  const bounds: number[] = [];
  const offers: ClaimedRun[] = [];
  const claims: PartialClaim[] = [];
  const batches = [...(more.lemmas ?? [])];
  return {
    system,
    solvers,
    checkers: more.checkers ?? solvers,
    lemmas: { publish: () => {}, receive: () => batches.shift() ?? [] },
    options: more.options ?? {},
    seed: more.seed ?? 0,
    stopped: more.stopped ?? (() => false),
    otherEngines: more.otherEngines ?? [],
    bound: (k) => bounds.push(k),
    offer: (run) => offers.push(run),
    prove: (claim) => claims.push(claim),
    isOpen: more.isOpen ?? (() => true),
    openChecks: more.openChecks ?? (() => []),
    note: () => {},
    bounds,
    offers,
    claims,
  };
}

/** Counts the checks that solvers are asked. */
export function counting(solvers: SolverFactory): SolverFactory & { checks: number } {
  const result = {
    checks: 0,
    create: (options?: { readonly seed?: number }): Solver => {
      const solver = solvers.create(options);
      return new Proxy(solver, {
        get: (target, key) => {
          if (key === 'check') result.checks += 1;
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
  return result;
}

/**
 * Counts the solvers that are made and not disposed; a solver that is disposed twice, or used
 * afterwards, throws.
 */
export function tracked(solvers: SolverFactory): SolverFactory & { created: number; alive: number } {
  const result = {
    created: 0,
    alive: 0,
    create: (options?: { readonly seed?: number }): Solver => {
      const solver = solvers.create(options);
      let disposed = false;
      result.created += 1;
      result.alive += 1;
      return new Proxy(solver, {
        get: (target, key) => {
          if (disposed) throw new Error(`${String(key)} of a solver that is disposed`);
          if (key === 'dispose') {
            disposed = true;
            result.alive -= 1;
          }
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
  return result;
}

/** What an engine tells others until it ends. */
export function publishedBy(engine: Engine, context: EngineContext): Lemma[] {
  const told: Lemma[] = [];
  const publish = (...invariants: readonly Term[]): void => {
    for (const formula of invariants) told.push({ formula, id: told.length + 1, from: 'other' });
  };
  engine({ ...context, lemmas: { publish, receive: () => [] } });
  return told;
}
