import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { error, Session } from 'selenium-webdriver';
import { type Command, Executor } from 'selenium-webdriver/lib/command.js';

/** The Marionette names of Selenium's commands. Contains only the commands that the tests use. */
const MARIONETTE_COMMANDS: Readonly<Record<string, string>> = {
  newSession: 'WebDriver:NewSession',
  get: 'WebDriver:Navigate',
  goBack: 'WebDriver:Back',
  refresh: 'WebDriver:Refresh',
  getCurrentUrl: 'WebDriver:GetCurrentURL',
  getTitle: 'WebDriver:GetTitle',
  setWindowRect: 'WebDriver:SetWindowRect',
  findChildElement: 'WebDriver:FindElement',
  clickElement: 'WebDriver:ElementClick',
  clearElement: 'WebDriver:ElementClear',
  sendKeysToElement: 'WebDriver:ElementSendKeys',
  getAccessibleName: 'WebDriver:GetComputedLabel',
  getElementAttribute: 'WebDriver:GetElementAttribute',
  getElementProperty: 'WebDriver:GetElementProperty',
  isElementSelected: 'WebDriver:IsElementSelected',
  actions: 'WebDriver:PerformActions',
  executeScript: 'WebDriver:ExecuteScript',
  getCookies: 'WebDriver:GetCookies',
  addCookie: 'WebDriver:AddCookie',
  deleteAllCookies: 'WebDriver:DeleteAllCookies',
};

/**
 * The name of the property that contains an element's ID in WebDriver's JSON
 * (https://www.w3.org/TR/webdriver2/#elements).
 */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

type Failure = { error: string; message: string };
type PendingCommand = { resolve: (value: unknown) => void; reject: (failure: unknown) => void };

/**
 * An executor that sends Selenium's commands directly to Firefox, without the program geckodriver. It uses the
 * Marionette protocol, which transfers WebDriver's commands as JSON over TCP
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html). geckodriver is not used, because Debian's
 * Firefox does not include it, and the npm package `geckodriver` downloads an executable.
 */
export class MarionetteExecutor extends Executor {
  readonly #socket: Socket;
  readonly #pendingCommands = new Map<number, PendingCommand>();
  #received: Buffer = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => this.#rejectAll());
  }

  static async connect(port: number): Promise<MarionetteExecutor> {
    const socket = connect(port, '127.0.0.1');
    const executor = new MarionetteExecutor(socket);
    await once(socket, 'connect');
    return executor;
  }

  override async execute(command: Command): Promise<unknown> {
    const name = MARIONETTE_COMMANDS[command.getName()];
    if (!name) throw new error.UnknownCommandError(command.getName());
    const result = await this.#send(name, toParameters(command));
    if (command.getName() !== 'newSession') return unwrap(result);
    const { sessionId, capabilities } = result as { sessionId: string; capabilities: object };
    return new Session(sessionId, capabilities);
  }

  disconnect(): void {
    this.#socket.destroy();
  }

  #send(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId;
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.#pendingCommands.set(id, { resolve, reject }));
  }

  /**
   * Parses the packets in data from Firefox. A packet consists of the length of a JSON text in bytes, a colon, and the
   * text.
   */
  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.toString('utf8', 0, colon));
      if (this.#received.length < end) return;
      this.#settle(JSON.parse(this.#received.toString('utf8', colon + 1, end)));
      this.#received = this.#received.subarray(end);
    }
  }

  /**
   * Settles the promise of the command that a packet responds to. Ignores the first packet of a connection, which is a
   * greeting.
   */
  #settle(packet: unknown): void {
    if (!Array.isArray(packet)) return;
    const [, id, failure, result] = packet as [1, number, Failure | null, unknown];
    const pendingCommand = this.#pendingCommands.get(id);
    this.#pendingCommands.delete(id);
    if (failure) pendingCommand?.reject(toError(failure));
    else pendingCommand?.resolve(result);
  }

  #rejectAll(): void {
    const failure = new error.WebDriverError('Firefox closed the connection.');
    for (const { reject } of this.#pendingCommands.values()) reject(failure);
    this.#pendingCommands.clear();
  }
}

/**
 * Converts a Selenium command's parameters to the Marionette command's parameters. They differ only in element IDs and
 * in session capabilities.
 */
function toParameters(command: Command): Record<string, unknown> {
  const { id, ...parameters } = command.getParameters() as Record<string, unknown>;
  delete parameters.sessionId;
  switch (command.getName()) {
    case 'newSession':
      return (parameters.capabilities as { alwaysMatch: Record<string, unknown> }).alwaysMatch;
    case 'findChildElement':
      return { ...parameters, element: getElementId(id) };
    default:
      return id === undefined ? parameters : { ...parameters, id: getElementId(id) };
  }
}

const getElementId = (element: unknown) => (element as Record<string, string>)[ELEMENT_KEY];

/**
 * Returns the value in a command's result. Marionette returns most values in an object with the single property
 * `value`.
 */
function unwrap(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'value' in result;
  return isWrapped ? result.value : result;
}

function toError(failure: Failure): unknown {
  try {
    error.throwDecodedError(failure);
  } catch (decoded) {
    return decoded;
  }
}
