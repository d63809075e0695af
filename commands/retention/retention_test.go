package retention_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/retention"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

const (
	projectID, versionID = "AAAAAAAA", "BBBBBBBB"

	jar     = projectID + "/versions/" + versionID + "/b1/lantern.jar"
	second  = projectID + "/versions/" + versionID + "/b2/second.jar"
	gallery = projectID + "/images/b1/" + "0123456789012345678901234567890123456789.png"
	icon    = projectID + "/icons/b1/" + "0123456789012345678901234567890123456789.png"
	drawn   = "images/owner001/b1/0123456789012345678901234567890123456789.png"

	day = 24 * time.Hour
)

// world is a site with one project and a read model that the test writes itself.
type world struct {
	*commandstest.World
	db      *database.DB
	service *retention.Service
	model   []retention.File // candidates and parts
	now     time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, domain.EventTypes(), project.EventTypes(), image.EventTypes()), db: pgtest.Database(t), now: time.Now().Truncate(time.Second)}
	h := w.Handler()
	h.Now = func() time.Time { return w.now }
	var err error
	if w.service, err = retention.New(retention.Options{
		Handler: h, Blobs: w.Blobs, Pool: w.db.Pool, Keep: 180 * day, Logger: w.Logger,
		Candidates: func(ctx context.Context, after string) (found []retention.File, err error) {
			for _, f := range w.model {
				if f.Key > after && w.cleared(ctx, f.Key) == "" {
					found = append(found, f)
				}
			}
			slices.SortFunc(found, func(a, b retention.File) int { return strings.Compare(a.Key, b.Key) })
			return found, nil
		},
		Parts: func(_ context.Context, key string) (found []retention.File, err error) {
			for _, f := range w.model {
				if f.Key == key {
					found = append(found, f)
				}
			}
			return found, nil
		},
	}); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	w.Happen("project-"+projectID,
		project.Created{Project: projectID, Slug: "lantern", Type: project.TypeMod, Title: "Lantern", Owner: "owner001"},
		project.IconChanged{URL: w.Blobs.URL(icon)},
		project.PictureAdded{Picture: project.Picture{URL: w.Blobs.URL(gallery)}},
		project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Happen("version-"+versionID, project.VersionCreated{
		Version: versionID, Project: projectID, Author: "owner001", Status: project.VersionListed,
		Files: []project.File{w.file(jar, "a", true), w.file(second, "b", false)},
	})
	for _, key := range []string{jar, second, gallery, icon, drawn} {
		w.put(key, "x")
	}
	return w
}

func (w *world) file(key, hash string, primary bool) project.File {
	return project.File{SHA1: strings.Repeat(hash, 40), SHA512: strings.Repeat(hash, 128), URL: w.Blobs.URL(key), Name: key[strings.LastIndex(key, "/")+1:], Size: 1, Primary: primary}
}

func (w *world) put(key, body string) {
	w.Helper()
	if _, err := w.Blobs.Put(context.Background(), key, "application/zip", strings.NewReader(body)); err != nil {
		w.Fatal(err)
	}
}

func (w *world) stored(key string) bool {
	w.Helper()
	found, err := w.Blobs.Exists(context.Background(), key)
	if err != nil {
		w.Fatal(err)
	}
	return found
}

// cleared is why the bytes of a key were deleted; empty if that is not recorded as done.
func (w *world) cleared(ctx context.Context, key string) (why string) {
	_ = w.db.Pool.QueryRow(ctx, `select why from cleared.blobs where key = $1 and cleared is not null`, key).Scan(&why)
	return why
}

// removed is a file whose reference ended some days ago.
func (w *world) removed(key, kind string, days int) retention.File {
	at := w.now.Add(-time.Duration(days) * day)
	f := retention.File{Key: key, Project: projectID, Kind: kind, Name: key[strings.LastIndex(key, "/")+1:], PartOf: key, State: domain.Stored{Ended: &at}}
	if kind == "file" {
		f.Version, f.SHA1, f.SHA512, f.Size = versionID, strings.Repeat("a", 40), strings.Repeat("a", 128), 1
	}
	return f
}

func (w *world) sweep(want int) {
	w.Helper()
	if n, err := w.service.Sweep(context.Background()); n != want || err != nil {
		w.Fatalf("%d files were cleared, want %d: %v", n, want, err)
	}
}

func packed(t *testing.T, names ...string) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range names {
		e, err := z.Create(name)
		if err == nil {
			_, err = e.Write([]byte(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestOldRemovedFilesAreClearedAndTheirEntriesStay(t *testing.T) {
	w := newWorld(t)
	w.put(jar, packed(t, "fabric.mod.json", "assets/雪.png"))
	w.Happen("version-"+versionID, project.VersionDeleted{Version: versionID, Project: projectID})
	w.model = []retention.File{w.removed(jar, "file", 179), w.removed(second, "file", 10)}
	w.sweep(0)
	w.now = w.now.Add(day)
	w.sweep(1)
	if w.stored(jar) || !w.stored(second) {
		t.Fatal("the wrong bytes are gone")
	}
	var entries []string
	var total int
	var size int64
	var hash string
	if err := w.db.Pool.QueryRow(t.Context(), `select entries, total, size, sha512 from cleared.blobs where key = $1 and why = 'old'`, jar).Scan(&entries, &total, &size, &hash); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(entries, []string{"fabric.mod.json", "assets/雪.png"}) || total != 2 || size != 1 || hash != strings.Repeat("a", 128) {
		t.Errorf("%q %d %d %s", entries, total, size, hash)
	}
	w.sweep(0)
}

func TestAPictureIsDescribedBeforeItsBytesGo(t *testing.T) {
	w := newWorld(t)
	w.put(gallery, "not an archive")
	w.Happen("project-"+projectID, project.PictureRemoved{URL: w.Blobs.URL(gallery)})
	w.model = []retention.File{w.removed(gallery, "gallery", 200)}
	w.sweep(1)
	var size int64
	var hash string
	if err := w.db.Pool.QueryRow(t.Context(), `select size, sha512 from cleared.blobs where key = $1 and entries is null`, gallery).Scan(&size, &hash); err != nil || size != 14 || len(hash) != 128 {
		t.Error(size, hash, err)
	}
}

func TestWhatTheLogStillRefersToIsNotCleared(t *testing.T) {
	w := newWorld(t)
	// The read model is wrong about all of them: another event made them visible again.
	w.model = []retention.File{w.removed(jar, "file", 400), w.removed(gallery, "gallery", 400), w.removed(icon, "icon", 400)}
	w.sweep(0)
	for _, key := range []string{jar, gallery, icon} {
		if !w.stored(key) {
			t.Errorf("%s is gone", key)
		}
	}
	w.Happen("project-"+projectID, project.Rejected{From: project.Listed})
	w.sweep(3)
}

// A crash may happen after each step; the next sweep finishes and keeps what the first one has read.
func TestACrashDuringClearingIsFinishedByTheNextSweep(t *testing.T) {
	for name, deleted := range map[string]bool{"before the bytes are deleted": false, "after the bytes are deleted": true} {
		w := newWorld(t)
		w.put(jar, packed(t, "plugin.yml"))
		w.Happen("version-"+versionID, project.VersionDeleted{Version: versionID, Project: projectID})
		w.model = []retention.File{w.removed(jar, "file", 400)}
		if _, err := w.db.Pool.Exec(t.Context(), `insert into cleared.blobs values ($1, 9, 'one', 'two', array['plugin.yml'], 1, 'old', now(), null)`, jar); err != nil {
			t.Fatal(err)
		}
		if deleted {
			if err := w.Blobs.Delete(t.Context(), jar); err != nil {
				t.Fatal(err)
			}
		}
		w.sweep(1)
		var entries []string
		if err := w.db.Pool.QueryRow(t.Context(), `select entries from cleared.blobs where key = $1 and cleared is not null`, jar).Scan(&entries); err != nil || len(entries) != 1 || w.stored(jar) {
			t.Errorf("%s: %q %v", name, entries, err)
		}
	}
}

func TestAFailureOfOneFileDoesNotBlockTheOthers(t *testing.T) {
	w := newWorld(t)
	w.Happen("project-"+projectID, project.Deleted{Slug: "lantern"})
	w.model = []retention.File{w.removed("AAAAAAAA/../x", "icon", 400), w.removed(gallery, "gallery", 400)}
	if n, err := w.service.Sweep(t.Context()); n != 1 || err == nil {
		t.Errorf("%d %v", n, err)
	}
}

func (w *world) remove(who, key string, body map[string]any) commandstest.Answer {
	w.Helper()
	if body == nil {
		body = map[string]any{"reason": map[string]any{"code": "legal", "text": "法院裁定"}}
	}
	body["url"] = w.Blobs.URL(key)
	return w.Ask(who, "POST", "/_internal/removal", body)
}

func TestALegalRemovalDestroysAFileAtOnce(t *testing.T) {
	w := newWorld(t)
	f := w.removed(jar, "file", 0)
	f.State = domain.Stored{}
	w.model = []retention.File{f}
	for who, want := range map[string]int{"": 401, "stranger": 401, "owner001": 401, commandstest.Moderator: 401} {
		if a := w.remove(who, jar, nil); a.Status != want {
			t.Errorf("%s: %s", who, a)
		}
	}
	if a := w.remove(commandstest.Admin, jar, map[string]any{}); a.Status != 400 || a.JSON(t)["field"] != "reason" {
		t.Error(a)
	}
	if a := w.remove(commandstest.Admin, projectID+"/versions/"+versionID+"/b9/none.jar", nil); a.Status != 404 {
		t.Error(a)
	}
	if a := w.Ask(commandstest.Admin, "POST", "/_internal/removal", map[string]any{"url": "https://elsewhere.example/data/" + jar, "reason": map[string]any{"code": "legal"}}); a.Status != 400 {
		t.Error(a)
	}
	if !w.stored(jar) {
		t.Fatal("a refused removal destroyed the bytes")
	}
	if a := w.remove(commandstest.Admin, jar, nil); a.Status != 204 {
		t.Fatal(a)
	}
	if w.stored(jar) || !w.stored(second) || w.cleared(t.Context(), jar) != "destroyed" {
		t.Error("the wrong bytes are gone")
	}
	events := w.Events("retention-" + projectID)
	if len(events) != 1 || events[0].(domain.Destroyed).SHA512 != strings.Repeat("a", 128) || events[0].(domain.Destroyed).Reason.Text != "法院裁定" {
		t.Errorf("%+v", events)
	}
	last := w.Events("version-" + versionID)
	if _, removed := last[len(last)-1].(project.FileRemoved); !removed {
		t.Errorf("the version still has the file: %+v", last)
	}
	// The last file of a version goes too, and a second request changes nothing.
	g := w.removed(second, "file", 0)
	g.SHA1, g.SHA512, g.State = strings.Repeat("b", 40), strings.Repeat("b", 128), domain.Stored{}
	w.model = append(w.model, g)
	for range 2 {
		if a := w.remove(commandstest.Admin, second, nil); a.Status != 204 {
			t.Fatal(a)
		}
	}
	if n := len(w.Events("retention-" + projectID)); n != 2 || w.stored(second) {
		t.Error(n)
	}
}

func TestALegalRemovalTakesPicturesIconsAndTextPictures(t *testing.T) {
	w := newWorld(t)
	for key, kind := range map[string]string{gallery: "gallery", icon: "icon", drawn: retention.TextPicture} {
		f := retention.File{Key: key, Kind: kind, Name: "x.png", PartOf: key, Project: projectID}
		if kind == retention.TextPicture {
			f.Project = ""
		}
		w.model = append(w.model, f)
		if a := w.remove(commandstest.Admin, key, nil); a.Status != 204 || w.stored(key) {
			t.Errorf("%s: %s", kind, a)
		}
	}
	var changed []string
	for _, e := range w.Events("project-" + projectID) {
		switch e := e.(type) {
		case project.PictureRemoved:
			changed = append(changed, "gallery")
		case project.IconChanged:
			if e.URL == "" {
				changed = append(changed, "icon")
			}
		}
	}
	slices.Sort(changed)
	if !slices.Equal(changed, []string{"gallery", "icon"}) || len(w.Events("retention-owner001")) != 1 {
		t.Error(changed)
	}
}

func TestAnEndedReferenceCanStillBeDestroyed(t *testing.T) {
	w := newWorld(t)
	w.Happen("project-"+projectID, project.Deleted{Slug: "lantern"})
	w.model = []retention.File{w.removed(jar, "file", 3)}
	if a := w.remove(commandstest.Admin, jar, nil); a.Status != 204 || w.stored(jar) {
		t.Error(a)
	}
}

func TestARestoredStoreLosesWhatWasDestroyed(t *testing.T) {
	w := newWorld(t)
	f := w.removed(jar, "file", 0)
	w.model = []retention.File{f}
	if a := w.remove(commandstest.Admin, jar, nil); a.Status != 204 {
		t.Fatal(a)
	}
	w.put(jar, "from a backup")
	if _, err := w.db.Pool.Exec(t.Context(), `delete from cleared.blobs`); err != nil {
		t.Fatal(err)
	}
	if err := w.service.Apply(t.Context()); err != nil || w.stored(jar) {
		t.Error("the bytes are back", err)
	}
}

func TestErasingAnAccountDestroysItsPicturesAndDeletedFiles(t *testing.T) {
	w := newWorld(t)
	const avatar, staged, others = "users/owner001/x.png", "private/staged/owner001/id/x.jar", "images/stranger/b1/0123456789012345678901234567890123456789.png"
	for _, key := range []string{avatar, staged, others} {
		w.put(key, "x")
	}
	gone, kept := w.removed(jar, "file", 0), w.removed(second, "file", 0)
	gone.State.Destroyed = true // its owner was erased
	w.model = []retention.File{gone, kept}
	for range 2 {
		if err := w.service.Erase(t.Context(), "owner001"); err != nil {
			t.Fatal(err)
		}
	}
	for key, want := range map[string]bool{avatar: false, staged: false, drawn: false, jar: false, second: true, others: true} {
		if w.stored(key) != want {
			t.Errorf("%s is stored: %v", key, !want)
		}
	}
}

func TestTheServiceNeedsItsParts(t *testing.T) {
	if _, err := retention.New(retention.Options{}); err == nil || errors.Is(err, context.Canceled) {
		t.Error("made of nothing")
	}
}
