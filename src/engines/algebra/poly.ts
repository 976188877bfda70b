import type { Term } from '../../logic/terms/builder.ts';
import { isProduct, Products } from '../../logic/terms/products.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { isAt } from '../../system/transys/control.ts';
import { mapBlocks } from '../../system/transys/passes/restrict.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { relatedGroups } from '../../system/transys/related.ts';
import { stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import { type Samples, sampleStates } from '../../system/transys/sampling/sampler.ts';
import type { InputVar, TransitionSystem } from '../../system/transys/system.ts';
import { type Claim, type EngineContext, incomplete } from '../methods/engine.ts';
import { checkedProof } from '../methods/inductive/checked-facts.ts';
import { InductiveFacts } from '../methods/inductive/facts.ts';
import { InductiveSteps, NOTHING_BOUND } from '../methods/inductive/steps.ts';
import { KnownLemmas } from '../methods/known-lemmas.ts';
import { numberOf, POLY } from '../methods/options.ts';
import { candidateTiers } from '../templates/candidates.ts';
import { inductiveEqualities } from '../templates/equalities.ts';
import { passedGuards } from '../templates/passed-guards.ts';
import { likelyEqualities } from '../templates/polynomials.ts';

/** Most candidates without products that are checked together. */
const MOST_CANDIDATES = 600;

/**
 * Polynomial invariants for programs that multiply. Candidates are the program's atoms, and equalities
 * of polynomials that hold in sampled states and that random steps do not break (Sharma, Gupta,
 * Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013).
 *
 * Algebra decides which candidates are inductive, one by one, relative to facts without products:
 * equalities, bounds and atoms. These are proved on the system with any value in place of each
 * product, where queries are cheap. Facts without products are published. The others serve only this
 * engine's proof, since queries with products would take other engines too long.
 *
 * Options: `POLY` in `options.ts`.
 */
export function poly(context: EngineContext): Claim {
  const { system } = context;
  if (!new Products(system.terms).withinAny(programTerms(system))) return incomplete('no variables are multiplied');
  return new Poly(context).run();
}

class Poly {
  readonly #context: EngineContext;
  /** The engine's context with the system of {@link freeProducts}. */
  readonly #free: EngineContext;
  readonly #known: KnownLemmas;
  readonly #facts: InductiveFacts;
  readonly #products: Products;
  readonly #roundMilliseconds: number;
  readonly #queryMilliseconds: number;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#free = { ...context, system: freeProducts(context.system) };
    this.#roundMilliseconds = numberOf(context, POLY.round);
    this.#queryMilliseconds = numberOf(context, POLY.query);
    this.#known = new KnownLemmas(context);
    this.#products = new Products(context.system.terms);
    this.#facts = new InductiveFacts(this.#free, this.#queryMilliseconds);
  }

  run(): Claim {
    const { system, seed } = this.#context;
    const samples = sampleStates(system, {
      seed,
      milliseconds: numberOf(this.#context, POLY.sample),
      stopped: () => this.#context.stopped(),
    });
    this.#learn('equalities', this.#equalities(samples));
    const bits = this.#learn('powers', powersOfTwo(system, samples));
    const guards = this.#learn('passed guards', passedGuards(this.#free.system, samples));
    const steps = new InductiveSteps(system, NOTHING_BOUND);
    const groups = productGroups(system);
    const known = (block: number): readonly Term[] => [...bits, ...guards].map((t) => steps.of(block).before(t));
    const problem = { system, samples, groups, known, seed, stopped: () => this.#context.stopped() };
    const candidates = likelyEqualities(problem, this.#roundMilliseconds);
    this.#context.note(`${candidates.length} likely equalities of polynomials`);
    for (const { name, candidates: tier } of candidateTiers(system, samples)) {
      if (this.#context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      candidates.push(...tier.filter((t) => this.#products.within(t)));
      this.#learn(name, tier.filter((t) => !this.#products.within(t)).slice(0, MOST_CANDIDATES));
      const proof = this.#prove(candidates);
      if (proof !== null) return proof;
    }
    return incomplete('the templates that hold do not exclude the error');
  }

  #equalities(samples: Samples): readonly Term[] {
    const groups = relatedGroups(this.#free.system);
    if (groups.length === 0) return [];
    const problem = { context: this.#free, before: (block: number) => this.#facts.before(block), samples, groups };
    return inductiveEqualities(problem, this.#roundMilliseconds, this.#queryMilliseconds) ?? [];
  }

  /**
   * Keeps and publishes the candidates that are inductive, and returns them. No candidate contains
   * products.
   */
  #learn(name: string, candidates: readonly Term[]): readonly Term[] {
    this.#known.receive();
    this.#facts.accept(this.#known.invariants.filter((t) => !this.#products.within(t)));
    const found = this.#facts.learn(candidates, { milliseconds: this.#roundMilliseconds, independent: true });
    this.#context.note(`${name}: ${candidates.length} candidates, ${found.length} new invariants`);
    this.#known.publish(...found);
    return found;
  }

  #prove(candidates: readonly Term[]): Claim | null {
    const { terms } = this.#context.system;
    const limits = { milliseconds: this.#roundMilliseconds, query: this.#queryMilliseconds };
    const proof = checkedProof(this.#context, this.#facts, candidates, limits);
    if (proof === null) return null;
    const said = terms.andAll([...this.#facts.facts, ...proof]);
    return { kind: 'safe', certificate: { kind: 'inductive', invariant: said, k: 0, instances: [] } };
  }
}

/**
 * Groups of related terms in which equalities of polynomials are looked for: at the widths of
 * products, and at twice these widths. Some equalities hold only there, as quotients destroy them
 * modulo the smaller powers of two.
 */
function productGroups(system: TransitionSystem): readonly (readonly Term[])[] {
  const { terms } = system;
  const products = postorder(terms, programTerms(system)).filter((t) => isProduct(terms, t));
  const widths = new Set(products.map((t) => terms.width(t)));
  return relatedGroups(system, [...widths, ...[...widths].map((width) => 2 * width)]).filter(([t]) => {
    const width = terms.width(t);
    return widths.has(width) || widths.has(width / 2);
  });
}

/**
 * An over-approximation that replaces each product of terms by an input of any value; equal products
 * share one input. It has all runs of the original and more, so that its inductive invariants are
 * inductive in the original, and its circuits are small. It serves queries, not traces: the inputs
 * that stand for products have no origin.
 */
function freeProducts(system: TransitionSystem): TransitionSystem {
  const { terms, inputs, stateVars, blocks } = system;
  const products = postorder(terms, programTerms(system)).filter((t) => isProduct(terms, t));
  if (products.length === 0) return system;
  const taken = new Set([...stateVars, ...inputs].map(({ name }) => name));
  let mark = '@product-';
  while (taken.has(`${mark}0`)) mark += '-';
  const fresh = products.map((t, i): InputVar => {
    const name = `${mark}${i}`;
    return { term: terms.variable(name, terms.sort(t)), name, phase: 'step', origin: null };
  });
  const over = new Substitution(
    terms,
    products.map((t, i) => [t, fresh[i].term] as const),
  );
  const found = new Products(terms);
  const added = fresh.map((_, i) => inputs.length + i);
  const wider: TransitionSystem = {
    ...system,
    inputs: [...inputs, ...fresh],
    blocks: blocks.map((block) => ({ ...block, inputs: [...block.inputs, ...added] })),
    facts: system.facts.filter((fact) => !found.within(fact)),
  };
  return mapBlocks(wider, () => (t) => over.apply(t));
}

/** Fewest distinct values of a variable for which it counts as a power of two, not only as small. */
const FEWEST = 4;

/**
 * Variables that were 0 or a power of two in all sampled states of a block, as formulas over the state
 * variables. The formulas state that at most one bit is set, and that the value is 1 or even, which
 * algebra can use. If no sampled value is 0, they also state that the value is not 0.
 */
function powersOfTwo(system: TransitionSystem, samples: Samples): Term[] {
  const { terms, stateVars, pc } = system;
  const evaluatorIn = stateEvaluators(system);
  return samples.flatMap((states, id) => {
    const evaluators = states.map(evaluatorIn);
    const isHere = isAt(system, id);
    return stateVars.flatMap(({ term }, v) => {
      const sort = terms.sort(term);
      if (sort.kind !== 'bv' || sort.width < 3 || v === pc) return [];
      const values = new Set(evaluators.map((evaluator) => evaluator.value(term)));
      const isPower = [...values].every((x) => typeof x === 'bigint' && (x & (x - 1n)) === 0n);
      if (values.size < FEWEST || !isPower) return [];
      const one = terms.bv(sort.width, 1);
      const zero = terms.bv(sort.width, 0);
      const isEven = terms.eq(terms.extract(term, 0, 0), terms.bv(1, 0));
      const said = [terms.eq(terms.bvAnd(term, terms.sub(term, one)), zero), terms.or(terms.eq(term, one), isEven)];
      if (!values.has(0n)) said.push(terms.not(terms.eq(term, zero)));
      return said.map((t) => terms.implies(isHere, t));
    });
  });
}
