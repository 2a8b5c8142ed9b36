CREATE TABLE "narration_totals" (
	"narrator" text NOT NULL,
	"voices" text NOT NULL,
	"recordings" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"bytes" double precision NOT NULL,
	"took" double precision NOT NULL,
	"timed_seconds" double precision NOT NULL,
	CONSTRAINT "narration_totals_narrator_voices_pk" PRIMARY KEY("narrator","voices")
);
--> statement-breakpoint
CREATE TABLE "narrator_settings" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"engine" text,
	"model" text,
	"voices" text,
	"former_voices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"speakers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"record_ahead" text DEFAULT 'new' NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "narrations" ADD COLUMN "voices" text;--> statement-breakpoint
ALTER TABLE "narrations" ADD COLUMN "script" text;--> statement-breakpoint
ALTER TABLE "narrations" ADD COLUMN "took" real;--> statement-breakpoint
CREATE INDEX "articles_without_audio" ON "articles" USING btree ("id") WHERE NOT has_audio;--> statement-breakpoint
CREATE INDEX "narration_jobs_active" ON "narration_jobs" USING btree ("requested_at") WHERE "narration_jobs"."state" = 'queued' OR "narration_jobs"."claim" IS NOT NULL;
--> statement-breakpoint
-- Adds each change of a recording to the totals of its narrator and voices. The rows are changed in the order of the
-- voices, so that two transactions do not wait for each other.
CREATE FUNCTION count_narration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO narration_totals AS total (narrator, voices, recordings, seconds, bytes, took, timed_seconds)
  SELECT narrator, voices, sum(sign), sum(sign * seconds), sum(sign * bytes), sum(sign * coalesce(took, 0)),
    sum(CASE WHEN took IS NULL THEN 0 ELSE sign * seconds END)
  FROM (
    SELECT -1 AS sign, OLD.narrator, coalesce(OLD.voices, '') AS voices, OLD.seconds::float8, OLD.bytes::float8, OLD.took::float8
    WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT 1, NEW.narrator, coalesce(NEW.voices, ''), NEW.seconds::float8, NEW.bytes::float8, NEW.took::float8
    WHERE TG_OP <> 'DELETE'
  ) AS change (sign, narrator, voices, seconds, bytes, took)
  GROUP BY narrator, voices ORDER BY narrator, voices
  ON CONFLICT (narrator, voices) DO UPDATE SET recordings = total.recordings + excluded.recordings,
    seconds = total.seconds + excluded.seconds, bytes = total.bytes + excluded.bytes, took = total.took + excluded.took,
    timed_seconds = total.timed_seconds + excluded.timed_seconds;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_narration AFTER INSERT OR UPDATE OR DELETE ON "narrations" FOR EACH ROW EXECUTE FUNCTION count_narration();
--> statement-breakpoint
INSERT INTO "narration_totals" ("narrator", "voices", "recordings", "seconds", "bytes", "took", "timed_seconds")
SELECT "narrator", '', count(*), sum("seconds"), sum("bytes"), 0, 0 FROM "narrations" GROUP BY "narrator";
