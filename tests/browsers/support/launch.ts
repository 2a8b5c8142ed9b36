import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, WebDriver } from 'selenium-webdriver';
import { findFreePort } from '#server/testing/free-port.ts';
import type { FirefoxPrograms, WebKitPrograms } from './engines.ts';
import { MarionetteExecutor } from './marionette.ts';

/** A browser that a test controls. */
export interface TestBrowser {
  driver: WebDriver;
  close(): Promise<void>;
}

/**
 * Firefox preferences for the tests. Port 0 makes Firefox choose a free port for the Marionette protocol and write it
 * to a file in its profile. Motion is reduced, because clicks do not reach the page during an animated page transition.
 */
const FIREFOX_PREFERENCES = [
  'user_pref("marionette.port", 0);',
  'user_pref("ui.prefersReducedMotion", 1);',
  '',
].join('\n');
const PORT_FILE = 'MarionetteActivePort';

/** Starts headless Firefox with a new profile. */
export async function launchFirefox({
  firefox,
  pulseaudio,
}: FirefoxPrograms): Promise<TestBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-firefox-'));
  await writeFile(path.join(folder, 'user.js'), FIREFOX_PREFERENCES);
  const sound = startSound(pulseaudio, folder);
  const args = ['--headless', '--marionette', '--no-remote', '--profile', folder, 'about:blank'];
  const browser = startProcess(firefox, args, { ...sound.env, HOME: folder });
  const port = await waitForFileText(path.join(folder, PORT_FILE), browser);
  const executor = await MarionetteExecutor.connect(Number(port));
  return {
    driver: WebDriver.createSession(executor, {}),
    async close() {
      executor.disconnect();
      await killProcess(browser);
      await killProcess(sound.process);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts WebKitGTK's MiniBrowser on a virtual display. */
export async function launchWebKit(programs: WebKitPrograms): Promise<TestBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-webkit-'));
  const sound = startSound(programs.pulseaudio, folder);
  const displayArguments = ['-displayfd', '3', '-screen', '0', '1280x1000x24'];
  const display = startProcess(programs.xvfb, displayArguments);
  const [displayNumber] = (await once(display.stdio[3]!, 'data')) as [Buffer];
  const port = await findFreePort('127.0.0.1');
  const webDriver = startProcess(programs.webKitWebDriver, [`--port=${port}`], {
    ...sound.env,
    DISPLAY: `:${displayNumber.toString().trim()}`,
    HOME: folder,
  });
  const server = `http://127.0.0.1:${port}`;
  await waitForServer(`${server}/status`, webDriver);
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.miniBrowser, args: ['--automation'] },
    })
    .build();
  return {
    driver,
    async close() {
      // Errors from `quit` are ignored, because MiniBrowser exits anyway when its virtual display is stopped.
      await driver.quit().catch(() => undefined);
      for (const child of [webDriver, display, sound.process]) await killProcess(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Starts a sound server with a simulated output device, which discards the sound at the speed of normal playback.
 * Without an output device, Firefox would not play audio. Returns the server's process, and the environment variables
 * that make a browser use the server.
 */
function startSound(pulseaudio: string, folder: string) {
  const socket = path.join(folder, 'pulse.socket');
  const args = [
    ...['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes'],
    '--load=module-null-sink',
    `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
  ];
  const process = startProcess(pulseaudio, args, { HOME: folder, XDG_RUNTIME_DIR: folder });
  return { process, env: { PULSE_SERVER: `unix:${socket}` } };
}

function startProcess(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}

/** Waits until a process has written to a file. Returns the file's text. */
async function waitForFileText(file: string, writer: ChildProcess): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return text;
    await waitBriefly(writer);
  }
}

/** Waits until a process responds at a URL. Rejects if the process exits. */
async function waitForServer(url: string, server: ChildProcess): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await waitBriefly(server);
}

async function waitBriefly({ spawnfile, exitCode }: ChildProcess): Promise<void> {
  if (exitCode !== null) throw new Error(`${spawnfile} ended with exit code ${exitCode}.`);
  await delay(50);
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
