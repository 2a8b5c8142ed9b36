CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" text,
	"user" text NOT NULL,
	"user_profile" text NOT NULL,
	"service" text,
	"alt" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"address" text,
	"crops" jsonb NOT NULL,
	"hash" text,
	"created_by_id" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_by_source" UNIQUE("source","source_id")
);
