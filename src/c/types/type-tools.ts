/** All functions on C types except their layout (layout.ts), for import from one place. */
export * from './length-variables.ts';
export * from './type-basics.ts';
export * from './type-format.ts';
export * from './type-relations.ts';
