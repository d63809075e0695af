package demo

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/platform/blobs"
)

// register implements Accounts with a list.
type register struct {
	mu sync.Mutex
	by map[string]identity.NewAccount
}

func (r *register) Ensure(_ context.Context, accounts ...identity.NewAccount) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	made := 0
	for _, a := range accounts {
		if _, there := r.by[a.ID]; !there {
			r.by[a.ID] = a
			made++
		}
	}
	return made, nil
}

// failing is a log that fails after a number of appends.
type failing struct {
	eventlog.Log
	left int
}

var errBroken = errors.New("the log is unavailable")

func (f *failing) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	if f.left == 0 {
		return eventlog.Receipt{}, errBroken
	}
	f.left--
	return f.Log.Append(ctx, writes...)
}

func deps(t *testing.T) (Deps, *register) {
	t.Helper()
	types, err := codec.New(account.EventTypes(), project.EventTypes(), thread.EventTypes(), organization.EventTypes(), curation.EventTypes(), collection.EventTypes(), wiki.EventTypes(), packfile.EventTypes(), translation.EventTypes(), forum.EventTypes(), issue.EventTypes(), post.EventTypes(), application.EventTypes(), risk.EventTypes(), claim.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	store, err := blobs.Open(t.Context(), "mem://", "https://site.example")
	if err != nil {
		t.Fatal(err)
	}
	r := &register{by: map[string]identity.NewAccount{}}
	return Deps{Log: memory.New(), Codec: types, Texts: erasure.NewMemory(), Blobs: store, Accounts: r, DataDir: t.TempDir()}, r
}

// steps are those of the areas, in their order.
func steps() []Step {
	var list []Step
	for _, load := range []func(context.Context, Deps, Catalogue) error{
		Curate, Judge, Suspend, Phrases, Wikis, Translations, Talks, Issues, Applications, Claims, Keep, Downloads, Ledger,
	} {
		list = append(list, Step{Load: load})
	}
	return list
}

// whole is the catalogue with few galleries, because drawing is slow under the race detector.
func whole(t *testing.T) Catalogue {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for i := 10; i < len(c.Projects); i++ {
		c.Projects[i].Moods = nil
	}
	return c
}

func events(t *testing.T, d Deps) []eventlog.Recorded {
	t.Helper()
	head, err := d.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []eventlog.Recorded
	if head == 0 {
		return nil
	}
	for batch, err := range d.Log.Follow(t.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, batch.Events...)
		if batch.UpTo >= head {
			return list
		}
	}
	return nil
}

func states(t *testing.T, d Deps, list []eventlog.Recorded) (map[string]project.State, map[string]project.Version) {
	t.Helper()
	projects, versions := map[string]project.State{}, map[string]project.Version{}
	for _, e := range list {
		payload, err := d.Codec.Decode(e.Type, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		if id, ok := strings.CutPrefix(e.Stream, "project-"); ok {
			projects[id] = project.EvolveAt(projects[id], payload, e.Meta.At)
		}
		if id, ok := strings.CutPrefix(e.Stream, "version-"); ok {
			versions[id] = project.EvolveVersionAt(versions[id], payload, e.Meta.At)
		}
		if e.Meta.At.After(Today()) || e.Meta.At.Before(Today().AddDate(-2, 0, -60)) {
			t.Errorf("%s of %s has the date %s", e.Type, e.Stream, e.Meta.At)
		}
	}
	return projects, versions
}

func TestTheWholeSetIsLoadedWithAReviewQueue(t *testing.T) {
	d, accounts := deps(t)
	c := whole(t)
	result, err := run(t.Context(), d, c, steps())
	if err != nil {
		t.Fatal(err)
	}
	if result.Projects != len(c.Projects) || result.There != 0 || len(result.Login) != 3 {
		t.Fatalf("%+v of %d", result, len(c.Projects))
	}
	// The audit marks demonstration data by this (projections/audit).
	for _, e := range events(t, d) {
		if !strings.HasPrefix(e.Meta.Command, "demo ") {
			t.Fatalf("%s of %s has the command %q", e.Type, e.Stream, e.Meta.Command)
		}
	}
	for _, a := range accounts.by {
		if a.Role.Valid() && a.Role != identity.RoleUser && a.Set != "demo" {
			t.Errorf("the role of %s is not marked", a.Username)
		}
	}
	projects, versions := states(t, d, events(t, d))
	count, again, mine := map[project.Status]int{}, map[project.Status]int{}, 0
	waiting := map[time.Time]bool{}
	for _, s := range projects {
		count[s.Status]++
		if s.Round > 1 {
			again[s.Status]++
		}
		if s.Status == project.Processing {
			waiting[s.SubmittedAt] = true
		}
		if (s.Status == project.Refused || s.Status == project.Held) && s.Message == "" {
			t.Errorf("%s was rejected without a message", s.Slug)
		}
		if s.Owner == accountID(CreatorName) {
			mine++
		}
		if s.Owner != "" {
			if _, known := accounts.by[s.Owner]; !known {
				t.Errorf("%s has no owner", s.Slug)
			}
		}
	}
	if count[project.Processing] < 8 || len(waiting) < 8 || again[project.Processing] < 3 || count[project.Refused] < 2 ||
		count[project.Held] < 2 || count[project.Draft] < 2 || mine < 5 {
		t.Errorf("%v, again %v, %d waiting times, %d to try out", count, again, len(waiting), mine)
	}
	if again[project.Listed] < 3 {
		t.Errorf("only %d were approved after a rejection", again[project.Listed])
	}
	logs := map[string]int{}
	for _, v := range versions {
		logs[v.Changelog]++
		if v.Changelog == "" || len(v.Files) == 0 || len(v.GameVersions) == 0 || len(v.Loaders) == 0 {
			t.Errorf("version %s of %s lacks something", v.Number, projects[v.Project].Slug)
		}
		for _, f := range v.Files {
			checkFile(t, d, f, projects[v.Project], v)
		}
	}
	for text, n := range logs {
		if n > 3 {
			t.Errorf("%d versions have the changelog %q", n, text)
		}
	}
}

// checkFile opens an archive and checks what a launcher would read.
func checkFile(t *testing.T, d Deps, f project.File, p project.State, v project.Version) {
	t.Helper()
	key, ours := d.Blobs.KeyOf(f.URL)
	if !ours {
		t.Fatalf("%s is stored on another site", f.URL)
	}
	blob, err := d.Blobs.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer blob.Close()
	data, err := io.ReadAll(blob)
	if err != nil || int64(len(data)) != f.Size {
		t.Fatalf("%s has %d bytes: %v", f.Name, len(data), err)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), f.Size)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	if f.Kind == "sources-jar" {
		return
	}
	inside := map[string]bool{}
	for _, e := range archive.File {
		inside[e.Name] = true
		if strings.HasSuffix(e.Name, ".json") || strings.HasSuffix(e.Name, ".mcmeta") {
			r, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			raw, err := io.ReadAll(r)
			if err != nil || !json.Valid(raw) {
				t.Errorf("%s of %s is no JSON: %v", e.Name, f.Name, err)
			}
		}
	}
	sign := map[project.Type]map[string]string{
		project.TypeMod:      {"fabric": "fabric.mod.json", "quilt": "quilt.mod.json", "forge": "META-INF/mods.toml", "neoforge": "META-INF/neoforge.mods.toml"},
		project.TypePlugin:   {"paper": "plugin.yml", "spigot": "plugin.yml", "velocity": "velocity-plugin.json", "bungeecord": "bungee.yml"},
		project.TypeDatapack: {"datapack": "pack.mcmeta"}, project.TypeResourcepack: {"minecraft": "pack.mcmeta"},
		project.TypeLanguage: {"language": "pack.mcmeta"}, project.TypeShader: {"iris": "shaders/shaders.properties"},
		project.TypeModpack: {"fabric": "modrinth.index.json", "forge": "modrinth.index.json", "neoforge": "modrinth.index.json"},
	}[p.Type]
	for _, loader := range v.Loaders {
		if name := sign[loader]; name != "" && !inside[name] {
			t.Errorf("%s runs on %s and has no %s", f.Name, loader, name)
		}
	}
}

func TestTwoLoadsGiveTheSameData(t *testing.T) {
	first, _ := deps(t)
	second, _ := deps(t)
	c := whole(t)
	c.Projects, c.People = c.Projects[:10], c.People[:2]
	for _, d := range []Deps{first, second} {
		if _, err := run(t.Context(), d, c, steps()); err != nil {
			t.Fatal(err)
		}
	}
	a, b := events(t, first), events(t, second)
	for i := range a {
		a[i].RecordedAt, b[i].RecordedAt = time.Time{}, time.Time{}
		category, _, _ := strings.Cut(a[i].Stream, "-")
		sealed := slices.Contains([]string{"discussion", "issue", "post", "application", "risk"}, category)
		if sealed || a[i].Type == "thread.message-posted.v1" || a[i].Type == "account.suspended.v1" { // a sealed text differs each time
			if one, other := opened(t, first, a[i]), opened(t, second, b[i]); !reflect.DeepEqual(one, other) {
				t.Errorf("%+v, and %+v", one, other)
			}
			a[i].Data, b[i].Data = nil, nil
		}
	}
	if !reflect.DeepEqual(a, b) {
		t.Fatal("two loads of the same set differ")
	}
}

func TestAnInterruptedLoadContinuesWithoutDuplicates(t *testing.T) {
	other, _ := deps(t)
	c := whole(t)
	c.Projects, c.People, c.Wikis = c.Projects[:12], c.People[:2], nil // few projects have other owners
	if _, err := run(t.Context(), other, c, steps()); err != nil {
		t.Fatal(err)
	}
	d, _ := deps(t)
	log := d.Log
	var secret []byte
	for left := 0; ; left += 2 { // it breaks also within a project, which is several appends
		d.Log = &failing{Log: log, left: left}
		_, err := run(t.Context(), d, c, steps())
		if err == nil && left > 6 {
			break
		}
		if !errors.Is(err, errBroken) {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(d.DataDir, LoginFile))
		if err != nil {
			t.Fatal(err)
		}
		if secret != nil && !bytes.Equal(raw, secret) {
			t.Fatal("the passwords changed")
		}
		secret = raw
	}
	d.Log = log
	whole := func(d Deps) (ids []string) {
		for _, e := range events(t, d) {
			ids = append(ids, e.Stream+" "+e.ID.String())
		}
		slices.Sort(ids)
		return ids
	}
	if a, b := whole(other), whole(d); !slices.Equal(a, b) {
		t.Fatalf("%d events instead of %d", len(b), len(a))
	}
	result, err := run(t.Context(), d, c, steps())
	if err != nil || result.Projects != 0 || result.There != 12 || result.Login != nil {
		t.Fatal(result, err)
	}
}

func TestASiteWithOtherDataIsNotChanged(t *testing.T) {
	d, accounts := deps(t)
	if _, err := d.Log.Append(t.Context(), eventlog.Write{Stream: "project-AAAAAAAA", Expected: eventlog.NoStream, Events: []eventlog.Event{
		{ID: eventlog.NewEventID(), Type: "project.deleted.v1", Data: []byte(`{}`), Meta: eventlog.Metadata{At: Today()}},
	}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), d, nil); !errors.Is(err, ErrNotEmpty) {
		t.Fatal(err)
	}
	if len(accounts.by) != 0 || len(events(t, d)) != 1 {
		t.Fatal("something was loaded anyway")
	}
}

func TestOnlyTheOwnerOfTheFileCanReadPasswords(t *testing.T) {
	d, accounts := deps(t)
	c := whole(t)
	c.Projects, c.People = c.Projects[:1], c.People[:2]
	result, err := run(t.Context(), d, c, steps())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(d.DataDir, LoginFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info, err)
	}
	for _, l := range result.Login {
		a := accounts.by[accountID(l.Username)]
		if len(l.Password) < 16 || a.Password != l.Password || a.Username != l.Username {
			t.Errorf("%+v is not %+v", l, a)
		}
	}
	for _, e := range events(t, d) {
		for _, l := range result.Login {
			if bytes.Contains(e.Data, []byte(l.Password)) {
				t.Fatal("a password is in the log")
			}
		}
	}
}

// deployment is a site on which one process does not support a type.
type deployment struct{ unknown string }

func (d deployment) Writable(_ context.Context, types ...string) error {
	if slices.Contains(types, d.unknown) {
		return errors.New("process old does not support " + d.unknown)
	}
	return nil
}

func TestTheSetWritesNoTypeThatARunningProcessDoesNotSupport(t *testing.T) {
	d, _ := deps(t)
	c := whole(t)
	c.Projects = c.Projects[:10]
	for _, unknown := range []string{"organization.created.v1", "project.created.v1", "curation.changed.v1", "collection.created.v1"} {
		d.Types = deployment{unknown}
		if _, err := run(t.Context(), d, c, steps()); err == nil || !strings.Contains(err.Error(), "process old does not support "+unknown) {
			t.Errorf("the load = %v", err)
		}
		for _, e := range events(t, d) {
			if e.Type == unknown {
				t.Fatalf("%s was written", unknown)
			}
		}
	}
	d.Types = deployment{}
	if result, err := run(t.Context(), d, c, steps()); err != nil || result.There != 10 {
		t.Errorf("%+v %v", result, err)
	}
}
