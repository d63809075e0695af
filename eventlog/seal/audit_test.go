package seal_test

import (
	"strings"
	"testing"
)

func TestAnUnchangedLogVerifies(t *testing.T) {
	w := newWorld(t)
	w.fill(300)
	w.catch()
	w.fill(40)
	w.catch()
	w.fill(5) // not sealed yet
	r := w.audit()
	if len(r.Findings) > 0 || r.Events != 345 || r.Sealed != 340 || r.Outside != 340 || r.Checkpoints != 4 {
		t.Errorf("report %+v", r)
	}
}

func TestAnEmptyLogVerifies(t *testing.T) {
	w := newWorld(t)
	if r := w.audit(); len(r.Findings) > 0 || r.Events != 0 {
		t.Errorf("report %+v", r)
	}
}

// Every case changes a log of 340 events with checkpoints at 300 and 340, as an owner of the database could.
func TestAnAuditFindsEveryChangeOfTheLog(t *testing.T) {
	const (
		// renumber closes the gap at 100 everywhere outside the checkpoints.
		renumber = `
UPDATE log.events SET revision = revision - 1 WHERE stream = 'file-0' AND position > 100;
UPDATE log.events SET position = position + 1000000 WHERE position > 100;
UPDATE log.events SET position = position - 1000001 WHERE position > 1000000;
UPDATE log.events e SET stream_id = s.first FROM (SELECT stream, min(position) AS first FROM log.events GROUP BY stream) s WHERE s.stream = e.stream;
UPDATE log.streams s SET revision = e.last, id = e.first
	FROM (SELECT stream, max(revision) AS last, min(position) AS first FROM log.events GROUP BY stream) e WHERE e.stream = s.name;
UPDATE log.log_head SET position = position - 1;`
		// cutSeal makes the seal that of the first 300 events, as a backup of that time has it.
		cutSeal = `
DELETE FROM seal.leaves WHERE leaf >= 300; DELETE FROM seal.checkpoints WHERE size > 300;
UPDATE seal.tiles SET hashes = substr(hashes, 1, 44 * 32) WHERE level = 0 AND n = 1;
UPDATE seal.tree SET size = 300, position = 300, recorded_at = (SELECT recorded_at FROM seal.leaves WHERE leaf = 299);`
		cutLog = `
DELETE FROM log.events WHERE position > 300; UPDATE log.log_head SET position = 300;
UPDATE log.streams s SET revision = (SELECT max(revision) FROM log.events e WHERE e.stream = s.name);`
	)
	shared := newWorld(t)
	for name, c := range map[string]struct{ change, want string }{
		"changed data":                  {`UPDATE log.events SET data = '{"n":9}' WHERE position = 50`, "not what was sealed"},
		"a rewritten file.claimed":      {`UPDATE log.events SET data = replace(convert_from(data, 'UTF8'), '120', '121')::bytea WHERE position = 120`, "not what was sealed"},
		"an added field":                {`UPDATE log.events SET data = '{"n":50,"x":1}' WHERE position = 50`, "not what was sealed"},
		"a space in the data":           {`UPDATE log.events SET data = '{"n": 50}' WHERE position = 50`, "not what was sealed"},
		"a changed type":                {`UPDATE log.events SET type = 'file.released.v1' WHERE position = 50`, "not what was sealed"},
		"a changed id":                  {`UPDATE log.events SET id = gen_random_uuid() WHERE position = 50`, "never sealed"},
		"a changed at":                  {`UPDATE log.events SET meta = replace(convert_from(meta, 'UTF8'), '03:04:05', '03:04:06')::bytea WHERE position = 50`, "not what was sealed"},
		"a changed actor":               {`UPDATE log.events SET meta = replace(convert_from(meta, 'UTF8'), '"account"', '"another"')::bytea WHERE position = 50`, "not what was sealed"},
		"a changed unknown member":      {`UPDATE log.events SET meta = replace(convert_from(meta, 'UTF8'), '2.50', '2.51')::bytea WHERE position = 49`, "not what was sealed"},
		"a removed salt":                {`UPDATE log.events SET meta = regexp_replace(convert_from(meta, 'UTF8'), ',"salt":"[^"]*"', '')::bytea WHERE position = 50`, "not what was sealed"},
		"a recorded-at before":          {`UPDATE log.events SET recorded_at = recorded_at - interval '1 hour' WHERE position = 50`, "before the event that precedes it"},
		"a recorded-at after":           {`UPDATE log.events SET recorded_at = recorded_at + interval '1 hour' WHERE position = 50`, "recorded at"},
		"a member recorded":             {`UPDATE log.events SET meta = replace(convert_from(meta, 'UTF8'), '{"actor"', '{"recorded":"2020-01-01T00:00:00Z","actor"')::bytea WHERE position = 50`, "recorded at"},
		"time moved with the seal":      {`UPDATE log.events SET recorded_at = recorded_at + interval '1 hour' WHERE position > 200; UPDATE seal.leaves SET recorded_at = recorded_at + interval '1 hour' WHERE leaf >= 200`, "covers 300 events up to"},
		"a stream revision set back":    {`UPDATE log.streams SET revision = revision - 1 WHERE name = 'file-3'`, "is listed from"},
		"a stream that is not listed":   {`DELETE FROM log.streams WHERE name = 'file-3'`, "not listed"},
		"an event of another stream id": {`UPDATE log.events SET stream_id = 1 WHERE position = 50`, "not found in it"},
		"a changed revision":            {`UPDATE log.events SET revision = 99 WHERE position = 50`, "has revision 99"},
		"a changed stream":              {`UPDATE log.events SET stream = 'file-4' WHERE position = 55`, "not what was sealed"},
		"two swapped events":            {`UPDATE log.events SET position = 100000 WHERE position = 50; UPDATE log.events SET position = 50 WHERE position = 51; UPDATE log.events SET position = 51 WHERE position = 100000`, "is gone"},
		"a deleted event":               {`DELETE FROM log.events WHERE position = 100`, "at 100: the event is missing"},
		"many deleted events":           {`DELETE FROM log.events WHERE position > 20 AND position < 290`, "the rest of the log was not read"},
		"a deleted event, renumbered":   {`DELETE FROM log.events WHERE position = 100;` + renumber, "is gone"},
		"an inserted event":             {`UPDATE log.events SET position = position + 1000000 WHERE position > 330; UPDATE log.events SET position = position - 999999 WHERE position > 1000000; INSERT INTO log.events SELECT 331, stream_id, revision, recorded_at, gen_random_uuid(), type, stream, data, meta FROM log.events WHERE position = 330; UPDATE log.log_head SET position = 341`, "never sealed"},
		"a cut end":                     {cutLog, "ends 40 events before its seal"},
		"a cut end of log and seal":     {cutLog + cutSeal, "covers 340 events, and the log has 300"},
		"a cut end, its head kept":      {`DELETE FROM log.events WHERE position > 300`, "at 301: the event is missing"},
		"a head set back":               {`UPDATE log.log_head SET position = 320`, "its end was cut off"},
		"a changed row of the seal":     {`UPDATE seal.leaves SET stream = 'file-9' WHERE leaf = 7`, "row of event"},
		"a moved row of the seal":       {`UPDATE seal.leaves SET position = 9999 WHERE leaf = 7`, "row of event"},
		"a changed hash":                {`UPDATE seal.tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE level = 0 AND n = 0`, "not what was sealed"},
		"a changed inner hash":          {`UPDATE seal.tiles SET hashes = set_byte(hashes, 4, get_byte(hashes, 4) # 1) WHERE level = 1`, "tile 0 of level 1"},
		"a forged checkpoint":           {`UPDATE seal.checkpoints SET note = replace(note, E'\n300\n', E'\n301\n'), size = 301 WHERE size = 300`, "not signed with the site's key"},
	} {
		t.Run(name, func(t *testing.T) {
			w := shared.empty(t)
			w.fill(300)
			w.catch()
			w.fill(40)
			w.catch()
			w.asOwner(c.change)
			r := w.audit()
			if !strings.Contains(strings.Join(r.Findings, "\n"), c.want) {
				t.Errorf("found %q, want %q", r.Findings, c.want)
			}
		})
	}
}

// A log that was changed and sealed again by somebody without the key.
func TestALogThatWasSealedAgainWithAnotherHistoryDoesNotVerify(t *testing.T) {
	w := newWorld(t)
	w.fill(300)
	w.catch()
	w.asOwner(`UPDATE log.events SET data = '{"n":9}' WHERE position = 50;
DELETE FROM seal.leaves; DELETE FROM seal.tiles; UPDATE seal.tree SET size = 0, position = 0, recorded_at = 'epoch'`)
	signed := w.files
	w.files = &files{content: map[string][]byte{}}
	w.catch()
	w.files = signed
	if r := w.audit(); !strings.Contains(strings.Join(r.Findings, "\n"), "covers 300 events with another root") {
		t.Errorf("found %q", r.Findings)
	}
}
