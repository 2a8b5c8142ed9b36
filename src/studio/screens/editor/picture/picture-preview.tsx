import type { ReactNode } from 'react';
import { computeCoverCrop, type FocalPoint } from '#domain/images.ts';
import { type Photo, STOCK_PHOTO_SERVICES } from '#domain/studio/pictures.ts';
import { Cover } from '#ui/cover.tsx';
import { copy } from '../../../copy.ts';
import styles from './picture.module.css';
import type { PictureCandidate } from './picture-candidate.ts';

const text = copy.picture;

interface PicturePreviewProps {
  title: string;
  /** The article's current picture. */
  image: { src: string; alt: string; ground: string; attributionHtml: string };
  candidate: PictureCandidate | undefined;
  onFocus: (focus: FocalPoint) => void;
}

/** Shows a picture as it will appear on the article's card, with the title and the credit. */
export function PicturePreview({ title, image, candidate, onFocus }: PicturePreviewProps) {
  const titleElement = <p className={styles.title}>{title || text.untitled}</p>;
  if (!candidate)
    return (
      <Frame attributionHtml={image.attributionHtml}>
        <Cover image={image} sizes="240px">
          {titleElement}
        </Cover>
      </Frame>
    );
  if (candidate.kind === 'drawing') {
    // The preview shows the small picture from the grid of drawings, because the browser has already loaded that file.
    const { image: thumbnailImage } = candidate.drawing;
    return (
      <Frame attributionHtml={thumbnailImage.attributionHtml}>
        <Cover key={thumbnailImage.src} image={thumbnailImage} sizes="240px">
          {titleElement}
        </Cover>
      </Frame>
    );
  }
  if (candidate.kind === 'stock') {
    const { thumbnail, alt, user, userProfile, service } = candidate.picture;
    return (
      <Frame
        attribution={
          <span key={thumbnail}>
            Image by <a href={userProfile}>{user}</a> on {STOCK_PHOTO_SERVICES[service].label}
          </span>
        }
      >
        <Cover key={thumbnail} image={{ src: thumbnail, alt, ground: 'mab-dark' }} sizes="240px">
          {titleElement}
        </Cover>
      </Frame>
    );
  }
  const { photo, focus } = candidate;
  const { src: _croppedSrc, attributionHtml, ...rest } = photo.image;
  return (
    <Frame
      attributionHtml={attributionHtml}
      action={<CropField photo={photo} focus={focus} onFocus={onFocus} />}
    >
      <div className={styles.cut} style={{ '--cut': toObjectPosition(photo, focus) } as object}>
        <Cover key={photo.id} image={{ ...rest, src: photo.whole }} sizes="240px">
          {titleElement}
        </Cover>
      </div>
    </Frame>
  );
}

interface FrameProps {
  attributionHtml?: string;
  attribution?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ attributionHtml, attribution, action, children }: FrameProps) {
  return (
    <div className={styles.look}>
      <div className={styles.card}>{children}</div>
      <div className={styles.facts}>
        {action}
        {attributionHtml ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server generates this HTML
          <p className={styles.credit} dangerouslySetInnerHTML={{ __html: attributionHtml }} />
        ) : (
          <p className={styles.credit}>{attribution}</p>
        )}
      </div>
    </div>
  );
}

/**
 * Shows a slider that moves the visible section of a cropped photograph. The section has the photograph's full width or
 * height, so it can move only vertically or only horizontally.
 */
function CropField({
  photo,
  focus,
  onFocus,
}: {
  photo: Photo;
  focus: FocalPoint;
  onFocus: PicturePreviewProps['onFocus'];
}) {
  const crop = computeCoverCrop(photo, focus);
  const isWide = photo.width > crop.width;
  if (!isWide && photo.height <= crop.height) return null;
  const movableLength = isWide ? photo.width - crop.width : photo.height - crop.height;
  const percent = Math.round(((isWide ? crop.left : crop.top) / movableLength) * 100);
  const moveCrop = (newPercent: number) => {
    const start = (newPercent / 100) * movableLength;
    onFocus(
      isWide
        ? { ...focus, x: (start + crop.width / 2) / photo.width }
        : { ...focus, y: (start + crop.height / 2) / photo.height },
    );
  };
  return (
    <label className={styles.cutter}>
      {text.crop}
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-valuetext={`${percent} of 100 from the ${isWide ? 'left' : 'top'}`}
        onChange={({ target }) => moveCrop(Number(target.value))}
      />
      <span aria-hidden="true">
        <span>{isWide ? 'left' : 'top'}</span>
        <span>{isWide ? 'right' : 'bottom'}</span>
      </span>
    </label>
  );
}

/** Returns the value of the CSS property `object-position` that shows the same crop that the server generates. */
function toObjectPosition(photo: Photo, focus: FocalPoint): string {
  const { left, top, width, height } = computeCoverCrop(photo, focus);
  const toPercent = (start: number, max: number) => (max > 0 ? (start / max) * 100 : 50);
  return `${toPercent(left, photo.width - width)}% ${toPercent(top, photo.height - height)}%`;
}
