import type { Manuscript } from '#domain/studio/manuscript.ts';
import { Changes } from '../../ui/changes.tsx';
import { changesBetween } from './compare.ts';

interface ComparisonProps {
  before: Manuscript;
  after: Manuscript;
  /** Said where they do not differ. */
  same: string;
}

/** What became of one version in another, word by word. */
export function Comparison({ before, after, same }: ComparisonProps) {
  return <Changes changes={changesBetween(before, after)} same={same} />;
}
