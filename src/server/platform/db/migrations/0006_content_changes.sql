CREATE TABLE "content_changes" (
	"version" integer PRIMARY KEY NOT NULL,
	"keys" jsonb NOT NULL
);
