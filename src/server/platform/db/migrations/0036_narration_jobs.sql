CREATE TABLE "narration_jobs" (
	"recording" text PRIMARY KEY NOT NULL,
	"article_id" uuid,
	"narrator" text,
	"extent" text NOT NULL,
	"state" text NOT NULL,
	"recorded_seconds" real DEFAULT 0 NOT NULL,
	"expected_seconds" real DEFAULT 0 NOT NULL,
	"outline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
