import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArticleEvent } from '#domain/statuses/machines.ts';
import type { DeskArticle } from '#domain/studio/desk.ts';
import type { NewRequest } from '#domain/studio/requests.ts';
import { showToast } from '#web/ui/toast.tsx';
import { articlesQuery } from '../../lib/articles.ts';
import { countsQuery } from '../../lib/counts.ts';
import { studio } from '../../lib/queries.ts';
import { momentOf } from '../../lib/times.ts';
import { showVersion, useDesk } from './desk.ts';
import { saveFirst, sayWhyNot, takeIn } from './meanwhile.ts';

/** What can be done with an article besides writing it, and what is said when it was done. */
export type Move =
  | { kind: 'event'; event: ArticleEvent; leaveConcerns?: boolean }
  | { kind: 'update' }
  /** Whoever does it has read what readers have. */
  | { kind: 'read' }
  | { kind: 'schedule'; at: string | null }
  /** `seenAt`: when the version of the library came that was looked at. */
  | { kind: 'settle'; choice: 'ours' | 'library'; seenAt: string };

const DONE: Readonly<Record<ArticleEvent, string>> = {
  review: 'The AI is asked to review it.',
  accept: 'It is in human review: read it, then publish it.',
  rework: 'It is a draft again.',
  publish: 'Published. Readers have it now.',
  archive: 'Archived.',
  restore: 'It is back on the shelves.',
  resume: 'It is a draft again.',
};

/** Does something with the article, once everything written is saved. */
export function useMoves() {
  const desk = useDesk();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (move: Move) => {
      await saveFirst(desk);
      return ask(desk.id, move, desk.autosave.base);
    },
    onSuccess: (article, move) => {
      const { version, content } = article.manuscript;
      if (move.kind === 'settle' && move.choice === 'library') showVersion(desk, version, content);
      takeIn(desk, queries, article);
      void queries.invalidateQueries({ queryKey: articlesQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['reviews'] });
      void queries.invalidateQueries({ queryKey: countsQuery.queryKey });
      showToast({ kind: 'success', text: saidOf(move) });
    },
    onError: (error) => sayWhyNot(desk, queries, error),
  });
}

async function ask(id: string, move: Move, version: number): Promise<DeskArticle> {
  switch (move.kind) {
    case 'event':
      // Asking for a review is what moves the article on.
      if (move.event === 'review') {
        const asked: NewRequest = { type: 'review_articles', articleIds: [id] };
        await studio.post('/requests', asked);
        return studio.get(`/articles/${id}`);
      }
      return studio.post(`/articles/${id}/moves`, {
        event: move.event,
        version,
        leaveConcerns: move.leaveConcerns,
      });
    case 'update':
      return studio.post(`/articles/${id}/update`, { version });
    case 'read':
      return studio.post(`/articles/${id}/read`, { version });
    case 'schedule':
      return studio.put(`/articles/${id}/schedule`, { at: move.at, version });
    case 'settle':
      return studio.post(`/articles/${id}/conflict`, {
        choice: move.choice,
        version,
        seenAt: move.seenAt,
      });
  }
}

function saidOf(move: Move): string {
  if (move.kind === 'event') return DONE[move.event];
  if (move.kind === 'update') return 'Readers have the changes now.';
  if (move.kind === 'read') return 'Readers are told that a person has read it.';
  if (move.kind === 'settle')
    return move.choice === 'ours' ? 'Yours holds.' : 'The library’s version holds.';
  return move.at
    ? `It will be published by itself on ${momentOf(move.at)}.`
    : 'It will not be published by itself.';
}
