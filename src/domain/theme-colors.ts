/**
 * The colors of the light and dark themes, for drawings, emails and other documents that do not load Octavo's style
 * sheet. A test ensures that they match `src/ui/tokens.css`.
 */
export const THEME_COLORS = {
  paper: { day: '#fbf8f3', night: '#141311' },
  ink: { day: '#1b1a17', night: '#eee9e0' },
  quiet: { day: '#6a645a', night: '#a39c90' },
  line: { day: '#e6dfd3', night: '#2e2a25' },
  red: { day: '#c8401a', night: '#f0764f' },
  'on-red': { day: '#ffffff', night: '#1b120e' },
} as const;
