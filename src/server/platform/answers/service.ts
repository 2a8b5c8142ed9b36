/**
 * Answers that are the same for everybody (or for one reader, once): made in parts, encoded as they are asked for, kept
 * as bytes until what they are made of changes, and sent before the application has to do anything.
 */
export { Answer, type AnswerTraits, etagOf } from './answer.ts';
export { compressText } from './compressing.ts';
export { KeptAnswers, type Made } from './kept-answers.ts';
export { KeptCalls } from './kept-calls.ts';
export { answerWhatIsReady, type Ready } from './ready-answers.ts';
export { PRIVATE, PUBLIC, sendAnswer } from './sending.ts';
export { Stopwatch } from './stopwatch.ts';
