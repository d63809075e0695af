package notification_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/idempotency"
	projection "github.com/modyard/modyard/projections/notification"
)

// state returns the ids of an account's read and unread notifications, newest first.
func (w *world) state(as string) (seen, unseen []string) {
	w.t.Helper()
	for _, n := range read[contract.NotificationPage](w, "/_internal/notifications?limit=100", as).Notifications {
		if n.Read {
			seen = append(seen, n.ID)
		} else {
			unseen = append(unseen, n.ID)
		}
	}
	return seen, unseen
}

func TestARebuiltReadModelKeepsReadAndRemovedMarks(t *testing.T) {
	w := newWorld(t)
	for i := range 5 {
		w.version(fmt.Sprint("Version", i), fmt.Sprint("1.", i))
	}
	ids := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications
	w.do("PATCH", "/v2/notification/"+ids[0].ID, fan, "")
	w.do("DELETE", "/v2/notification/"+ids[1].ID, fan, "")
	w.do("POST", "/_internal/notifications/read", fan, fmt.Sprintf(`{"up_to":%d}`, ids[3].Position))
	seen, unseen := w.state(fan)
	if len(seen) != 3 || len(unseen) != 1 {
		t.Fatal(seen, unseen)
	}
	if err := w.runner.Rebuild(t.Context(), projection.Name); err != nil {
		t.Fatal(err)
	}
	seenThen, unseenThen := w.state(fan)
	if !slices.Equal(seen, seenThen) || !slices.Equal(unseen, unseenThen) {
		t.Fatal(seenThen, unseenThen)
	}
}

// moved is a world with the same events in a log with other positions and a copy of this world's inbox rows: moving
// to another log engine leaves those rows unchanged.
func (w *world) moved() *world {
	w.t.Helper()
	ctx := w.t.Context()
	to := emptyWorld(w.t)
	for i := range 40 {
		to.Account(fmt.Sprintf("Filler%02d", i), fmt.Sprint("filler", i), "user")
	}
	head, err := w.Log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for at := eventlog.Position(1); at <= head; at++ {
		e, err := w.Log.Event(ctx, at)
		if err != nil {
			w.t.Fatal(err)
		}
		e.Meta.Recorded = e.RecordedAt
		if _, err := to.Log.Append(ctx, eventlog.Write{Stream: e.Stream, Expected: eventlog.At(e.Revision - 1), Events: []eventlog.Event{e.Event}}); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, table := range []string{"inbox.inboxes", "inbox.marks"} {
		var rows []byte
		if err := w.DB.Pool.QueryRow(ctx, `select coalesce(json_agg(r), '[]') from `+table+` r`).Scan(&rows); err != nil {
			w.t.Fatal(err)
		}
		if _, err := to.DB.Pool.Exec(ctx, `insert into `+table+` select * from json_populate_recordset(null::`+table+`, $1)`, rows); err != nil {
			w.t.Fatal(err)
		}
	}
	return to
}

func TestReadMarksSurviveAMoveToALogWithOtherPositions(t *testing.T) {
	w := newWorld(t)
	for i := range 25 {
		w.version(fmt.Sprintf("Versio%02d", i), fmt.Sprint("1.", i))
	}
	list := read[contract.NotificationPage](w, "/_internal/notifications?limit=100", fan).Notifications
	w.do("POST", "/_internal/notifications/read", fan, fmt.Sprintf(`{"up_to":%d}`, list[5].Position))
	w.do("PATCH", "/v2/notification/"+list[1].ID, fan, "")
	seen, unseen := w.state(fan)
	if len(seen) != 21 || len(unseen) != 4 {
		t.Fatal(len(seen), len(unseen))
	}
	there := w.moved()
	seenThere, unseenThere := there.state(fan)
	if !slices.Equal(seen, seenThere) || !slices.Equal(unseen, unseenThere) {
		t.Fatalf("%d read and %d unread after the move", len(seenThere), len(unseenThere))
	}
	there.do("POST", "/_internal/notifications/read", fan, "{}")
	if _, left := there.state(fan); len(left) != 0 {
		t.Fatal("unread notifications are left after the move:", left)
	}
}

func TestAnUnlistedEventOfTheSameInstantStaysUnread(t *testing.T) {
	w := newWorld(t)
	for i := range 3 {
		w.version(fmt.Sprint("Version", i), fmt.Sprint("1.", i))
	}
	list := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications
	if _, err := w.DB.Pool.Exec(t.Context(), `update notification.notifications set recorded = (select max(recorded) from notification.notifications)`); err != nil {
		t.Fatal(err)
	}
	w.do("POST", "/_internal/notifications/read", fan, fmt.Sprintf(`{"up_to":%d}`, list[1].Position))
	seen, unseen := w.state(fan)
	if !slices.Equal(seen, []string{list[1].ID, list[2].ID}) || !slices.Equal(unseen, []string{list[0].ID}) {
		t.Fatal(seen, unseen)
	}
}

func TestConcurrentInboxChangesAreAllKept(t *testing.T) {
	w := newWorld(t)
	const n = 40
	for i := range n {
		w.version(fmt.Sprintf("Versio%02d", i), fmt.Sprint("1.", i))
	}
	list := read[contract.NotificationPage](w, "/_internal/notifications?limit=100", fan).Notifications
	ids := func(from, to int) string {
		out := `["`
		for i := from; i < to; i++ {
			if i > from {
				out += `","`
			}
			out += list[i].ID
		}
		return out + `"]`
	}
	var tabs sync.WaitGroup
	for range 4 {
		for _, c := range []struct{ method, path, body string }{
			{"PATCH", "/v2/notifications?ids=" + ids(0, 30), ""}, {"PATCH", "/v2/notifications?ids=" + ids(10, 20), ""},
			{"DELETE", "/v2/notifications?ids=" + ids(20, 30), ""}, {"POST", "/_internal/notifications/restore", `{"ids":` + ids(25, 40) + `}`},
			{"POST", "/_internal/notifications/read", fmt.Sprintf(`{"up_to":%d}`, list[35].Position)},
		} {
			tabs.Go(func() {
				if rec := w.ask(c.method, c.path, fan, c.body); rec.Code != 204 {
					t.Errorf("%s %.40s: %d %s", c.method, c.path, rec.Code, rec.Body)
				}
			})
		}
	}
	tabs.Wait()
	w.do("POST", "/_internal/notifications/restore", fan, `{"ids":`+ids(0, n)+`}`)
	seen, unseen := w.state(fan)
	if len(seen) != 35 || len(unseen) != 5 { // the thirty, and those up to the 36th from the top
		t.Fatal(len(seen), len(unseen))
	}
}

func TestAnUnchangedInboxIsNotSentAgain(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	first := w.ask("GET", "/_internal/notifications", fan, "")
	tag := first.Header().Get("ETag")
	if tag == "" {
		t.Fatal("no entity tag")
	}
	w.Account("UserElse", "somebody", "user") // moves the log, but not this inbox
	if rec := w.ask("GET", "/_internal/notifications", fan, "", "If-None-Match", tag); rec.Code != http.StatusNotModified {
		t.Fatal(rec.Code, rec.Header().Get("ETag"), tag)
	}
	id := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications[0].ID
	w.do("PATCH", "/v2/notification/"+id, fan, "")
	rec := w.ask("GET", "/_internal/notifications", fan, "", "If-None-Match", tag)
	if rec.Code != 200 || rec.Header().Get("ETag") == tag {
		t.Fatal(rec.Code)
	}
}

func TestMarksAreStoredOnlyForTheAccountsOwnNotifications(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	id := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications[0].ID
	for _, path := range []string{`/v2/notifications?ids=["aaaaaaaaaa","` + id + `"]`, "/v2/notification/" + id} {
		w.do("PATCH", path, owner, "")
		w.do("DELETE", path, owner, "")
	}
	var rows int
	if err := w.DB.Pool.QueryRow(t.Context(), `select (select count(*) from inbox.marks) + (select count(*) from inbox.inboxes)`).Scan(&rows); err != nil || rows != 0 {
		t.Fatal(rows, err)
	}
}

// many gives an account n unread notifications.
func (w *world) many(account string, n int) {
	w.t.Helper()
	if _, err := w.DB.Pool.Exec(w.t.Context(), `insert into notification.notifications (account, id, position, type, at, recorded, actor, project, version, organization, report, thread, thread_message,
		from_status, to_status, message, reason_code, reason_text, points, role, open, read)
		select $1, substr(md5($1 || n), 1, 10), n, 'status_change', now(), '2026-01-01'::timestamptz + n * interval '1 s', '', '', '', '', '', '', '', '', '', '', '', '', '{}', '', false, false
		from generate_series(1, $2::int) n`, account, n); err != nil {
		w.t.Fatal(err)
	}
}

func TestTenThousandNotificationsAreMarkedByOneStatement(t *testing.T) {
	w := newWorld(t)
	w.ask("GET", "/_internal/notifications", fan, "") // waits for the read model
	w.many("UserMany", 10_000)
	w.do("POST", "/_internal/notifications/read", "UserMany", `{"up_to":9990}`)
	if c := read[contract.NotificationPage](w, "/_internal/notifications", "UserMany").Counts; c.Total != 10_000 || c.Unread != 10 {
		t.Fatalf("%+v", c)
	}
	w.do("POST", "/_internal/notifications/read", "UserMany", `{}`)
	if c := read[contract.NotificationPage](w, "/_internal/notifications", "UserMany").Counts; c.Unread != 0 {
		t.Fatalf("%+v", c)
	}
}

// BenchmarkMarkAllReadOfTenThousand reports the 99th percentile: in each round another account marks 10 000 as read.
func BenchmarkMarkAllReadOfTenThousand(b *testing.B) {
	w := newWorld(b)
	w.ask("GET", "/_internal/notifications", fan, "")
	for i := range b.N {
		w.many(fmt.Sprintf("M%07d", i), 10_000)
	}
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		w.do("POST", "/_internal/notifications/read", fmt.Sprintf("M%07d", i), `{}`)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
}

func TestARepeatedInboxRequestRunsOnceAndItsKeyFitsNoOtherRequest(t *testing.T) {
	w := newWorld(t)
	for i := range 3 {
		w.version(fmt.Sprint("Version", i), fmt.Sprint("1.", i))
	}
	list := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications
	first, second := list[0].ID, list[1].ID
	for n, asked := range []struct{ method, path, body, other, otherBody string }{
		{"PATCH", "/v2/notification/" + first, "", "/v2/notification/" + first + "?x=1", ""},
		{"PATCH", `/v2/notifications?ids=["` + first + `"]`, "", `/v2/notifications?ids=["` + second + `"]`, ""},
		{"POST", "/_internal/notifications/read", `{"up_to":1}`, "/_internal/notifications/read", `{"up_to":2}`},
		{"DELETE", "/v3/notification/" + first, "", "/v3/notification/" + first + "?x=1", ""},
		{"DELETE", `/v3/notifications?ids=["` + first + `"]`, "", `/v3/notifications?ids=["` + second + `"]`, ""},
		{"POST", "/_internal/notifications/restore", `{"ids":["` + first + `"]}`, "/_internal/notifications/restore", `{"ids":["` + second + `"]}`},
	} {
		key := []string{idempotency.Header, fmt.Sprint("key ", n)}
		for range 2 {
			if rec := w.ask(asked.method, asked.path, fan, asked.body, key...); rec.Code != http.StatusNoContent || rec.Header().Get("Log-Position") == "" {
				t.Errorf("%s %s: %d %s", asked.method, asked.path, rec.Code, rec.Body)
			}
		}
		rec := w.ask(asked.method, asked.other, fan, asked.otherBody, key...)
		if rec.Code != http.StatusUnprocessableEntity || !strings.Contains(rec.Body.String(), "idempotency_key_reused") {
			t.Errorf("another %s under the key: %d %s", asked.other, rec.Code, rec.Body)
		}
	}
	before, _ := w.state(fan)
	w.ask("DELETE", "/v3/notification/"+first, fan, "", idempotency.Header, "key 3") // it has been restored
	if after, _ := w.state(fan); !slices.Equal(before, after) || !slices.Contains(after, first) {
		t.Errorf("a repeated request removed a restored notification: %v, before %v", after, before)
	}
	if rec := w.ask("POST", "/_internal/notifications/read", fan, `{"up_to":"x"}`, idempotency.Header, "refused"); rec.Code != http.StatusBadRequest {
		t.Error(rec.Code, rec.Body)
	}
	if rec := w.ask("POST", "/_internal/notifications/read", fan, `{}`, idempotency.Header, "refused"); rec.Code != http.StatusNoContent {
		t.Errorf("a rejected request keeps its key: %d %s", rec.Code, rec.Body)
	}
}
