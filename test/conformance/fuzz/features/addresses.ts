import { Scope } from '../places.ts';
import type { StatementMaker } from '../statements.ts';
import { declare } from '../types.ts';

/** Addresses as integers, used so that the result does not depend on where objects lie. */

/**
 * Two objects entered into a table by a hash of their addresses, found again by address, changed
 * through what is found.
 */
export const hashed: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const object = expressions.place(scope, ({ bitField, type }) => !bitField && type.kind !== 'array');
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (object === null || target === null || depth === 0) return null;
  const other = expressions.pointerTo(scope, object.type, scope.depth) ?? `&${object.text}`;
  const h = statements.fresh('h');
  const pointer = declare({ kind: 'pointer', to: object.type }, '');
  const body = new Scope(scope.depth + 1, scope);
  body.add(`(*found_${h})`, object.type);
  const hash = random.pick(['(a >> 3) % 4', '(a >> 4 ^ a >> 9) & 3', '(unsigned)(a * 2654435761u) >> 30']);
  return [
    '{',
    `struct E${h} { unsigned long key; struct E${h} *next; int tag; } e_${h}[2], *b_${h}[4] = {0};`,
    `unsigned long k_${h}[2] = { (unsigned long)&${object.text}, (unsigned long)(${other}) };`,
    `for (int i = 0; i < 2; i++) { unsigned long a = k_${h}[i]; e_${h}[i].key = a; e_${h}[i].tag = i + 1;`,
    `e_${h}[i].next = b_${h}[${hash}]; b_${h}[${hash}] = &e_${h}[i]; }`,
    `unsigned long a = k_${h}[(${expressions.integer(scope, 1)}) & 1]; struct E${h} *p_${h} = b_${h}[${hash}];`,
    `while (p_${h} && p_${h}->key != a) p_${h} = p_${h}->next;`,
    `if (!p_${h}) { ${statements.probe()} } else {`,
    `${declare({ kind: 'pointer', to: object.type }, `found_${h}`)} = (${pointer})p_${h}->key;`,
    ...statements.statements(body, 1, depth - 1),
    `${target.text} += p_${h}->tag;`,
    '} }',
  ];
};

/** Arithmetic on addresses within an array, tags in low bits, and two pointers in one word. */
export const arithmetic: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const array = expressions.place(
    scope,
    ({ type }) => type.kind === 'array' && type.of.kind === 'integer' && type.of.bits >= 32 && type.length > 1,
  );
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (array?.type.kind !== 'array' || target === null) return null;
  const { of, length } = array.type;
  const pointer = declare({ kind: 'pointer', to: of }, '');
  const i = expressions.index(scope, length);
  const value = expressions.integer(scope, 1);
  switch (random.below(3)) {
    case 0:
      return [
        `{ unsigned long w = (unsigned long)${array.text} + (${i}) * sizeof ${array.text}[0];`,
        `*(${pointer})w = ${value}; ${target.text} = (w - (unsigned long)${array.text}) / sizeof ${array.text}[0]; }`,
      ];
    case 1:
      return [
        `{ unsigned long w = (unsigned long)&${array.text}[${i}] | ((${value}) & 3);`,
        `if (w & 1) { ${statements.probe()} } ${target.text} = *(${pointer})(w & ~3ul) + (int)(w & 3); }`,
      ];
    default:
      return [
        `{ unsigned long w = (unsigned long)&${array.text}[0] ^ (unsigned long)&${array.text}[${i}];`,
        `${target.text} = ((${pointer})(w ^ (unsigned long)${array.text}))[0]; }`,
      ];
  }
};
