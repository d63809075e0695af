package readapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

// loud is a project with n versions whose changelogs are as long as one may be.
func loud(t *testing.T, n int) *site {
	t.Helper()
	versions := make([]project.VersionCreated, n)
	for i := range versions {
		versions[i] = newVersion(fmt.Sprintf("Vl%06d", i), listedID, fmt.Sprint("1.", i), project.Release, 0, []string{"fabric"}, []string{"1.20.1"})
		versions[i].Changelog = strings.Repeat("x", 65536)
		versions[i].Files[0].SHA1 = fmt.Sprintf("%040x", i)
	}
	return published(t, versions...)
}

// spellings are n different forms of one hash.
func spellings(n int) []string {
	out := make([]string, n)
	for i := range out {
		hash := []byte(strings.Repeat("a", 40))
		for bit := range 10 {
			if i>>bit&1 == 1 {
				hash[bit] = 'A'
			}
		}
		out[i] = string(hash)
	}
	return out
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestAnAnswerAboveItsLimitIsRejectedBeforeItsFirstByte(t *testing.T) {
	s := loud(t, 600)
	s.exec(t, `update catalog.files set sha1 = $1 where version = 'Vl000000'`, hash(0, 40))
	var ids, many []string
	for i := range 600 {
		ids = append(ids, fmt.Sprintf("Vl%06d", i))
		many = append(many, fmt.Sprintf("%040x", i))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/v2/version_files/update_many", encoded(t, map[string]any{"hashes": spellings(1000)})},
		{"POST", "/v3/version_files/update_many", encoded(t, map[string]any{"hashes": spellings(1000)})},
		{"POST", "/v2/version_files/update_many", encoded(t, map[string]any{"hashes": spellings(10), "include_changelog": true})},
		{"POST", "/v2/version_files/update", encoded(t, map[string]any{"hashes": spellings(1000)})},
		{"POST", "/v2/version_files", encoded(t, map[string]any{"hashes": many})},
		{"POST", "/v3/version_files", encoded(t, map[string]any{"hashes": spellings(1000)})},
		{"GET", quoted("/v2/versions?ids=" + encoded(t, ids)), ""},
		{"GET", "/v2/project/quay/version", ""},
		{"GET", "/v3/project/quay/version?include_changelog=true", ""},
	} {
		w := s.ask(c.method, c.path, "anonymous", c.body)
		if w.Code != http.StatusRequestEntityTooLarge || w.Body.Len() > 1000 {
			t.Errorf("%s %.60s: %d with %d bytes", c.method, c.path, w.Code, w.Body.Len())
		}
	}
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 300 {
		t.Errorf("nine rejected requests allocated %d MiB", used)
	}
	streamed(t, s, "GET", quoted("/v2/versions?ids="+encoded(t, ids[:490])), "")
	streamed(t, s, "POST", "/v2/version_files", encoded(t, map[string]any{"hashes": many[1:490]}))
	streamed(t, s, "POST", "/v3/version_files/update_many", encoded(t, map[string]any{"hashes": spellings(4), "include_changelog": true}))
}

func TestChangelogsOfManyUpdatesAreEmptyUnlessTheRequestAsksForThem(t *testing.T) {
	s := loud(t, 200)
	s.exec(t, `update catalog.files set sha1 = $1 where version = 'Vl000000'`, hash(0, 40))
	for _, c := range []struct {
		path, more string
		long       bool
	}{
		{"update_many", `[` + encoded(t, spellings(8))[1:], false},
		{"update_many", `["` + hash(0, 40) + `"],"include_changelog":true`, true},
	} {
		for _, prefix := range []string{"/v2", "/v3"} {
			found := answer[map[string][]contract.Version](s, "POST", prefix+"/version_files/"+c.path, "anonymous", `{"hashes":`+c.more+`}`)
			list := found[hash(0, 40)]
			if len(list) != 100 || list[0].ID != "Vl000199" || (len(list[0].Changelog) == 65536) != c.long || !c.long && list[0].Changelog != "" {
				t.Errorf("%s%s: %d versions", prefix, c.path, len(list))
			}
		}
	}
	one := answer[map[string]contract.Version](s, "POST", "/v2/version_files/update", "anonymous", `{"hashes":["`+hash(0, 40)+`"]}`)
	if len(one[hash(0, 40)].Changelog) != 65536 {
		t.Error("the changelog of an update is missing")
	}
	if w := s.ask("POST", "/v2/version_files/update_many", "anonymous", `{"hashes":[],"include_changelog":"yes"}`); w.Code != http.StatusBadRequest {
		t.Errorf("an invalid flag: %d", w.Code)
	}
}

func TestALongListFitsWithoutItsChangelogs(t *testing.T) {
	s := loud(t, 600)
	list := answer[[]contract.Version](s, "GET", "/v2/project/quay/version?include_changelog=false", "anonymous", "")
	if len(list) != 600 || list[0].Changelog != "" || list[599].ID != "Vl000000" {
		t.Errorf("%d versions", len(list))
	}
}

func TestAThousandOrdinaryVersionsAreOneAnswer(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "owner", "user")
	s.Account(moderator, "mod", "moderator")
	for i := range 1000 {
		populate(s.World, i*100+1)
	}
	s.Settle()
	var hashes, ids, projects []string
	for i := range 1000 {
		hashes = append(hashes, fmt.Sprintf("%0128d", i*100+1))
		ids = append(ids, fmt.Sprintf("V%07d", i*100+1))
		projects = append(projects, fmt.Sprintf("P%07d", i*100+1))
	}
	body := encoded(t, map[string]any{"hashes": hashes, "algorithm": "sha512", "loaders": []string{"fabric"}, "game_versions": []string{"1.20.1"}})
	plain := encoded(t, map[string]any{"hashes": hashes, "algorithm": "sha512"})
	for _, prefix := range []string{"/v2", "/v3"} {
		for path, question := range map[string]string{
			"/version_files": plain, "/version_files/project": plain, "/version_files/update": body, "/version_files/update_many": body,
		} {
			found := answer[map[string]json.RawMessage](s, "POST", prefix+path, "anonymous", question)
			if len(found) != 1000 {
				t.Errorf("%s%s: %d of 1000", prefix, path, len(found))
			}
		}
		if list := answer[[]contract.Version](s, "GET", quoted(prefix+"/versions?ids="+encoded(t, ids)), "anonymous", ""); len(list) != 1000 || list[7].ID != ids[7] {
			t.Errorf("%d versions", len(list))
		}
		if list := answer[[]json.RawMessage](s, "GET", quoted(prefix+"/projects?ids="+encoded(t, projects)), "anonymous", ""); len(list) != 1000 {
			t.Errorf("%d projects", len(list))
		}
	}
}

func TestProjectsWithLongTextsAreLimitedTogether(t *testing.T) {
	s := newSite(t)
	s.Account(owner, "owner", "user")
	s.Account(moderator, "mod", "moderator")
	var ids []string
	for i := range 600 {
		id := fmt.Sprintf("P%07d", i)
		p := newProject(id, fmt.Sprint("long-", i), "Title")
		p.Body = strings.Repeat("x", 65536)
		s.Slug(p.Slug, id)
		s.Project(id, owner, p, project.Submitted{From: project.Draft})
		s.Project(id, moderator, project.Approved{From: project.Processing, Status: project.Listed})
		ids = append(ids, id)
	}
	s.Settle()
	for _, path := range []string{"/v2/projects?ids=" + encoded(t, ids), "/v3/projects?ids=" + encoded(t, ids)} {
		if w := s.get(quoted(path), "anonymous"); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%.30s: %d with %d bytes", path, w.Code, w.Body.Len())
		}
	}
	if list := answer[[]json.RawMessage](s, "GET", quoted("/v2/projects?ids="+encoded(t, ids[:300])), "anonymous", ""); len(list) != 300 {
		t.Errorf("%d projects", len(list))
	}
}

func (s *site) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := s.DB.Pool.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// measured counts an answer and, every 4 MiB, the memory that is in use.
type measured struct {
	http.ResponseWriter
	written, sampled int
	most             uint64
}

func (m *measured) Write(b []byte) (int, error) {
	if m.written += len(b); m.written >= m.sampled {
		m.sampled = m.written + 4<<20
		m.most = max(m.most, inUse())
	}
	return len(b), nil
}

// inUse is the size of what is reachable.
func inUse() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// streamed sends a request whose accepted answer is close to the limit, and bounds the memory that it needs.
func streamed(t *testing.T, s *site, method, path, body string) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set(asHeader, "anonymous")
	r.Header.Set("Content-Type", "application/json")
	w := &measured{ResponseWriter: httptest.NewRecorder()}
	before := inUse()
	s.handler.ServeHTTP(w, r)
	if w.written < 24<<20 || w.written > 32<<20 {
		t.Errorf("%s %.60s: an answer of %d bytes", method, path, w.written)
	}
	if used := (int64(w.most) - int64(before)) >> 20; used > 8 {
		t.Errorf("%s %.60s: an answer of %d MiB uses %d MiB", method, path, w.written>>20, used)
	}
}
