import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { NarrationServices } from './catalogue/narration/create-narration-services.ts';
import type { VoiceInstaller } from './catalogue/narration/installation/voice-installer.ts';
import type { PictureService } from './catalogue/pictures/service.ts';
import type { BillingSetup } from './membership/billing/choose-billing.ts';
import type { WebBuild } from './pages/web-build.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { ErrorRecorder } from './platform/errors/error-recorder.ts';
import type { Certificate } from './platform/http/certificate.ts';
import type { AddRateLimitsOptions } from './platform/http/rate-limits.ts';
import type { OwnProcess } from './platform/processes/service.ts';
import type { Captcha } from './readers/contact/captcha/captcha.ts';
import type { SignInSetup } from './readers/sign-in/choose-sign-in-setup.ts';
import type { SignInOptions } from './readers/sign-in/routes.ts';
import type { StockPhotoClient } from './studio/pictures/stock/stock-photo-client.ts';
import type { AiWriterSetup } from './studio/writer/ai-writer.ts';

/** The components of a Fastify application. Tests replace some of them. */
export interface AppComponents {
  config: Config;
  database: Database;
  pictures: PictureService;
  audio: NarrationServices;
  web: WebBuild;
  /**
   * The identity providers, the routes of the demo identity provider if it is used, and the rate limit for sign-in
   * attempts.
   */
  signIn: Pick<SignInSetup, 'providers' | 'routes'> & Pick<SignInOptions, 'attemptsPerMinute'>;
  /** The billing configuration. If it is omitted, Premium is not for sale. */
  membership?: Pick<BillingSetup, 'billing' | 'routes'>;
  /**
   * The service that writes articles with AI. Pass one to share it with jobs in the same process. By default, the
   * application creates one from `config`.
   */
  writing?: AiWriterSetup;
  log: Logger;
  /** The certificate for HTTPS with HTTP/2. Without a certificate, the server uses unencrypted HTTP/1.1. */
  certificate?: Certificate | undefined;
  /**
   * The metrics registry and the error recorder. Pass them to share them with jobs in the same process. By default, the
   * application creates new ones.
   */
  registry?: Registry;
  errorRecorder?: ErrorRecorder;
  /**
   * The status of this process for the studio's health screen. If it is omitted, the health screens of other processes
   * do not list this process.
   */
  self?: OwnProcess;
  /** The captcha of the contact form. If it is omitted, the application creates one from `config`. */
  captcha?: Captcha;
  /** The installer of natural voices. If it is omitted, the application creates one from `config`. */
  installer?: VoiceInstaller;
  /** The stock photo services. If they are omitted, the application creates them from `config`. */
  stockPhotoServices?: readonly StockPhotoClient[];
  /** Rate limits that replace the defaults in `ACTION_RATE_LIMITS`. */
  limits?: AddRateLimitsOptions['limits'];
  /** Milliseconds until a command to Redis times out. */
  redisTimeout?: AddRateLimitsOptions['redisTimeout'];
  /**
   * A signal that is aborted when the process is about to stop. `/health/ready` then responds with 503, so that load
   * balancers stop sending requests.
   */
  draining?: AbortSignal;
  /** Milliseconds after which a request times out and the client gets a 503 response. */
  handlerTimeout?: number;
}
