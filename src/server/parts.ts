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

/** What an application is made of. Tests replace some of it. */
export interface Parts {
  config: Config;
  database: Database;
  pictures: PictureService;
  audio: { narrations: NarrationService; samples: NarratorSamples };
  web: WebBuild;
  /** The identity providers, and the routes of one that runs in the application itself. */
  signIn: Pick<ProviderSetup, 'providers' | 'routes'> & Pick<SignInOptions, 'attemptsPerMinute'>;
  /** How Premium is sold. Default: it is not for sale. */
  membership?: Pick<BillingSetup, 'billing' | 'routes'>;
  /** The AI writer. Default: chosen by `config`. Passed when jobs in the same process use it too. */
  writing?: AiWriting;
  log: Logger;
  /** For HTTPS with HTTP/2. Default: plain HTTP/1.1. */
  certificate?: Certificate | undefined;
  /** The metrics. Default: a new registry. Passed when jobs in the same process use it too, as are `faults`. */
  registry?: Registry;
  errorRecorder?: ErrorRecorder;
  /** This process as the health screen shows it. Default: one that no other process hears of. */
  self?: OwnProcess;
  /** Default: chosen by `config`. */
  captcha?: Captcha;
  /** The stock picture services. Default: chosen by `config`. */
  stock?: readonly StockService[];
  /** Rate limits other than the product's. */
  limits?: RateLimitOptions['limits'];
  /** Milliseconds until a handler that has not responded is abandoned with 503. */
  handlerTimeout?: number;
}
