package main

import (
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/identity"
)

// authorisationTable says who may use each route. A row is an operation and the object that its parameters name; an
// operation has a row for each object to which other rules apply. The tokens belong to the first of owner, moderator and
// administrator who may; the scoped token has exactly the row's scopes (A|B), or one of two sets of which each is enough (A/B).
// What a token of an application with these scopes may follows from the row (ofApplication).
//
//	ok    the caller may: 2xx or 3xx
//	401   the caller may not
//	404   the object does not exist for the caller
//	none  the answer of a query does not contain the object, or a command succeeds without touching it
//	409   the state of every caller's account forbids it
//	400   the body names an object that does not exist for the caller, or lacks what authorises every caller
const authorisationTable = "testdata/authorisation.tsv"

var callers = []string{"anonymous", "stranger", "owner", "moderator", "administrator", "bare-token", "scoped-token"}

// ruling is a row of the table.
type ruling struct {
	operation, object, scope string
	expected                 []string // for each of callers
	line                     int
}

func rulings(t *testing.T) []ruling {
	t.Helper()
	f, err := os.Open(authorisationTable)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if head := append([]string{"operation", "object", "scope"}, callers...); !slices.Equal(rows[0], head) {
		t.Fatalf("the columns are %v, want %v", rows[0], head)
	}
	var out []ruling
	for i, row := range rows[1:] {
		out = append(out, ruling{row[0], row[1], row[2], row[3:], i + 2})
	}
	return out
}

// mounted are the method and path of every route of the site, by the operation's id; by its pattern if it is outside of
// the API.
func mounted(t *testing.T, s *testSite) map[string]string {
	t.Helper()
	routes := map[string]string{}
	for _, op := range s.API.Operations() {
		routes[op.OperationID] = op.Method + " " + op.Path
	}
	direct := regexp.MustCompile(`[mM]ux\.Handle(?:Func)?\("([^"]+)"`)
	for _, dir := range []string{"readapi", "commands", "identity", "platform/blobs", "platform/httpkit", "platform/browser", "cmd/modyard/app"} {
		err := filepath.WalkDir(filepath.Join(repository, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, match := range direct.FindAllSubmatch(source, -1) {
				method, address, found := strings.Cut(string(match[1]), " ")
				if !found {
					method, address = http.MethodGet, method
				}
				routes[string(match[1])] = method + " " + address
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return routes
}

func TestEveryRouteHasItsAuthorisationRules(t *testing.T) {
	t.Parallel()
	s := newTestSiteWith(t, app.SiteOptions{PayoutMethods: []byte(peoplePay)})
	routes, table := mounted(t, s), rulings(t)
	known := map[string]bool{}
	for _, r := range table {
		known[r.operation] = true
		if routes[r.operation] == "" {
			t.Errorf("%s:%d: there is no route %s", authorisationTable, r.line, r.operation)
		}
	}
	for id, route := range routes {
		if !known[id] {
			t.Errorf("%s (%s) has no row in %s", id, route, authorisationTable)
		}
	}
	if t.Failed() {
		return
	}
	var doc described
	if err := json.Unmarshal(s.ask("", http.MethodGet, "/openapi.json", nil).Body, &doc); err != nil {
		t.Fatal(err)
	}
	const parts = 6 // requests mostly wait for the read models
	var all sync.WaitGroup
	var compared atomic.Int64
	for part := range parts {
		all.Go(func() {
			t.Run(strconv.Itoa(part), func(t *testing.T) {
				w := newAuthorised(t, s, part)
				w.doc = &doc
				for i := part; i < len(table); i += parts {
					w.check(table[i], routes[table[i].operation])
				}
				compared.Add(int64(w.compared))
			})
		})
	}
	all.Wait()
	if n := compared.Load(); n < int64(len(table)) {
		t.Errorf("%d answers were compared with the documentation", n)
	}
}

// compare compares an answer with the documentation of its route: no list is null and nothing required is missing.
func (w *authorised) compare(method, path string, answer siteAnswer) {
	w.t.Helper()
	if w.doc == nil {
		return
	}
	content := w.doc.Paths[path][strings.ToLower(method)].Responses[strconv.Itoa(answer.Status)].Content["application/json"]
	if content.Schema == nil || len(answer.Body) == 0 {
		return
	}
	var value any
	if err := json.Unmarshal(answer.Body, &value); err != nil {
		w.t.Errorf("%s %s: %v in %.300s", method, path, err, answer.Body)
		return
	}
	w.compared++
	for _, place := range w.doc.nulls(content.Schema, value, "") {
		w.t.Errorf("%s %s: %s in %.300s", method, path, place, answer.Body)
	}
}

// check sends the request of a row as every caller.
func (w *authorised) check(r ruling, route string) {
	w.t.Helper()
	want := func(caller, expected, got string, answer siteAnswer) {
		if got != expected {
			w.t.Errorf("%s:%d: %s with %s as %s: want %s, got %d %.300s", authorisationTable, r.line, route, r.object, caller, expected, answer.Status, answer.Body)
		}
	}
	for i, caller := range callers[:5] {
		auth := func() string { return w.person(caller).session }
		if i == 0 {
			auth = func() string { return "" }
		}
		got, answer := w.send(r, route, caller, auth)
		want(caller, r.expected[i], got, answer)
	}
	who, either := r.holder(), r.scopes(w.t)
	token := func(scopes identity.Scopes) (string, siteAnswer) {
		return w.send(r, route, who, func() string { return w.token(who, scopes) })
	}
	got, answer := token(0)
	want(callers[5], r.expected[5], got, answer)
	const most = identity.AllScopes &^ identity.RestrictedScopes
	for _, scopes := range either {
		if !scopes.Grantable() { // no token can have them
			scopes = most
		}
		got, answer = token(scopes)
		want(callers[6], r.expected[6], got, answer)
		got, answer = w.send(r, route, who, func() string { return w.application(who, scopes) })
		if !r.ofApplication(got) {
			want("token of an application", "the same within its scopes, without the staff", got, answer)
		}
	}
	if r.expected[6] != "ok" {
		return
	}
	if len(either) > 1 {
		var all identity.Scopes
		for _, scopes := range either {
			all |= scopes
		}
		if got, answer = token(most &^ all); got == "ok" {
			want("token without "+r.scope, "rejection", got, answer)
		}
		return
	}
	for bit := range len(scopeNames()) {
		if missing := identity.Scopes(1) << bit; either[0].Has(missing) {
			if got, answer = token(most &^ missing); got == "ok" {
				want("token without "+scopeNames()[bit], "rejection", got, answer)
			}
		}
	}
}

// send sends the request of a row, and returns the class of the answer.
func (w *authorised) send(r ruling, route, who string, auth func() string) (string, siteAnswer) {
	w.t.Helper()
	return w.sendTo(w.thing(r.object), route, who, auth)
}

// sendTo is send to an object.
func (w *authorised) sendTo(object thing, route, who string, auth func() string) (string, siteAnswer) {
	w.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	call := request{}
	if build := requests()[method+" "+unversioned(path)]; build != nil {
		call = build(w, object, who)
	}
	answer := w.ask(auth(), method, fill(w.t, path, object, call), call)
	got := strconv.Itoa(answer.Status)
	if answer.Status < http.StatusBadRequest {
		w.compare(method, path, answer)
		got = "ok"
		if call.shows != nil && !call.shows(string(answer.Body)) {
			got = "none"
		}
	}
	if call.spends || got == "ok" && (method == http.MethodDelete || method != http.MethodGet && spending.MatchString(path)) {
		w.forget(path)
	}
	return got, answer
}

// holder is the account whose tokens are tried.
func (r ruling) holder() string {
	for _, who := range []string{"owner", "moderator", "administrator"} {
		if r.expected[slices.Index(callers, who)] == "ok" {
			return who
		}
	}
	return "owner"
}

// scopes are the sets of scopes each of which is enough.
func (r ruling) scopes(t *testing.T) (either []identity.Scopes) {
	t.Helper()
	for names := range strings.SplitSeq(r.scope, "/") {
		var all identity.Scopes
		for name := range strings.SplitSeq(names, "|") {
			bit := slices.Index(scopeNames(), name)
			if bit < 0 && name != "-" || name == "-" && r.scope != "-" {
				t.Fatalf("%s:%d: unknown scope %s", authorisationTable, r.line, name)
			}
			if bit >= 0 && r.scope != "-" {
				all |= 1 << bit
			}
		}
		either = append(either, all)
	}
	return either
}

// scopeNames are the names of the scopes, in the order of their bits.
func scopeNames() []string { return identity.ScopeNames() }

// spending are the commands that cannot be repeated on their object, beside deletions.
var spending = regexp.MustCompile(`/(auth|session|user|pat|follow|gallery|file|link|translation-links|members|owner|join|claim|report|notifications?|projects|webhooks|schedule|wiki\w*|servers?|node|forum|issues|oauth)\b`)

var versionPrefix = regexp.MustCompile(`^/(v2|v3)/|^/_internal/(auth|session|pat|user|oauth)(/|$)`)

// unversioned is a path without the version of the API; the site's own mirrors of account routes count as versions.
func unversioned(path string) string {
	if !versionPrefix.MatchString(path) || strings.HasPrefix(path, "/_internal/user/{id}/") && !strings.HasSuffix(path, "/icon") {
		return path
	}
	return path[strings.IndexByte(path[1:], '/')+1:]
}

// fill puts the object's parameters into a path.
func fill(t *testing.T, path string, object thing, call request) string {
	t.Helper()
	if call.path != "" {
		path = call.path
	}
	path = regexp.MustCompile(`\{[^}]+\}`).ReplaceAllStringFunc(path, func(name string) string {
		value := object[strings.Trim(name, "{}")]
		if value == "" {
			t.Fatalf("%s: the object has no %s: %v", path, name, object)
		}
		return value
	})
	if call.query != "" {
		path += "?" + call.query
	}
	return path
}
