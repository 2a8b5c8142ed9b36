import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, ENVIRONMENT_VARIABLES, readConfig, readServerConfig } from './config.ts';

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      ORIGIN: 'http://localhost:3000',
      APP_ENV: 'dev',
      DATA_DIR: path.resolve('data'),
      DATABASE_URL: undefined,
    });
  });

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { ORIGIN: 'https://octavo.example' },
    { HOST: '0.0.0.0', ORIGIN: 'http://localhost:3000' },
  ])('requires APP_ENV if other machines can connect: %j', (env) => {
    expect(() => readServerConfig(env)).toThrow('APP_ENV="": must be set');
    expect(readServerConfig({ ...env, APP_ENV: 'dev' }).APP_ENV).toBe('dev');
  });

  it.each([{}, { ORIGIN: 'http://localhost:8080' }, { HOST: '::1' }])(
    'has defaults for a server that only this machine can reach: %j',
    (env) => {
      expect(readServerConfig(env).APP_ENV).toBe('dev');
    },
  );

  it('resolves folders relative to the working directory', () => {
    const folders = { DATA_DIR: 'here', NARRATOR_MODEL: 'models/kokoro' };
    expect(readConfig(folders)).toMatchObject({
      DATA_DIR: path.resolve('here'),
      NARRATOR_MODEL: path.resolve('models/kokoro'),
    });
    expect(readConfig({}).NARRATOR_MODEL).toBeUndefined();
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', ORIGIN: '', DATABASE_URL: '' }).PORT).toBe(3000);
  });

  it('derives the origin from the port', () => {
    expect(readConfig({ PORT: '8080' }).ORIGIN).toBe('http://localhost:8080');
    expect(readConfig({ ORIGIN: 'https://octavo.example' }).ORIGIN).toBe('https://octavo.example');
  });

  it.each([
    ['SMTP_URL', { SMTP_URL: 'smtp://localhost' }, ['CONTACT_TO', 'MAIL_FROM']],
    ['CONTACT_TO', { CONTACT_TO: 'team@octavo.example' }, ['SMTP_URL', 'MAIL_FROM']],
    ['RECAPTCHA_SECRET', { RECAPTCHA_SECRET: 'x' }, ['RECAPTCHA_SITE_KEY']],
  ])('rejects %s without the variables that it needs', (variable, env, missing) => {
    for (const name of missing)
      expect(() => readConfig(env)).toThrow(`${name}="": must be set when ${variable} is`);
  });

  it('validates email addresses and the URL of the mail server', () => {
    const mail = { CONTACT_TO: 'team@octavo.example', MAIL_FROM: 'form@octavo.example' };
    const validValues = { ...mail, SMTP_URL: 'smtps://user:password@mail.example:465' };
    expect(readConfig(validValues)).toMatchObject(validValues);
    for (const bad of [{ SMTP_URL: 'https://x.example' }, { CONTACT_TO: 'a@b.org, c@d.org' }])
      expect(() => readConfig({ ...validValues, ...bad })).toThrow(Object.keys(bad)[0]);
  });

  it('accepts an ad account only with five ad units and frames on another origin', () => {
    const account = { ADSENSE_CLIENT: 'ca-pub-1234567890123456' };
    const units = { ADSENSE_SLOTS: '1,2, 3,4,5' };
    const ORIGIN = 'https://octavo.example';
    expect(readConfig({ ...account, ...units }).ADSENSE_SLOTS).toBe('1,2, 3,4,5');
    const ADS_ORIGIN = 'https://octavo-ads.example';
    expect(readConfig({ ...account, ...units, ORIGIN, ADS_ORIGIN }).ADS_ORIGIN).toBe(ADS_ORIGIN);
    for (const [env, problem] of [
      [account, /ADSENSE_SLOTS=""/],
      [units, /ADSENSE_CLIENT=""/],
      [{ ADS_ORIGIN }, /ADSENSE_CLIENT=""/],
      [{ ...units, ADSENSE_CLIENT: 'pub-1' }, /ca-pub-1234567890123456/],
      [{ ...account, ADSENSE_SLOTS: '1,2,3,4' }, /five numbers/],
      [{ ...account, ...units, ORIGIN, ADS_ORIGIN: ORIGIN }, /must differ from ORIGIN/],
      [{ ...account, ...units, ADS_ORIGIN: `${ADS_ORIGIN}/ads` }, /no path/],
    ] as const)
      expect(() => readConfig(env)).toThrow(problem);
  });

  it('reports every invalid variable at once, with the reason', () => {
    const read = () =>
      readConfig({
        PORT: '99999',
        APP_ENV: 'production',
        ORIGIN: 'https://octavo.example/path',
        DATABASE_URL: 'mysql://localhost/x',
        TRUST_PROXY: 'perhaps',
      });
    expect(read).toThrow(ConfigError);
    for (const name of ['PORT', 'APP_ENV', 'ORIGIN', 'DATABASE_URL', 'TRUST_PROXY'])
      expect(read).toThrow(new RegExp(`^ {2}${name}="`, 'm'));
  });

  it('does not print keys or passwords of invalid variables', () => {
    for (const [name, value] of [
      ['STRIPE_SECRET_KEY', 'live_51H8'],
      ['STRIPE_WEBHOOK_SECRET', 'whsec_51H8, whsec_51H9'],
      ['DATABASE_URL', 'mysql://octavo:51H8@db.example/octavo'],
      ['REDIS_URL', 'http://:51H8@redis.example'],
      ['SMTP_URL', 'mail://octavo:51H8@mail.example'],
      ['ERROR_WEBHOOK_URL', 'hooks.example/51H8'],
      ['METRICS_TOKEN', '51H8'],
    ] as const) {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(`  ${name}="…": must be `);
      expect(read).not.toThrow('51H8');
    }
  });

  it('accepts trusted proxies by IP address, network or name, and rejects other values', () => {
    const good = 'loopback, 10.0.0.0/8,192.0.2.7,2001:db8::/32';
    expect(readConfig({ TRUST_PROXY: good }).TRUST_PROXY).toBe(good);
    for (const bad of ['true', '1', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback,', '::/0'])
      expect(() => readConfig({ TRUST_PROXY: bad })).toThrow(/TRUST_PROXY/);
  });

  it('accepts the URL of an issuer without query, fragment or password, and a label of at most 50 characters', () => {
    const id = { OIDC_CLIENT_ID: 'octavo' };
    for (const OIDC_ISSUER of ['https://id.example', 'https://id.example/realms/readers/'])
      expect(readConfig({ ...id, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER);
    for (const address of [
      'id.example',
      'javascript:x',
      'https://x/?y',
      'https://x/#y',
      'https://u:p@x',
    ])
      for (const name of ['OIDC_ISSUER', 'OIDC_EARLIER_ISSUER', 'OIDC_PREVIOUS_ISSUER'])
        expect(() => readConfig({ ...id, [name]: address })).toThrow(new RegExp(`${name}="`));
    expect(() => readConfig({ ORIGIN: 'octavo.example' })).toThrow(
      /^ {2}ORIGIN="octavo.example": /m,
    );
    expect(readConfig({ OIDC_LABEL: 'x'.repeat(50) }).OIDC_LABEL).toHaveLength(50);
    expect(() => readConfig({ OIDC_LABEL: 'x'.repeat(51) })).toThrow(/OIDC_LABEL/);
  });

  it('accepts a previous issuer only with its client and together with a different issuer', () => {
    const issuer = { OIDC_ISSUER: 'https://new.example', OIDC_CLIENT_ID: 'octavo' };
    const previous = { OIDC_PREVIOUS_ISSUER: 'https://old.example', OIDC_PREVIOUS_CLIENT_ID: 'o' };
    expect(readConfig({ ...issuer, ...previous })).toMatchObject(previous);
    expect(() => readConfig(previous)).toThrow(/^ {2}OIDC_ISSUER="": must be set/m);
    expect(() => readConfig({ ...issuer, ...previous, OIDC_PREVIOUS_CLIENT_ID: '' })).toThrow(
      /^ {2}OIDC_PREVIOUS_CLIENT_ID="": must be set/m,
    );
    expect(() =>
      readConfig({ ...issuer, ...previous, OIDC_PREVIOUS_ISSUER: 'https://NEW.example/' }),
    ).toThrow(/^ {2}OIDC_PREVIOUS_ISSUER=".*": must differ/m);
  });

  it('requires ORIGIN in production', () => {
    expect(() => readConfig({ APP_ENV: 'prod' })).toThrow(/^ {2}ORIGIN="": must be set/m);
    expect(readConfig({ APP_ENV: 'stg' }).ORIGIN).toBe('http://localhost:3000');
  });

  it('allows drafts, but not in production', () => {
    expect(readConfig({}).SHOW_DRAFTS).toBe(false);
    expect(readConfig({ SHOW_DRAFTS: 'true' }).SHOW_DRAFTS).toBe(true);
    expect(() => readConfig({ APP_ENV: 'prod', SHOW_DRAFTS: 'true' })).toThrow(
      /^ {2}SHOW_DRAFTS="true": must not be set/m,
    );
  });

  it('requires a PostgreSQL server for roles other than all', () => {
    expect(readConfig({}).ROLE).toBe('all');
    const DATABASE_URL = 'postgres://localhost/octavo';
    for (const ROLE of ['web', 'worker', 'all'])
      expect(readConfig({ ROLE, DATABASE_URL }).ROLE).toBe(ROLE);
    for (const ROLE of ['web', 'worker'])
      expect(() => readConfig({ ROLE })).toThrow(
        `  ROLE="${ROLE}": must be all unless DATABASE_URL is set`,
      );
    expect(() => readConfig({ ROLE: 'boss', DATABASE_URL })).toThrow(/^ {2}ROLE="boss"/m);
  });

  it('limits ACCOUNT_PURGE_DAYS, so that data is deleted within ninety days', () => {
    expect(readConfig({}).ACCOUNT_PURGE_DAYS).toBe(30);
    for (const days of ['0', '89'])
      expect(readConfig({ ACCOUNT_PURGE_DAYS: days }).ACCOUNT_PURGE_DAYS).toBe(Number(days));
    for (const days of ['-1', '90', '1.5', 'never'])
      expect(() => readConfig({ ACCOUNT_PURGE_DAYS: days })).toThrow(/ACCOUNT_PURGE_DAYS/);
  });

  it('stores replaced recordings for at least one day', () => {
    expect(readConfig({}).RECORDINGS_KEPT_DAYS).toBe(7);
    for (const days of ['1', '3650'])
      expect(readConfig({ RECORDINGS_KEPT_DAYS: days }).RECORDINGS_KEPT_DAYS).toBe(Number(days));
    for (const days of ['0', '3651', '1.5', 'never'])
      expect(() => readConfig({ RECORDINGS_KEPT_DAYS: days })).toThrow(/RECORDINGS_KEPT_DAYS/);
  });

  it('gives a stopping process time to finish letters and AI requests', () => {
    expect(readConfig({}).STOP_SECONDS).toBe(8);
    for (const seconds of ['5', '300'])
      expect(readConfig({ STOP_SECONDS: seconds }).STOP_SECONDS).toBe(Number(seconds));
    for (const seconds of ['4', '301', '5.5', 'never'])
      expect(() => readConfig({ STOP_SECONDS: seconds })).toThrow(/STOP_SECONDS/);
  });

  it('requires all settings of a bucket, or none', () => {
    const bucket = {
      FILES_S3_BUCKET: 'octavo',
      FILES_S3_REGION: 'eu-central-1',
      FILES_S3_KEY_ID: 'id',
      FILES_S3_SECRET: 'secret',
    };
    expect(readConfig(bucket)).toMatchObject(bucket);
    for (const missing of Object.keys(bucket))
      expect(() => readConfig({ ...bucket, [missing]: '' })).toThrow(
        new RegExp(`^ {2}${missing}="": must be set`, 'm'),
      );
    const endpoint = { FILES_S3_REGION: '', FILES_S3_ENDPOINT: 'http://localhost:9000' };
    expect(readConfig({ ...bucket, ...endpoint })).toMatchObject({ FILES_S3_BUCKET: 'octavo' });
  });

  it('accepts a speech service with its model, and a key only if nobody on the way can read it', () => {
    const service = { NARRATOR_URL: 'https://api.openai.com/v1', NARRATOR_SERVICE_MODEL: 'tts-1' };
    const NARRATOR_KEY = 'sk-51H8';
    expect(readConfig({ ...service, NARRATOR_KEY })).toMatchObject({
      ...service,
      NARRATOR_KEY,
      NARRATOR_REQUESTS: 4,
      NARRATOR_MONTHLY_CHARACTERS: 2_000_000,
    });
    for (const url of ['http://localhost:8880/v1', 'http://127.0.0.1:8880', 'http://[::1]:8880'])
      expect(readConfig({ ...service, NARRATOR_KEY, NARRATOR_URL: url }).NARRATOR_URL).toBe(url);
    const plain = { ...service, NARRATOR_URL: 'http://speech.example/v1' };
    expect(readConfig(plain).NARRATOR_URL).toBe(plain.NARRATOR_URL);
    expect(() => readConfig({ ...plain, NARRATOR_KEY })).toThrow(
      /^ {2}NARRATOR_URL="…": must be an https URL when NARRATOR_KEY is set/m,
    );
    expect(() => readConfig({ NARRATOR_URL: service.NARRATOR_URL })).toThrow(
      /^ {2}NARRATOR_SERVICE_MODEL="": must be set/m,
    );
    expect(() => readConfig({ ...service, NARRATOR_MODEL: 'models/kokoro' })).toThrow(
      /^ {2}NARRATOR_MODEL="…": must not be set when NARRATOR_URL is/m,
    );
    for (const name of ['NARRATOR_KEY', 'NARRATOR_SERVICE_MODEL'])
      expect(() => readConfig({ [name]: 'x' })).toThrow(
        `  NARRATOR_URL="": must be set when ${name} is`,
      );
    for (const url of [
      'speech.example',
      'ftp://speech.example',
      'https://51H8:p@x',
      'https://x?k=51H8',
    ])
      expect(() => readConfig({ ...service, NARRATOR_URL: url })).toThrow(
        /^ {2}NARRATOR_URL="…": must be/m,
      );
    for (const key of ['two words', '51H8\n'])
      expect(() => readConfig({ ...service, NARRATOR_KEY: key })).toThrow(
        /^ {2}NARRATOR_KEY="…": must be a key without spaces/m,
      );
  });

  it('limits the characters of the speech service by a number, or not at all', () => {
    const read = (characters: string) =>
      readConfig({ NARRATOR_MONTHLY_CHARACTERS: characters }).NARRATOR_MONTHLY_CHARACTERS;
    expect(read('0')).toBe(0);
    expect(read('unlimited')).toBe(Number.POSITIVE_INFINITY);
    for (const [wrong, reason] of [
      ['some', 'must be a number or unlimited'],
      ['-1', 'must be at least 0'],
      ['1e30', 'is too large'],
    ] as const)
      expect(() => read(wrong)).toThrow(`NARRATOR_MONTHLY_CHARACTERS="${wrong}": ${reason}`);
  });

  it('requires a certificate with its key and an https origin', () => {
    const files = { TLS_CERT: '/etc/octavo/cert.pem', TLS_KEY: '/etc/octavo/key.pem' };
    expect(readConfig(files)).toMatchObject({ ...files, ORIGIN: 'https://localhost:3000' });
    const ORIGIN = 'https://octavo.example';
    expect(readConfig({ ...files, ORIGIN }).ORIGIN).toBe(ORIGIN);
    for (const missing of Object.keys(files))
      expect(() => readConfig({ ...files, [missing]: '' })).toThrow(
        new RegExp(`^ {2}${missing}="": must be set`, 'm'),
      );
    expect(() => readConfig({ ...files, ORIGIN: 'http://octavo.example' })).toThrow(
      /^ {2}ORIGIN="http:\/\/octavo.example": must be an https URL/m,
    );
  });

  it('matches the table in docs/configuration.md', () => {
    const docs = readFileSync('docs/configuration.md', 'utf8');
    const rows = Object.entries(ENVIRONMENT_VARIABLES).map(
      ([name, { fallback, meaning }]) =>
        `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
    );
    for (const row of rows) expect(docs).toContain(row);
    const listed = docs.match(/^\| `[A-Z0-9_]+` \|/gm) ?? [];
    expect(listed).toHaveLength(rows.length);
  });
});
