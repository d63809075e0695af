package backup_test

import (
	"testing"

	"github.com/modyard/modyard/platform/backup"
)

// consumers gives a site a sealed log and consumers of it: reactors, the follower of roles, and the seal.
func (s *site) consumers(t *testing.T, generation string) {
	t.Helper()
	exec(t, s.db.OwnerURL, `
INSERT INTO seal.leaves (leaf, event_id, stream, revision, position, recorded_at)
SELECT position - 1, id, stream, revision, position, recorded_at FROM log.events WHERE position <= 30;
UPDATE seal.tree SET engine = 'postgres', generation = '`+generation+`', size = 30, position = 30;
UPDATE identity.roles_followed SET position = 12, generation = '`+generation+`';
INSERT INTO reactors.consumers (name, engine, generation, position, event_id) SELECT 'log.' || position, 'postgres', '`+generation+`', position, id
FROM log.events WHERE position IN (7, 40);
INSERT INTO reactors.consumers (name, engine, generation, position) VALUES ('log.elsewhere', 'kurrent', 'other', 4711), ('log.new', 'postgres', '`+generation+`', 0);
INSERT INTO reactors.consumers (name, cursor) VALUES ('feed.new', ''), ('feed.5', seal.history() || '.5'), ('feed.5.1', seal.history() || '.5.1'), ('feed.99', seal.history() || '.99');
INSERT INTO reactors.poisoned (reactor, message, kind, after, error) VALUES ('feed.5', 'x', 'project.created', seal.history() || '.3', 'no'), ('log.7', 'y', 'a.b.v1', NULL, 'no')`)
}

const places = `SELECT string_agg(concat_ws(' ', name, engine, replace(c.generation, f.generation::text, 'own'), position,
	CASE WHEN c.event_id = (SELECT e.id FROM log.events e WHERE e.position = c.position) THEN 'event' END, replace(cursor, seal.history(), 'H')), E'\n' ORDER BY name COLLATE "C")
FROM reactors.consumers c, log.format f`

func TestARestoredLogIsAnotherOneAndItsEffectsArePaused(t *testing.T) {
	s := newSite(t)
	generation, err := s.log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.consumers(t, generation)
	before := text(t, s.db.OwnerURL, `SELECT seal.history()`)
	path := s.made(t)
	to := target(t)
	to.By, to.Reason = "铁匠", "disk failure"
	restore(t, path, to)
	is := func(sql, want string) {
		t.Helper()
		if got := text(t, to.DatabaseURL, sql); got != want {
			t.Errorf("%s\nis\n%s\nexpected\n%s", sql, got, want)
		}
	}
	if after := text(t, to.DatabaseURL, `SELECT seal.history()`); after == before {
		t.Error("cursors of the original site are valid in the copy")
	}
	is(`SELECT (generation::text <> '`+generation+`')::text FROM log.format`, "true")
	is(`SELECT (t.generation = f.generation::text)::text FROM seal.tree t, log.format f`, "true")
	is(`SELECT (r.generation = f.generation::text)::text || r.position FROM identity.roles_followed r, log.format f`, "true12")
	is(places, "feed.5 H.5\nfeed.5.1 H.5.1\nfeed.99 H.29\nfeed.new \nlog.40 postgres own 40 event\nlog.7 postgres own 7 event\nlog.elsewhere kurrent other 4711\nlog.new postgres own 0")
	is(`SELECT string_agg(reactor || ' ' || coalesce(replace(after, seal.history(), 'H'), '-'), ',' ORDER BY reactor) FROM reactors.poisoned`, "feed.5 H.3,log.7 -")
	is(`SELECT (paused_at > now() - interval '1 minute')::text || restored || ' ' || reason FROM reactors.effects`, "truetrue disk failure")
}

// TestALogThatHasLostItsEnd: the database was restored by other means to a point before the last events.
func TestALogThatHasLostItsEndIsRecordedAsARestore(t *testing.T) {
	s := newSite(t)
	generation, err := s.log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.consumers(t, generation)
	exec(t, s.db.OwnerURL, `INSERT INTO runtime.checkpoints (name, version, slot, engine, definition, generation, position) VALUES ('frog', 1, '', 'postgres', 'x', '`+generation+`', 3);
SET session_replication_role = replica; DELETE FROM log.events WHERE position > 20; UPDATE log.log_head SET position = 20`)
	if err := backup.RecordRestore(t.Context(), s.db.OwnerURL, "铁匠", "failover"); err != nil {
		t.Fatal(err)
	}
	want := "feed.5 H.5\nfeed.5.1 H.5.1\nfeed.99 H.19\nfeed.new \nlog.40 postgres own 20 event\nlog.7 postgres own 7 event\nlog.elsewhere kurrent other 4711\nlog.new postgres own 0"
	if got := text(t, s.db.OwnerURL, places); got != want {
		t.Errorf("the places are\n%s\nexpected\n%s", got, want)
	}
	if got := text(t, s.db.OwnerURL, `SELECT (c.generation = f.generation::text)::text || e.restored || ' ' || e.reason FROM runtime.checkpoints c, log.format f, reactors.effects e`); got != "truetrue failover" {
		t.Error(got)
	}
}
