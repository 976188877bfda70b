// SPDX-License-Identifier: Apache-2.0
import { Arrays } from './arrays.js';
import { isSame, Refuted, sortOf } from './btor2.js';
import { Clauses, NO, TooLarge, YES } from './clauses.js';
import { Equations } from './equations.js';
import { Frame } from './frame.js';
import { all, constant, equal, less, some } from './words.js';

/** Most steps of runs that are unrolled. */
const MOST_STEPS = 200_000;

/**
 * The proof that a manifest describes. All kinds have an invariant, a formula over the states.
 *
 * @typedef {object} Proof
 * @property {'inductive'} kind
 * @property {number} after The invariant holds after this number of steps; no run meets an error before.
 * @property {number} k No k steps within the invariant, and without an error, lead to an error.
 * @property {{ state: string, values: number } | null} cases The state by whose values obligations are divided.
 * @property {{ inputs: [string, string][] }[]} instances Values of inputs, in decimal digits. The states before
 *   an error have none with these inputs either: an earlier error would end a shorter run.
 * @property {string[]} bound Inputs of the invariant, which holds for all their values.
 * @property {{ case: number, values: [string, string][] }[]} uses For a value of the dividing state: outputs that
 *   replace bound inputs where the invariant is assumed. It holds for all values, and so for these.
 * @property {{ case: number | null, conjuncts: number }[]} [divided] For a value of the dividing state: the number of
 *   parts into which the conjuncts of the invariant are divided. Each part must hold after a step. With 0, the
 *   disjuncts of the invariant are told apart instead. A step from each of them must lead into the invariant.
 * @property {{ ended: string, outputs: string[] } | null} measures Words that steps make smaller, in lexicographic
 *   order, unless the state `ended` is true after them. Then each run ends. Null: the proof says nothing about ends.
 *
 * @typedef {object} Obligation
 * @property {string} condition
 * @property {number | null} case The value of the dividing state; null: the obligation is not divided.
 * @property {number | null} part The part of the invariant that it is about, from 0; null: all of it.
 * @property {(limit: number) => import('./clauses.js').Formula} formula Clauses without a model if the
 *   obligation holds. Throws `TooLarge`.
 */

/**
 * The obligations of a proof. If all hold, no run of the model meets a bad state.
 *
 * @param {import('./btor2.js').System} model
 * @param {import('./btor2.js').System} invariant The states of the model, perhaps more, and the output `invariant`.
 * @param {Proof} proof
 * @returns {Obligation[]}
 * @throws {Refuted} where the proof has not the form that the obligations assume.
 */
export function obligationsOf(model, invariant, proof) {
  return new Obligations(model, invariant, proof).list();
}

class Obligations {
  constructor(model, invariant, proof) {
    this.model = model;
    this.invariant = invariant;
    this.proof = proof;
    if (proof.kind !== 'inductive') throw new Refuted(`proofs of the kind ${proof.kind} are not known`);
    for (const [name, value] of [
      ['k', proof.k],
      ['after', proof.after],
    ])
      if (!Number.isSafeInteger(value) || value < 0) throw new Refuted(`${name} is ${value}`);
    this.output = invariant.outputs.get('invariant');
    if (this.output === undefined || sortOf(invariant, this.output).width !== 1)
      throw new Refuted('there is no invariant');
    this.stateNames = named(model, model.states);
    this.inputNames = named(model, model.inputs);
    this.#checkStates();
    this.#checkInputs();
    this.#checkOwnValues();
    this.#checkInstances();
    this.#checkUses();
    this.#checkMeasures();
    this.divider = this.#divider();
    this.hasProducts = [model, invariant].some(multiplies);
  }

  list() {
    const { after, k, measures } = this.proof;
    const made = [];
    const unrolled = (limit, build) => {
      if (after + k > MOST_STEPS) throw new TooLarge(`runs of ${after + k} steps are not unrolled`);
      return formula(limit, this.hasProducts, build);
    };
    const add = (condition, value, build, part = null) =>
      made.push({ condition, case: value, part, formula: (limit) => unrolled(limit, build) });
    if (after + k > 0) add('base', null, (circuit) => this.#base(circuit, after + k));
    add('initiation', null, (circuit) => this.#initiation(circuit));
    for (const value of this.#cases()) {
      const steps = this.#steps(value);
      steps.forEach((build, i) => {
        add('consecution', value, build, steps.length === 1 ? null : i);
      });
      add('safety', value, (circuit) => this.#safety(circuit, value));
      if (measures !== null) add('decrease', value, (circuit) => this.#decrease(circuit, value, measures));
    }
    return made;
  }

  /** Each state of the invariant is one of the model, or has values of its own, which change no run. */
  #checkStates() {
    const { model, invariant } = this;
    for (const [name, id] of named(invariant, invariant.states)) {
      const own = this.stateNames.get(name);
      if (own === undefined) {
        if (!invariant.next.has(id)) throw new Refuted(`${name} is no state of the model`);
        continue;
      }
      if (!isSame(sortOf(model, own), sortOf(invariant, id)))
        throw new Refuted(`${name} has another sort in the model`);
      if (invariant.init.has(id) || invariant.next.has(id)) throw new Refuted(`${name} has its values in the model`);
    }
  }

  #checkInputs() {
    const { model, invariant, proof } = this;
    const bound = new Set(proof.bound);
    for (const [name, id] of named(invariant, invariant.inputs)) {
      const own = this.inputNames.get(name);
      if (bound.delete(name)) {
        if (own !== undefined) throw new Refuted(`${name} is an input of the model`);
      } else if (own === undefined || !isSame(sortOf(model, own), sortOf(invariant, id)))
        throw new Refuted(`${name} is no input of the model`);
    }
    if (bound.size > 0) throw new Refuted('a bound variable is no input');
  }

  /** The values of states that the invariant's text adds must not depend on bound inputs. */
  #checkOwnValues() {
    const { init, next, nodes } = this.invariant;
    const open = [...init.values(), ...next.values()].map(Math.abs);
    const seen = new Set(open);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const { symbol, op, args } = nodes.get(id);
      if (op === 'input' && this.proof.bound.includes(symbol)) throw new Refuted(`a state depends on ${symbol}`);
      for (const arg of args.map(Math.abs)) {
        if (seen.has(arg)) continue;
        seen.add(arg);
        open.push(arg);
      }
    }
  }

  #checkInstances() {
    for (const { inputs } of this.proof.instances)
      for (const [name] of inputs) {
        const id = this.inputNames.get(name);
        if (id === undefined || !('width' in sortOf(this.model, id)))
          throw new Refuted(`${name} is no input of the model`);
      }
  }

  #checkUses() {
    const { invariant, proof } = this;
    const inputs = named(invariant, invariant.inputs);
    for (const { values } of proof.uses)
      for (const [name, output] of values) {
        const [input, value] = [inputs.get(name), invariant.outputs.get(output)];
        if (!proof.bound.includes(name) || value === undefined) throw new Refuted(`no value of ${name}`);
        if (!isSame(sortOf(invariant, input), sortOf(invariant, value)))
          throw new Refuted(`${output} has another sort than ${name}`);
      }
  }

  #checkMeasures() {
    const { measures } = this.proof;
    if (measures === null) return;
    const ended = this.stateNames.get(measures.ended);
    if (ended === undefined || sortOf(this.model, ended).width !== 1)
      throw new Refuted('no state tells the end of runs');
    for (const name of measures.outputs) {
      const output = this.invariant.outputs.get(name);
      if (output === undefined || !('width' in sortOf(this.invariant, output))) throw new Refuted(`no measure ${name}`);
    }
  }

  /** The state by whose values the obligations are divided; null: they are not. */
  #divider() {
    const { cases } = this.proof;
    if (cases === null) return null;
    const id = this.stateNames.get(cases.state);
    const width = id === undefined ? undefined : sortOf(this.model, id).width;
    if (width === undefined) throw new Refuted(`${cases.state} is no state with cases`);
    if (!Number.isSafeInteger(cases.values) || cases.values < 1 || cases.values > 2 ** Math.min(width, 30))
      throw new Refuted(`${cases.values} cases`);
    return { id, width, values: cases.values };
  }

  /** All values of the dividing state; the last one stands for those from it on. */
  #cases() {
    const { divider } = this;
    if (divider === null) return [null];
    const count = divider.values === 2 ** divider.width ? divider.values : divider.values + 1;
    return Array.from({ length: count }, (_, i) => i);
  }

  /** An error in one of the first steps of a run. */
  #base(circuit, steps) {
    const { clauses } = circuit;
    const bads = [];
    let moment = this.#initial(circuit);
    let goesOn = YES;
    for (let j = 0; j < steps; j++) {
      goesOn = clauses.and(goesOn, moment.constraints());
      const bad = clauses.and(goesOn, moment.bad());
      if (bad !== NO) bads.push(bad);
      moment = moment.after();
    }
    clauses.assertSome(bads);
  }

  /** An initial state outside of the invariant; or such a state after some steps. */
  #initiation(circuit) {
    let moment = this.#initial(circuit);
    for (let i = 0; i < this.proof.after; i++) {
      moment.assume();
      moment = moment.after();
    }
    moment.assume();
    circuit.clauses.assert(-moment.holds());
  }

  /** The obligations about steps from a value of the dividing state. Together they are about all of the invariant. */
  #steps(value) {
    const wanted = this.proof.divided?.find((one) => one.case === value)?.conjuncts ?? 1;
    if (wanted === 0) {
      if (this.proof.bound.length > 0) throw new Refuted('disjuncts with bound variables');
      const disjuncts = conjunctsOf(this.invariant, -this.output).map((list) => list.map((id) => -id));
      return disjuncts.map((conjuncts) => (circuit) => this.#stepOf(circuit, value, conjuncts));
    }
    const conjuncts = wanted === 1 ? [[this.output]] : conjunctsOf(this.invariant, this.output);
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > conjuncts.length)
      throw new Refuted(`${wanted} parts of ${conjuncts.length} conjuncts`);
    const start = (i) => Math.floor((i * conjuncts.length) / wanted);
    const part = (i) => conjuncts.slice(start(i), start(i + 1));
    return Array.from({ length: wanted }, (_, i) => (circuit) => this.#stepTo(circuit, value, part(i)));
  }

  /** A step out of a part of the invariant, which is a conjunction of lists of disjuncts. */
  #stepTo(circuit, value, part) {
    const { clauses } = circuit;
    const moment = this.#any(circuit, value);
    moment.assume();
    moment.assumeInvariant(value);
    const { own } = moment.after();
    const bits = part.map((disjuncts) => disjuncts.map((id) => own.bit(id)));
    clauses.assert(
      -all(
        clauses,
        bits.map((disjuncts) => some(clauses, disjuncts)),
      ),
    );
  }

  /** A step from a disjunct of the invariant out of the invariant. States that the disjunct fixes have their values. */
  #stepOf(circuit, value, conjuncts) {
    const moment = this.#any(circuit, value, fixedStates(this.invariant, conjuncts));
    moment.assume();
    for (const id of conjuncts) circuit.clauses.assert(moment.own.bit(id));
    circuit.clauses.assert(-moment.after().holds());
  }

  /** Some steps within the invariant, and then an error. */
  #safety(circuit, value) {
    let moment = this.#any(circuit, value);
    for (let j = 0; ; j++) {
      moment.assume();
      moment.assumeInvariant(j === 0 ? value : null);
      if (j === this.proof.k) return circuit.clauses.assert(moment.bad());
      circuit.clauses.assert(-moment.bad());
      for (const { inputs } of this.proof.instances) circuit.clauses.assert(-moment.couldBeBad(new Map(inputs)));
      moment = moment.after();
    }
  }

  /** A step that does not end the run, and makes the measure no smaller. */
  #decrease(circuit, value, { ended, outputs }) {
    const { clauses } = circuit;
    const moment = this.#any(circuit, value);
    moment.assume();
    moment.assumeInvariant(value);
    const after = moment.after();
    clauses.assert(-after.state(this.stateNames.get(ended))[0]);
    let isSmaller = NO;
    for (const name of outputs.toReversed()) {
      const output = this.invariant.outputs.get(name);
      const [old, now] = [moment.own.value(output), after.own.value(output)];
      isSmaller = clauses.or(less(clauses, now, old), clauses.and(equal(clauses, now, old), isSmaller));
    }
    clauses.assert(-isSmaller);
  }

  #initial(circuit) {
    const { model, invariant } = this;
    /** @type {Moment} */
    const moment = new Moment(this, circuit, {
      model: (id) =>
        model.init.has(id) ? filled(model, id, moment.model.value(model.init.get(id))) : fresh(circuit, model, id),
      own: (id) =>
        invariant.init.has(id)
          ? filled(invariant, id, moment.own.value(invariant.init.get(id)))
          : fresh(circuit, invariant, id),
    });
    return moment;
  }

  /** Any state, whose dividing state has the value. States that keep a constant have it, and so have `fixed` ones. */
  #any(circuit, value, fixed = new Map()) {
    const { model, invariant, divider } = this;
    const anyOf = (system, id) => {
      const init = system.init.get(id);
      const isKept =
        init !== undefined && system.next.get(id) === id && system.nodes.get(Math.abs(init)).op === 'constant';
      if (!isKept) return fresh(circuit, system, id);
      return filled(system, id, new Frame(system, circuit, () => null).value(init));
    };
    const { clauses } = circuit;
    return new Moment(this, circuit, {
      model: (id) => {
        const given = fixed.get(model.nodes.get(id).symbol);
        if (id !== divider?.id) return given ?? anyOf(model, id);
        const at = constant(divider.width, BigInt(value));
        if (value < divider.values) return at;
        const word = fresh(circuit, model, id);
        clauses.assert(-less(clauses, word, at));
        return word;
      },
      own: (id) => anyOf(invariant, id),
    });
  }
}

/** So many steps after another are evaluated on demand; more would nest too deep. */
const MOST_NESTED = 50;

/** A state of the model, the inputs of the step that begins there, and the formulas about both. */
class Moment {
  #inputs = new Map();
  #states = new Map();
  #ownStates = new Map();

  constructor(obligations, circuit, states, step = 0) {
    this.o = obligations;
    this.circuit = circuit;
    this.states = states;
    this.step = step;
    this.model = this.#frame(new Map());
    this.own = this.#ownFrame(new Map());
  }

  #frame(values) {
    const { model } = this.o;
    return new Frame(model, this.circuit, (id) => {
      const node = model.nodes.get(id);
      if (node.op === 'state') return this.state(id);
      const given = values.get(node.symbol);
      return given === undefined ? this.input(id) : constant(node.sort.width, BigInt(given));
    });
  }

  /** The invariant's text about this moment, with values of some bound inputs. */
  #ownFrame(values) {
    const { invariant, stateNames, inputNames } = this.o;
    return new Frame(invariant, this.circuit, (id) => {
      const { op, symbol } = invariant.nodes.get(id);
      const shared = (op === 'state' ? stateNames : inputNames).get(symbol);
      if (shared !== undefined) return op === 'state' ? this.state(shared) : this.input(shared);
      if (op === 'state') return this.#ownState(id);
      if (values.has(symbol)) return values.get(symbol);
      const { bound } = this.circuit;
      if (!bound.has(id)) bound.set(id, fresh(this.circuit, invariant, id));
      return bound.get(id);
    });
  }

  state(id) {
    if (!this.#states.has(id)) this.#states.set(id, this.states.model(id));
    return this.#states.get(id);
  }

  /** A state that the invariant's text adds. */
  #ownState(id) {
    if (!this.#ownStates.has(id)) this.#ownStates.set(id, this.states.own(id));
    return this.#ownStates.get(id);
  }

  input(id) {
    if (!this.#inputs.has(id)) this.#inputs.set(id, fresh(this.circuit, this.o.model, id));
    return this.#inputs.get(id);
  }

  /** Requires the model's constraints. */
  assume() {
    for (const constraint of this.o.model.constraints) this.circuit.clauses.assert(this.model.bit(constraint));
  }

  constraints() {
    return all(
      this.circuit.clauses,
      this.o.model.constraints.map((constraint) => this.model.bit(constraint)),
    );
  }

  /** Requires the invariant for the bound inputs, and for what replaces them at that value of the dividing state. */
  assumeInvariant(value) {
    this.circuit.clauses.assert(this.holds());
    for (const { case: at, values } of this.o.proof.uses) {
      if (at !== value) continue;
      const replaced = values.map(([name, output]) => [name, this.own.value(this.o.invariant.outputs.get(output))]);
      this.circuit.clauses.assert(this.#ownFrame(new Map(replaced)).bit(this.o.output));
    }
  }

  holds() {
    return this.own.bit(this.o.output);
  }

  bad(frame = this.model) {
    return some(
      this.circuit.clauses,
      this.o.model.bads.map((bad) => frame.bit(bad)),
    );
  }

  /** An error in this step, if some inputs have these values. */
  couldBeBad(values) {
    const { clauses } = this.circuit;
    const frame = this.#frame(values);
    const constraints = this.o.model.constraints.map((constraint) => frame.bit(constraint));
    return constraints.reduce((x, y) => clauses.and(x, y), this.bad(frame));
  }

  /** The moment after the step. A state without a next value may have any. */
  after() {
    const { model, invariant } = this.o;
    const { circuit } = this;
    const values = {
      model: (id) => (model.next.has(id) ? this.model.value(model.next.get(id)) : fresh(circuit, model, id)),
      own: (id) => this.own.value(invariant.next.get(id)),
    };
    const moment = new Moment(this.o, circuit, values, this.step + 1);
    if (moment.step % MOST_NESTED === 0) for (const id of model.states) moment.state(id);
    return moment;
  }
}

/** Most conjuncts of an invariant that are told apart. */
const MOST_CONJUNCTS = 10_000;

/**
 * Lists of disjuncts, whose conjunction is the node. A conjunction is distributed over disjuncts that are none.
 *
 * @param {import('./btor2.js').System} system
 * @returns {number[][]}
 */
export function conjunctsOf(system, reference) {
  const found = [];
  const open = [[reference]];
  for (let disjuncts = open.pop(); disjuncts !== undefined; disjuncts = open.pop()) {
    const shapes = disjuncts.map((one) => divided(system, one));
    const at = shapes.findIndex((shape) => shape?.isAnd === false);
    const ands = shapes.filter((shape) => shape?.isAnd === true);
    const others = (i) => disjuncts.toSpliced(i, 1);
    if (at >= 0) open.push([...others(at), ...shapes[at].args]);
    else if (ands.length === 1 && found.length + open.length < MOST_CONJUNCTS) {
      const i = shapes.indexOf(ands[0]);
      open.push(...ands[0].args.map((arg) => [arg, ...others(i)]));
    } else found.push(disjuncts);
  }
  return found;
}

/** The words that states equal by name where all of the conditions hold, as far as they say so directly. */
function fixedStates({ nodes }, conditions) {
  const fixed = new Map();
  for (const reference of conditions) {
    const { op, args, symbol } = nodes.get(Math.abs(reference));
    if (op === 'state') fixed.set(symbol, constant(1, reference > 0 ? 1n : 0n));
    if (op !== 'eq' || reference < 0 || args.some((arg) => arg < 0)) continue;
    const [state, value] = ['state', 'constant'].map((kind) =>
      nodes.get(args.find((arg) => nodes.get(arg).op === kind)),
    );
    if (state !== undefined && value !== undefined) fixed.set(state.symbol, constant(value.sort.width, value.constant));
  }
  return fixed;
}

/** A node as a conjunction or a disjunction of others; null: it is neither. */
function divided(system, reference) {
  const { op, args, sort } = system.nodes.get(Math.abs(reference));
  if (sort.width !== 1) return null;
  const isNegative = reference < 0;
  const signed = args.map((arg) => (isNegative ? -arg : arg));
  if (op === 'not') return { isAnd: true, args: [-signed[0]] };
  return op === 'and' || op === 'or' ? { isAnd: (op === 'and') !== isNegative, args: signed } : null;
}

/** Any value of a state or an input. */
function fresh({ clauses }, system, id) {
  const sort = sortOf(system, id);
  if ('width' in sort) return Array.from({ length: sort.width }, () => clauses.variable());
  return { kind: 'variable', ...sort };
}

/** An initial value; a word stands for the array that has it everywhere. */
function filled(system, id, value) {
  return 'width' in sortOf(system, id) || !Array.isArray(value) ? value : { kind: 'filled', value };
}

function named(system, ids) {
  const names = new Map(ids.map((id) => [system.nodes.get(id).symbol, id]));
  if (names.size < ids.length || names.has('')) throw new Refuted('names are missing, or stand twice');
  return names;
}

/** Whether the system multiplies words that are no constants. */
function multiplies({ nodes }) {
  const isVariable = (reference) => nodes.get(Math.abs(reference)).op !== 'constant';
  return [...nodes.values()].some(({ op, args }) => op === 'mul' && args.every(isVariable));
}

function formula(limit, hasProducts, build) {
  const clauses = new Clauses(limit);
  const equations = new Equations(clauses, hasProducts);
  build({ clauses, arrays: new Arrays(clauses), equations, bound: new Map() });
  equations.addConsequences();
  return clauses.formula();
}
