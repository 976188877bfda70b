import { expect, test } from 'vitest';
import type { AutomatonFunction, Operation } from '../../../../src/program/cfa/automaton.ts';
import { EditedGraph } from '../../../../src/program/cfa/edited-graph.ts';
import { compile } from '../../system/encode/compile.ts';

const SKIP: Operation = { kind: 'skip' };

/** Each edge is listed at its location, and at no other one. */
function isWhole({ edges, outgoing, locationCount }: AutomatonFunction): boolean {
  const listed = outgoing.flatMap((ids, from) => ids.map((id) => edges[id]?.from === from));
  return listed.length === edges.length && listed.every(Boolean) && outgoing.length === locationCount;
}

test('edges are added, replaced and moved to locations of their own', () => {
  const { program } = compile('extern void reach_error(void); int main(void) { reach_error(); return 0; }');
  const fn = program.functions[program.main!]!;
  const before = JSON.stringify(fn.outgoing);
  const edge = fn.edges.find(({ op }) => op.kind === 'call') ?? expect.fail('no call');
  const graph = new EditedGraph(fn);
  const moved = graph.detached(edge);
  graph.add(edge.from, moved, SKIP, edge.at);
  const behind = graph.location();
  graph.replace({ ...edge, from: moved, to: behind });
  graph.add(behind, edge.to, SKIP, edge.at);
  const result = graph.result();
  expect(isWhole(result)).toBe(true);
  expect(result.outgoing[edge.from].map((id) => result.edges[id])).toMatchObject([{ to: moved, op: SKIP }]);
  expect(result.outgoing[moved].map((id) => result.edges[id])).toMatchObject([{ to: behind, op: edge.op }]);
  expect(result.outgoing[behind].map((id) => result.edges[id])).toMatchObject([{ to: edge.to, op: SKIP }]);
  expect(JSON.stringify(fn.outgoing)).toBe(before);
});
