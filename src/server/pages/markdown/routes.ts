import type { FastifyInstance } from 'fastify';
import { articleMarkdownPath, articlePath } from '#domain/paths.ts';
import { createAuthorAndLicenseLinks } from '../author-and-license-links.ts';
import { createLinkHeader } from '../link-header.ts';
import type { TextDocumentCache } from '../text-document-cache.ts';
import { renderArticleMarkdown } from './render-article-markdown.ts';
import { renderLlmsText } from './render-llms-text.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
/** The number of articles that `/llms.txt` lists. */
const MAX_LISTED = 50;

/**
 * Registers `/llms.txt` and the route that returns an article as Markdown. An article's Markdown is at the path of its
 * page with `.md` appended. Octavo's URLs in both kinds of documents are absolute, starting with `origin`.
 */
export function markdownRoutes(
  app: FastifyInstance,
  documents: TextDocumentCache,
  origin: string,
): void {
  const hidden = { schema: { hide: true } };

  app.get<{ Params: { alias: string; slug: string } }>(
    '/:alias/:slug(^[a-zA-Z0-9-]+).md',
    hidden,
    (request, reply) => {
      const { alias, slug } = request.params;
      const path = articleMarkdownPath(articlePath(alias, slug));
      return documents.send(request, reply, path, async (content) => {
        const lookup = await content.findArticleByPath(alias, slug);
        if (lookup?.kind === 'moved') return { movedTo: articleMarkdownPath(lookup.path) };
        if (lookup?.kind !== 'found') return undefined;
        const { article } = lookup;
        const links = [
          { url: origin + article.path, rel: 'canonical' },
          ...createAuthorAndLicenseLinks(origin, article.authorAlias),
        ];
        return {
          text: renderArticleMarkdown(article, origin),
          type: MARKDOWN,
          headers: { link: createLinkHeader(links) },
        };
      });
    },
  );

  app.get('/llms.txt', hidden, (request, reply) =>
    documents.send(request, reply, '/llms.txt', async (content) => {
      const { metas } = await content.listPublishedArticles({}, MAX_LISTED);
      return { text: renderLlmsText(metas, origin), type: 'text/plain; charset=utf-8' };
    }),
  );
}
