import { useEffect, useId, useRef, useState } from 'react';
import type { LinkPreviewTags } from '#domain/link-previews.ts';
import { copy } from '../../../copy.ts';
import { createLinkPreviewTexts, type LinkPreviewTarget } from './link-preview-targets.ts';
import styles from './shared-link.module.css';

const words = copy.sharedLink;

interface LinkPreviewCardProps {
  place: LinkPreviewTarget;
  tags: LinkPreviewTags;
}

/** Shows how a site or messaging app previews a link, and says which parts of the preview's text are cut off. */
export function LinkPreviewCard({ place, tags }: LinkPreviewCardProps) {
  const name = useId();
  const texts = createLinkPreviewTexts(place, tags);
  const card = useRef<HTMLDivElement>(null);
  const clipped = useClippedTexts(card, tags);
  const isCutOff = {
    title: clipped.has('title') || texts.title !== tags.title,
    description: clipped.has('description'),
  };
  const note = describeCutOff(isCutOff);
  const { id, crop, title, description } = place;
  const picture = (
    <img
      className={styles.picture}
      data-crop={crop}
      src={tags.image}
      alt={tags.imageAlt ?? ''}
      width={tags.imageSize?.width}
      height={tags.imageSize?.height}
    />
  );
  return (
    <figure className={styles.place} aria-labelledby={name}>
      <figcaption>
        <h3 id={name}>{place.name}</h3>
      </figcaption>
      <div ref={card} className={styles.card} data-place={id}>
        {place.picture === 'first' && picture}
        <div className={place.hasTitleOnPicture ? styles.onPicture : styles.texts}>
          {texts.siteName && <p className={styles.quiet}>{texts.siteName}</p>}
          <p className={styles.title} data-text="title" data-lines={title.lines}>
            {texts.title}
          </p>
          {texts.description && (
            <p data-text="description" data-lines={description?.lines}>
              {texts.description}
            </p>
          )}
          {texts.host && !place.hasTitleOnPicture && <p className={styles.quiet}>{texts.host}</p>}
        </div>
        {place.picture === 'last' && picture}
      </div>
      {texts.host && place.hasTitleOnPicture && <p className={styles.quiet}>{texts.host}</p>}
      {note && <p className={styles.note}>{note}</p>}
    </figure>
  );
}

function describeCutOff({ title, description }: { title: boolean; description: boolean }) {
  if (title && description) return words.cutOff.both;
  if (title) return words.cutOff.title;
  return description ? words.cutOff.description : undefined;
}

/**
 * Returns the names of the parts of a link preview that are cut off, such as `title`. The preview's text comes from the
 * metadata tags in `tags`.
 */
function useClippedTexts(
  card: React.RefObject<HTMLElement | null>,
  tags: LinkPreviewTags,
): ReadonlySet<string> {
  const [clipped, setClipped] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer misses new text of the same size
  useEffect(() => {
    const texts = [...card.current!.querySelectorAll<HTMLElement>('[data-text]')];
    const observer = new ResizeObserver(() =>
      setClipped(new Set(texts.filter(isClipped).map(({ dataset }) => dataset.text!))),
    );
    for (const text of texts) observer.observe(text);
    return () => observer.disconnect();
  }, [card, tags]);
  return clipped;
}

/**
 * Returns true if an element hides part of its text. A single line overflows horizontally, and several lines overflow
 * vertically.
 */
function isClipped(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
