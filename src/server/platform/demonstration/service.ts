export { fetchFrom } from './fetch-from.ts';
export { demonstrationFiles } from './files.ts';
export { refuseOthers } from './guard.ts';
export { DISPLAY_FONT, demonstrationPage, escapeHtml, STYLESHEET } from './page.ts';
