import type { Manuscript } from '#domain/studio/manuscript.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { diffManuscripts } from './diff-manuscripts.ts';

interface ManuscriptDiffProps {
  before: Manuscript;
  after: Manuscript;
  /** Text shown if the two versions do not differ. */
  emptyText: string;
}

/** Shows the differences between two versions of a manuscript. */
export function ManuscriptDiff({ before, after, emptyText }: ManuscriptDiffProps) {
  return <DiffView changes={diffManuscripts(before, after)} emptyText={emptyText} />;
}
