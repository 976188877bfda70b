import { elementOf } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { Inclusion } from './inclusion.ts';
import { Locations, type MemoryPart } from './locations.ts';

/** Insertions into sets after which the analysis gives up, besides some for each edge of the program. */
const LEAST_EFFORT = 200_000;
const EFFORT_PER_EDGE = 50;

/** Functions whose result is fresh memory. */
const ALLOCATORS = /^(__builtin_)?([xvkz]*|mem|aligned_|re|kz|kmem_|)(m?alloc|calloc|zalloc|alloca|memalign)(array)?$/;
/** Functions that copy objects. */
const COPIES = /^(__builtin_)?(__)?(mem(p?cpy|move)|bcopy|realloc(array)?)(_chk)?$/;

type Call = Operation & { kind: 'call' };

/**
 * Determines the functions that the pointers of a program may hold, with distinct objects and members
 * ([Andersen 1994], flow- and context-insensitive, elements of arrays together). It follows only
 * pointers that may lead to a function. Where an access does not fit its object's type, nothing is
 * known of the members concerned. Set members are negative for functions, else numbers of locations.
 */
export class PointsTo {
  readonly #sets: Inclusion;
  readonly #locations: Locations;
  readonly #relevance = new Relevance();
  readonly #variables = new Map<number, MemoryPart>();
  readonly #results = new Map<number, number>();
  readonly #callees = new Map<Call, number>();
  /** Sets of the arguments of calls of functions without a body. */
  readonly #given = new Map<Call, number[]>();
  readonly #nothing: number;
  readonly #anything: number;

  constructor(
    private readonly program: Program,
    /** Returns the functions that an indirect call may be meant for, by their types. */
    private readonly compatible: (op: Call) => readonly number[],
  ) {
    const edges = program.functions.reduce((sum, fn) => sum + (fn?.edges.length ?? 0), 0);
    this.#sets = new Inclusion(LEAST_EFFORT + EFFORT_PER_EDGE * edges);
    this.#locations = new Locations(this.#sets);
    this.#nothing = this.#sets.newSet();
    this.#anything = this.#sets.newSet();
    this.#sets.addAnything(this.#anything);
    this.#initialValues();
    for (const fn of program.functions) for (const { op } of fn?.edges ?? []) this.#operation(fn!, op);
    this.#sets.solve();
  }

  /** Returns the functions that the call may be meant for; null if they are not known. */
  functions(op: Call): ReadonlySet<number> | null {
    const set = this.#callees.get(op);
    const held = set === undefined ? null : this.#sets.contents(set);
    if (held === null) return null;
    const functions = [...held].filter((member) => member < 0).map((member) => -1 - member);
    return functions.length === 0 ? null : new Set(functions);
  }

  /**
   * Returns the functions that the arguments of a call of a function without a body lead to. Their types
   * do not matter: a pointer to a function may have been cast, or be reached through pointers. Members
   * of records are not followed; callbacks.ts determines their functions by types.
   */
  givenTo(op: Call): ReadonlySet<number> {
    const functions = new Set<number>();
    const add = (set: number, visit: (location: number) => void): void => {
      for (const member of this.#sets.contents(set) ?? []) {
        if (member < 0) functions.add(-1 - member);
        else visit(member);
      }
    };
    for (const set of this.#given.get(op) ?? []) {
      add(set, (location) => {
        const part = this.#locations.withNumber(location);
        if (part.type === null || part.type.kind === 'pointer') add(part.set, () => {});
      });
    }
    return functions;
  }

  #initialValues(): void {
    for (const global of this.program.globals) {
      for (const { path, value } of this.program.initialValues.get(global.id) ?? []) {
        if (value.kind === 'bytes' || !this.#relevance.of(value.type)) continue;
        let part = this.#variable(global.id, global.type);
        let type = global.type;
        for (const index of path) {
          if (type.kind === 'array') type = type.element;
          else if (type.kind === 'struct' || type.kind === 'union') {
            part = this.#locations.member(part, index);
            type = type.definition.fields![index].type;
          }
        }
        this.#sets.include(this.#value(value), part.set);
      }
    }
  }

  #variable(id: number, type: CType): MemoryPart {
    let part = this.#variables.get(id);
    if (part === undefined) this.#variables.set(id, (part = this.#locations.root(type)));
    return part;
  }

  #resultOf(id: number): number {
    let set = this.#results.get(id);
    if (set === undefined) this.#results.set(id, (set = this.#sets.newSet()));
    return set;
  }

  #operation(fn: AutomatonFunction, op: Operation): void {
    switch (op.kind) {
      case 'assign':
        this.#assign(op.target, op.value);
        return;
      case 'return':
        if (op.value !== null) this.#give(op.value, this.#resultOf(fn.id));
        return;
      case 'intrinsic':
        if (op.result !== null) this.#store(op.result, op.name === 'alloca' ? this.#fresh() : this.#anything);
        return;
      case 'call':
        this.#call(op);
        return;
      default:
        return;
    }
  }

  #assign(target: Place, value: Expr): void {
    if (!this.#relevance.of(value.type)) return;
    if (value.type.kind === 'pointer') this.#store(target, this.#value(value));
    else this.#locations.blur(value.type);
  }

  /** Adds the flow of a value into or out of a function. */
  #give(value: Expr, to: number): void {
    if (!this.#relevance.of(value.type)) return;
    if (value.type.kind === 'pointer') this.#sets.include(this.#value(value), to);
    else this.#locations.blur(value.type);
  }

  #call(op: Call): void {
    const { callee } = op;
    if (op.result !== null && elementOf(op.result.type).kind !== 'pointer') this.#locations.blur(op.result.type);
    if (callee.kind === 'direct') {
      this.#callOf(this.program.functions[callee.function]!, op);
      return;
    }
    const set = this.#value(callee.pointer);
    this.#callees.set(op, set);
    const byType = this.compatible(op);
    const possible = new Set(byType);
    const seen = new Set<number>();
    const reach = (id: number): void => {
      if (!possible.has(id) || seen.has(id)) return;
      seen.add(id);
      this.#callOf(this.program.functions[id]!, op);
    };
    this.#sets.forEach(set, {
      member: (member) => {
        if (member < 0) reach(-1 - member);
      },
      anything: () => byType.forEach(reach),
    });
  }

  #callOf(fn: AutomatonFunction, op: Call): void {
    if (!fn.defined) {
      const pointers = op.arguments.filter(({ type }) => type.kind === 'pointer' && this.#relevance.of(type));
      if (pointers.length > 0)
        this.#given.set(
          op,
          pointers.map((argument) => this.#value(argument)),
        );
      if (COPIES.test(fn.name)) for (const argument of op.arguments) this.#copied(argument);
      if (op.result !== null) this.#store(op.result, ALLOCATORS.test(fn.name) ? this.#fresh() : this.#anything);
      return;
    }
    for (const [i, parameter] of fn.parameters.entries()) {
      const argument = op.arguments[i];
      if (argument !== undefined) this.#give(argument, this.#variable(parameter.id, parameter.type).set);
    }
    if (op.result !== null) this.#store(op.result, this.#resultOf(fn.id));
  }

  /** Adds a copy of the bytes of the objects behind a pointer. */
  #copied(pointer: Expr): void {
    if (pointer.type.kind !== 'pointer') return;
    this.#sets.forEach(this.#value(pointer), {
      member: (member) => {
        if (member >= 0) this.#locations.blurAll(this.#locations.withNumber(member));
      },
      anything: () => {},
    });
  }

  #fresh(): number {
    const set = this.#sets.newSet();
    this.#sets.add(set, this.#locations.numberOf(this.#locations.root(null)));
    return set;
  }

  /** Returns the set of the objects that an expression may point to. */
  #value(e: Expr): number {
    switch (e.kind) {
      case 'function-address': {
        const set = this.#sets.newSet();
        this.#sets.add(set, -1 - e.function);
        return set;
      }
      case 'load':
        return this.#relevance.of(e.type) ? this.#load(e.place) : this.#anything;
      case 'address':
        return this.#addressOf(e.place);
      case 'convert':
        return this.#value(e.operand);
      case 'pointer-add':
        return this.#value(e.pointer);
      case 'conditional': {
        const set = this.#sets.newSet();
        this.#sets.include(this.#value(e.then), set);
        this.#sets.include(this.#value(e.otherwise), set);
        return set;
      }
      case 'integer':
        return this.#nothing;
      default:
        return this.#anything;
    }
  }

  #load(place: Place): number {
    const set = this.#sets.newSet();
    this.#access(place, (part) => this.#sets.include(part === null ? this.#anything : part.set, set));
    return set;
  }

  #store(place: Place, value: number): void {
    if (!this.#relevance.of(place.type)) return;
    this.#access(place, (part, record) => {
      if (part !== null) this.#sets.include(value, part.set);
      else if (record !== null) this.#locations.blur(record);
      else this.#sets.giveUp();
    });
  }

  #addressOf(place: Place): number {
    const set = this.#sets.newSet();
    this.#access(place, (part) => {
      if (part === null) this.#sets.addAnything(set);
      else this.#sets.add(set, this.#locations.numberOf(part));
    });
    return set;
  }

  /**
   * Calls `visit` for each part of memory that the place may denote. The part is null where that is not
   * known. `record` is then the record of which it is a member, if it is one.
   */
  #access(place: Place, visit: (part: MemoryPart | null, record: CType | null) => void): void {
    const path: number[] = [];
    let base = place;
    let record: CType | null = null;
    while (base.kind === 'member' || base.kind === 'element') {
      if (base.kind === 'member') {
        path.push(base.index);
        record ??= elementOf(base.base.type);
      }
      base = base.base;
    }
    path.reverse();
    const inside = (part: MemoryPart): MemoryPart =>
      path.reduce((inner, index) => this.#locations.member(inner, index), part);
    if (base.kind === 'variable') {
      visit(inside(this.#variable(base.variable.id, base.variable.type)), record);
      return;
    }
    const { type } = base;
    this.#sets.forEach(this.#value(base.pointer), {
      member: (member) => {
        if (member < 0) return;
        const target = this.#locations.withNumber(member);
        const part = this.#locations.as(target, type);
        if (part !== null) {
          visit(inside(part), record);
          return;
        }
        // The access uses another type. The facts about both types no longer hold.
        this.#locations.blurAll(target);
        visit(null, record);
      },
      anything: () => visit(null, record),
    });
  }
}

/**
 * Determines which values may lead to a function: through a pointer to one, or through objects that
 * hold such pointers.
 */
class Relevance {
  /** Answers by record definition. */
  readonly #known = new Map<number, boolean>();

  of(type: CType): boolean {
    const seen = new Set<number>();
    const pending: CType[] = [type];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      switch (next.kind) {
        case 'function':
        case 'void':
          if (next !== type) return this.#leads(type);
          break;
        case 'pointer':
          pending.push(next.target);
          break;
        case 'array':
          pending.push(next.element);
          break;
        case 'struct':
        case 'union': {
          const { id, fields } = next.definition;
          const before = this.#known.get(id);
          if (before === true || fields === null) return this.#leads(type);
          if (before === false || seen.has(id)) break;
          seen.add(id);
          for (const field of fields) pending.push(field.type);
          break;
        }
        default:
      }
    }
    for (const id of seen) this.#known.set(id, false);
    return false;
  }

  #leads(type: CType): true {
    const record = type.kind === 'pointer' ? type.target : type;
    if (record.kind === 'struct' || record.kind === 'union') this.#known.set(record.definition.id, true);
    return true;
  }
}
