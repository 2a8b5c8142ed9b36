export { anthropicWriter } from './anthropic.ts';
export {
  type Answer,
  type BatchState,
  type Usage,
  type Writer,
  WriterAway,
  WriterRefusal,
} from './writer.ts';
