import type { Manuscript } from '#domain/studio/manuscript.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { diffManuscripts } from './diff-manuscripts.ts';

interface ManuscriptDiffProps {
  before: Manuscript;
  after: Manuscript;
  /** Said where they do not differ. */
  emptyText: string;
}

/** What became of one version in another, word by word. */
export function ManuscriptDiff({ before, after, emptyText }: ManuscriptDiffProps) {
  return <DiffView changes={diffManuscripts(before, after)} emptyText={emptyText} />;
}
