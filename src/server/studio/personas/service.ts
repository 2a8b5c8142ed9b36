export { PERSONAS } from './kind.ts';
export { categoriesText, NO_WISH, personaText, voiceText } from './texts.ts';
export { voiceOf } from './voices.ts';
