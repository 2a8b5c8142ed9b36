/**
 * What keeps a process answering, however much is asked of it: requests are let in as there is room for them, in turn,
 * and those that cannot be answered in time are refused at once.
 */
export { admitInTurn, type Refusal } from './admission.ts';
export { callersBehind } from './callers.ts';
export { shakeHandsInTurn } from './handshakes.ts';
export { interpose } from './interpose.ts';
export { answerOneAtATime } from './pipelining.ts';
export { Strangers } from './strangers.ts';
export { answerStreamsInTurn } from './streams.ts';
export { boundUnsent } from './unsent.ts';
