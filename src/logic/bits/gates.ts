import type { Aig, Edge } from './aig.ts';

/** The function that a conjunction node computes, if it is worth clauses of its own. */
export type Gate =
  | { readonly kind: 'and'; readonly inputs: readonly Edge[] }
  | { readonly kind: 'xor'; readonly inputs: readonly Edge[] }
  /** `yes` where `condition` holds, else `no`. */
  | { readonly kind: 'ite'; readonly condition: Edge; readonly yes: Edge; readonly no: Edge }
  /** At least two of the three. */
  | { readonly kind: 'majority'; readonly inputs: readonly [Edge, Edge, Edge] };

/**
 * The gate that a conjunction node stands for, recognised by the shape that the graph gives it.
 * It is an exclusive or of two or three, a choice, a majority or a conjunction of many. Inner nodes
 * are taken into the gate where they have no other use, or where the gate does not need them. `named`
 * returns whether a node has a variable already, so that taking it in would gain nothing.
 */
export function gateOf(g: Aig, node: number, named: (node: number) => boolean): Gate {
  const a = g.first(node);
  const b = g.second(node);
  if ((a & b & 1) === 1 && g.isAnd(a >> 1) && g.isAnd(b >> 1)) {
    const majority = majorityOf(g, a >> 1, b >> 1) ?? majorityOf(g, b >> 1, a >> 1);
    if (majority !== null) return { kind: 'majority', inputs: [majority[0] ^ 1, majority[1] ^ 1, majority[2] ^ 1] };
    const choice = choiceOf(g, a >> 1, b >> 1);
    if (choice !== null) {
      const { condition, yes, no } = choice;
      if (yes === (no ^ 1)) return { kind: 'xor', inputs: withInner(g, [condition, no], named) };
      return { kind: 'ite', condition, yes, no };
    }
  }
  return { kind: 'and', inputs: flattened(g, node, named) };
}

/** ¬(c ∧ ¬yes) ∧ ¬(¬c ∧ ¬no), given the two nodes within. */
function choiceOf(g: Aig, p: number, q: number): { condition: Edge; yes: Edge; no: Edge } | null {
  const [p0, p1, q0, q1] = [g.first(p), g.second(p), g.first(q), g.second(q)];
  if (p0 === (q0 ^ 1)) return { condition: p0, yes: p1 ^ 1, no: q1 ^ 1 };
  if (p0 === (q1 ^ 1)) return { condition: p0, yes: p1 ^ 1, no: q0 ^ 1 };
  if (p1 === (q0 ^ 1)) return { condition: p1, yes: p0 ^ 1, no: q1 ^ 1 };
  if (p1 === (q1 ^ 1)) return { condition: p1, yes: p0 ^ 1, no: q0 ^ 1 };
  return null;
}

/** The operands of a node that is an exclusive or; null for other nodes. */
function xorOf(g: Aig, node: number): readonly [Edge, Edge] | null {
  if (!g.isAnd(node)) return null;
  const a = g.first(node);
  const b = g.second(node);
  if ((a & b & 1) === 0 || !g.isAnd(a >> 1) || !g.isAnd(b >> 1)) return null;
  const choice = choiceOf(g, a >> 1, b >> 1);
  return choice !== null && choice.yes === (choice.no ^ 1) ? [choice.condition, choice.no] : null;
}

/** The three edges for which ¬p ∧ ¬q is the negated majority: p is x ∧ y, q is z ∧ (x ⊕ y). */
function majorityOf(g: Aig, p: number, q: number): readonly [Edge, Edge, Edge] | null {
  const [x, y] = [g.first(p), g.second(p)];
  for (const [z, sum] of [
    [g.first(q), g.second(q)],
    [g.second(q), g.first(q)],
  ]) {
    const operands = xorOf(g, sum >> 1);
    if (operands === null) continue;
    const [u, v] = operands;
    const same = (u >> 1 === x >> 1 && v >> 1 === y >> 1) || (u >> 1 === y >> 1 && v >> 1 === x >> 1);
    if (same && ((u ^ v ^ x ^ y ^ sum) & 1) === 0) return [x, y, z];
  }
  return null;
}

/**
 * Replaces an operand that is an exclusive or with no other use by its two operands, which makes an
 * exclusive or of three.
 * The two nodes within the outer one use it, and maybe the majority of the same three, which does not
 * need it.
 */
function withInner(g: Aig, operands: readonly [Edge, Edge], named: (node: number) => boolean): Edge[] {
  for (const [inner, other] of [operands, [operands[1], operands[0]] as const]) {
    const node = inner >> 1;
    if (g.fanout(node) > 3 || named(node)) continue;
    const below = xorOf(g, node);
    if (below !== null) return [below[0] ^ (inner & 1), below[1], other];
  }
  return [...operands];
}

/** Operands of a conjunction, with those of conjunctions that only it uses. */
function flattened(g: Aig, node: number, named: (node: number) => boolean): Edge[] {
  const inputs: Edge[] = [];
  const stack = [g.second(node), g.first(node)];
  while (stack.length > 0) {
    const edge = stack.pop() as Edge;
    const n = edge >> 1;
    if ((edge & 1) === 0 && g.isAnd(n) && g.fanout(n) === 1 && !named(n) && !isSpecial(g, n))
      stack.push(g.second(n), g.first(n));
    else inputs.push(edge);
  }
  return inputs;
}

/** A node that is a gate of another kind than a conjunction. */
function isSpecial(g: Aig, node: number): boolean {
  const a = g.first(node);
  const b = g.second(node);
  if ((a & b & 1) === 0 || !g.isAnd(a >> 1) || !g.isAnd(b >> 1)) return false;
  return (
    choiceOf(g, a >> 1, b >> 1) !== null ||
    majorityOf(g, a >> 1, b >> 1) !== null ||
    majorityOf(g, b >> 1, a >> 1) !== null
  );
}
