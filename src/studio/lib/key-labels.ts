const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How this machine's keyboard names the keys that shortcuts begin with. */
export const MOD_KEY_LABEL = IS_MAC ? '⌘' : 'Ctrl';
export const ALT_KEY_LABEL = IS_MAC ? '⌥' : 'Alt';
