import type { QueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { createContext, useContext } from 'react';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Autosave } from './autosave.ts';
import { ManuscriptStore } from './manuscript-store.ts';
import { createUnsavedWorkStorage } from './unsaved-work.ts';

const words = copy.editor;

/** Panels beside the text, or on a phone in its place. */
export const PANELS = ['write', 'preview', 'claims', 'details', 'checks'] as const;
export type Panel = (typeof PANELS)[number];

/** The parts of an open article editor that do not change while it is open. */
export interface ArticleEditor {
  id: string;
  /** ID of the member who writes. */
  member: string;
  /** ID of this tab. */
  tab: string;
  store: ManuscriptStore;
  autosave: Autosave;
  /** Editors of its prose, by the path of the part they edit. */
  proseEditors: Map<string, Editor>;
}

/** Maximum bytes of all `fetch` requests with `keepalive`. */
const MAX_KEEPALIVE_BYTES = 60_000;

export function createArticleEditor(
  { id, manuscript }: EditorArticle,
  member: string,
  queries: QueryClient,
): ArticleEditor {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const autosave = new Autosave({
    base: manuscript.version,
    save: (base, content, isLast) => {
      const body = { base, content };
      const keepalive = isLast && new Blob([JSON.stringify(body)]).size < MAX_KEEPALIVE_BYTES;
      return studioApi.put(`/articles/${id}/manuscript`, body, { keepalive });
    },
    ...createUnsavedWorkStorage({ id, member }, tab),
    onSaved: ({ version, savedAt, publishAt }, content) => {
      const { queryKey } = articleQuery(id);
      const wasDue = queries.getQueryData(queryKey)?.manuscript.publishAt;
      if (wasDue && !publishAt)
        showToast({
          kind: 'info',
          text: words.unscheduled,
        });
      queries.setQueryData(queryKey, (article) =>
        article
          ? {
              ...article,
              manuscript: { ...article.manuscript, version, savedAt, publishAt, content },
            }
          : article,
      );
    },
  });
  const store = new ManuscriptStore(manuscript.content, (content) => autosave.change(content));
  return { id, member, tab, store, autosave, proseEditors: new Map() };
}

/** Replaces the text with a version from the server. */
export function showSavedVersion(
  editor: ArticleEditor,
  version: number,
  content: Manuscript,
): void {
  editor.store.replace(content, { isWritten: false });
  editor.autosave.reset(version);
}

/** Returns true if the saved manuscript differs from the published one. */
export function hasUnpublishedChanges({ manuscript }: EditorArticle): boolean {
  return manuscript.version !== manuscript.publishedVersion;
}

/** Position of the caret: the part, and in prose the paragraph. */
export interface CaretPosition {
  path: string;
  text: string;
  /** Characters of `text` before the caret. */
  at: number;
}

export interface ArticleEditorView extends ArticleEditor {
  article: EditorArticle;
  panel: Panel;
  showPanel: (panel: Panel) => void;
  /** Moves the caret to a part, and shows the panel that contains it. */
  goToPart: (path: string) => void;
  caret: CaretPosition | undefined;
  setCaret: (place: CaretPosition) => void;
  /** The prose editor that had the caret last. */
  activeEditor: Editor | undefined;
  /** Marks missing parts too. Off until the editor asks for checks, because a new article lacks most parts. */
  showsMissing: boolean;
}

const ArticleEditorContext = createContext<ArticleEditorView | undefined>(undefined);
export const ArticleEditorProvider = ArticleEditorContext.Provider;

export function useArticleEditor(): ArticleEditorView {
  return useContext(ArticleEditorContext)!;
}
