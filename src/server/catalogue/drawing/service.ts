export { drawAvatar } from './avatar.ts';
export {
  COVER_VERSION,
  coverLayout,
  coverLooks,
  coverVariant,
  drawCover,
  layoutCount,
  variantCount,
  variantsToChoose,
} from './cover.ts';
export { describeCover } from './description.ts';
export type { PhotoRefusal, PhotoSize, PreparedPhoto } from './photographs.ts';
export { Renderer } from './renderer.ts';
