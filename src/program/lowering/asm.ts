import type { AsmOperand, Statement } from '../../c/ast.ts';
import { isScalar, valueType } from '../../c/types/type-basics.ts';
import type { Place } from '../cfa/automaton.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { CHANGES } from './effects.ts';
import { keep, keepPlace, operands } from './keep.ts';

type Asm = Statement & { kind: 'asm' };

/**
 * Builds inline assembly. Assembly without instructions, or with ones that compute nothing, has a
 * meaning. `"+r" (x)` leaves x as it is, `"=r" (x) : "0" (y)` is x = y, inputs are evaluated, clobbers
 * add nothing. Other assembly becomes `asm` intrinsics. It may write its outputs, and nothing else
 * unless it declares a change of memory or a jump (GCC manual, "Extended Asm"). All other assembly is
 * `unsupported`.
 */
export function buildAsm(b: FunctionBuilder, s: Asm): void {
  if (!isEmpty(s.template)) {
    if (isContained(s)) buildOutputs(b, s);
    else b.unsupported(CONSTRUCT.asm, s.at);
    return;
  }
  const places = outputPlaces(b, s);
  const values = s.inputs.map((input) => ({ input, value: input.expression }));
  const assignments: (() => void)[] = [];
  const tied = new Map<number, AsmOperand>();
  for (const input of s.inputs) {
    const number = /^[%&]*(\d+)$/.exec(input.constraint.trim());
    if (number !== null) tied.set(Number(number[1]), input);
  }
  for (const [index, output] of s.outputs.entries()) {
    const place = places[index];
    if (output.constraint.includes('+')) {
      if (passesRegister(output) && place.kind !== 'variable') b.assign(place, make.load(place), s.at);
      continue;
    }
    const input = tied.get(index);
    if (input === undefined || !isScalar(output.expression.type) || !isScalar(input.expression.type)) {
      b.unsupported(CONSTRUCT.asm, s.at);
      return;
    }
    const value = keep(b, b.value(input.expression), CHANGES, s.at);
    const type = valueType(output.expression.type);
    assignments.push(() => b.assign(place, make.convert(b.layout, type, value), s.at));
  }
  const used = new Set(tied.values());
  for (const { input, value } of values) if (!used.has(input)) b.effects(value);
  for (const assign of assignments) assign();
}

/** The objects of the outputs. GCC evaluates these operands once, and before the inputs. */
function outputPlaces(b: FunctionBuilder, { outputs }: Asm): Place[] {
  return outputs.map(({ expression }) => keepPlace(b, b.place(expression), CHANGES, expression.at));
}

/** Whether the operand is read into a register and stored from there, even if the template is empty. */
function passesRegister({ constraint, expression }: AsmOperand): boolean {
  return isScalar(expression.type) && /^[+&%]*r$/.test(constraint.trim());
}

/**
 * Whether the template has only white space, comments, and instructions that only wait or order
 * accesses.
 */
function isEmpty(template: string): boolean {
  return template.split(/[\n;]/).every((line) => /^\s*(rep\s+)?(nop|pause|[lsm]fence|rep)?\s*(#.*)?$/.test(line));
}

/** Whether the statement declares everything that it writes: its outputs, which are scalars. */
function isContained({ outputs, inputs, clobbers, labels }: Asm): boolean {
  if (labels.length > 0 || clobbers.includes('memory')) return false;
  // Nothing describes the assembly of a statement without operands.
  return outputs.length > 0 && [...outputs, ...inputs].every(({ expression }) => isScalar(expression.type));
}

function buildOutputs(b: FunctionBuilder, s: Asm): void {
  const places = outputPlaces(b, s);
  const values = operands(
    b,
    s.inputs.map(({ expression }) => expression),
  );
  for (const [index, { expression }] of s.outputs.entries()) {
    const type = valueType(expression.type);
    const result = b.temporary(type, s.at);
    b.emit({ kind: 'intrinsic', name: 'asm', arguments: values, places: [], result }, s.at);
    b.assign(places[index], make.load(result), s.at);
  }
}
