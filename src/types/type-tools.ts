/** Everything there is to do with C types but their layout (layout.ts): one place to import from. */
export * from './type-basics.ts';
export * from './type-format.ts';
export * from './type-relations.ts';
