import type { Variable } from '../../../c/ast.ts';
import { CHARACTER_TABLES, FIRST_CODE, LAST_CODE } from '../../../c/builtins/characters.ts';
import { Layout } from '../../../c/types/layout.ts';
import { INT, pointerTo, USHORT, valueType } from '../../../c/types/type-basics.ts';
import type { CType, IntegerType } from '../../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation, Program, StaticValue } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';

/**
 * Gives functions without a body such as `__ctype_b_loc` their tables, which are hidden variables of
 * the program. The macros of glibc's ctype.h read the tables: `isalpha(c)` is `(*__ctype_b_loc())[c] &
 * 1024` there. Calls become assignments of addresses. The time is linear.
 */
export function withCharacterTables(program: Program): Program {
  const tables = program.functions.filter((fn) => fn !== null && !fn.defined && CHARACTER_TABLES.has(fn.name));
  return tables.length === 0 ? program : new Tables(program, new Set(tables.map((fn) => fn?.id ?? -1))).run();
}

class Tables {
  readonly #layout: Layout;
  readonly #globals: Variable[];
  readonly #initialValues: Map<number, readonly StaticValue[]>;
  readonly #addresses = new Map<number, Expr>();
  #nextVariable = 0;

  constructor(
    private readonly program: Program,
    private readonly tables: ReadonlySet<number>,
  ) {
    this.#layout = new Layout(program);
    this.#globals = [...program.globals];
    this.#initialValues = new Map(program.initialValues);
    for (const { id } of program.globals) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    for (const fn of program.functions) {
      for (const { id } of [...(fn?.parameters ?? []), ...(fn?.locals ?? [])])
        this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    }
  }

  run(): Program {
    const functions = this.program.functions.map((fn) => (fn === null ? null : this.#replaced(fn)));
    return { ...this.program, functions, globals: this.#globals, initialValues: this.#initialValues };
  }

  #replaced(fn: AutomatonFunction): AutomatonFunction {
    if (!fn.edges.some(({ op }) => this.#called(op) !== null)) return fn;
    const edges = fn.edges.map((edge) => {
      const called = this.#called(edge.op);
      if (called === null || edge.op.kind !== 'call') return edge;
      const { result } = edge.op;
      if (result === null) return { ...edge, op: { kind: 'skip' } as const };
      const value = make.convert(this.#layout, valueType(result.type), this.#address(called));
      return { ...edge, op: { kind: 'assign', target: result, value } as const };
    });
    return { ...fn, edges };
  }

  /** Returns the function with a table that an operation calls; null for other operations. */
  #called(op: Operation): number | null {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return null;
    return this.tables.has(op.callee.function) ? op.callee.function : null;
  }

  /** Returns the address of the pointer to the entry for 0. */
  #address(id: number): Expr {
    let address = this.#addresses.get(id);
    if (address === undefined) {
      address = make.addressOfPlace(make.variablePlace(this.#pointer(this.program.functions[id]!)));
      this.#addresses.set(id, address);
    }
    return address;
  }

  #pointer({ name, at }: AutomatonFunction): Variable {
    const { bytes, entry } = CHARACTER_TABLES.get(name)!;
    const element: IntegerType = bytes === 2 ? USHORT : INT;
    const units = Array.from({ length: LAST_CODE - FIRST_CODE + 1 }, (_, i) =>
      entry(FIRST_CODE + i, this.program.byteOrder),
    );
    const table = this.#variable(`$${name} table`, { kind: 'array', element, length: BigInt(units.length) }, at);
    this.#initialValues.set(table.id, [{ path: [], value: { kind: 'bytes', units } }]);
    const zero = make.elementOfArray(make.variablePlace(table), make.integer(INT, BigInt(-FIRST_CODE)));
    const pointer = this.#variable(`$${name}`, pointerTo(element), at);
    this.#initialValues.set(pointer.id, [{ path: [], value: make.addressOf(zero, pointerTo(element)) }]);
    return pointer;
  }

  #variable(name: string, type: CType, at: Variable['at']): Variable {
    const id = this.#nextVariable++;
    const hidden = { external: false, undefined: false, scope: null, threadLocal: false, initializer: null } as const;
    const variable: Variable = { id, name, type, storage: 'static', at, ...hidden };
    this.#globals.push(variable);
    return variable;
  }
}
