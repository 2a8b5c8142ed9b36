import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { NarrationService } from './catalogue/narration/narration-service.ts';
import type { NarratorSamples } from './catalogue/narration/narrator-samples.ts';
import type { PictureService } from './catalogue/pictures/service.ts';
import type { BillingSetup } from './membership/billing/choose-billing.ts';
import type { WebBuild } from './pages/web-build.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { ErrorRecorder } from './platform/errors/error-recorder.ts';
import type { Certificate } from './platform/http/certificate.ts';
import type { RateLimitOptions } from './platform/http/rate-limits.ts';
import type { OwnProcess } from './platform/processes/service.ts';
import type { Captcha } from './readers/contact/captcha/captcha.ts';
import type { ProviderSetup } from './readers/sign-in/choose-providers.ts';
import type { SignInOptions } from './readers/sign-in/routes.ts';
import type { StockService } from './studio/pictures/stock/stock-client.ts';
import type { AiWriting } from './studio/writer/ai-writer.ts';

/** The components of an application. Tests replace some of them. */
export interface Parts {
  config: Config;
  database: Database;
  pictures: PictureService;
  audio: { narrations: NarrationService; samples: NarratorSamples };
  web: WebBuild;
  /** The identity providers, and the routes of a demo provider that runs inside the application. */
  signIn: Pick<ProviderSetup, 'providers' | 'routes'> & Pick<SignInOptions, 'attemptsPerMinute'>;
  /** The setup for selling Premium. Default: Premium is not for sale. */
  membership?: Pick<BillingSetup, 'billing' | 'routes'>;
  /** The AI writer. Default: created from `config`. Pass it to share it with jobs in the same process. */
  writing?: AiWriting;
  log: Logger;
  /** The certificate for HTTPS with HTTP/2. Default: none; the server speaks plain HTTP/1.1. */
  certificate?: Certificate | undefined;
  /**
   * The metrics registry and the error recorder. Default: new ones. Pass them to share them with jobs in the same
   * process.
   */
  registry?: Registry;
  errorRecorder?: ErrorRecorder;
  /** The description of this process on the health screen. Default: one that no other process sees. */
  self?: OwnProcess;
  /** The captcha. Default: created from `config`. */
  captcha?: Captcha;
  /** The stock photo services. Default: created from `config`. */
  stock?: readonly StockService[];
  /** Rate limits. Default: the limits of the product. */
  limits?: RateLimitOptions['limits'];
  /** Milliseconds after which a handler that has not responded is abandoned and the client gets a 503. */
  handlerTimeout?: number;
}
