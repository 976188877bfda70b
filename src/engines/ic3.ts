import { LemmataError } from '../base/errors.ts';
import { bounded, invariant } from '../exchange/lemma.ts';
import { LIMITS } from '../exchange/limits.ts';
import { Unsupported } from '../smt/bits/unsupported.ts';
import type { Term } from '../smt/builder.ts';
import type { SystemTrace, TraceValue } from '../transys/system.ts';
import { BoundedSearch } from './bmc-core.ts';
import type { Claim, EngineContext, EngineUnknown } from './engine.ts';
import { type BitLocation, BitSystem } from './ic3/bit-system.ts';
import { clauseTerm } from './ic3/clause-terms.ts';
import type { BitCube } from './ic3/cube.ts';
import { Frames } from './ic3/frames.ts';
import { Generalisation } from './ic3/generalise.ts';
import { type Found, Predecessors } from './ic3/predecessors.ts';
import { keepInductive, propagate } from './ic3/propagate.ts';
import { isCertain } from './pdr/counterexample.ts';
import { LevelQueue } from './pdr/obligations.ts';
import { claimOfRun, elseSearchRuns } from './pdr/runs.ts';

/** States that lead into bad: to be shown out of reach in at most `level` steps. */
interface Obligation {
  readonly location: BitLocation;
  readonly cube: BitCube;
  readonly level: number;
  /** With them, a step leads from every state of the cube into `next`, or into bad. */
  readonly inputs: ReadonlyMap<number, TraceValue>;
  readonly next: Obligation | null;
  /** How often it was blocked at a lower level before. */
  readonly returns: number;
}

/** What comes back so often is generalised with more effort. */
const STUBBORN = 5;

/** What ends the search. */
class Stopped extends Error {}

/**
 * IC3 (Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011; Eén, Mishchenko, Brayton, FMCAD 2011) on the bits of the state, with
 * frames for each location (Lange, Neuhäußer, Noll, FMCAD 2015) and counterexamples to generalization (Hassan, Bradley, Somenzi, FMCAD 2013). Cubes
 * are bits of the state, so that the gates of a step become clauses once, and a query is nothing but assumptions: for control-like state
 * and hardware, where {@link pdr} on words makes new terms for every question.
 *
 * What arrays hold it leaves open; it has no answer where that matters, nor for systems with floats in the state.
 */
export function ic3(context: EngineContext): Claim {
  const stop = (): void => {
    if (context.stopped()) throw new Stopped();
  };
  const base = new BoundedSearch(context, '');
  try {
    const bits = new BitSystem(context.system, context.circuits ?? null, stop);
    return elseSearchRuns(context, base, new Reachability(context, bits, base).run());
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    if (error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT'))
      return { kind: 'unknown', reason: { kind: 'incomplete', why: `bits alone are not enough: ${error.message}` }, bound: null };
    throw error;
  } finally {
    base.dispose();
  }
}

class Reachability {
  readonly #context: EngineContext;
  readonly #bits: BitSystem;
  readonly #base: BoundedSearch;
  readonly #frames: Frames;
  readonly #predecessors: Predecessors;
  readonly #generalisation: Generalisation;
  /** Invariants of others, and those known from the start. */
  readonly #known: Set<Term>;
  #bound: number | null = null;
  #obligations = 0;

  constructor(context: EngineContext, bits: BitSystem, base: BoundedSearch) {
    this.#context = context;
    this.#bits = bits;
    this.#base = base;
    this.#frames = new Frames(bits, () => context.stopped());
    this.#predecessors = new Predecessors(this.#frames);
    this.#generalisation = new Generalisation(this.#frames, this.#predecessors);
    this.#known = new Set(context.system.facts);
  }

  run(): Claim {
    const context = this.#context;
    const maxDepth = Number(context.options.maxDepth ?? 0);
    for (let n = 0; ; n += 1) {
      // Of a system with initial values, frame n has the states that are reached in n - 1 of its own steps.
      const steps = n - this.#bits.graph.initialSteps;
      if (maxDepth > 0 && steps > maxDepth)
        return this.#unknown({ kind: 'incomplete', why: `no two frames are equal for runs of up to ${maxDepth} steps` });
      this.#frames.top = n;
      const end = this.#exclude(n);
      if (end !== null) return end;
      if (steps < 0) continue;
      this.#bound = steps;
      context.bound(steps);
      const fixpoint = propagate(this.#frames, n, () => context.stopped());
      this.#report(n, steps);
      if (fixpoint !== null) return this.#safe(fixpoint);
      this.#publishInvariants(n + 1);
      this.#publish(n + 1, steps + 1);
    }
  }

  /** Makes sure that no state of frame n leads into bad; a claim if that is not so. */
  #exclude(n: number): Claim | null {
    this.#receive();
    const { entry, locations } = this.#bits;
    for (const location of locations) {
      if ((n === 0) !== (location === entry)) continue;
      for (;;) {
        const meets = this.#frames.meetsBad(location, n);
        if (meets === null) return this.#unknown({ kind: 'stopped' });
        if (!meets) break;
        const end = this.#block(this.#obligation(location, this.#predecessors.of(location, [location.bad]), n, null), n);
        if (end !== null) return end;
      }
    }
    return null;
  }

  /** Shows that the obligation's states are not reached within its level, and neither what leads to them; a claim if they are. */
  #block(root: Obligation, n: number): Claim | null {
    const queue = new LevelQueue<Obligation>();
    queue.push(root);
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      const { location, cube, level } = next;
      if (location === this.#bits.entry) return this.#reached(next);
      if (this.#frames.subsumes(location, cube, level)) {
        if (level < n) queue.push({ ...next, level: level + 1 });
        continue;
      }
      const answer = this.#frames.consecution(location, cube, level - 1);
      switch (answer.kind) {
        case 'unknown':
          return this.#unknown({ kind: 'stopped' });
        case 'predecessor': {
          const found = this.#predecessors.into(cube, answer.edge);
          queue.push(next);
          queue.push(this.#obligation(answer.edge.from, found, level - 1, next));
          break;
        }
        case 'blocked': {
          const reached = this.#learn(next, answer.core, n);
          if (reached < n) queue.push({ ...next, level: reached + 1, returns: next.returns + 1 });
          break;
        }
      }
    }
    return null;
  }

  #obligation(location: BitLocation, { cube, inputs }: Found, level: number, next: Obligation | null): Obligation {
    this.#obligations += 1;
    return { location, cube, level, inputs, next, returns: 0 };
  }

  /** Learns a clause that blocks the obligation's cube, `core` of which is enough; gives the highest level for which it does. */
  #learn({ location, level, returns }: Obligation, core: BitCube, n: number): number {
    let cube = this.#generalisation.minimise(location, core, level, returns < STUBBORN ? 'plain' : 'thorough');
    let reached = level;
    while (reached < n) {
      const further = this.#frames.consecution(location, cube, reached);
      if (further.kind !== 'blocked') break;
      cube = further.core;
      reached += 1;
    }
    this.#frames.add(location, cube, reached);
    return reached;
  }

  /** Clauses that hold by induction hold in every reachable state. */
  #publishInvariants(level: number): void {
    const found: Term[] = [];
    keepInductive(
      this.#frames,
      level,
      () => this.#context.stopped(),
      (location, { cube }) => found.push(this.#formula(location, cube)),
    );
    if (found.length > 0) this.#context.lemmas.publish(...found.map(invariant));
  }

  /** Tells others what holds for longest, short clauses first. */
  #publish(level: number, bound: number): void {
    const found = this.#bits.locations.flatMap((location) =>
      this.#frames.clauses(location).flatMap(({ cube, level: l }) => (l === level ? [{ location, cube }] : [])),
    );
    found.sort((a, b) => a.cube.length - b.cube.length);
    const shortest = found.slice(0, LIMITS.publishing.clausesOfFrame);
    if (shortest.length === 0) return;
    this.#context.lemmas.publish(...shortest.map(({ location, cube }) => bounded(this.#formula(location, cube), bound)));
  }

  #formula(location: BitLocation, cube: BitCube): Term {
    return this.#bits.graph.locate(location.location, clauseTerm(this.#bits, cube));
  }

  #receive(): void {
    for (const { kind, bound, formula } of this.#context.lemmas.receive()) {
      if (kind !== 'invariant' || bound !== null || this.#known.has(formula)) continue;
      const facts = this.#bits.locations.map((location) => this.#bits.formula(location, formula));
      if (facts.includes(null)) continue;
      this.#known.add(formula);
      this.#bits.locations.forEach((location, i) => {
        const fact = facts[i];
        if (fact !== null) this.#frames.learn(location, fact);
      });
    }
  }

  /** A chain of obligations begins at the entry: it is a run, unless undefined behaviour or a gap is in its way. */
  #reached(first: Obligation): Claim {
    const { system, graph } = this.#bits;
    const steps: ReadonlyMap<number, TraceValue>[] = [];
    for (let at: Obligation | null = first; at !== null; at = at.next) steps.push(at.inputs);
    const init = (graph.initialSteps > 0 ? steps.shift() : undefined) ?? new Map<number, TraceValue>();
    const trace: SystemTrace = { init, steps };
    if (this.#bits.isAbstract && !isCertain(system, trace))
      return this.#unknown({ kind: 'incomplete', why: 'it depends on what arrays hold' });
    return claimOfRun(this.#context, this.#base, trace, this.#bound);
  }

  #safe(level: number): Claim {
    const { terms } = this.#bits.system;
    const parts = [...this.#known];
    for (const location of this.#bits.locations) {
      const clauses = this.#frames.clauses(location).flatMap((c) => (c.level >= level ? [clauseTerm(this.#bits, c.cube)] : []));
      if (clauses.length > 0) parts.push(this.#bits.graph.locate(location.location, terms.andAll(clauses)));
    }
    const invariant = terms.andAll(parts);
    return { kind: 'safe', certificate: { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null } };
  }

  #unknown(reason: EngineUnknown): Claim {
    return { kind: 'unknown', reason, bound: this.#bound };
  }

  #report(n: number, depth: number): void {
    const clauses = this.#bits.locations.reduce((sum, location) => sum + this.#frames.clauses(location).length, 0);
    const { queries } = this.#frames;
    this.#context.note(`frame ${n}: ${clauses} clauses, ${this.#obligations} obligations, ${queries} queries`);
    this.#context.statistics?.({ depth, clauses, obligations: this.#obligations, queries });
  }
}
