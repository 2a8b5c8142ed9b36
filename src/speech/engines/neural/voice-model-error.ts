/**
 * Thrown if a voice model, or the module that runs it, is missing or unusable. The message is one sentence for the
 * operator.
 */
export class VoiceModelError extends Error {
  override name = 'VoiceModelError';
}
