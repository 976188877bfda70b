// SPDX-License-Identifier: Apache-2.0
import { Arrays } from './arrays.js';
import { isSame, Refuted, sortOf } from './btor2.js';
import { Clauses } from './clauses.js';
import { Frame } from './frame.js';
import { constant, less, some } from './words.js';

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
 *
 * @typedef {object} Obligation
 * @property {string} condition
 * @property {number | null} case The value of the dividing state; null: the obligation is not divided.
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
    this.#checkInstances();
    this.divider = this.#divider();
  }

  list() {
    const { after, k } = this.proof;
    const made = [];
    const add = (condition, value, build) =>
      made.push({ condition, case: value, formula: (limit) => formula(limit, build) });
    for (let j = 0; j < after + k; j++) add('base', null, (circuit) => this.#base(circuit, j));
    add('initiation', null, (circuit) => this.#initiation(circuit));
    for (const value of this.#cases()) {
      add('consecution', value, (circuit) => this.#consecution(circuit, value));
      add('safety', value, (circuit) => this.#safety(circuit, value));
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

  #checkInstances() {
    for (const { inputs } of this.proof.instances)
      for (const [name] of inputs) {
        const id = this.inputNames.get(name);
        if (id === undefined || !('width' in sortOf(this.model, id)))
          throw new Refuted(`${name} is no input of the model`);
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

  /** A run of j steps from an initial state, then an error. */
  #base(circuit, j) {
    let moment = this.#initial(circuit);
    for (let i = 0; ; i++) {
      moment.assume();
      if (i === j) return circuit.clauses.assert(moment.bad());
      moment = moment.after();
    }
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

  /** A step out of the invariant. */
  #consecution(circuit, value) {
    const moment = this.#any(circuit, value);
    moment.assume();
    circuit.clauses.assert(moment.holds());
    circuit.clauses.assert(-moment.after().holds());
  }

  /** Some steps within the invariant, and then an error. */
  #safety(circuit, value) {
    let moment = this.#any(circuit, value);
    for (let j = 0; ; j++) {
      moment.assume();
      circuit.clauses.assert(moment.holds());
      if (j === this.proof.k) return circuit.clauses.assert(moment.bad());
      circuit.clauses.assert(-moment.bad());
      for (const { inputs } of this.proof.instances) circuit.clauses.assert(-moment.couldBeBad(new Map(inputs)));
      moment = moment.after();
    }
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

  /** Any state, whose dividing state has the value. States that keep a constant have it. */
  #any(circuit, value) {
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
        if (id !== divider?.id) return anyOf(model, id);
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

/** A state of the model, the inputs of the step that begins there, and the formulas about both. */
class Moment {
  #inputs = new Map();
  #states = new Map();

  constructor(obligations, circuit, states) {
    this.o = obligations;
    this.circuit = circuit;
    this.states = states;
    this.model = this.#frame(new Map());
    this.own = this.#ownFrame();
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

  /** The invariant's text about this moment. */
  #ownFrame() {
    const { invariant, stateNames, inputNames } = this.o;
    return new Frame(invariant, this.circuit, (id) => {
      const { op, symbol } = invariant.nodes.get(id);
      const shared = (op === 'state' ? stateNames : inputNames).get(symbol);
      if (shared !== undefined) return op === 'state' ? this.state(shared) : this.input(shared);
      if (op === 'state') return this.states.own(id);
      const { bound } = this.circuit;
      if (!bound.has(id)) bound.set(id, fresh(this.circuit, invariant, id));
      return bound.get(id);
    });
  }

  state(id) {
    if (!this.#states.has(id)) this.#states.set(id, this.states.model(id));
    return this.#states.get(id);
  }

  input(id) {
    if (!this.#inputs.has(id)) this.#inputs.set(id, fresh(this.circuit, this.o.model, id));
    return this.#inputs.get(id);
  }

  /** Requires the model's constraints. */
  assume() {
    for (const constraint of this.o.model.constraints) this.circuit.clauses.assert(this.model.bit(constraint));
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
    return new Moment(this.o, circuit, {
      model: (id) => (model.next.has(id) ? this.model.value(model.next.get(id)) : fresh(circuit, model, id)),
      own: (id) => this.own.value(invariant.next.get(id)),
    });
  }
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

function formula(limit, build) {
  const clauses = new Clauses(limit);
  build({ clauses, arrays: new Arrays(clauses), bound: new Map() });
  return clauses.formula();
}
