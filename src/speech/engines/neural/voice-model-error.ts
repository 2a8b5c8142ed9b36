/**
 * Thrown if a voice model, or the module that runs it, is missing or unusable. The message tells the operator how to
 * solve the problem.
 */
export class VoiceModelError extends Error {
  override name = 'VoiceModelError';
}
