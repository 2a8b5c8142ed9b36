import { aliasKey } from '#domain/addresses.ts';
import { linksIn } from '#domain/article-links.ts';
import { whySeparate } from '#domain/studio/points.ts';
import type { AuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import { IDEAS_FILE } from '#server/catalogue/editorial/authoring-files.ts';
import { uncovered } from '#server/catalogue/editorial/coverage.ts';
import { likelyTwins, tallyQuotas } from '#server/catalogue/editorial/ideas.ts';
import type { Reading } from '#server/catalogue/editorial/reading.ts';
import {
  auditFault,
  auditTotalsOf,
  dateFault,
  hashOfText,
  orderFault,
  sittingTotalsOf,
} from '#server/catalogue/editorial/reviews.ts';
import { countDevices, lengthFault, sharedRuns } from '#server/catalogue/editorial/style.ts';
import { outOfBand, rhythmOf } from '#server/catalogue/editorial/voices.ts';
import type { Fault } from '#server/platform/text/fault.ts';
import { gradeFault } from './grade.ts';
import { articlesAlone, MOST_ALONE } from './links.ts';

/** What is wrong with one article, as far as a machine can tell. A draft may still lack its review. */
export function faultsOfArticle(reading: Reading, desk: AuthoringFiles): Fault[] {
  const { address, article } = reading;
  const idea = desk.ideas.find((idea) => idea.article === address);
  const review = desk.reviews.get(address);
  const author = desk.library.authors.find(
    ({ alias }) => aliasKey(alias) === address.split('/')[0],
  );
  const level = idea?.level ?? author?.profile.targetAudience.level;
  const shown = new Set(desk.published.map((other) => other.address));
  const written = new Set(desk.ideas.map((idea) => idea.article));
  const reasons = [
    ...uncovered(reading),
    lengthFault(reading),
    level && gradeFault(reading, level),
    !idea && `it has no entry in ${IDEAS_FILE}`,
    idea &&
      idea.field !== `${article.category}.${article.subcategory}` &&
      `it is in ${article.category}.${article.subcategory}, but its idea is in ${idea.field}`,
    idea &&
      idea.level !== article.level &&
      `its level is ${article.level ?? 'missing'}, but its idea’s is ${idea.level}`,
    idea && idea.title !== article.title && `its idea has a different title, “${idea.title}”`,
    article.status === 'published' && !review && 'it is published but has no review',
    ...linksIn(article.body)
      .filter((link) => !(article.status === 'published' ? shown : written).has(link))
      .map((link) => `it links to /${link}, which is not published`),
    review &&
      review.text !== hashOfText(reading) &&
      `its review is for a different version of the text; this version's hash is ${hashOfText(reading)}`,
    review && orderFault(review, article.updated),
    review && article.status === 'published' && dateFault(review, article),
  ];
  return reasons
    .filter((reason) => typeof reason === 'string')
    .map((reason) => ({ file: `articles/${address}.md`, line: 1, reason }));
}

/** What is wrong with the library as a whole: its ideas, its voices, its habits of style. */
export function faultsOfWhole(desk: AuthoringFiles): Fault[] {
  const { published, ideas, voices, reviews } = desk;
  const reviewOf = ({ address }: Reading) => reviews.get(address);
  return [
    ...tallyQuotas(ideas)
      .filter(({ isMet }) => !isMet)
      .map(({ name, share }) => fault(IDEAS_FILE, `${percent(share)} of the ideas are ${name}`)),
    ...ideas.flatMap(({ article, points }) => {
      const reason = whySeparate(points);
      return reason ? [fault(IDEAS_FILE, `${article}: ${reason}`)] : [];
    }),
    ...likelyTwins(ideas).map(([one, other]) =>
      fault(IDEAS_FILE, `${one.article} and ${other.article} may be the same idea`),
    ),
    ...countDevices(published, reviewOf)
      .filter(({ isKept }) => !isKept)
      .map(({ device, value }) =>
        fault(
          'articles',
          `${device.name}: ${value.toFixed(2)} but at most ${device.most} is allowed`,
        ),
      ),
    ...sharedRuns(published).map((reason) => fault('articles', reason)),
    ...faultOfLinks(published),
    ...faultsOfSittings(desk),
    ...faultsOfAudit(desk),
    ...byAuthor(published).flatMap(([author, readings]) => {
      const voice = voices.get(author);
      if (!voice) return [fault(`voices/${author}.yaml`, 'this voice sheet is missing')];
      return outOfBand(voice, rhythmOf(readings)).map((reason) =>
        fault(`voices/${author}.yaml`, reason),
      );
    }),
  ];
}

function faultOfLinks(published: readonly Reading[]): Fault[] {
  const alone = articlesAlone(published).length;
  if (alone <= MOST_ALONE * published.length) return [];
  return [
    fault('articles', `${alone} of ${published.length} have no links to or from other articles`),
  ];
}

function faultsOfSittings({ reviews }: AuthoringFiles): Fault[] {
  return sittingTotalsOf([...reviews.values()]).overfull.map(({ batch, articles }) =>
    fault('reviews', `batch ${batch} has ${articles} articles; a sitting has at most ten`),
  );
}

function faultsOfAudit({ reviews }: AuthoringFiles): Fault[] {
  const reason = auditFault(auditTotalsOf([...reviews.values()]));
  return reason ? [fault('reviews', reason)] : [];
}

/** The articles of each author, by the alias in lower case. */
export function byAuthor(readings: readonly Reading[]): [author: string, readings: Reading[]][] {
  return [...Map.groupBy(readings, ({ address }) => address.split('/')[0]!)];
}

function fault(file: string, reason: string): Fault {
  return { file, line: 1, reason };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
