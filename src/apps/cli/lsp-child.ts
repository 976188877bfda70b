import { runChild } from '../editor/child.ts';

/** The process of one verification of the language server. */
void import('../../index.ts').then((library) => runChild(library));
