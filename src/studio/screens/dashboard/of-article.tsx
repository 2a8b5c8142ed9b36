import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoryOf } from '#domain/categories.ts';
import {
  type ArticleBeside,
  FEWEST_BEGUN,
  type FigureRange,
  type Figures,
  MEASURE_NAMES,
  MEASURES,
  type Measure,
  perHundredReads,
} from '#domain/studio/figures.ts';
import { Link } from '#web/ui/link.tsx';
import { editorPath } from '../../lib/articles.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Scrolled } from '../../ui/scrolled.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ByDay } from './by-day.tsx';
import styles from './dashboard.module.css';
import { besideQuery, daysQuery, figuresPath } from './queries.ts';

interface OfArticleProps {
  range: FigureRange;
  id: string;
  /** How far back, and whose days are drawn. */
  choice: ReactNode;
}

/** What readers do with one article, by day and beside others of its kind. */
export function OfArticle({ range, id, choice }: OfArticleProps) {
  const whose = { article: id };
  const query = useQuery(besideQuery(range, id));
  const days = useQuery(daysQuery(range, whose));
  return (
    <Waiting query={query} lines={9}>
      {(beside) => (
        <>
          <ScreenHead title={beside.article.title} actions={choice}>
            By{' '}
            <Link className="link" to={figuresPath(range, { author: beside.article.authorAlias })}>
              {beside.article.authorAlias}
            </Link>
            , in{' '}
            <Link className="link" to={figuresPath(range, { category: beside.article.category })}>
              {categoryOf(beside.article.category).name}
            </Link>
            .{' '}
            <Link className="link" to={editorPath(id)}>
              Open in the editor
            </Link>
            {beside.article.isPublished && (
              <>
                {' or '}
                <a className="link" href={beside.article.path} target="_blank" rel="noreferrer">
                  see it as readers do
                </a>
              </>
            )}
            .
          </ScreenHead>
          <Waiting query={days} lines={9}>
            {(figures) => <ByDay figures={figures} range={range} whose={whose} />}
          </Waiting>
          <div className={styles.questions}>
            <BesideItsKind beside={beside} />
          </div>
        </>
      )}
    </Waiting>
  );
}

/** Of what an article has fewer or more than others, however often they are read. */
function BesideItsKind({ beside: { article, author, category, all } }: { beside: ArticleBeside }) {
  const columns: readonly { name: string; figures: Figures }[] = [
    { name: 'This article', figures: article },
    { name: article.authorAlias, figures: author },
    { name: categoryOf(article.category).name, figures: category },
    { name: 'All of Octavo', figures: all },
  ];
  return (
    <Panel
      title="Beside its kind"
      note={`What comes of a hundred reads, in these days. Nothing is said where fewer than ${FEWEST_BEGUN} read.`}
    >
      <Scrolled label="Beside its kind, table">
        <table className={`${styles.table} ${styles.beside}`}>
          <caption className="vh">
            For a hundred reads: this article, its author, its category and all of Octavo
          </caption>
          <thead>
            <tr>
              <th scope="col">For a hundred reads</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARED.map((measure) => (
              <tr key={measure}>
                <th scope="row">{MEASURES[measure]}</th>
                {columns.map(({ name, figures }) => (
                  <td key={name}>{shown(perHundredReads(figures, measure))}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{MEASURES.read}</th>
              {columns.map(({ name, figures }) => (
                <td key={name}>{figures.read.toLocaleString('en-US')}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Scrolled>
    </Panel>
  );
}

/** Nobody follows an article, and of a hundred reads a hundred are reads. */
const COMPARED = MEASURE_NAMES.filter(
  (name): name is Exclude<Measure, 'read' | 'follows'> => name !== 'read' && name !== 'follows',
);

function shown(perHundred: number | null): string {
  if (perHundred === null) return '–';
  return perHundred.toLocaleString('en-US', { maximumFractionDigits: perHundred < 10 ? 1 : 0 });
}
