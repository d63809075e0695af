package server_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/eventlog"
)

const history = "/_internal/server/" + one + "/history"

// by lets an account decide by a session or token at a time.
func (w *world) by(account, credential string, at time.Time, payload any) eventlog.Position {
	w.t.Helper()
	typ, data, err := w.Codec.Encode(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	receipt, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: "server-" + one, Expected: eventlog.Any, Events: []eventlog.Event{{
		ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Actor: account, Role: "owner", Credential: credential, At: at},
	}}})
	if err != nil {
		w.t.Fatal(err)
	}
	return receipt.Position
}

func kinds(entries []contract.HostedEntry) string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Kind
	}
	return strings.Join(list, " ")
}

func (w *world) kinds(as, query string) string {
	w.t.Helper()
	return kinds(ask[contract.HostedHistory](w, 200, as, history+"?"+query).Entries)
}

// eventful has entries of an owner by two credentials, of an editor, of an administrator and of the node.
func eventful(t *testing.T) *world {
	w := newWorld(t)
	w.Account(other, "夜航", "user")
	w.Roles = map[string]string{admin: "admin", owner: "owner", other: "member"}
	w.Happen("server-"+one, owner, domain.MemberInvited{Server: one, Account: other, Role: domain.EditorRole})
	w.Happen("server-"+one, other, domain.MemberJoined{Server: one, Account: other})
	w.by(owner, "Credent1", w.now.Add(-3*time.Hour), domain.PowerRequested{Server: one, Action: domain.Start})
	w.by(owner, "Token001", w.now.Add(-2*time.Hour), domain.StartupSet{Server: one, JDKVersion: "lts21"})
	w.by(other, "Token002", w.now.Add(-time.Hour), domain.PowerRequested{Server: one, Action: domain.Stop})
	w.report(func(s domain.Seen) any { s.Run = "r1"; return domain.RunStarted{Seen: s} })
	w.Happen("server-"+one, admin, domain.Suspended{Server: one, Owner: owner, Suspension: domain.Moderated})
	return w
}

func TestTheHistoryIsFilteredByKindPersonTokenAndTime(t *testing.T) {
	w := eventful(t)
	at := func(before time.Duration) string { return url.QueryEscape(w.now.Add(-before).Format(time.RFC3339)) }
	for query, want := range map[string]string{
		"kind=power":                         "power power",
		"kind=run":                           "started",
		"kind=members":                       "joined invited",
		"by=node":                            "started",
		"by=staff":                           "suspended",
		"by=" + other:                        "power joined",
		"by=" + admin:                        "", // a member does not learn which administrator it was
		"by=" + other + "&kind=run":          "",
		"token=Credent1":                     "power",
		"token=Token001":                     "startup",
		"token=Token002":                     "", // that of somebody else
		"kind=power&to=" + at(2*time.Hour):   "power",
		"kind=power&from=" + at(2*time.Hour): "power",
		"kind=power&from=" + at(3*time.Hour) + "&to=" + at(time.Hour): "power",
		"kind=power&from=" + at(time.Minute):                          "",
	} {
		if got := w.kinds(owner, query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	if got := w.kinds(admin, "by="+admin); got != "suspended provisioned" {
		t.Error("an administrator finds what one decided, and not", got)
	}
	for _, query := range []string{"kind=toString", "from=yesterday", "to=2026", "from=" + at(time.Hour) + "&to=" + at(2*time.Hour), "before=-1", "limit=-1"} {
		ask[any](w, 400, owner, history+"?"+query)
	}
}

func TestAnEntryNamesTheTokenToWhomItBelongs(t *testing.T) {
	w := eventful(t)
	if _, err := w.DB.Pool.Exec(t.Context(), `insert into identity.accounts (id, username, username_key) values ($1, '晚风', 'wanfeng') on conflict do nothing`, owner); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Pool.Exec(t.Context(), `insert into identity.tokens (id, account, token_hash, name, scopes, created, expires) values ('Token001', $1, '\x01', '夜间脚本', 0, now(), now())`, owner); err != nil {
		t.Fatal(err)
	}
	startup := func(as string) contract.HostedEntry {
		return ask[contract.HostedHistory](w, 200, as, history+"?kind=settings").Entries[0]
	}
	if e := startup(owner); !e.Token || e.Credential == nil || e.Credential.ID != "Token001" || e.Credential.Name == nil || *e.Credential.Name != "夜间脚本" {
		t.Errorf("%+v", e)
	}
	for _, as := range []string{other, admin} {
		if e := startup(as); !e.Token || e.Credential != nil {
			t.Errorf("%s learns of the token of somebody else: %+v", as, e)
		}
	}
}

func TestEachEntryIsOnOnePageAlsoWhereTimesAreOutOfOrder(t *testing.T) {
	w := newWorld(t)
	for i := range 7 { // the later ones were decided earlier, two at the same time
		w.by(owner, "", w.now.Add(-time.Duration(i/2)*time.Hour), domain.PowerRequested{Server: one, Action: domain.Start})
	}
	whole := ask[contract.HostedHistory](w, 200, owner, history+"?limit=100").Entries
	for limit := 1; limit < 5; limit++ {
		var paged []contract.HostedEntry
		for path := history + "?limit=" + strconv.Itoa(limit); path != ""; {
			page := ask[contract.HostedHistory](w, 200, owner, path)
			paged = append(paged, page.Entries...)
			if path = ""; page.Next != nil {
				path = history + "?limit=" + strconv.Itoa(limit) + "&before=" + strconv.FormatInt(*page.Next, 10)
			}
		}
		if len(paged) != len(whole) || len(whole) != 8 {
			t.Fatalf("pages of %d have %d of %d entries", limit, len(paged), len(whole))
		}
		for i := range whole {
			if paged[i].Position != whole[i].Position || i > 0 && whole[i].At.After(whole[i-1].At) {
				t.Errorf("pages of %d: entry %d is %d", limit, i, paged[i].Position)
			}
		}
	}
	// A link to an entry begins with it: nothing stands behind the last one.
	if first := ask[contract.HostedHistory](w, 200, owner, history+"?before="+strconv.FormatInt(whole[0].Position+9, 10)).Entries[0]; first.Position < whole[7].Position {
		t.Errorf("%+v", first)
	}
	if page := ask[contract.HostedHistory](w, 200, owner, history+"?before=1"); len(page.Entries) != 0 || page.Next != nil {
		t.Errorf("%+v", page)
	}
}

// export asks for a file.
func (w *world) export(as, query string) *httptest.ResponseRecorder {
	w.t.Helper()
	w.Settle()
	r := httptest.NewRequest(http.MethodGet, history+"/export?"+query, nil)
	r.Header.Set("As", as)
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

func TestTheHistoryIsExportedAsATableAndAsLines(t *testing.T) {
	w := eventful(t)
	table := w.export(owner, "by="+owner)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(table.Body.String(), "\ufeff"))).ReadAll()
	if err != nil || table.Code != 200 || !strings.HasPrefix(table.Body.String(), "\ufeff") || !strings.HasPrefix(table.Header().Get("Content-Disposition"), "attachment") {
		t.Fatalf("%d %v %q", table.Code, err, table.Body)
	}
	if len(rows) != 4 || rows[0][2] != "kind" || rows[1][2] != "startup" || rows[1][7] != "Token001" || rows[2][4] != "晚风" || !strings.Contains(rows[2][12], `"start"`) {
		t.Errorf("%q", rows)
	}
	lines := w.export(other, "format=jsonl&kind=power")
	decoder := json.NewDecoder(lines.Body)
	for _, want := range []string{"stop", "start"} {
		var e contract.HostedEntry
		if err := decoder.Decode(&e); err != nil || e.Detail["action"] != want {
			t.Errorf("%+v, %v", e, err)
		}
	}
	if lines.Header().Get("Content-Type") != "application/x-ndjson" || decoder.More() {
		t.Error(lines.Header())
	}
	for as, status := range map[string]int{"": 401, staff: 404, admin: 200} {
		if rec := w.export(as, ""); rec.Code != status {
			t.Errorf("%q: %d", as, rec.Code)
		}
	}
	if rec := w.export(owner, "format=xml"); rec.Code != 400 {
		t.Error(rec.Code)
	}
}
