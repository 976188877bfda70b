import type { SourceLocation } from '../../base/source.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { type JsonNode, jsonNodes } from '../../logic/terms/json-terms.ts';
import type { Gap, StateOrigin, TransitionSystem } from './system.ts';

/**
 * The shape of the JSON export, as `schemas/system.schema.json` describes it. A term is given by
 * its index in `nodes`.
 */
export interface JsonSystem {
  readonly format: 'lemmata-transition-system';
  readonly version: 1;
  readonly nodes: readonly JsonNode[];
  readonly stateVars: readonly {
    readonly name: string;
    readonly term: number;
    readonly init: number;
    readonly origin: StateOrigin | null;
  }[];
  readonly inputs: readonly { readonly name: string; readonly term: number; readonly phase: 'init' | 'step' }[];
  /** Index in `stateVars`, or null. */
  readonly pc: number | null;
  readonly initConstraint: number;
  readonly blocks: readonly {
    readonly id: number;
    readonly name: string;
    readonly at: SourceLocation | null;
    readonly scope?: { readonly function: string; readonly moment: number };
    readonly feasible: number;
    readonly bad: number;
    readonly gap: number;
    readonly doubtful: number;
    readonly bads: readonly { readonly name: string; readonly term: number }[];
    /** Next values, by state variable. */
    readonly next: readonly number[];
    readonly successors: readonly number[];
    readonly inputs: readonly number[];
  }[];
  readonly gaps: readonly JsonGap[];
  readonly doubts: readonly (JsonGap & { readonly input: number | null; readonly hasCondition: boolean })[];
  readonly facts: readonly number[];
}

/** A gap or a doubt; `condition` is an index in `nodes`. */
interface JsonGap {
  readonly construct: string;
  readonly at: SourceLocation | null;
  readonly block: number;
  readonly condition: number;
}

/**
 * The system as plain data for other tools. Only terms that the system uses are listed, arguments
 * first.
 */
export function toJson(system: TransitionSystem): JsonSystem {
  const { terms, stateVars, inputs, blocks, pc, init, initConstraint, facts } = system;
  const roots: Term[] = [
    ...stateVars.map((v) => v.term),
    ...inputs.map((v) => v.term),
    ...init,
    initConstraint,
    ...facts,
  ];
  for (const b of blocks) roots.push(b.feasible, b.bad, b.gap, b.doubtful, ...b.bads.map((x) => x.term), ...b.next);
  for (const g of [...system.gaps, ...system.doubts]) roots.push(g.condition);
  const { nodes, place: node } = jsonNodes(terms, roots);
  const gap = ({ construct, at, block, condition }: Gap): JsonGap => ({
    construct,
    at,
    block,
    condition: node(condition),
  });
  return {
    format: 'lemmata-transition-system',
    version: 1,
    nodes,
    stateVars: stateVars.map((v, i) => ({ name: v.name, term: node(v.term), init: node(init[i]), origin: v.origin })),
    inputs: inputs.map((v) => ({ name: v.name, term: node(v.term), phase: v.phase })),
    pc,
    initConstraint: node(initConstraint),
    blocks: blocks.map((b) => ({
      ...b,
      feasible: node(b.feasible),
      bad: node(b.bad),
      gap: node(b.gap),
      doubtful: node(b.doubtful),
      bads: b.bads.map(({ name, term }) => ({ name, term: node(term) })),
      next: b.next.map(node),
    })),
    gaps: system.gaps.map(gap),
    doubts: system.doubts.map((d) => ({
      ...gap(d),
      input: d.input === null ? null : node(d.input),
      hasCondition: d.hasCondition,
    })),
    facts: facts.map(node),
  };
}

/** {@link toJson} as text, one term per line. `more`: further members, about the origin of the system. */
export function printJson(system: TransitionSystem, more: Readonly<Record<string, unknown>> = {}): string {
  const { nodes, ...own } = toJson(system);
  const rest = { ...own, ...more };
  const lines = nodes.map((n) => `    ${JSON.stringify(n)}`).join(',\n');
  const text = JSON.stringify(rest, null, 2);
  return `${text.slice(0, -2)},\n  "nodes": [\n${lines}\n  ]\n}\n`;
}
