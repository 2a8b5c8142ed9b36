import type { Article } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';

/** A message from the studio's editor to the frame that shows the article's preview. */
export interface EditorToPreviewMessage {
  kind: 'octavo:preview';
  article: Article;
  author: AuthorSummary;
  theme: 'light' | 'dark' | 'system';
  /**
   * Position of the text being edited, to which the preview scrolls. If omitted, the preview does not scroll.
   */
  at?: string;
}

/**
 * A message from the preview frame to the studio's editor: the frame is ready, or the user clicked the part of the text
 * at `anchor`.
 */
export type PreviewToEditorMessage =
  | { kind: 'octavo:preview-ready' }
  | { kind: 'octavo:preview-clicked'; anchor: string };
