/** A note on the narrators, shown where readers choose one. */
export const NARRATOR_NOTE = 'Each narrator is a synthetic voice.';
