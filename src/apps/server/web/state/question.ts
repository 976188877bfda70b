import { DEFAULT_CHECKS, MEMORY_KINDS } from '../../../../program/cfa/checks/kinds.ts';
import type { SubmittedTask } from '../../protocol.ts';

/** The questions that people choose from. */
export const ASKS = ['assertions', 'faults', 'memory', 'overflow', 'termination', 'races', 'function'] as const;
export type Ask = (typeof ASKS)[number];

/** The part of a task that is its question. */
type Question = Pick<SubmittedTask, 'checks' | 'eachCheck' | 'termination'>;

interface AskDescription {
  /** The name in the list. */
  readonly title: string;
  /** The question in a sentence. */
  readonly about: string;
  readonly question: Question;
}

/** `function`: the faults of one function, which the task names as its entry. */
export const ASK: Readonly<Record<Ask, AskDescription>> = {
  assertions: {
    title: 'Assertions',
    about: 'Does an assertion fail, or is an error function called?',
    question: {},
  },
  faults: {
    title: 'All faults',
    about: 'Does any operation fail: arithmetic, memory, assertions? Each check has an answer of its own.',
    question: { checks: DEFAULT_CHECKS, eachCheck: true },
  },
  memory: {
    title: 'Memory safety',
    about: 'Does an access leave its object, is memory released wrongly or lost? Each check has an answer of its own.',
    question: { checks: MEMORY_KINDS, eachCheck: true },
  },
  overflow: {
    title: 'Overflow',
    about: 'Does signed arithmetic leave the range of its type? Each check has an answer of its own.',
    question: { checks: ['overflow'], eachCheck: true },
  },
  termination: {
    title: 'Termination',
    about: 'Does every run end?',
    question: { termination: true },
  },
  races: {
    title: 'Data races',
    about: 'Do two threads access the same object at once, and one of them writes?',
    question: { checks: ['data-race'] },
  },
  function: {
    title: 'One function',
    about: 'Does one function fail, whatever its arguments are? Each check has an answer of its own.',
    question: { checks: DEFAULT_CHECKS, eachCheck: true },
  },
};

/** The choice that asks the question of a task; `assertions` if none does. */
export function askOf(task: SubmittedTask): Ask {
  if (task.termination === true) return 'termination';
  if (task.checks === undefined) return 'assertions';
  if (task.entry !== undefined) return 'function';
  const kinds = task.checks.join();
  return ASKS.find((ask) => ASK[ask].question.checks?.join() === kinds) ?? 'faults';
}
