ALTER TABLE "writing_requests" ADD COLUMN "outcome_unknown_at" timestamp (3) with time zone;--> statement-breakpoint
-- Earlier releases searched the service's list and attached a batch that only looked like the request's. Nothing proves it.
UPDATE "writing_requests" SET "outcome_unknown_at" = now(), "sent_at" = coalesce("sent_at", "created_at"), "service_id" = NULL, "expires_at" = NULL
WHERE "status" IN ('in_progress', 'canceling') AND "service_id" IS NOT NULL AND NOT "is_certain";--> statement-breakpoint
ALTER TABLE "writing_requests" DROP COLUMN "is_certain";--> statement-breakpoint
ALTER TABLE "writing_requests" DROP COLUMN "not_ours";
