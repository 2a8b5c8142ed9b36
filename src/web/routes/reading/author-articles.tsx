import { authorPath } from '#domain/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { authorCopy } from '#web/copy/author.ts';
import { ArticleList } from '#web/features/articles/article-list.tsx';
import { AuthorPageFrame } from '#web/features/authors/author-page-frame.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { useFollowerCount } from '#web/features/follows/follower-count.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import styles from './author-articles.module.css';

/** The `sizes` attribute of a cover next to the author's card: the rendered width of the cover. */
const SIZES = '(min-width: 64rem) 356px, (min-width: 36rem) 46vw, calc(100vw - 40px)';

/** Shows the page with all articles of an author, newest first. */
export function AuthorArticlesScreen() {
  const page = useScreenProps('author');
  const { author } = page;
  return (
    <div className="wrap">
      <AuthorPageFrame
        author={author}
        followerCount={useFollowerCount(author)}
        action={<FollowButton alias={author.alias} />}
        tab={authorCopy.tabs.articles}
      >
        <h2 className="vh">{authorCopy.tabs.articles}</h2>
        <div className={styles.list}>
          <ArticleList
            filters={{ alias: author.alias }}
            initial={page}
            address={`${authorPath(author.alias)}/articles`}
            sizes={SIZES}
            action={(article) => <BookmarkButton article={article} quiet />}
            nothing={<NoArticles alias={author.alias} />}
          />
        </div>
      </AuthorPageFrame>
    </div>
  );
}

function NoArticles({ alias }: { alias: string }) {
  return (
    <EmptyState
      drawing="shelf"
      title={authorCopy.noArticles.title}
      actions={
        <Link className="btn btn-line" to="/authors">
          {authorCopy.noArticles.action}
        </Link>
      }
    >
      {authorCopy.noArticles.text(alias)}
    </EmptyState>
  );
}
