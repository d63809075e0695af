package packfile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	domain "github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/platform/packfile/packfiletest"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/packfile"
	readapi "github.com/modyard/modyard/readapi/packfile"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker = "UserMak1"
	staff = "UserMod2"
	pack  = "ProjPac1"
	quay  = "ProjQua2"
)

func entry(name, body string) packfiletest.Entry { return packfiletest.Entry{Name: name, Body: body} }

func listed(path, body, url string) packfiletest.Listed {
	return packfiletest.Listed{Path: path, Body: body, URL: url}
}

// knows is the service of the operator.
type knows struct {
	files map[uint32]packfile.Identity
	fails error
}

func (k *knows) Identify(context.Context, []uint32) (map[uint32]packfile.Identity, error) {
	return k.files, k.fails
}

type world struct {
	*catalogtest.World
	t     *testing.T
	api   http.Handler
	files *blobs.Store
}

func newWorld(t *testing.T, service packfile.Identifier) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Also(projected.New())
	var err error
	if w.files, err = blobs.Open(t.Context(), t.TempDir(), "https://modyard.test"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.files.Close() })
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	api := httpkit.New(httpkit.Options{Logger: logger})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	readapi.New(readapi.Options{
		Source: &view.Source{Pool: w.DB.Pool, Board: w.Board}, Store: packfile.NewStore(w.DB.Pool, nil), Files: w.files, Service: service, Logger: logger,
	}).Register(api)
	w.api = api.Handler()
	w.Account(maker, "舟大工", "user")
	w.Account(staff, "灯塔", "moderator")
	w.Project(pack, maker, project.Created{Project: pack, Slug: "pack", Type: project.TypeModpack, Title: "港口整合包", Owner: maker})
	w.Slug("pack", pack)
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "蒸汽码头", Owner: maker})
	return w
}

// version adds a version with a stored file.
func (w *world) version(of, id, number, name string, data []byte) {
	w.t.Helper()
	key := of + "/versions/" + id + "/" + name
	if _, err := w.files.Put(w.t.Context(), key, "application/zip", bytes.NewReader(data)); err != nil {
		w.t.Fatal(err)
	}
	w.Happen("version-"+id, maker, project.VersionCreated{
		Version: id, Project: of, Name: number, Number: number, Channel: project.Release, Status: project.VersionListed,
		Loaders: []string{"fabric"}, GameVersions: []string{"1.20.1"}, Files: []project.File{{
			Name: name, URL: w.files.URL(key), Size: int64(len(data)), Primary: true, SHA1: packfiletest.SHA1(string(data)), SHA512: packfiletest.SHA512(string(data)),
		}},
	})
	w.Settle()
}

func (w *world) ask(status int, as, of string) (out readapi.Document) {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/_internal/moderation/project/"+of, nil)
	r.Header.Set("As", as)
	answer := httptest.NewRecorder()
	w.api.ServeHTTP(answer, r)
	if answer.Code != status {
		w.t.Fatalf("%s as %s answers %d: %s", of, as, answer.Code, answer.Body)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(answer.Body.Bytes(), &out); err != nil {
			w.t.Fatal(err)
		}
	}
	return out
}

func file(t *testing.T, d readapi.Document, name string) readapi.File {
	t.Helper()
	for _, f := range d.Files {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("%s is missing in %+v", name, d.Files)
	return readapi.File{}
}

func TestEachFileOfAPackIsToldFromTheOthers(t *testing.T) {
	service := &knows{files: map[uint32]packfile.Identity{
		packfile.Fingerprint([]byte("jei")): {Flame: 238222, Title: "JEI", URL: "https://flame.example/jei"},
		packfile.Fingerprint([]byte("emi")): {Flame: 580555, Title: "EMI"},
	}}
	w := newWorld(t, service)
	w.version(quay, "VersQua1", "2.0.0", "quay.jar", []byte("quay"))
	w.Project(quay, staff, project.Approved{Status: "approved", From: project.Processing})
	w.version(pack, "VersPac1", "1.0.0", "pack-1.0.0.mrpack", packfiletest.Pack(t,
		packfiletest.Index(t, listed("mods/quay.jar", "quay", "https://cdn.example/quay.jar")),
		entry("overrides/mods/ferry.jar", "ferry"), entry("overrides/mods/known.jar", "known"), entry("overrides/mods/jei.jar", "jei"),
		entry("client-overrides/mods/emi.jar", "emi"), entry("overrides/config/a.toml", "a")))
	w.Happen("packfile-"+packfiletest.SHA512("known"), staff, domain.Judged{
		SHA512: packfiletest.SHA512("known"), SHA1: packfiletest.SHA1("known"), Name: "known.jar", Status: domain.No, Title: "旧", Link: "https://old.example", Proof: "邮件",
	})
	w.Happen("flamefile-580555", staff, domain.FlameJudged{Flame: 580555, Status: domain.Yes, Title: "EMI"})
	w.Settle()

	for _, name := range []string{pack, "pack", "PACK"} {
		d := w.ask(200, staff, name)
		if len(d.Identified) != 3 || d.Identified[packfiletest.SHA1("quay")] != (readapi.Identified{FileName: "quay.jar", Status: "yes"}) ||
			d.Identified[packfiletest.SHA1("known")] != (readapi.Identified{FileName: "known.jar", Status: "no"}) || d.Identified[packfiletest.SHA1("emi")] != (readapi.Identified{FileName: "emi.jar", Status: "yes"}) {
			t.Errorf("identified: %+v", d.Identified)
		}
		if len(d.FlameFiles) != 1 || d.FlameFiles[packfiletest.SHA1("jei")] != (readapi.FlameFile{FileName: "jei.jar", Title: "JEI", ID: 238222, URL: "https://flame.example/jei"}) {
			t.Errorf("of the other platform: %+v", d.FlameFiles)
		}
		if len(d.UnknownFiles) != 1 || d.UnknownFiles[packfiletest.SHA1("ferry")] != "ferry.jar" {
			t.Errorf("unknown: %+v", d.UnknownFiles)
		}
		if d.Identifier != "ready" || len(d.Packs) != 1 || d.Packs[0].Files != 5 || d.Packs[0].Skipped.Total != 1 || d.Packs[0].Problem != "" || d.Packs[0].Pending {
			t.Errorf("%s, %+v", d.Identifier, d.Packs)
		}
		on := file(t, d, "quay.jar")
		if on.Site == nil || on.Site.Project.Slug != "quay" || on.Site.Number != "2.0.0" || on.Places[0].Host != "cdn.example" || on.Places[0].Place != "index" {
			t.Errorf("%+v", on)
		}
		if j := file(t, d, "known.jar").Judgement; j == nil || j.Number != 1 || j.By == nil || j.By.Username != "灯塔" || j.Proof != "邮件" || j.Of != "file" || j.At.IsZero() {
			t.Errorf("%+v", j)
		}
		if e := file(t, d, "emi.jar"); e.Flame == nil || e.Judgement == nil || e.Judgement.Of != "flame" || e.Places[0].Place != "client-overrides" {
			t.Errorf("%+v", e)
		}
	}
	w.ask(401, maker, pack)
	w.ask(404, staff, "none")

	service.fails = errors.New("away")
	if d := w.ask(200, staff, pack); d.Identifier != "ready" || len(d.FlameFiles) != 1 {
		t.Errorf("answers that were kept need no service: %s, %+v", d.Identifier, d.FlameFiles)
	}
}

func TestWhatIsJudgedForOnePackIsKnownInTheNextAndAJudgementCanOutweighTheSite(t *testing.T) {
	w := newWorld(t, nil)
	w.version(quay, "VersQua1", "2.0.0", "quay.jar", []byte("quay"))
	w.version(pack, "VersPac1", "1", "a.mrpack", packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/quay.jar", "quay")))
	if d := w.ask(200, staff, pack); len(d.UnknownFiles) != 1 || d.Identifier != "none" {
		t.Errorf("a draft of the site permits nothing: %+v", d)
	}
	judge := func(status, from domain.Status) {
		sum := packfiletest.SHA512("quay")
		w.Happen("packfile-"+sum, staff, domain.Judged{SHA512: sum, SHA1: packfiletest.SHA1("quay"), Name: "quay.jar", Status: status, From: from})
		w.Settle()
	}
	judge(domain.Unidentified, "")
	w.version(pack, "VersPac2", "2", "b.mrpack", packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/renamed.jar", "quay")))
	d := w.ask(200, staff, pack)
	if f := d.Files[0]; len(d.Files) != 1 || f.Status != "unidentified" || len(f.Places) != 2 || f.Places[0].Version != "VersPac2" {
		t.Errorf("%+v", d.Files)
	}
	w.Project(quay, staff, project.Approved{Status: "approved", From: project.Processing})
	w.Settle()
	if f := w.ask(200, staff, pack).Files[0]; f.Status != "yes" || f.Site == nil {
		t.Errorf("the site has it: %+v", f)
	}
	judge(domain.PermanentNo, domain.Unidentified)
	if f := w.ask(200, staff, pack).Files[0]; f.Status != "permanent-no" || f.Judgement.Number != 2 {
		t.Errorf("nobody may pass it on: %+v", f)
	}
}

func TestAForgedDigestHidesNoFile(t *testing.T) {
	w := newWorld(t, nil)
	w.version(quay, "VersQua1", "2.0.0", "quay.jar", []byte("quay"))
	w.Project(quay, staff, project.Approved{Status: "approved", From: project.Processing})
	index := strings.ReplaceAll(packfiletest.Index(t, listed("mods/evil.jar", "evil", "https://cdn.example/evil.jar")).Body, packfiletest.SHA1("evil"), packfiletest.SHA1("quay"))
	w.version(pack, "VersPac1", "1", "a.mrpack", packfiletest.Pack(t, entry("modrinth.index.json", index), entry("overrides/mods/quay.jar", "quay")))
	d := w.ask(200, staff, pack)
	if len(d.Identified) != 0 || len(d.UnknownFiles) != 1 || !file(t, d, "evil.jar").Shared || file(t, d, "evil.jar").Kind != "unknown" || file(t, d, "quay.jar").Kind != "identified" {
		t.Errorf("%+v", d)
	}
}

func TestAFileWhoseIndexStatesAnotherSHA1ThanTheSiteIsNotIdentified(t *testing.T) {
	w := newWorld(t, nil)
	w.version(quay, "VersQua1", "2.0.0", "quay.jar", []byte("quay"))
	w.Project(quay, staff, project.Approved{Status: "approved", From: project.Processing})
	// The launcher that checks the SHA-1 alone installs another file than the one that the SHA-512 names.
	index := strings.ReplaceAll(packfiletest.Index(t, listed("mods/quay.jar", "quay", "https://cdn.example/quay.jar")).Body, packfiletest.SHA1("quay"), packfiletest.SHA1("evil"))
	w.version(pack, "VersPac1", "1", "a.mrpack", packfiletest.Pack(t, entry("modrinth.index.json", index)))
	d := w.ask(200, staff, pack)
	if f := file(t, d, "quay.jar"); !f.Misstated || f.Kind != "unknown" || f.Status != "" || f.Site == nil || len(d.Identified) != 0 || d.UnknownFiles[packfiletest.SHA1("evil")] != "quay.jar" {
		t.Errorf("%+v", d)
	}
	// What the pack contains itself is not stated but computed.
	w.version(pack, "VersPac2", "2", "b.mrpack", packfiletest.Pack(t, entry("modrinth.index.json", index), entry("overrides/mods/quay.jar", "quay")))
	if f := file(t, w.ask(200, staff, pack), "quay.jar"); f.SHA1 != packfiletest.SHA1("quay") || len(f.Places) != 3 {
		t.Errorf("%+v", f)
	}
}

func TestAnAnswerWithoutPacksOrFilesHasEmptyListsAndNoNulls(t *testing.T) {
	w := newWorld(t, nil)
	body := func() string {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, "/_internal/moderation/project/"+pack, nil)
		r.Header.Set("As", staff)
		answer := httptest.NewRecorder()
		w.api.ServeHTTP(answer, r)
		if answer.Code != http.StatusOK {
			t.Fatal(answer.Code, answer.Body)
		}
		return answer.Body.String()
	}
	w.Settle()
	for _, want := range []string{`"identified":{}`, `"flame_files":{}`, `"unknown_files":{}`, `"files":[]`, `"packs":[]`} {
		if got := body(); !strings.Contains(got, want) {
			t.Errorf("without a pack: %s, want %s", got, want)
		}
	}
	w.version(pack, "VersPac1", "1", "a.mrpack", packfiletest.Pack(t, packfiletest.Index(t)))
	for range 2 { // read, and known
		if got := body(); strings.Count(got, `"paths":[]`) != 2 || !strings.Contains(got, `"files":[]`) {
			t.Errorf("of an empty pack: %s", got)
		}
	}
}

func TestAPackThatCannotBeReadSaysWhyBesideTheOthers(t *testing.T) {
	w := newWorld(t, &knows{fails: errors.New("away")})
	w.version(pack, "VersPac1", "1", "a.mrpack", []byte("no archive"))
	w.version(pack, "VersPac2", "2", "b.mrpack", packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/ferry.jar", "ferry")))
	w.version(pack, "VersPac3", "3", "c.zip", packfiletest.Pack(t, entry("a.jar", "a")))
	d := w.ask(200, staff, pack)
	if len(d.Packs) != 2 || d.Packs[0].Number != "2" || d.Packs[0].Problem != "" || d.Packs[1].Problem == "" || len(d.Files) != 1 || d.Identifier != "failing" {
		t.Errorf("%+v", d)
	}
	if err := w.files.Delete(t.Context(), pack+"/versions/VersPac2/b.mrpack"); err != nil {
		t.Fatal(err)
	}
	if d := w.ask(200, staff, pack); len(d.Files) != 1 {
		t.Errorf("a pack is read again: %+v", d)
	}
}

func TestOnlyTheNewestPacksAreRead(t *testing.T) {
	w := newWorld(t, nil)
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "A"} {
		w.version(pack, "VersPac"+n, n, "a.mrpack", packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/"+n+".jar", n)))
	}
	if d := w.ask(200, staff, pack); len(d.Packs) != 8 || d.Older != 2 || d.Packs[0].Number != "A" || len(d.Files) != 8 {
		t.Errorf("%d packs, %d older, %d files", len(d.Packs), d.Older, len(d.Files))
	}
}
