/** Program automata: building them, linking them into one, printing them, facts about them. */
export * from './automaton.ts';
export { buildProgram } from './build/program.ts';
export { CONSTRUCT } from './constructs.ts';
export { fieldName, formatExpr, formatOperation, formatPlace } from './format-expr.ts';
export * from './inputs.ts';
export * from './linked.ts';
export { formatFunction, formatLinked, formatLinkedOperation, formatProgram } from './program-printer.ts';
