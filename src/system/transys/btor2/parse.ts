import type { Term } from '../../../logic/terms/builder.ts';
import { TermStore } from '../../../logic/terms/store.ts';
import type { TransitionSystem } from '../system.ts';
import { assembleBtor2 } from './assemble.ts';
import { BINARY, UNARY } from './operators.ts';
import { Btor2Reader } from './reader.ts';
import { scanBtor2 } from './scan.ts';

/**
 * Reads a hardware model in BTOR2 (Niemetz, Preiner, Wolf, Biere, CAV 2018): bit-vector and array
 * sorts, all operators, `constraint`, `bad`, `output`. The result has one block and no program
 * counter. Its `bad` is the disjunction of all bad properties, each of which is in `Block.bads`. A
 * constraint that a step violates makes both `bad` and `feasible` false there. Unlike in programs, a
 * run may go on through bad.
 *
 * Throws LemmataError `E-INPUT` with file, line and column on malformed text, and on `fair` and
 * `justice`, since liveness is not reachability.
 */
export function parseBtor2(text: string, file: string, terms: TermStore = new TermStore()): TransitionSystem {
  return assembleBtor2(readBtor2(text, file, terms));
}

/**
 * The declarations of a text in order, for callers that need more than the system of
 * {@link parseBtor2}. Throws as that does.
 */
export function readBtor2(text: string, file: string, terms: TermStore = new TermStore()): Btor2Reader {
  const reader = new Btor2Reader(terms, file);
  for (const line of scanBtor2(text)) {
    reader.start(line);
    const word = line.words[1];
    const node = declared(reader, word) ? null : value(reader, word);
    if (node !== null) reader.define(node);
  }
  return reader;
}

/** Handles lines that define no value; false for other lines. */
function declared(reader: Btor2Reader, word: string): boolean {
  switch (word) {
    case 'sort':
      reader.sortLine();
      return true;
    case 'input':
      reader.input();
      return true;
    case 'state':
      reader.state();
      return true;
    case 'init':
    case 'next':
      reader.initOrNext(word);
      return true;
    case 'bad':
    case 'constraint':
      reader.property(word);
      return true;
    case 'output':
      reader.arguments(3, 1);
      reader.node(2);
      return true;
    default:
      return false;
  }
}

function value(reader: Btor2Reader, word: string): Term {
  if (Object.hasOwn(UNARY, word)) return unary(reader, word);
  if (Object.hasOwn(BINARY, word)) return binary(reader, word);
  switch (word) {
    case 'zero':
    case 'one':
    case 'ones': {
      const width = reader.resultWidth(3);
      return reader.terms.bv(width, word === 'zero' ? 0n : word === 'one' ? 1n : (1n << BigInt(width)) - 1n);
    }
    case 'const':
    case 'constd':
    case 'consth':
      return reader.constant(word);
    case 'uext':
    case 'sext':
    case 'slice':
      return indexed(reader, word);
    case 'ite':
    case 'write':
    case 'read':
    case 'eq':
    case 'neq':
      return mixed(reader, word);
    case 'fair':
    case 'justice':
      return reader.reject(1, `'${word}' states a liveness property, which is not supported: only safety ('bad')`);
    default:
      return reader.reject(1, word === undefined ? 'a node needs an operator' : `unknown operator '${word}'`);
  }
}

function unary(reader: Btor2Reader, word: string): Term {
  const operator = UNARY[word];
  const width = reader.resultWidth(4);
  const a = reader.bits(3);
  reader.expectWidth(2, width, operator.result === 'bit' ? 1 : reader.terms.width(a));
  return operator.build(reader.terms, a);
}

function binary(reader: Btor2Reader, word: string): Term {
  const { terms } = reader;
  const operator = BINARY[word];
  const width = reader.resultWidth(5);
  const x = reader.bits(3);
  const y = reader.bits(4);
  if (operator.operands !== 'any') reader.expectWidth(4, terms.width(y), terms.width(x));
  if (operator.operands === 'bool') reader.expectWidth(3, terms.width(x), 1);
  const result =
    operator.result === 'bit' ? 1 : operator.result === 'sum' ? terms.width(x) + terms.width(y) : terms.width(x);
  reader.expectWidth(2, width, result);
  return operator.build(terms, x, y);
}

function indexed(reader: Btor2Reader, word: 'uext' | 'sext' | 'slice'): Term {
  const { terms } = reader;
  const width = reader.resultWidth(word === 'slice' ? 6 : 5);
  const a = reader.bits(3);
  const from = terms.width(a);
  const first = reader.natural(4);
  if (word === 'slice') {
    const low = reader.natural(5);
    if (first >= from || low > first) reader.reject(4, `a slice ${first}:${low} of ${from} bits`);
    reader.expectWidth(2, width, first - low + 1);
    return terms.extract(a, first, low);
  }
  reader.expectWidth(2, width, from + first);
  if (first === 0) return a;
  return word === 'uext' ? terms.zext(a, width) : terms.sext(a, width);
}

function mixed(reader: Btor2Reader, word: 'ite' | 'write' | 'read' | 'eq' | 'neq'): Term {
  const { terms } = reader;
  reader.arguments(word === 'ite' || word === 'write' ? 6 : 5, 0);
  const sort = reader.sort(2);
  let result: Term;
  switch (word) {
    case 'eq':
    case 'neq': {
      const x = reader.node(3);
      const y = reader.node(4);
      reader.expectSort(4, terms.sort(y), terms.sort(x));
      result = terms.boolToBv(word === 'eq' ? terms.eq(x, y) : terms.not(terms.eq(x, y)));
      break;
    }
    case 'ite': {
      const c = reader.bits(3);
      const x = reader.node(4);
      const y = reader.node(5);
      reader.expectWidth(3, terms.width(c), 1);
      reader.expectSort(5, terms.sort(y), terms.sort(x));
      result = terms.ite(terms.eq(c, terms.bv(1, 1)), x, y);
      break;
    }
    case 'read': {
      const array = reader.array(3);
      const index = reader.node(4);
      reader.expectSort(4, terms.sort(index), array.sort.index);
      result = terms.select(array.term, index);
      break;
    }
    case 'write': {
      const array = reader.array(3);
      const index = reader.node(4);
      const element = reader.node(5);
      reader.expectSort(4, terms.sort(index), array.sort.index);
      reader.expectSort(5, terms.sort(element), array.sort.element);
      result = terms.store(array.term, index, element);
      break;
    }
  }
  reader.expectSort(2, terms.sort(result), sort);
  return result;
}
