ALTER TABLE "manuscripts" ADD COLUMN "sitting" jsonb;--> statement-breakpoint
CREATE FUNCTION manuscript_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With its article, by the foreign key.
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  -- In the place of an edit stands the next of its sitting.
  IF TG_OP = 'DELETE' AND OLD.reason = 'edit' AND EXISTS (
    SELECT FROM "manuscripts" WHERE "article_id" = OLD."article_id" AND "version" = OLD."version" + 1
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what was saved of a manuscript stays';
END $$;--> statement-breakpoint
CREATE TRIGGER manuscript_versions_stay BEFORE UPDATE OR DELETE ON "manuscript_versions"
  FOR EACH ROW EXECUTE FUNCTION manuscript_versions_stay();
