ALTER TABLE "reports" ADD COLUMN "reopened" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "writing_requests" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "writing_requests" ADD COLUMN "claim" uuid;--> statement-breakpoint
ALTER TABLE "writing_requests" ADD CONSTRAINT "writing_requests_idempotency_key_unique" UNIQUE("idempotency_key");