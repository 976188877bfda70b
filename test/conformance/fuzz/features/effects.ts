import { Scope } from '../places.ts';
import type { StatementMaker, Statements } from '../statements.ts';
import { declare, INTEGERS, type Type } from '../types.ts';

/** Side effects within expressions, where C orders them or they touch different objects. */
export const effects: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const [p, q, a, w] = ['p', 'q', 'a', 'w'].map((prefix) => statements.fresh(prefix));
  const e = (): string => expressions.integer(scope, 1);
  const type = (): string => declare(random.pick(INTEGERS), '');
  const arrayType = type();
  const one = (): string =>
    random.pick([
      `${p} ${operator(statements)} (${q}++, ${e()});`,
      `${p} = ${q}++ + 1;`,
      `${p} = ${q} = ${e()};`,
      `(${e()}) ? (void)(${p} -= 2) : (void)${q}--;`,
      `${p} = (${q}++ > ${e()}) && (${q} += 2) || --${q};`,
      `${p} = ${q}-- ? ${e()} : (${q} ^= 1, ${e()});`,
      `if (${p}++, ${q} & 1) { ${statements.probe()} }`,
      `if ((${p} = ${e()}) > 3 && ${q}++) { ${statements.probe()} }`,
      `${a}[${q}++ & 3] ${operator(statements)} ${e()};`,
      `*${w}++ = ${e()}; if (${w} == ${a} + 4) ${w} = ${a};`,
      `${p} = *${w}++; if (${w} == ${a} + 4) { ${statements.probe()} ${w}--; }`,
      `if (${w} > ${a}) *--${w} ${operator(statements)} ${e()};`,
      `for (int i = 0, j = 6; i < j; i++, j -= 2) ${p} += j, ${q} ^= i;`,
      `switch (${q}++ & 3) { case 0: ${p}++; case 2: ${p} += 3; break; default: ${p} = -${p}; }`,
      `do ${p} = ${p} / 2; while (${p} > 1 && ${q}++ & 1);`,
    ]);
  return [
    `{ ${type()} ${p} = ${e()}; ${type()} ${q} = ${e()}; ${arrayType} ${a}[4] = { 1, 2 }, *${w} = ${a} + ${random.below(2)};`,
    ...Array.from({ length: random.between(2, 5) }, one),
    `${target.text} ${random.pick(['=', '+=', '^='])} ${p} * 5 + ${q} + ${a}[0] - ${a}[1] * 3 + ${a}[2] + ${a}[3] + (int)(${w} - ${a}); }`,
  ];
};

function operator({ random }: Statements): string {
  return random.pick(['=', '+=', '-=', '^=', '|=', '*=']);
}

/** Two-dimensional arrays by index, by row, and as one stretch; enumerations, typedefs, tables of strings. */
export const tables: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null || depth === 0) return null;
  const m = statements.fresh('m');
  const element: Type = random.pick(INTEGERS);
  const [rows, columns] = [random.between(2, 3), random.between(2, 3)];
  const row: Type = { kind: 'array', of: element, length: columns };
  const body = new Scope(scope.depth + 1, scope);
  body.add(m, { kind: 'array', of: row, length: rows });
  body.add(`(*r_${m})`, row);
  const e = (): string => expressions.integer(scope, 1);
  const text = random.pick([
    `"abc\\xff"[(${e()}) & 3]`,
    `names_${m}[(${e()}) & 1][2]`,
    `(int)sizeof(${m}[0])`,
    `(enum c_${m})((${e()}) & 7) == C_${m}`,
    `(t_${m})(${e()})`,
  ]);
  return [
    '{',
    `enum c_${m} { A_${m}, B_${m} = ${random.between(-2, 5)}, C_${m} }; typedef ${declare(random.pick(INTEGERS), `t_${m}`)};`,
    `static const char *const names_${m}[] = { "one", "two" };`,
    `${declare({ kind: 'array', of: row, length: rows }, m)} = { { 1, B_${m} }, { ${e()} } };`,
    `${declare(row, `(*r_${m})`)} = ${m} + ((${e()}) & 1);`,
    ...statements.statements(body, random.between(1, 2), depth - 1),
    `${target.text} = ${text};`,
    `for (int i = 0; i < ${rows}; i++) for (int j = 0; j < ${columns}; j++) { if (${m}[i][j] == ${e()}) ${random.pick(['continue', 'break'])}; ${target.text} = ${target.text} * 3 + ${m}[i][j]; }`,
    '}',
  ];
};

/** A pointer to a record walks over an array of them; another one over the array within it. */
export const memberWalk: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const s = statements.fresh('s');
  const element = random.pick(INTEGERS);
  const length = random.between(2, 4);
  const e = (): string => expressions.integer(scope, 1);
  const one = declare(element, '');
  return [
    '{',
    `struct S${s} { ${declare(random.pick(INTEGERS), 'x')}; ${declare(element, `m[${length}]`)}; short y; } ${s}[2] = { { 1, { 2, 3 }, 4 }, { 5 } };`,
    `struct S${s} *p_${s} = &${s}[(${e()}) & 1]; ${one} *q_${s} = p_${s}->m;`,
    `for (; q_${s} < p_${s}->m + ${length}; q_${s}++) { *q_${s} ${operator(statements)} ${e()}; if (*q_${s} == 3) { ${statements.probe()} } }`,
    `p_${s}->m[(unsigned)(${e()}) % ${length}] = ${e()}; (p_${s}->m + 1)[-1] += 2; p_${s}->y += ${e()};`,
    `${random.chance(50) ? `struct S${s} c_${s} = *p_${s}; p_${s} = &c_${s}; p_${s}->m[0]++;` : ''}`,
    `for (int i = 0; i < 2; i++) ${target.text} = ${target.text} * 3 + ${s}[i].x + ${s}[i].m[${length - 1}] - ${s}[i].y + p_${s}->m[i];`,
    '}',
  ];
};
