import { Tabs } from '@base-ui/react/tabs';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { STOCK_PHOTO_SERVICES } from '#domain/studio/pictures.ts';
import { copy } from '../../../copy.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DrawingTab } from './drawing-tab.tsx';
import styles from './picture.module.css';
import { addPhotoCrop, addStockPhoto } from './picture-api.ts';
import {
  type ChosenPicture,
  createPhotoCandidate,
  getChosenDrawingImage,
  type PictureCandidate,
} from './picture-candidate.ts';
import { PicturePreview } from './picture-preview.tsx';
import { StockTab } from './stock-tab.tsx';
import { UploadTab } from './upload-tab.tsx';

const words = copy.picture;

interface PictureDialogProps {
  isOpen: boolean;
  onClose: () => void;
  id: string;
  category: CategoryId;
  title: string;
  /** The article's current picture. */
  image: ArticleMeta['image'];
  onChoose: (chosen: ChosenPicture) => void;
}

/** Shows a dialog in which the editor chooses the article's picture: a drawing, a stock picture or an upload. */
export function PictureDialog(props: PictureDialogProps) {
  const { isOpen, onClose, onChoose } = props;
  const [candidate, setCandidate] = useState<PictureCandidate>();
  const close = () => {
    setCandidate(undefined);
    onClose();
  };
  const choosePicture = useMutation({
    mutationFn: resolveCandidate,
    onSuccess: (result) => {
      if ('kind' in result) return setCandidate(result);
      onChoose(result);
      close();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={words.title}
      isWide
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={close}>
            {words.cancel}
          </button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={choosePicture.isPending}
            disabledReason={!candidate && words.chooseFirst}
            onClick={() => candidate && choosePicture.mutate(candidate)}
          >
            {choosePicture.isPending ? words.moment : describeChoice(candidate)}
          </Button>
        </>
      }
    >
      <PictureChooser {...props} candidate={candidate} onPreview={setCandidate} />
    </Dialog>
  );
}

const TABS = { draw: words.draw, stock: words.stock, upload: words.upload } as const;

function PictureChooser({
  id,
  category,
  title,
  image,
  candidate,
  onPreview,
}: PictureDialogProps & {
  candidate: PictureCandidate | undefined;
  onPreview: (candidate: PictureCandidate) => void;
}) {
  const previewProps = { candidate, onPreview };
  return (
    <div className={styles.picker}>
      <div className={styles.side}>
        <PicturePreview
          title={title}
          image={image}
          candidate={candidate}
          onFocus={(focus) => candidate?.kind === 'photo' && onPreview({ ...candidate, focus })}
        />
      </div>
      <Tabs.Root className={styles.tabs} defaultValue="draw">
        <Tabs.List className={styles.tabList} aria-label={words.source}>
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} className={styles.tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="draw" className={styles.panel}>
          <DrawingTab id={id} category={category} {...previewProps} />
        </Tabs.Panel>
        <Tabs.Panel value="stock" className={styles.panel} keepMounted>
          <StockTab {...previewProps} />
        </Tabs.Panel>
        <Tabs.Panel value="upload" className={styles.panel} keepMounted>
          <UploadTab {...previewProps} />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

/**
 * Resolves with the picture to use in the article if the candidate is a drawing or a stored photo. Downloads a stock
 * picture instead, and resolves with a new candidate, which the editor can crop in the preview.
 */
async function resolveCandidate(
  candidate: PictureCandidate,
): Promise<ChosenPicture | PictureCandidate> {
  if (candidate.kind === 'stock')
    return createPhotoCandidate(await addStockPhoto(candidate.picture));
  if (candidate.kind === 'drawing')
    return {
      picture: { kind: 'drawn', variant: candidate.drawing.variant },
      image: getChosenDrawingImage(candidate.drawing),
    };
  const { focus } = candidate;
  const latestCrop = candidate.photo.crops.at(-1)!;
  const hasCrop = latestCrop.x === focus.x && latestCrop.y === focus.y;
  const photo = hasCrop ? candidate.photo : await addPhotoCrop(candidate.photo.id, focus);
  return {
    picture: { kind: 'photo', photoId: photo.id, crop: photo.crops.length },
    image: photo.image,
  };
}

function describeChoice(candidate: PictureCandidate | undefined): string {
  return candidate?.kind === 'stock'
    ? words.take(STOCK_PHOTO_SERVICES[candidate.picture.service].label)
    : words.use;
}
