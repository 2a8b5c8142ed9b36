const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How this machine's keyboard names the keys that shortcuts begin with. */
export const MOD = IS_MAC ? '⌘' : 'Ctrl';
export const ALT = IS_MAC ? '⌥' : 'Alt';
