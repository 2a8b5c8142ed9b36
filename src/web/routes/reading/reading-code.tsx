import type { TrackReadingAndAddLineControls } from '#web/features/reading/reading-tracker.tsx';
import { trackReading } from '#web/features/reading/track-reading.ts';

const loadShareDialog = () =>
  import('#web/features/share/share-dialog.tsx').then((chunk) => chunk.ShareDialog);

/** Tracks how far the reader gets in an article, and adds the controls for keeping passages from it. */
export const trackReadingAndAddLineControls: TrackReadingAndAddLineControls = async (
  article,
  reader,
  endElement,
  leaveSignal,
  addControls,
) => {
  const tracking = trackReading(article, reader, endElement, leaveSignal);
  // With a static import, Vite would add the names of the imported files to the code of the article's screen, and so
  // make that code larger.
  const { LineKeepingControls } = await import('#web/features/lines/line-keeping-controls.tsx');
  if (!leaveSignal.aborted)
    addControls(
      <LineKeepingControls
        article={article}
        takeaways={article.body.keyPoints.map(({ takeaway }) => takeaway)}
        loadShareDialog={loadShareDialog}
      />,
    );
  await tracking;
};
