import type { AdSlot as Slot } from '#domain/ads.ts';
import { getSubcategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import { DeferredContent } from '#ui/deferred-content.tsx';
import { articleCopy } from '#web/copy/article.ts';
import { AdSlot } from '#web/features/ads/ad-slot.tsx';
import { ArticleCarousel } from '#web/features/articles/article-carousel.tsx';
import { ArticleHero } from '#web/features/articles/article-hero.tsx';
import { ArticleText } from '#web/features/articles/article-text.tsx';
import { ReadingProgress } from '#web/features/articles/reading-progress.tsx';
import { SimilarArticles } from '#web/features/articles/similar-articles.tsx';
import { FeedbackBlock } from '#web/features/feedback/feedback-block.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { ReadingTracker } from '#web/features/reading/reading-tracker.tsx';
import { ReportButton } from '#web/features/report/report-button.tsx';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import styles from './article.module.css';

const loadReadingCode = () => import('./reading-code.tsx');

/** Shows the page of an article, with suggestions for further reading. */
export function ArticleScreen() {
  const { article, authors, alsoLike, moreFromAuthor, ads } = useScreenProps('article');
  const author = authors[article.authorAlias]!;
  const renderAd = (slot: Slot) => <AdSlot key={`${article.id} ${slot}`} slot={slot} ads={ads} />;
  return (
    <div className="wrap">
      <article data-article={article.id}>
        {renderAd('header')}
        <ReadingProgress />
        <ArticleHero
          article={article}
          author={author}
          authorAction={<FollowButton alias={author.alias} size="small" />}
        />
        <ArticleText
          article={article}
          afterPoint={(point) => renderAd(`point-${point}` as Slot)}
          disclaimerAction={<ReportButton article={article} />}
        />
        <ReadingTracker article={article} load={loadReadingCode} />
        {renderAd('footer')}
      </article>
      <DeferredContent>
        <div className={styles.after}>
          <FeedbackBlock article={article} />
          <SimilarArticles articles={alsoLike} />
          <ArticleCarousel
            title={articleCopy.moreFrom(author.alias)}
            articles={moreFromAuthor}
            detailOf={({ category, subcategory }) => getSubcategory(category, subcategory).name}
            all={{
              path: `${authorPath(author.alias)}/articles`,
              of: articleCopy.articlesBy(author.alias),
            }}
          />
        </div>
      </DeferredContent>
    </div>
  );
}
