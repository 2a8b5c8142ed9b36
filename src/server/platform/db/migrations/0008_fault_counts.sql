ALTER TABLE "faults" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "faults" ADD COLUMN "last_at" timestamp (3) with time zone DEFAULT now() NOT NULL;