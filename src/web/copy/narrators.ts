/** A note about the narrators, shown where readers choose a narrator. */
export const NARRATOR_NOTE = 'Each narrator is a synthetic voice.';
