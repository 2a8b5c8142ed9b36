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

/**
 * IDs of the panels in the article editor. `write` is the text itself. A phone shows one panel at a time. A wide screen
 * shows the text and one other panel next to it.
 */
export const EDITOR_PANEL_IDS = ['write', 'preview', 'claims', 'details', 'checks'] as const;
export type EditorPanelName = (typeof EDITOR_PANEL_IDS)[number];

/** The objects that all components of the article editor share. They stay the same while the article is open. */
export interface ArticleEditor {
  id: string;
  /** ID of the member who edits the article. */
  member: string;
  /** ID of the browser tab in which the article is open. */
  tab: string;
  store: ManuscriptStore;
  autosave: Autosave;
  /** The article's prose editors (Tiptap), by the path of the edited part. */
  proseEditors: Map<string, Editor>;
}

/**
 * Size in bytes below which a save is sent with `keepalive`. Larger saves are sent without it, because browsers limit
 * the total size of concurrent requests with `keepalive` to 64 KiB.
 */
const MAX_KEEPALIVE_BYTES = 60_000;

export function createArticleEditor(
  { id, manuscript }: EditorArticle,
  member: string,
  queryClient: QueryClient,
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
      const previousPublishAt = queryClient.getQueryData(queryKey)?.manuscript.publishAt;
      if (previousPublishAt && !publishAt)
        showToast({
          kind: 'info',
          text: words.unscheduled,
        });
      queryClient.setQueryData(queryKey, (article) =>
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

/** Replaces the text in the article editor with a version that is stored on the server. */
export function replaceTextWithSavedVersion(
  editor: ArticleEditor,
  version: number,
  content: Manuscript,
): void {
  editor.store.replace(content, { isWritten: false });
  editor.autosave.reset(version);
}

/** Returns true if the saved manuscript differs from the published version. */
export function isSavedVersionUnpublished({ manuscript }: EditorArticle): boolean {
  return manuscript.version !== manuscript.publishedVersion;
}

/**
 * Position of the caret in an article. `path` and `text` describe the part that contains the caret. In prose, this part
 * is a single paragraph.
 */
export interface CaretPosition {
  path: string;
  text: string;
  /** Number of characters in `text` before the caret. */
  at: number;
}

export interface ArticleEditorContextValue extends ArticleEditor {
  article: EditorArticle;
  panel: EditorPanelName;
  showPanel: (panel: EditorPanelName) => void;
  /** Shows the panel in which a part of the article is edited, and moves the caret to that part. */
  goToPart: (path: string) => void;
  caret: CaretPosition | undefined;
  setCaret: (caret: CaretPosition) => void;
  /** The prose editor that last had the caret, or `undefined` if none has had it yet. */
  activeEditor: Editor | undefined;
  /**
   * True if missing parts of the article are marked. They are marked while the checks are shown, and always once the
   * publish dialog has been opened. Until then, they are not marked, because most parts of a new article are missing.
   */
  marksMissingParts: boolean;
}

const ArticleEditorContext = createContext<ArticleEditorContextValue | undefined>(undefined);
export const ArticleEditorProvider = ArticleEditorContext.Provider;

export function useArticleEditor(): ArticleEditorContextValue {
  return useContext(ArticleEditorContext)!;
}
