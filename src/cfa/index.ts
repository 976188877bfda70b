/** Program automata: building them, linking them into one, printing them, facts about them. */
export * from './automaton.ts';
export { buildProgram } from './build/program.ts';
export * from './inputs.ts';
export * from './linked.ts';
