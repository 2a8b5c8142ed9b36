import { useQuery } from '@tanstack/react-query';
import type { Idea } from '#domain/studio/ideas.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useArticleEditor } from './article-editor.ts';
import styles from './details-panel.module.css';

const words = copy.editor;

/**
 * Shows links to the idea that the article is based on and to the AI request that produced the article. Renders nothing
 * if the article is not based on an idea.
 */
export function ArticleOrigin() {
  const { id } = useArticleEditor();
  const { data } = useQuery({
    queryKey: ['ideas', 'of', id],
    queryFn: ({ signal }) =>
      studioApi.get<{ idea: Idea | null }>(`/articles/${id}/idea`, {}, signal),
  });
  const idea = data?.idea;
  if (!idea) return null;
  return (
    <section className={styles.origin} aria-labelledby="origin-name">
      <h2 id="origin-name">{words.origin}</h2>
      <p>
        Of the idea{' '}
        <Link className="link" to={`/ideas#${idea.id}`}>
          {idea.title}
        </Link>
        {idea.writtenIn && (
          <>
            , in{' '}
            <Link className="link" to={`/requests/${idea.writtenIn}`}>
              this request
            </Link>
          </>
        )}
        .
      </p>
    </section>
  );
}
