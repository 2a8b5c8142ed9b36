CREATE TABLE "speech_sentences" (
	"sentence" text PRIMARY KEY NOT NULL,
	"bytes" integer NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "speech_spending" (
	"month" text PRIMARY KEY NOT NULL,
	"characters" bigint DEFAULT 0 NOT NULL,
	"cost" double precision DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refused_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "speech_sentences_used" ON "speech_sentences" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "narration_jobs_failed" ON "narration_jobs" USING btree ("updated_at" DESC NULLS FIRST) WHERE state = 'failed';