/** UI text for the theme and the reading settings. */
export const appearanceCopy = {
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', sepia: 'Sepia', dark: 'Dark' },
  themeNote: 'System matches your device. We remember your choice in this browser.',
  withoutScript:
    'Octavo matches your device’s appearance. Turn on JavaScript to choose a theme here.',
  reading: {
    title: 'Reading settings',
    about: 'How the text of articles looks, in this browser.',
    sample:
      'An octavo is a sheet folded three times into eight leaves: a small book that you can hold in one hand.',
    reset: 'Reset',
    typefaceNote:
      'Legible has letters that are hard to mix up. It can help with dyslexia or low vision.',
    settings: {
      size: 'Text size',
      spacing: 'Line spacing',
      width: 'Column width',
      typeface: 'Typeface',
    },
    options: {
      small: 'Small',
      normal: 'Normal',
      large: 'Large',
      larger: 'Larger',
      largest: 'Largest',
      compact: 'Compact',
      standard: 'Standard',
      relaxed: 'Relaxed',
      narrow: 'Narrow',
      medium: 'Medium',
      wide: 'Wide',
      serif: 'Serif',
      sans: 'Sans',
      legible: 'Legible',
    },
  },
} as const;
