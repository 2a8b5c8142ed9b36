import type { Manuscript } from '#domain/studio/manuscript.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { changesBetween } from './compare.ts';

interface ComparisonProps {
  before: Manuscript;
  after: Manuscript;
  /** Said where they do not differ. */
  same: string;
}

/** What became of one version in another, word by word. */
export function Comparison({ before, after, same }: ComparisonProps) {
  return <DiffView changes={changesBetween(before, after)} emptyText={same} />;
}
