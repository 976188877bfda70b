/** Program automata: building them, linking them into one, printing them, facts about them. */
export * from './analysis/graph.ts';
export { type FlowProblem, solveFlow } from './analysis/worklist.ts';
export * from './automaton.ts';
export { buildProgram } from './build/program.ts';
export { CONSTRUCT } from './constructs.ts';
export { type ProgramFacts, programFacts } from './facts.ts';
export { fieldName, formatExpr, formatOperation, formatPlace } from './format-expr.ts';
export * from './inputs.ts';
export { DEFAULT_LIMITS, type LinkFailure, type LinkLimits, type LinkOptions, linkProgram } from './link/program.ts';
export * from './linked.ts';
export { formatFunction, formatLinked, formatLinkedOperation, formatProgram } from './program-printer.ts';
