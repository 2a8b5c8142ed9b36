const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Labels of the modifier keys on this platform's keyboards. */
export const MOD_KEY_LABEL = IS_MAC ? '⌘' : 'Ctrl';
export const ALT_KEY_LABEL = IS_MAC ? '⌥' : 'Alt';
