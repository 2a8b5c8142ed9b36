ALTER TABLE "articles" ALTER COLUMN "has_audio" SET DEFAULT true;--> statement-breakpoint
UPDATE "articles" SET "has_audio" = true;