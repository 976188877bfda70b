/** Program automata: building them, linking them into one, printing them, facts about them. */
export * from './cfa/analysis/graph.ts';
export { type FlowProblem, solveFlow } from './cfa/analysis/worklist.ts';
export * from './cfa/automaton.ts';
export { CONSTRUCT } from './cfa/constructs.ts';
export { type ProgramFacts, programFacts } from './cfa/facts.ts';
export { fieldName, formatExpr, formatOperation, formatPlace } from './cfa/format-expr.ts';
export * from './cfa/inputs.ts';
export * from './cfa/linked.ts';
export { formatFunction, formatLinked, formatLinkedOperation, formatProgram } from './cfa/program-printer.ts';
export { DEFAULT_LIMITS, type LinkLimits } from './link/limits.ts';
export type { LinkFailure, LinkOptions } from './link/program.ts';
export * from './passes.ts';
