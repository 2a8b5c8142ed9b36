ALTER TABLE "manuscripts" ADD COLUMN "read_version" integer;--> statement-breakpoint
ALTER TABLE "manuscripts" ADD COLUMN "read_on" date;