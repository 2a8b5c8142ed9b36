/** Entry point of the child process that renders pictures. */
import {
  checkPreparedPhoto,
  computeTitleAreaColor,
  preparePhotoForStorage,
} from '#covers/photographs.ts';
import { type PictureRendition, renderPictureFile } from '#covers/render.ts';
import type { FocalPoint } from '#domain/images.ts';
import { runTasksOfParent } from '#server/platform/child-worker.ts';

export type RenderingTask =
  | { kind: 'picture'; source: string | Uint8Array; shape: PictureRendition }
  | { kind: 'photo'; bytes: Uint8Array; focus: FocalPoint | undefined }
  | { kind: 'check'; bytes: Uint8Array }
  | { kind: 'color'; bytes: Uint8Array; focus: FocalPoint };

runTasksOfParent((task: RenderingTask) => {
  if (task.kind === 'photo') return preparePhotoForStorage(task.bytes, task.focus);
  if (task.kind === 'check') return checkPreparedPhoto(task.bytes);
  if (task.kind === 'color') return computeTitleAreaColor(task.bytes, task.focus);
  return renderPictureFile(task.source, task.shape);
});
