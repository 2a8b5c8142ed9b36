import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LinkPreviewTags, readLinkPreviewTags } from '#domain/link-previews.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../../../copy.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { QueryContent } from '../../../ui/query-content.tsx';
import { isSavedVersionUnpublished, useArticleEditor } from '../article-editor.ts';
import { LinkPreviewCard } from './link-preview-card.tsx';
import { LINK_PREVIEW_TARGETS } from './link-preview-targets.ts';
import styles from './shared-link.module.css';

const words = copy.sharedLink;

interface SharedLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a dialog with previews of how other sites and messaging apps display a link to the published article. */
export function LinkPreviewDialog({ isOpen, onClose }: SharedLinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} note={words.note} isWide>
      <SharedLink />
    </Dialog>
  );
}

/** Query for the metadata tags of an article's page. Reads the tags from the published page, as other sites do. */
const tagsQuery = (path: string) =>
  queryOptions({
    queryKey: ['link preview', path],
    queryFn: async ({ signal }): Promise<LinkPreviewTags> => {
      const response = await fetch(path, { headers: { accept: 'text/html' }, signal });
      if (!response.ok) throw new ApiError(response.status, words.failed);
      // The page is parsed in a `<template>` element, whose content is inert. `DOMParser` would apply the page's style
      // sheet, which the studio's content security policy forbids.
      const { content: page } = Object.assign(document.createElement('template'), {
        innerHTML: await response.text(),
      });
      return readLinkPreviewTags((selector, name) =>
        page.querySelector(selector)?.getAttribute(name),
      );
    },
    // Opening the dialog always refetches the tags, because a new version of the article may just have been published.
    staleTime: 0,
  });

function SharedLink() {
  const { article } = useArticleEditor();
  const query = useQuery(tagsQuery(article.path!));
  return (
    <QueryContent query={query}>
      {(tags) => (
        <>
          {isSavedVersionUnpublished(article) && (
            <p className={styles.unpublished}>{words.unpublished}</p>
          )}
          <ul className={styles.places} aria-label={words.places}>
            {LINK_PREVIEW_TARGETS.map((place) => (
              <li key={place.id}>
                <LinkPreviewCard place={place} tags={tags} />
              </li>
            ))}
          </ul>
          <StatedFacts tags={tags} />
        </>
      )}
    </QueryContent>
  );
}

function StatedFacts({ tags }: { tags: LinkPreviewTags }) {
  const { title, description, image, imageAlt, imageSize, url } = tags;
  const { names } = words;
  return (
    <section className={styles.facts} aria-label={words.facts}>
      <h3>{words.facts}</h3>
      <FactList layout="stacked">
        <Fact name={names.title}>{title}</Fact>
        <Fact name={names.description}>{description}</Fact>
        <Fact name={names.image}>
          <a className="link reach" href={image} target="_blank" rel="noopener">
            {imageSize ? words.size(imageSize.width, imageSize.height) : names.image}
          </a>
        </Fact>
        {imageAlt && <Fact name={names.imageAlt}>{imageAlt}</Fact>}
        <Fact name={names.url}>{url}</Fact>
      </FactList>
    </section>
  );
}
