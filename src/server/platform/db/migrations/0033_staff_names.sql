ALTER TABLE "contact_replies" ADD COLUMN "replied_by_id" uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_log_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The name of a purged account, by the trigger below.
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_log only grows';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION manuscript_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With its article, by the foreign key.
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  -- The name of a purged account, by the trigger below.
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  -- In the place of an edit stands the next of its sitting.
  IF TG_OP = 'DELETE' AND OLD.reason = 'edit' AND EXISTS (
    SELECT FROM "manuscripts" WHERE "article_id" = OLD."article_id" AND "version" = OLD."version" + 1
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what was saved of a manuscript stays';
END $$;--> statement-breakpoint
-- What the staff did outlives their accounts; their names do not (privacy policy).
CREATE FUNCTION forget_staff_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "audit_log" SET "actor_name" = 'Former member' WHERE "actor_id" = OLD."id";
  UPDATE "audit_log" SET "subject_name" = 'Former member'
    WHERE "subject_kind" = 'member' AND "subject_id" = OLD."id"::text;
  UPDATE "manuscripts" SET "saved_by_name" = 'Former member' WHERE "saved_by_id" = OLD."id";
  UPDATE "manuscript_versions" SET "saved_by_name" = 'Former member' WHERE "saved_by_id" = OLD."id";
  UPDATE "writing_requests" SET "asked_by_name" = 'Former member' WHERE "asked_by_id" = OLD."id";
  UPDATE "photos" SET "created_by_name" = 'Former member' WHERE "created_by_id" = OLD."id";
  UPDATE "contact_replies" SET "replied_by_name" = 'Former member' WHERE "replied_by_id" = OLD."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER forget_staff_name AFTER DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION forget_staff_name();
