CREATE TABLE "visitor_daily_fives" (
	"day" date PRIMARY KEY NOT NULL,
	"picks" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
