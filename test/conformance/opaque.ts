/**
 * Returns the text of a C program in which the result of the operation at that place (line and column
 * from 1) goes through a volatile variable. Compilers can then neither drop nor narrow the operation.
 * Each operation has parentheses of its own around it. Null where there is no such operation.
 */
export function withOpaque(text: string, line: number, column: number): string | null {
  const lines = text.split('\n');
  const row = lines[line - 1] ?? '';
  const at = column - 1;
  const [operator] = /^(<<|>>|[-+*/%])/.exec(row.slice(at)) ?? [];
  if (operator === undefined) return null;
  if (/^=[^=]/.test(row.slice(at + operator.length))) {
    const assignment = opaqueAssignment(row, at, operator);
    if (assignment === null) return null;
    lines[line - 1] = assignment;
    return lines.join('\n');
  }
  const open = boundary(row, at - 1, -1);
  const close = boundary(row, at + operator.length, 1);
  if (open === null || close === null) return null;
  const left = row.slice(open + 1, at).trim();
  const right = row.slice(at + operator.length, close).trim();
  const operands = left === '' ? `${operator} r_` : `l_ ${operator} r_`;
  const first = left === '' ? '' : `__auto_type l_ = (${left}); `;
  const opaque = `__extension__ ({ ${first}__auto_type r_ = (${right}); volatile __typeof__(${operands}) v_ = ${operands}; v_; })`;
  lines[line - 1] = `${row.slice(0, open + 1)}${opaque}${row.slice(close)}`;
  return lines.join('\n');
}

/**
 * The row with `L op= R;` written as `L = V;`, where V goes through a volatile variable. L is evaluated
 * twice. Null where the row holds more than one such statement.
 */
function opaqueAssignment(row: string, at: number, operator: string): string | null {
  const left = row.slice(0, at).trim();
  const [, right] = /^=([^;{}]*);\s*$/.exec(row.slice(at + operator.length)) ?? [];
  if (right === undefined || /[;{}]/.test(left)) return null;
  const value = `l_ ${operator} r_`;
  return `${left} = __extension__ ({ __auto_type l_ = (__typeof__(+(${left})))(${left}); __auto_type r_ = (${right.trim()}); volatile __typeof__(${value}) v_ = ${value}; v_; });`;
}

/** The index of the parenthesis around the place, in the direction of `step`; null if there is none. */
function boundary(row: string, from: number, step: 1 | -1): number | null {
  const [inner, outer] = step === 1 ? ['(', ')'] : [')', '('];
  let depth = 0;
  for (let i = from; i >= 0 && i < row.length; i += step) {
    if (row[i] === inner) depth++;
    else if (row[i] === outer && depth-- === 0) return i;
  }
  return null;
}
