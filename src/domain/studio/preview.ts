import type { Article } from '#domain/article.ts';
import type { AuthorMeta } from '#domain/author.ts';

/** What the editor tells the frame that shows an article as readers will see it. */
export interface PreviewMessage {
  kind: 'octavo:preview';
  article: Article;
  author: AuthorMeta;
  theme: 'light' | 'dark' | 'system';
  /** The part that is being written, to be in sight; absent: whatever is. */
  at?: string;
}

/** What the frame tells the editor: it listens, or something in it was pressed (`anchor`: which part of the text). */
export type PreviewAnswer =
  | { kind: 'octavo:preview-ready' }
  | { kind: 'octavo:preview-pressed'; anchor: string };
