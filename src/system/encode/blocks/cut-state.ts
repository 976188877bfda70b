import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { ANY_OFFSET, type Congruence, joinCongruence, valuesOf } from '../../offsets/congruence.ts';
import { type Distances, joinDistances } from '../../offsets/distances.ts';
import { type Fact, FactFinder, joinTargets } from '../../offsets/facts.ts';
import type { CellRole } from '../../shapes/shape.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { Execution } from '../machine/execution.ts';
import type { MemoryObject } from '../objects/object.ts';
import { State } from '../objects/state.ts';
import type { Arrival } from './block.ts';

/** Number of changes after which constants other than pointers are given up. */
const PATIENCE = 6;
/**
 * Number of changes after which pointer constants are given up too, in objects with a cell that
 * changed before. After LAST_PATIENCE changes all constants are given up.
 */
const LONG_PATIENCE = 400;
const LAST_PATIENCE = 2 * LONG_PATIENCE;
/**
 * Number of runs of a block after which an offset may have got further single values. A loop that moves
 * a pointer adds one with each run.
 */
const VALUE_PATIENCE = 3;

/**
 * The facts at a cut point that hold on all runs that reach it. They say which cells always hold one
 * constant, and where the pointers among the others may lead. The fixpoint over the blocks only
 * weakens them.
 */
export class CutState {
  state = State.EMPTY;
  readonly facts = new Map<Term, Fact>();
  reached = false;
  #changes = 0;
  /** Number of runs of the block. */
  #looks = 0;
  /** How often the values of an offset grew between runs of the block, and at which run they did last. */
  readonly #growths = new Map<Term, { count: number; look: number }>();
  /** Objects that lost a constant because it changed. */
  readonly #restless = new Set<MemoryObject>();

  constructor(private readonly encoding: Encoding) {}

  /** Records that the block runs with the facts as they are now. */
  look(): void {
    this.#looks += 1;
  }

  /** Joins one way of arriving here with the facts; returns whether that changed anything. */
  arrive(arrival: Arrival, machine: Execution): boolean {
    const changed = this.reached ? this.#meet(arrival, machine) : this.#first(arrival, machine);
    this.reached = true;
    if (changed && ++this.#changes > PATIENCE) this.#giveUp(machine);
    return changed;
  }

  #first(arrival: Arrival, machine: Execution): boolean {
    const offsets: number[] = [];
    arrival.item.forEach((cell, entry) => {
      this.#put(cell, machine.valueOf(cell, entry), machine);
      if (this.#isOffset(cell)) offsets.push(cell);
    });
    for (const cell of offsets) {
      this.#joinHalves(cell, machine);
      this.#setDistances(cell, distancesOf(cell, arrival.item, machine, machine.facts));
    }
    return true;
  }

  #put(cell: number, value: Term, machine: Execution): void {
    const { encoding } = this;
    if (isGround(encoding.terms, value)) {
      this.state = this.state.set(cell, value);
      return;
    }
    const variable = encoding.cellVariable(cell);
    this.state = this.state.set(cell, variable);
    const { role } = encoding.objects.kindOf(cell);
    if (role !== 'value') this.facts.set(variable, factOf(role, value, machine));
  }

  #meet(arrival: Arrival, machine: Execution): boolean {
    const { encoding } = this;
    let changed = false;
    const distances = this.#joinedDistances(arrival, machine);
    this.state.differences(arrival.item, (cell, mine, theirs) => {
      const here = machine.valueOf(cell, mine);
      const there = machine.valueOf(cell, theirs);
      const variable = encoding.cellVariable(cell);
      const { role } = encoding.objects.kindOf(cell);
      // So far nothing wrote this cell on the way here, and its first content is unknown. The facts about it
      // may now be weaker.
      const isNew = mine === NO_TERM && there === variable && role !== 'value';
      if (here === there && !isNew) return;
      if (mine !== variable) {
        this.state = this.state.set(cell, variable);
        this.#restless.add(encoding.objects.ownerOf(cell));
        changed = true;
      }
      if (role === 'value') return;
      const old = mine === variable ? (this.facts.get(variable) ?? {}) : factOf(role, here, machine);
      const joined =
        there === variable && mine === variable
          ? old
          : this.#widened(variable, old, joinFacts(role, old, factOf(role, there, machine)));
      if (mine !== variable || !sameFact(old, joined)) {
        this.facts.set(variable, joined);
        changed = true;
      }
    });
    changed = this.#meetUnchanged(arrival, machine) || changed;
    for (const [cell, joined] of distances) {
      changed = this.#joinHalves(cell, machine) || changed;
      changed = this.#setDistances(cell, joined) || changed;
    }
    return changed;
  }

  /**
   * Gives up a constant array of several offsets where the array of objects beside it is a variable. Only a
   * variable has offsets by object. Returns whether it did.
   */
  #joinHalves(cell: number, machine: Execution): boolean {
    const { encoding, state } = this;
    const { terms } = encoding;
    const offsets = state.get(cell);
    const isList = offsets >= 0 && terms.op(offsets) === Op.STORE;
    if (!isList || state.get(cell - 1) !== encoding.cellVariable(cell - 1)) return false;
    const variable = encoding.cellVariable(cell);
    this.state = state.set(cell, variable);
    this.facts.set(variable, factOf('offset', offsets, machine));
    return true;
  }

  /**
   * Joins the facts of cells that the block did not write. At the block's start they may be weaker than
   * here.
   */
  #meetUnchanged(arrival: Arrival, machine: Execution): boolean {
    const { encoding } = this;
    let changed = false;
    for (const [variable, old] of this.facts) {
      const cell = encoding.cellOf(variable)!;
      if (arrival.item.get(cell) !== variable || this.state.get(cell) !== variable) continue;
      const { role } = encoding.objects.kindOf(cell);
      const joined = this.#widened(variable, old, joinFacts(role, old, factOf(role, variable, machine)));
      if (sameFact(old, joined)) continue;
      this.facts.set(variable, joined);
      changed = true;
    }
    return changed;
  }

  /** Gives up the values of an offset, one by one, where they go on growing. */
  #widened(variable: Term, old: Fact, joined: Fact): Fact {
    if (!hasGrown(old.congruence, joined.congruence)) return joined;
    return this.#mayGrow(variable) ? joined : { ...joined, congruence: withoutValues(joined.congruence!) };
  }

  /** Records that the values of an offset grow; returns whether they may still do so. */
  #mayGrow(variable: Term): boolean {
    const look = this.#looks;
    const known = this.#growths.get(variable);
    const count = known === undefined ? 1 : known.count + (known.look === look ? 0 : 1);
    this.#growths.set(variable, { count, look });
    return count <= VALUE_PATIENCE;
  }

  #isOffset(cell: number): boolean {
    return this.encoding.objects.kindOf(cell).role === 'offset';
  }

  /**
   * Returns the offsets by object, of all pointers of which a half differs or has facts. They cover
   * those of this state and those of the arrival.
   */
  #joinedDistances({ item }: Arrival, machine: Execution): Map<number, Distances> {
    const { encoding, state } = this;
    const cells = new Set<number>();
    state.differences(item, (cell) => {
      const { role } = encoding.objects.kindOf(cell);
      if (role !== 'value') cells.add(role === 'object' ? cell + 1 : cell);
    });
    for (const variable of this.facts.keys()) {
      const cell = encoding.cellOf(variable)!;
      if (this.#isOffset(cell)) cells.add(cell);
    }
    const mine = this.#ownFacts();
    const joined = new Map<number, Distances>();
    for (const cell of cells) {
      const own = distancesOf(cell, state, machine, mine);
      joined.set(cell, joinDistances(own, distancesOf(cell, item, machine, machine.facts)));
    }
    return joined;
  }

  #widenedDistances(variable: Term, old: Distances, joined: Distances): Distances {
    if (old === null || joined === null) return joined;
    const grown = [...joined].filter(([number, congruence]) => hasGrown(old.get(number), congruence));
    if (grown.length === 0 || this.#mayGrow(variable)) return joined;
    const widened = new Map(joined);
    for (const [number, congruence] of grown) widened.set(number, withoutValues(congruence));
    return widened;
  }

  /** Returns what the facts at this cut point imply. */
  #ownFacts(): FactFinder {
    const { terms } = this.encoding;
    const { pointers } = this.encoding.plan;
    return new FactFinder(terms, (variable) => this.facts.get(variable), pointers.numberWidth);
  }

  /** Records the offsets by object of a pointer whose offset is a variable; returns whether they changed. */
  #setDistances(cell: number, joined: Distances): boolean {
    const { encoding, facts } = this;
    const variable = encoding.cellVariable(cell);
    const fact = facts.get(variable);
    if (fact === undefined || fact.distances === joined) return false;
    const distances = this.#widenedDistances(variable, fact.distances ?? null, joined);
    facts.set(variable, { ...fact, distances, partner: encoding.cellVariable(cell - 1) });
    return !sameDistances(fact.distances, distances);
  }

  /** Ends a long descent: constants become variables in stages, first those that are likely to change. */
  #giveUp(machine: Execution): void {
    const { encoding } = this;
    const changes = this.#changes;
    const restless = this.#restless;
    const isKept = (cell: number): boolean =>
      changes <= LONG_PATIENCE || (changes <= LAST_PATIENCE && !restless.has(encoding.objects.ownerOf(cell)));
    const before = this.state;
    const facts = this.#ownFacts();
    const distances = new Map<number, Distances>();
    before.forEach((cell, value) => {
      const { role } = encoding.objects.kindOf(cell);
      const variable = encoding.cellVariable(cell);
      if (value === variable || (role !== 'value' && isKept(cell))) return;
      if (role === 'offset') distances.set(cell, distancesOf(cell, before, machine, facts));
      this.state = this.state.set(cell, variable);
    });
    before.differences(this.state, (cell, value) => {
      const { role } = encoding.objects.kindOf(cell);
      if (role !== 'value') this.facts.set(encoding.cellVariable(cell), factOf(role, value, machine));
    });
    for (const [cell, known] of distances) this.#setDistances(cell, known);
  }
}

/**
 * Returns the offsets by object of the pointer whose offset is in that cell. Its object is in the cell
 * before. `facts` are about the variables of the state; cells that it does not mention hold what they hold
 * at the start of the program.
 */
function distancesOf(cell: number, state: State, machine: Execution, facts: FactFinder): Distances {
  const halves = [cell - 1, cell].map((half) => {
    const entry = state.get(half);
    const value = machine.valueOf(half, entry);
    return { value, isMissing: entry === NO_TERM, isGround: isGround(machine.terms, value) };
  });
  const [object, offset] = halves.map(({ value }) => value);
  if (halves.every((half) => half.isGround || !half.isMissing)) return facts.distances(object, offset);
  if (!halves.every((half) => half.isGround || half.isMissing)) return null;
  const { known, plan } = machine.encoding;
  const initial = (variable: Term): Fact | undefined => known.inputs.get(variable) ?? known.initial.get(variable);
  return new FactFinder(machine.terms, initial, plan.pointers.numberWidth).distances(object, offset);
}

function factOf(role: CellRole, value: Term, machine: Execution): Fact {
  return role === 'object'
    ? { targets: machine.facts.targets(value) }
    : { congruence: machine.facts.congruence(value) };
}

/** Joins two facts about one half of a pointer. Offsets by object are about both halves, and stay as in `a`. */
function joinFacts(role: CellRole, a: Fact, b: Fact): Fact {
  if (role === 'object') return { targets: joinTargets(a.targets ?? null, b.targets ?? null) };
  return { ...a, congruence: joinCongruence(a.congruence ?? ANY_OFFSET, b.congruence ?? ANY_OFFSET) };
}

function sameDistances(a: Distances | undefined, b: Distances): boolean {
  if (a === undefined || a === null || b === null) return a === b;
  return a.size === b.size && [...a].every(([number, congruence]) => sameCongruence(congruence, b.get(number)));
}

function sameFact(a: Fact, b: Fact): boolean {
  return a.targets === b.targets && sameCongruence(a.congruence, b.congruence);
}

function sameCongruence(a: Congruence | undefined, b: Congruence | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.modulus !== b.modulus || a.residue !== b.residue) return false;
  return a.values?.join() === b.values?.join();
}

/** Whether a congruence has values, and more than it had before. */
function hasGrown(old: Congruence | undefined, now: Congruence | undefined): boolean {
  return old !== undefined && now?.values !== undefined && now.values.length > (valuesOf(old)?.length ?? 0);
}

function withoutValues({ modulus, residue }: Congruence): Congruence {
  return { modulus, residue };
}

/** Whether the term has no variables. The test only looks at the top of the term, so it may miss some. */
function isGround(terms: TermStore, t: Term): boolean {
  let term = t;
  for (;;) {
    if (terms.isConst(term)) return true;
    const op = terms.op(term);
    if (op === Op.CONST_ARRAY) term = terms.arg(term, 0);
    else if (op === Op.STORE) {
      if (!terms.isConst(terms.arg(term, 1)) || !terms.isConst(terms.arg(term, 2))) return false;
      term = terms.arg(term, 0);
    } else return false;
  }
}
