import { getSubcategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { authorCopy } from '#web/copy/author.ts';
import { ArticleCarousel } from '#web/features/articles/article-carousel.tsx';
import { AuthorPageFrame } from '#web/features/authors/author-page-frame.tsx';
import { AuthorProfileSections } from '#web/features/authors/author-profile-sections.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { useFollowerCount } from '#web/features/follows/follower-count.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import styles from './author.module.css';

/** Shows the page with an author's profile and latest articles. */
export function AuthorProfileScreen() {
  const { author, articles } = useScreenProps('author');
  return (
    <div className="wrap">
      <AuthorPageFrame
        author={author}
        followerCount={useFollowerCount(author)}
        action={<FollowButton alias={author.alias} />}
        tab={authorCopy.tabs.profile}
      >
        <AuthorProfileSections author={author} />
      </AuthorPageFrame>
      <div className={styles.late}>
        <ArticleCarousel
          title={authorCopy.latestFrom(author.alias)}
          articles={articles}
          detailOf={({ category, subcategory }) => getSubcategory(category, subcategory).name}
          all={{
            path: `${authorPath(author.alias)}/articles`,
            of: authorCopy.articlesBy(author.alias),
          }}
        />
      </div>
    </div>
  );
}
