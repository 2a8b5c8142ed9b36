const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Names of the modifier keys on this keyboard. */
export const MOD_KEY_LABEL = IS_MAC ? '⌘' : 'Ctrl';
export const ALT_KEY_LABEL = IS_MAC ? '⌥' : 'Alt';
