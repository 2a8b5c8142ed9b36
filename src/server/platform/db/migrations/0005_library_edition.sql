CREATE TABLE "library_edition" (
	"id" smallint PRIMARY KEY NOT NULL,
	"edition" integer NOT NULL,
	"imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
