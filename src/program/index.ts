/** Program automata: building them, linking them into one, printing them, facts about them. */
export * from './cfa/analysis/graph.ts';
export * from './cfa/automaton.ts';
export { programFacts } from './cfa/facts.ts';
export * from './cfa/inputs.ts';
export * from './cfa/linked.ts';
export { formatFunction, formatLinked } from './cfa/program-printer.ts';
export type { LinkLimits } from './link/limits.ts';
export * from './passes.ts';
