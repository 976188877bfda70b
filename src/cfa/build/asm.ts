import type { AsmOperand, Statement } from '../../c/ast.ts';
import { isScalar, valueType } from '../../c/type/type-tools.ts';
import { CONSTRUCT } from '../constructs.ts';
import * as make from '../make.ts';
import type { FunctionBuilder } from './builder.ts';
import { CHANGES } from './effects.ts';
import { keep } from './keep.ts';

/**
 * Inline assembly without instructions has a meaning: `"+r" (x)` leaves x as it is, `"=r" (x) : "0" (y)` is x = y, inputs are evaluated,
 * clobbers say nothing new. Everything else is `unsupported`.
 */
export function buildAsm(b: FunctionBuilder, s: Statement & { kind: 'asm' }): void {
  if (!isEmpty(s.template)) {
    b.unsupported(CONSTRUCT.asm, s.at);
    return;
  }
  const values = s.inputs.map((input) => ({ input, value: input.expression }));
  const assignments: (() => void)[] = [];
  const tied = new Map<number, AsmOperand>();
  for (const input of s.inputs) {
    const number = /^[%&]*(\d+)$/.exec(input.constraint.trim());
    if (number !== null) tied.set(Number(number[1]), input);
  }
  for (const [index, output] of s.outputs.entries()) {
    if (output.constraint.includes('+')) continue;
    const input = tied.get(index);
    if (input === undefined || !isScalar(output.expression.type) || !isScalar(input.expression.type)) {
      b.unsupported(CONSTRUCT.asm, s.at);
      return;
    }
    const value = keep(b, b.value(input.expression), CHANGES, s.at);
    const type = valueType(output.expression.type);
    assignments.push(() => b.assign(b.place(output.expression), make.convert(b.layout, type, value), s.at));
  }
  const used = new Set(tied.values());
  for (const { input, value } of values) if (!used.has(input)) b.effects(value);
  for (const assign of assignments) assign();
}

/** Nothing but white space and comments. */
function isEmpty(template: string): boolean {
  return template.split(/[\n;]/).every((line) => /^\s*(#.*)?$/.test(line));
}
