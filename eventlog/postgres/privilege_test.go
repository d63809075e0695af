package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

const insufficientPrivilege = "42501"

func TestTheProgramsRoleCannotChangeOrRemoveEvents(t *testing.T) {
	db := pgtest.Database(t)
	for _, schema := range []string{"log", "hits"} {
		t.Run(schema, func(t *testing.T) { cannotChange(t, db, schema) })
	}
}

func cannotChange(t *testing.T, db *database.DB, schema string) {
	log := openSchema(t, db, schema, 100_000)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer("log.", schema+".", "SCHEMA log", "SCHEMA "+schema)
	for _, sql := range []string{
		`UPDATE log.events SET type = 'a.b.v1'`, `UPDATE log.events SET data = '' WHERE position = 1`,
		`DELETE FROM log.events`, `TRUNCATE log.events`, `DROP TABLE log.events`, `DROP SCHEMA log CASCADE`,
		`ALTER TABLE log.events DISABLE TRIGGER ALL`, `ALTER TABLE log.events DETACH PARTITION log.events_000000`,
		`UPDATE log.events_000000 SET type = 'a.b.v1'`, `DELETE FROM log.events_000000`, `TRUNCATE log.events_000000`,
		`INSERT INTO log.events_000000 SELECT * FROM log.events`, `DELETE FROM log.streams`, `TRUNCATE log.streams, log.log_head`,
		`CREATE TABLE log.mine (x int)`, `CREATE OR REPLACE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE sql AS ''`,
		`SET session_replication_role = replica`,
		`INSERT INTO log.events SELECT 1, 1, 0, now(), id, type, stream, data, meta FROM log.events ON CONFLICT (position) DO UPDATE SET data = ''`,
		`INSERT INTO log.events SELECT 2, stream_id, 1, now(), id, type, stream, data, meta FROM log.events`,
		`INSERT INTO log.streams VALUES ('thing-2', 2, 0)`, `UPDATE log.streams SET revision = 7`, `DELETE FROM log.log_head`,
		`UPDATE log.log_head SET position = 7`, `UPDATE log.log_head SET recorded_at = now()`, `SELECT FROM log.log_head FOR UPDATE`,
		`UPDATE log.format SET format = 3`, `DELETE FROM log.format`, `BEGIN; LOCK TABLE log.events IN EXCLUSIVE MODE`,
		`RESET ROLE; UPDATE log.log_head SET position = 7`, `RESET SESSION AUTHORIZATION; DELETE FROM log.streams`,
		`SET ROLE NONE; INSERT INTO log.streams VALUES ('thing-2', 2, 0)`, `SET ROLE modyard`, `SET SESSION AUTHORIZATION modyard`,
		`GRANT modyard TO modyard_app`, `ALTER ROLE modyard_app SUPERUSER`, `GRANT INSERT ON log.streams TO modyard_app; INSERT INTO log.streams VALUES ('thing-2', 2, 0)`,
		`CREATE OR REPLACE FUNCTION log.lock_head() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`, `ALTER FUNCTION log.lock_head() SECURITY INVOKER`,
	} {
		sql = own.Replace(sql)
		if code := asProgram(t, db, sql); code != insufficientPrivilege {
			t.Errorf("%s: %q", sql, code)
		}
	}
	if schema == "hits" {
		for _, sql := range []string{`UPDATE hits.kept SET first = 9`, `DELETE FROM hits.kept`, `INSERT INTO hits.dropped VALUES (1, 0)`,
			`DROP TABLE hits.events_000000`, `CREATE OR REPLACE FUNCTION hits.drop_partition(p_first bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`} {
			if code := asProgram(t, db, sql); code != insufficientPrivilege {
				t.Errorf("%s: %q", sql, code)
			}
		}
	}
	eventlogtest.Verify(t, log, 1)
}

// asProgram runs one or more SQL statements with the program's login, and returns the code of the error.
func asProgram(t *testing.T, db *database.DB, sql string) string {
	t.Helper()
	conn, err := db.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { // even if it has changed the role
		_ = conn.Hijack().Close(context.Background())
	}()
	_, err = conn.Conn().PgConn().Exec(t.Context(), sql).ReadAll()
	var refused *pgconn.PgError
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused == nil {
		return ""
	}
	return refused.Code
}

func TestABatchWithAWrongStateOfTheLogIsRejected(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	for i := range 3 {
		if _, err := log.Append(t.Context(), happening("thing-1", eventlog.At(eventlog.Revision(i-1)))); err != nil {
			t.Fatal(err)
		}
	}
	// Base; names and revisions of the written streams; the checked ones; the stream of each event. No code: the result
	// is null.
	const call = `SELECT 1 / (log.append_batch(%s, %s, %s, ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 2)),
		ARRAY['a.b.v1', 'a.b.v1'], ARRAY['x', 'x']::bytea[], ARRAY['{}', '{}']::bytea[]) IS NOT NULL)::int`
	const right, nothing, both, null = `ARRAY['thing-1'], ARRAY[2]`, `ARRAY[]::text[], ARRAY[]::bigint[]`, `ARRAY[1, 1]`, `22012`
	for what, c := range map[string]struct{ base, written, checked, of, code string }{
		"an older head":                        {`2`, right, nothing, both, null},
		"a later head":                         {`4`, right, nothing, both, null},
		"a stream that has changed":            {`3`, `ARRAY['thing-1'], ARRAY[1]`, nothing, both, null},
		"a changed stream with any head":       {`NULL`, `ARRAY['thing-1'], ARRAY[1]`, nothing, both, null},
		"a later revision of a stream":         {`3`, `ARRAY['thing-1'], ARRAY[3]`, nothing, both, null},
		"a stream at no revision":              {`3`, `ARRAY['thing-1'], ARRAY[NULL]::bigint[]`, nothing, both, null},
		"an existing stream as a new one":      {`3`, `ARRAY['thing-1'], ARRAY[-1]`, nothing, both, null},
		"a new stream as an existing one":      {`3`, `ARRAY['thing-2'], ARRAY[0]`, nothing, both, null},
		"no stream":                            {`3`, nothing, nothing, both, null},
		"a checked stream that has changed":    {`3`, right, `ARRAY['thing-1'], ARRAY[1]`, both, null},
		"a checked stream that was created":    {`3`, `ARRAY['thing-2'], ARRAY[-1]`, `ARRAY['thing-1'], ARRAY[-1]`, both, null},
		"a checked stream that does not exist": {`3`, right, `ARRAY['thing-9'], ARRAY[0]`, both, null},
		"a stream twice":                       {`3`, `ARRAY['thing-1', 'thing-1'], ARRAY[2, 2]`, nothing, `ARRAY[1, 2]`, `22023`},
		"a new stream twice":                   {`3`, `ARRAY['thing-2', 'thing-2'], ARRAY[-1, -1]`, nothing, `ARRAY[1, 2]`, `23505`},
		"a stream without an event":            {`3`, `ARRAY['thing-1', 'thing-2'], ARRAY[2, -1]`, nothing, both, `22023`},
		"an event without a stream":            {`3`, right, nothing, `ARRAY[1, 2]`, `23502`},
		"an event of no stream":                {`3`, right, nothing, `ARRAY[1, NULL]`, `23502`},
		"more columns than events":             {`3`, right, nothing, `ARRAY[1]`, `22023`},
		"columns that differ":                  {`3`, `ARRAY['thing-1'], ARRAY[]::int[]`, nothing, both, `22023`},
	} {
		sql := fmt.Sprintf(call, c.base+`, `+c.written, c.checked, c.of)
		if code := asProgram(t, db, sql); code != c.code {
			t.Errorf("%s is rejected with %q, want %s", what, code, c.code)
		}
	}
	if code := asProgram(t, db, fmt.Sprintf(call, `3, `+right, `ARRAY['thing-9'], ARRAY[-1::bigint]`, both)); code != "" {
		t.Errorf("a valid call is rejected with %s", code)
	}
	eventlogtest.Verify(t, log, 5)
}

func TestAnAppendWithAnIncompleteEventIsRejected(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	for _, c := range []struct{ sql, code string }{
		{`SELECT log.append_one('thing-1', -1, ARRAY[gen_random_uuid()], ARRAY[]::text[], ARRAY['x']::bytea[], ARRAY['{}']::bytea[], ARRAY[]::text[], ARRAY[]::bigint[])`, `22023`},
		{`SELECT log.append_one('thing-1', -1, ARRAY[NULL]::uuid[], ARRAY['a.b.v1'], ARRAY['x']::bytea[], ARRAY['{}']::bytea[], ARRAY[]::text[], ARRAY[]::bigint[])`, `23502`},
		{`SELECT log.append_one(NULL, -1, ARRAY[gen_random_uuid()], ARRAY['a.b.v1'], ARRAY['x']::bytea[], ARRAY['{}']::bytea[], ARRAY[]::text[], ARRAY[]::bigint[])`, `23502`},
		{`SELECT log.append_one('thing-1', -1, NULL, NULL, NULL, NULL, ARRAY[]::text[], ARRAY[]::bigint[])`, `23502`},
	} {
		if code := asProgram(t, db, c.sql); code != c.code {
			t.Errorf("%s: %q, want %s", c.sql, code, c.code)
		}
	}
	eventlogtest.Verify(t, log, 0)
}

func TestRecordingTimesDoNotDecreaseWhenTheClockIsSetBack(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	asOwner(t, db, `UPDATE log.log_head SET recorded_at = '2100-01-01T00:00:00Z'`) // as if a clock was wrong and then corrected
	for _, writes := range [][]eventlog.Write{                                     // a lone append and a batch
		{happening("thing-1", eventlog.Any)}, {happening("thing-1", eventlog.Any), happening("thing-2", eventlog.Any)}, {happening("thing-3", eventlog.Any)},
	} {
		receipt, err := log.Append(t.Context(), writes...)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := log.Event(t.Context(), receipt.Position); err != nil || !e.RecordedAt.Equal(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("event %d was recorded at %v, %v", receipt.Position, e.RecordedAt, err)
		}
	}
}

func TestTheTriggersStopTheOwnerToo(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	owner, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background()) //nolint:errcheck // no request is in progress
	for _, table := range []string{"log.events", "log.events_000000", "log.events_000001"} {
		for _, sql := range []string{`UPDATE ` + table + ` SET type = 'a.b.v1'`, `DELETE FROM ` + table, `TRUNCATE ` + table} {
			_, err := owner.Exec(t.Context(), sql)
			var refused *pgconn.PgError
			if !errors.As(err, &refused) || refused.Code != insufficientPrivilege {
				t.Errorf("%s: %v", sql, err)
			}
		}
	}
	eventlogtest.Verify(t, log, 1)
}
