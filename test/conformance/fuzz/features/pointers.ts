import { Scope } from '../places.ts';
import type { StatementMaker } from '../statements.ts';
import { declare } from '../types.ts';

/** A pointer that walks over an array, upwards or downwards; its neighbours are read where they exist. */
export const walk: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const array = expressions.place(scope, ({ type }) => type.kind === 'array');
  if (array === null || array.type.kind !== 'array' || depth === 0) return null;
  const q = statements.fresh('q');
  const { of, length } = array.type;
  const body = new Scope(scope.depth + 1, scope);
  body.add(`(*${q})`, of);
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  const pointer = declare({ kind: 'pointer', to: of }, q);
  const step = random.pick(['++', ' += 2']);
  const position = target === null ? [] : [`${target.text} += ${q} - base_${q};`];
  const neighbour =
    of.kind === 'integer' && target !== null ? [`if (${q} > base_${q}) ${target.text} ^= ${q}[-1];`] : [];
  return [
    `{ ${declare({ kind: 'pointer', to: of }, `base_${q}`)} = ${array.text};`,
    `for (${pointer} = base_${q} + ${random.below(2)}; ${q} < base_${q} + ${length}; ${q}${step}) {`,
    ...statements.statements(body, 1, depth - 1),
    ...position,
    ...neighbour,
    '} }',
  ];
};

/** An array of pointers, and a choice among what they point to. */
export const pointerTable: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const first = expressions.place(scope, ({ bitField, type }) => !bitField && type.kind !== 'array');
  if (first === null) return null;
  const others = Array.from({ length: random.between(1, 3) }, () =>
    expressions.pointerTo(scope, first.type, scope.depth),
  );
  const all = [`&${first.text}`, ...others.filter((one) => one !== null)];
  const name = statements.fresh('t');
  const type = { kind: 'array', of: { kind: 'pointer', to: first.type }, length: all.length } as const;
  scope.add(name, type);
  return [`${declare(type, name)} = { ${all.join(', ')} };`];
};

/** Through `void *`, an integer, or a pointer to the first member. */
export const roundTrip: StatementMaker = ({ expressions, random }, scope) => {
  const pointer = expressions.place(scope, ({ type }) => type.kind === 'pointer');
  if (pointer === null || pointer.type.kind !== 'pointer') return null;
  const value = expressions.pointerTo(scope, pointer.type.to, pointer.holds);
  const cast = declare(pointer.type, '');
  return value === null
    ? null
    : [`${pointer.text} = (${cast})(${random.pick(['void *', 'char *', 'unsigned long'])})(${value});`];
};

/** Null in between, tested before use. */
export const nullable: StatementMaker = (statements, scope, depth) => {
  const { expressions } = statements;
  const object = expressions.place(scope, ({ bitField, type }) => !bitField && type.kind !== 'array');
  if (object === null || depth === 0) return null;
  const name = statements.fresh('n');
  const body = new Scope(scope.depth + 1, scope);
  body.add(`(*${name})`, object.type);
  return [
    '{',
    `${declare({ kind: 'pointer', to: object.type }, name)} = ${expressions.integer(scope, 2)} ? &${object.text} : 0;`,
    `if (${name}) {`,
    ...statements.statements(body, 2, depth - 1),
    '} else {',
    ...statements.block(scope, 1, depth - 1),
    '} }',
  ];
};
