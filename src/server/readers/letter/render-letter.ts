import type { ArticleMeta } from '#domain/article.ts';
import { getCategory } from '#domain/categories.ts';
import { COVER_GROUNDS_BY_ID, isCoverGroundId } from '#domain/cover-grounds.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { formatPicturePath } from '#domain/images.ts';
import { THEME_COLORS } from '#domain/theme-colors.ts';
import { MAIL_SIGNATURE_SEPARATOR } from '#server/platform/mail/smtp.ts';
import type { LetterContent } from './letter-content.ts';
import { letterCopy } from './letter-copy.ts';
import { MAIL_STYLES, renderMailHtml, renderTableStartTag } from './mail-frame.ts';

const copy = letterCopy.letter;

/** The subject of an email, and its content as HTML and as plain text. Both formats contain the same information. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export interface LetterLinks {
  /** The website's origin, with which the URLs of articles and images begin. */
  origin: string;
  /** URL of the page that ends the reader's subscription to the weekly letter. */
  unsubscribeUrl: string;
}

/** A section of the weekly letter: a heading and the articles below it. */
interface Section {
  title: string;
  articles: readonly ArticleMeta[];
  /** A link below the articles of the section. */
  more?: { text: string; url: string };
}

/** Renders a weekly letter. `day` is its date, such as "Tuesday, December 1". */
export function renderLetter(
  content: LetterContent,
  day: string,
  links: LetterLinks,
): RenderedMail {
  const sections = listSections(content, links);
  const [first, ...others] = sections.flatMap(({ articles }) => articles);
  const subject = copy.subject(first!.title, others.length);
  return {
    subject,
    html: renderMailHtml({
      subject,
      preheader: copy.preheader([first!.tagline, ...others.map(({ title }) => title)]),
      date: day,
      rows: renderRows(sections, links),
      footer: renderFooter(links),
    }),
    text: renderText(sections, day, links),
  };
}

function listSections(
  { followed, hasMoreFollowed, fromDailyFive }: LetterContent,
  { origin }: LetterLinks,
): Section[] {
  const more = hasMoreFollowed ? { more: { text: copy.moreFollowed, url: `${origin}/` } } : {};
  const sections = [
    { title: copy.followed, articles: followed, ...more },
    { title: followed.length ? copy.fromToday : copy.today, articles: fromDailyFive },
  ];
  return sections.filter(({ articles }) => articles.length > 0);
}

function renderRows(sections: readonly Section[], links: LetterLinks): string {
  const title = `<tr><td style="padding-bottom:28px"><h1 class="ink" style="${MAIL_STYLES.title}">${copy.title}</h1></td></tr>`;
  return [title, ...sections.map((section, at) => renderSection(section, at === 0, links))].join(
    '\n',
  );
}

function renderSection(
  { title, articles, more }: Section,
  hasLead: boolean,
  links: LetterLinks,
): string {
  const { sectionTitle, text, textLink } = MAIL_STYLES;
  const rows = articles.map((article, at) =>
    hasLead && at === 0 ? renderLead(article, links) : renderArticle(article, links),
  );
  return [
    `<tr><td class="line" style="padding:14px 0 16px;border-top:1px solid ${THEME_COLORS.line.day}"><h2 class="red" style="${sectionTitle}">${title}</h2></td></tr>`,
    ...rows.map((row) => `<tr><td style="padding-bottom:28px">\n${row}\n</td></tr>`),
    ...(more
      ? [
          `<tr><td style="padding-bottom:28px"><p style="${text}"><a class="red" href="${more.url}" style="${textLink}">${more.text}</a></p></td></tr>`,
        ]
      : []),
  ].join('\n');
}

/**
 * Widths of article covers. `width` is the width in the email in CSS pixels, and `pictureWidth` is the width of the
 * image file in pixels. Image files are wider than displayed, for screens with a high pixel density.
 */
const COVER_SIZES = {
  lead: { width: 216, pictureWidth: 480 },
  article: { width: 96, pictureWidth: 320 },
} as const;

/** Renders the first article of the letter. Its cover's width is a percentage of the email's width. */
function renderLead(article: ArticleMeta, links: LetterLinks): string {
  const cover = renderCover(article, 'lead', links);
  const textCell = (padding: string) =>
    `<td class="wide" valign="top"${padding}>${renderArticleText(article, true, links)}</td>`;
  if (!cover) return `${renderTableStartTag('')}<tr>${textCell('')}</tr></table>`;
  return `${renderTableStartTag('')}<tr>
<td width="39%" valign="top">${cover}</td>
${textCell(' style="padding-left:24px"')}
</tr></table>`;
}

function renderArticle(article: ArticleMeta, links: LetterLinks): string {
  const cover = renderCover(article, 'article', links);
  const text = renderArticleText(article, false, links);
  if (!cover) return `${renderTableStartTag('')}<tr><td valign="top">${text}</td></tr></table>`;
  return `${renderTableStartTag('')}<tr>
<td width="${COVER_SIZES.article.width}" valign="top">${cover}</td>
<td class="wide" valign="top" style="padding-left:24px">${text}</td>
</tr></table>`;
}

function renderArticleText(
  { title, tagline, path, authorAlias, readingMinutes, category }: ArticleMeta,
  isLead: boolean,
  { origin }: LetterLinks,
): string {
  const { leadTitle, articleTitle, titleLink, text, facts } = MAIL_STYLES;
  const heading = isLead
    ? `class="ink lead" style="${leadTitle}"`
    : `class="ink" style="${articleTitle}"`;
  return `<h3 ${heading}><a class="ink" href="${origin}${path}" style="${titleLink}">${escapeHtml(title)}</a></h3>
<p class="ink" style="${text}">${escapeHtml(tagline)}</p>
<p class="quiet" style="${facts}">${escapeHtml(copy.facts(authorAlias, readingMinutes, getCategory(category).name))}</p>`;
}

/**
 * Renders an article's cover as a link to the article. Mail programs that do not load images show the cover's
 * background color instead. Returns `undefined` if another site hosts the image, because that site would learn when a
 * reader opens the letter.
 */
function renderCover(
  { path, image }: ArticleMeta,
  size: keyof typeof COVER_SIZES,
  { origin }: LetterLinks,
): string | undefined {
  const key = /^\/images\/covers\/([^/]+)\//.exec(image.src)?.[1];
  if (key === undefined) return undefined;
  const { width, pictureWidth } = COVER_SIZES[size];
  const height = (width * 5) / 4;
  const src = origin + formatPicturePath('covers', key, pictureWidth, 'jpg');
  const ground = isCoverGroundId(image.ground)
    ? COVER_GROUNDS_BY_ID[image.ground].hex
    : THEME_COLORS.line.day;
  const box = size === 'lead' ? '' : `width:${width}px;height:${height}px;`;
  return `<a href="${origin}${path}" aria-hidden="true" tabindex="-1" style="display:block;${box}border-radius:6px;background:${ground}"><img src="${src}" width="${width}" height="${height}" alt="" style="${IMAGE_STYLE}"></a>`;
}

const IMAGE_STYLE = 'display:block;width:100%;height:auto;border:0;border-radius:6px';

function renderFooter({ origin, unsubscribeUrl }: LetterLinks): string[] {
  const link = (url: string, text: string) =>
    `<a class="quiet" href="${url}" style="${MAIL_STYLES.smallLink}">${text}</a>`;
  const footerLinks = [
    link(unsubscribeUrl, copy.unsubscribe),
    link(`${origin}${SETTINGS_PATH}`, copy.settings),
    link(`${origin}/privacy`, copy.privacy),
  ];
  return [`${copy.why} ${copy.authors} ${copy.untracked}`, footerLinks.join(' · ')];
}

/** Path of the weekly letter's settings on the settings page. */
const SETTINGS_PATH = '/settings#letter';

function renderText(sections: readonly Section[], day: string, links: LetterLinks): string {
  const { origin, unsubscribeUrl } = links;
  const parts = [
    `Octavo · ${day}\n${copy.title}`,
    ...sections.flatMap(({ title, articles, more }) => [
      title.toUpperCase(),
      ...articles.map((article) => renderArticleAsText(article, origin)),
      ...(more ? [`${more.text}:\n${more.url}`] : []),
    ]),
  ];
  return `${parts.join('\n\n')}

${MAIL_SIGNATURE_SEPARATOR}
${copy.why}
${copy.authors}
${copy.untracked}

${copy.unsubscribe}: ${unsubscribeUrl}
${copy.settings}: ${origin}${SETTINGS_PATH}
${copy.privacy}: ${origin}/privacy
`;
}

function renderArticleAsText(article: ArticleMeta, origin: string): string {
  const { title, tagline, path, authorAlias, readingMinutes, category } = article;
  const facts = copy.facts(authorAlias, readingMinutes, getCategory(category).name);
  return `${title}\n${tagline}\n${facts}\n${origin}${path}`;
}
