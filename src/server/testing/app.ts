import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { ArticleMeta } from '#domain/article.ts';
import { createNarrationServices } from '#server/catalogue/narration/create-narration-services.ts';
import { VoiceInstaller } from '#server/catalogue/narration/installation/voice-installer.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { readCertificate } from '#server/platform/http/certificate.ts';
import { IdentityProviders } from '#server/readers/sign-in/providers.ts';
import { buildApp } from '../app.ts';
import type { AppComponents } from '../app-components.ts';
import type { WebBuild } from '../pages/web-build.ts';
import type { TestDatabaseEngine } from './databases.ts';

/** A stub of the web build that renders only the page's title, so that server tests do not require a build. */
export const TEST_WEB_BUILD: WebBuild = {
  id: 'test-build',
  builtAt: '2026-01-01T00:00:00.000Z',
  renderScreen: async (_url, { head }) => `<h1>${head.title}</h1>`,
  studio: { shell: () => '<h1>Studio</h1>', preview: () => '<h1>Preview</h1>' },
  createDocumentAssets: () => ({ tags: '', inlineBlockHashes: { scripts: [], styles: [] } }),
};

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  close(): Promise<void>;
}

/**
 * Creates the complete application on an open database. By default it has no identity provider, so nobody can sign in.
 */
export async function createTestApp(
  database: Database,
  env: Record<string, string> = {},
  web: WebBuild = TEST_WEB_BUILD,
  signIn: AppComponents['signIn'] = { providers: new IdentityProviders([]) },
  options: Pick<
    AppComponents,
    'limits' | 'redisTimeout' | 'handlerTimeout' | 'captcha' | 'stockPhotoServices'
  > &
    Partial<
      Pick<
        AppComponents,
        | 'log'
        | 'audio'
        | 'installer'
        | 'membership'
        | 'writing'
        | 'self'
        | 'errorRecorder'
        | 'registry'
      >
    > = {},
): Promise<TestApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-test-'));
  const config = readConfig({ DATA_DIR: folder, ...env });
  // The handler timeout is long by default, since requests are slow on busy test machines.
  const {
    limits,
    redisTimeout,
    captcha,
    stockPhotoServices,
    membership,
    writing,
    self,
    errorRecorder,
    registry,
  } = options;
  const { handlerTimeout = 60_000 } = options;
  const { log = pino({ level: 'silent' }) } = options;
  const files = await openFileStore(config, folder);
  const pictures = createPictureService(database, files, log);
  const {
    audio = await createNarrationServices({ database, files, pictures, content: folder, config }),
    // The default installer rejects every request to install voices, so that tests that call all endpoints download
    // nothing.
    installer = new VoiceInstaller(config, { findObstacle: () => 'Tests install no voices.' }),
  } = options;
  const app = await buildApp({
    config,
    database,
    pictures,
    audio,
    installer,
    web,
    signIn,
    membership,
    log,
    certificate: readCertificate(config),
    limits,
    redisTimeout,
    ...(captcha && { captcha }),
    ...(writing && { writing }),
    ...(errorRecorder && { errorRecorder }),
    ...(registry && { registry }),
    ...(self && { self }),
    ...(stockPhotoServices && { stockPhotoServices }),
    handlerTimeout,
  });
  return {
    app,
    database,
    async close() {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An application with twenty published articles. */
export interface LibraryTestApp extends TestApp {
  /** The application's articles, newest first. */
  library: ArticleMeta[];
}

/** Creates the complete application on a new database with twenty articles from the shipped library. */
export async function createLibraryTestApp(
  openFilled: TestDatabaseEngine['openFilled'],
): Promise<LibraryTestApp> {
  const test = await createTestApp(await openFilled());
  const { data } = (await test.app.inject('/api/v1/articles?limit=50')).json();
  return { ...test, library: data.metas };
}

/** Creates a POST request like the web client's, with a JSON body and the body's SHA-256 hash. */
export function createPostRequest(url: string, body: unknown): InjectOptions {
  const payload = JSON.stringify(body);
  return {
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-content-sha256': createHash('sha256').update(payload).digest('hex'),
    },
  };
}
