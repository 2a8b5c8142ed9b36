import type { Article } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';

/** A message from the editor to the frame with the article's preview. */
export interface PreviewMessage {
  kind: 'octavo:preview';
  article: Article;
  author: AuthorMeta;
  theme: 'light' | 'dark' | 'system';
  /** Position of the text being edited, to scroll to. Default: the scroll position stays. */
  at?: string;
}

/** A message from the frame to the editor: it is ready, or a part of the text was pressed (`anchor`). */
export type PreviewAnswer =
  | { kind: 'octavo:preview-ready' }
  | { kind: 'octavo:preview-pressed'; anchor: string };
