import type { Article } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';

/** A message from the studio's editor to the frame with the article preview. */
export interface EditorToPreviewMessage {
  kind: 'octavo:preview';
  article: Article;
  author: AuthorSummary;
  theme: 'light' | 'dark' | 'system';
  /**
   * Position in the article of the text that is being edited. The preview scrolls to it. If omitted, the preview does
   * not scroll.
   */
  at?: string;
}

/**
 * A message from the frame with the article preview to the studio's editor. `octavo:preview-ready`: the frame is ready.
 * `octavo:preview-clicked`: the user clicked the text element named `anchor`.
 */
export type PreviewToEditorMessage =
  | { kind: 'octavo:preview-ready' }
  | { kind: 'octavo:preview-clicked'; anchor: string };
