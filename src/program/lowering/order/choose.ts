import type { SourceLocation } from '../../../base/source.ts';
import { BOOL } from '../../../c/types/type-basics.ts';
import type { Expr, Location, Place } from '../../cfa/automaton.ts';
import { ORDER_CHOICE } from '../../cfa/beyond.ts';
import * as make from '../../cfa/make.ts';
import type { FunctionBuilder } from '../builder.ts';
import { textOf } from './conflicts.ts';
import type { Unit, Units } from './region.ts';
import type { Moment } from './schedule.ts';

/**
 * Evaluates the units in an order that inputs of the run choose, and then the rest. Each moment is one location,
 * whatever order leads there. Without such inputs, the order is GCC's.
 */
export function inChosenOrder<T>(
  b: FunctionBuilder,
  { units, settled, watched }: Units,
  moments: readonly Moment[],
  evaluate: () => T,
): T {
  const { order } = b;
  const copies = Math.max(...units.map((_, unit) => moments.filter(({ next }) => next.includes(unit)).length));
  return order.settling([...settled, ...watched.map(([, conflict]) => conflict)], () => {
    order.copied(copies, () => evaluateUnits(b, units, moments));
    const result = evaluate();
    for (const { node } of units) order.values.delete(node);
    return result;
  });
}

function evaluateUnits(b: FunctionBuilder, units: readonly Unit[], moments: readonly Moment[]): void {
  const locations = new Map<number, Location>([[0, b.here]]);
  const run = (unit: number, done: number): void => {
    evaluateUnit(b, units[unit]);
    const behind = done | (1 << unit);
    const location = locations.get(behind) ?? b.newLocation();
    locations.set(behind, location);
    b.jump(location, units[unit].node.at);
  };
  for (const { done, next } of moments) {
    b.here = locations.get(done)!;
    const [first, ...others] = next;
    for (const other of others) {
      const [yes, no] = [b.newLocation(), b.newLocation()];
      choose(b, units, other, done, yes, no);
      b.here = yes;
      run(other, done);
      b.here = no;
    }
    run(first, done);
  }
  b.here = locations.get(2 ** units.length - 1)!;
}

/** Evaluates a unit, and keeps its value. */
function evaluateUnit(b: FunctionBuilder, { node }: Unit): void {
  const { values } = b.order;
  const known = values.get(node);
  values.delete(node);
  const value = b.value(node);
  const place = known ?? b.temporary(value.type, node.at);
  b.assign(place, value, node.at);
  values.set(node, place);
}

/** Asks an input whether a unit comes before those that GCC evaluates first. */
function choose(
  b: FunctionBuilder,
  units: readonly Unit[],
  unit: number,
  done: number,
  yes: Location,
  no: Location,
): void {
  const { node, conflicts } = units[unit];
  const earlier = units.flatMap((_, i) => (i < unit && (done & (1 << i)) === 0 ? i : []));
  const other = earlier.find((i) => conflicts.has(i)) ?? earlier[0];
  const choice = hidden(b, BOOL, node.at);
  const name = `${ORDER_CHOICE}${placed(units[unit])} before ${placed(units[other])}`;
  const callee = { kind: 'direct', function: b.context.libraryFunction(name, [], BOOL, 'verifier') } as const;
  const what = conflicts.get(other) ?? [...conflicts.values()][0];
  b.emit({ kind: 'call', callee, arguments: [], result: choice, what }, node.at);
  b.branch(make.load(choice), yes, no, node.at);
}

function placed({ event }: Unit): string {
  const { line, column } = event.node.at;
  return `${textOf(event)} at ${line}:${column}`;
}

/** Makes a hidden variable that runs do not show. */
export function hidden(b: FunctionBuilder, type: Expr['type'], at: SourceLocation): Place {
  const variable = b.context.newVariable('$order', type, 'automatic', b.declaration.id, at);
  b.addLocal(variable);
  return make.variablePlace(variable);
}
