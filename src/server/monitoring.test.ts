import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetricsRegistry } from './platform/http/metrics.ts';
import { enqueue } from './platform/jobs/enqueue.ts';
import { createJobMetrics } from './platform/jobs/metrics.ts';
import { createPgBossAdapter } from './platform/jobs/pg-boss-adapter.ts';
import { createOrUpdateQueues } from './platform/jobs/queues.ts';
import { DRAW_PORTRAIT_JOB_DEFINITION } from './platform/jobs/testing/job-queue-test-harness.ts';
import { IdentityProviders } from './readers/sign-in/providers.ts';
import { createTestApp, TEST_WEB_BUILD, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';

const ALERTS = new URL('../../docs/monitoring/alerts.yaml', import.meta.url);
const DASHBOARD = new URL('../../docs/monitoring/dashboard.json', import.meta.url);

/**
 * Matches the metrics of Octavo, of the process and of Node.js in a Prometheus expression, together with their label
 * selectors.
 */
const METRIC = /\b((?:octavo|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;
/** Labels that Prometheus adds to every series. */
const SCRAPE_LABELS = ['job', 'instance', 'le'];

describe('the metrics', () => {
  let test: TestApp;
  let registry: Registry;
  let origin: string;

  beforeAll(async () => {
    const database = await pgliteTestEngine.open();
    registry = createMetricsRegistry(database);
    createJobMetrics(registry, createPgBossAdapter(database));
    const signIn = { providers: new IdentityProviders([]) };
    test = await createTestApp(database, {}, TEST_WEB_BUILD, signIn, { registry });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => test.close());

  const scrape = async () => (await fetch(`${origin}/metrics`)).text();

  it('count and time requests by kind, status and cache', async () => {
    for (const path of ['/about', '/about', '/api/v1/articles?limit=x', '/no-such-page'])
      await (await fetch(`${origin}${path}`)).text();
    const count = async (labels: string) =>
      new RegExp(
        String.raw`^octavo_http_request_duration_seconds_count\{${labels}\} (\d+)$`,
        'm',
      ).exec(await scrape())?.[1];
    await expect.poll(() => count('kind="page",status="2xx",cache="miss"')).toBe('1');
    await expect.poll(() => count('kind="page",status="2xx",cache="hit"')).toBe('1');
    await expect.poll(() => count('kind="api",status="4xx",cache="miss"')).toBe('1');
    await expect.poll(() => count('kind="page",status="4xx",cache="(?:hit|miss)"')).toBe('1');
    expect(await count('kind="health",status="2xx",cache="miss"')).toMatch(/^\d+$/);
  });

  it('count the connections to the database', async () => {
    const text = await scrape();
    expect(text).toMatch(/^octavo_database_connections\{state="busy"\} \d+$/m);
    expect(text).toMatch(/^octavo_database_queries_waiting 0$/m);
  });

  it('tell how long the oldest due job has been waiting', async () => {
    await createOrUpdateQueues(test.database, [DRAW_PORTRAIT_JOB_DEFINITION]);
    expect(await scrape()).toContain('octavo_jobs_oldest_seconds{job="draw"} 0');
    const { queries } = test.database;
    await enqueue(queries, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
    await queries.execute(
      sql`UPDATE pgboss.job SET start_after = pgboss.job_now() - interval '1 hour'`,
    );
    expect(await scrape()).toMatch(/^octavo_jobs_oldest_seconds\{job="draw"\} 36\d\d/m);
    expect(await scrape()).toContain('octavo_jobs_waiting{job="draw"} 1');
  });

  it('contain every metric and label of the alerting rules', async () => {
    const { groups } = parse(readFileSync(ALERTS, 'utf8'));
    const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, expr } of rules) await expectKnownMetrics(alert, expr);
  });

  it('contain every metric and label of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
    expect(panels.length).toBeGreaterThan(10);
    for (const { title, targets } of panels)
      for (const { expr } of targets) await expectKnownMetrics(title, expr);
  });

  async function expectKnownMetrics(title: string, expr: string): Promise<void> {
    const types = new Map(
      [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [
        name,
        type,
      ]),
    );
    const usedMetrics = [...expr.matchAll(METRIC)];
    if (!usedMetrics.length) expect(expr, title).toMatch(/^up\b/);
    for (const [, name, selectors = ''] of usedMetrics) {
      const base = name!.replace(/_(bucket|sum|count)$/, '');
      const metricName = types.get(base) === 'histogram' ? base : name!;
      expect([...types.keys()], title).toContain(metricName);
      const { labelNames } = registry.getSingleMetric(metricName) as unknown as {
        labelNames: string[];
      };
      for (const [, label] of selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        expect([...labelNames, ...SCRAPE_LABELS], `${title}: ${name}`).toContain(label);
    }
  }
});
