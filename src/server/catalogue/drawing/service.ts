export { drawAvatar } from './avatar.ts';
export { COVER_VERSION, coverVariant, drawCover } from './cover.ts';
export { Renderer } from './renderer.ts';
