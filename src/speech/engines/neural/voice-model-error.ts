/** Thrown with one sentence for the operator when a voice model, or the module that runs it, is missing or unusable. */
export class VoiceModelError extends Error {
  override name = 'VoiceModelError';
}
