import { appearanceCopy } from '#web/copy/appearance.ts';
import { useBrowserValue } from '#web/lib/browser-value.ts';
import { applyAndStoreTheme, getCurrentTheme, THEMES, type Theme } from './theme.ts';
import styles from './theme-choice.module.css';
import { subscribeToAppearance } from './watch-appearance.ts';

const copy = appearanceCopy;

/**
 * The radio buttons for the theme. The server does not know the reader's theme, so it renders no selection. Hydration
 * selects the current theme without a layout shift.
 */
export function ThemeChoice() {
  const theme = useBrowserValue(subscribeToAppearance, getCurrentTheme);
  return (
    <>
      <fieldset className={`needs-js ${styles.choice}`} disabled={!theme}>
        <legend className="vh">{copy.theme}</legend>
        {THEMES.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="theme"
              value={option}
              checked={theme === option}
              onChange={() => applyAndStoreTheme(option)}
            />
            <span className={styles.tile}>
              <ThemePreview theme={option} />
              <span className={styles.name}>{copy.themes[option]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={`needs-js ${styles.note}`}>{copy.themeNote}</p>
      <noscript>
        <p className={styles.note}>{copy.withoutScript}</p>
      </noscript>
    </>
  );
}

/** A miniature page that shows the colors of a theme. For the system's theme, it shows both light and dark colors. */
function ThemePreview({ theme }: { theme: Theme }) {
  const colors = theme === 'system' ? 'light' : theme;
  return (
    <svg
      className={styles.page}
      viewBox="0 0 96 72"
      aria-hidden="true"
      data-theme={theme === 'sepia' ? theme : undefined}
    >
      <rect className={styles[colors]} width="96" height="72" />
      <path className={styles[TEXT_LINES_CLASSES[colors]]} d={TEXT_LINES_PATH} />
      {theme === 'system' && (
        <g clipPath="url(#theme-half)">
          <clipPath id="theme-half">
            <path d="M62 0h34v72H34z" />
          </clipPath>
          <rect className={styles.dark} width="96" height="72" />
          <path className={styles.onDark} d={TEXT_LINES_PATH} />
        </g>
      )}
      <path className={styles.initial} d="M18 18h12v12H18z" />
    </svg>
  );
}

const TEXT_LINES_CLASSES = { light: 'onLight', sepia: 'onSepia', dark: 'onDark' } as const;
const TEXT_LINES_PATH = 'M38 20h40M38 28h32M18 40h60M18 48h60M18 56h36';
