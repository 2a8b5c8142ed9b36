/** A note on the narrators, wherever readers choose one. */
export const NARRATOR_NOTE = 'Each narrator is a synthetic voice.';
