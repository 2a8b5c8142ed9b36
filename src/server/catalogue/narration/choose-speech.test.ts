import { expect, it } from 'vitest';
import { buildSpeechEndpointUrl } from './choose-speech.ts';

it.each([
  ['', '/v1/audio/speech'],
  ['/v1', '/v1/audio/speech'],
  ['/v1/', '/v1/audio/speech'],
  ['/api/openai/v1', '/api/openai/v1/audio/speech'],
  ['/v1/audio/speech', '/v1/audio/speech'],
  ['/v1?version=2', '/v1/audio/speech?version=2'],
])('the speech call is below the path of NARRATOR_URL: %s', (basePath, expected) => {
  const origin = 'https://speech.example.org:8443';
  expect(buildSpeechEndpointUrl(origin + basePath)).toBe(origin + expected);
});
