package upload_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/pgtest"
)

const sender = "sender01"

// projects answers as a test sets, and has one project, Project1, and one with the slug tide-loom.
type projects struct {
	published upload.Published
	asked     []string
}

func (p *projects) MayUpload(_ context.Context, by actor.Actor, id string) (project.State, error) {
	if id != "Project1" || by.Account != sender {
		return project.State{}, fault.NotFound("资源不存在")
	}
	return project.State{ID: id, Type: project.TypeMod}, nil
}

func (p *projects) Published(context.Context, actor.Actor, string, string) (upload.Published, error) {
	return p.published, nil
}

func (p *projects) Has(_ context.Context, version, address string) (bool, error) {
	return slices.ContainsFunc(p.published.Version.Files, func(f project.File) bool { return p.published.Version.ID == version && f.URL == address }), nil
}

func (p *projects) Called(_ context.Context, _ actor.Actor, id, asking string) (*filecheck.DetectedProject, error) {
	p.asked = append(p.asked, id+" for "+asking)
	return &filecheck.DetectedProject{ID: "Project2", Slug: id}, nil
}

type stagingWorld struct {
	*commandstest.World
	projects *projects
	files    *upload.Files
	pool     *pgxpool.Pool
	dir      string // of the blobs
	days     int
}

func newStagingWorld(t *testing.T) *stagingWorld {
	t.Helper()
	w := &stagingWorld{World: commandstest.New(t, project.EventTypes()), projects: &projects{published: upload.Published{Free: true}}}
	w.dir = t.TempDir()
	w.pool = pgtest.Database(t).Pool
	var err error
	if w.Blobs, err = blobs.Open(t.Context(), w.dir, "https://example.test"); err != nil {
		t.Fatal(err)
	}
	h := w.Handler()
	h.Now = func() time.Time { return time.Now().AddDate(0, 0, w.days) }
	if w.files, err = upload.NewFiles(upload.FileOptions{
		Uploads: &upload.Store{Blobs: w.Blobs, Handler: h, Logger: w.Logger}, Projects: w.projects, Pool: w.pool, TempDir: t.TempDir(),
	}); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.files.Routes)
	return w
}

// send stages a mod with a dependency.
func (w *stagingWorld) send(name string) commandstest.Answer {
	w.Helper()
	return w.Ask(sender, "POST", "/_internal/version-file?project_id=Project1&name="+name, w.pack(name), "Content-Type", "application/octet-stream")
}

func (w *stagingWorld) pack(name string) []byte {
	w.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("fabric.mod.json")
	if err != nil {
		w.Fatal(err)
	}
	_, _ = fmt.Fprintf(f, `{"id":%q,"version":"1","depends":{"tide-loom":"*"}}`, name)
	if err := z.Close(); err != nil {
		w.Fatal(err)
	}
	return b.Bytes()
}

func (w *stagingWorld) staged(name string) string {
	w.Helper()
	a := w.send(name)
	if a.Status != 200 {
		w.Fatal(a)
	}
	return a.JSON(w)["id"].(string)
}

// blobs is the number of stored files under a folder.
func (w *stagingWorld) blobs(folder string) int {
	w.Helper()
	n := 0
	err := filepath.WalkDir(w.dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasPrefix(path, filepath.Join(w.dir, folder)) && strings.HasSuffix(path, ".jar") {
			n++
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *stagingWorld) take(b *upload.Batch, ids ...string) ([]upload.File, error) {
	var list []upload.StagedInput
	for _, id := range ids {
		list = append(list, upload.StagedInput{ID: id, FileType: "dev-jar"})
	}
	return w.files.Take(w.Context(), b, actor.Actor{Account: sender}, upload.Place{Project: "Project1", Version: "Version1"}, list)
}

func TestTheAnswerForAStagedFileNamesTheProjectsThatItNeeds(t *testing.T) {
	w := newStagingWorld(t)
	body := string(w.send("a.jar").Body)
	if !strings.Contains(body, `"project":{"id":"Project2","slug":"tide-loom"`) || len(w.projects.asked) != 1 || w.projects.asked[0] != "tide-loom for Project1" {
		t.Errorf("%s, asked %v", body, w.projects.asked)
	}
}

func TestAFileOfAVersionCannotBeStaged(t *testing.T) {
	w := newStagingWorld(t)
	for title, wantText := range map[string]string{"": "该文件已被上传过", "Tide Loom": "已在「Tide Loom」的版本 1.0 中"} {
		w.projects.published = upload.Published{Version: project.Version{ID: "Version2", Number: "1.0"}, Title: title}
		if a := w.send("a.jar"); a.Status != 400 || !strings.Contains(string(a.Body), wantText) {
			t.Error(a)
		}
	}
	if left := w.blobs("private"); left != 0 {
		t.Errorf("%d files were not deleted", left)
	}
}

// A body without a length counts as the largest file until its size is known.
func TestABodyWithoutALengthStaysWithinTheAccountsLimit(t *testing.T) {
	w := newStagingWorld(t)
	send := func(name string) commandstest.Answer {
		return w.Ask(sender, "POST", "/_internal/version-file?project_id=Project1&name="+name, io.MultiReader(bytes.NewReader(w.pack(name))))
	}
	if a := send("small.jar"); a.Status != 200 || a.JSON(t)["size"] != float64(len(w.pack("small.jar"))) {
		t.Fatal(a)
	}
	if _, err := w.pool.Exec(t.Context(), `insert into staging.files (id, account, project, name, size, key, created, expires) values ('Staged01', $1, 'Project1', 'a.jar', $2, 'k', $3, $4)`,
		sender, int64(3<<30), time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if a := send("large.jar"); a.Status != 400 || !strings.Contains(string(a.Body), "4 GiB") {
		t.Error(a)
	}
	if a := w.send("b.jar"); a.Status != 200 { // one with a length still fits
		t.Error(a)
	}
	if n := w.blobs("private"); n != 2 {
		t.Errorf("%d staged files are stored", n)
	}
}

func TestStagedFilesAreDeletedAfterAVersionHasThem(t *testing.T) {
	w := newStagingWorld(t)
	id := w.staged("a.jar")
	for _, refusal := range []error{fault.Invalid("name", "不行。"), nil} {
		b := w.files.Begin()
		files, err := w.take(b, id)
		if err != nil || len(files) != 1 || files[0].Name != "a.jar" || files[0].Kind != "dev-jar" || len(files[0].Facts.Manifests) != 1 {
			t.Fatal(files, err)
		}
		_, err = b.Handle(t.Context(), commands.Request{Command: "c"}, func(context.Context, *commands.Tx) error { return refusal })
		if !errors.Is(err, refusal) || (w.blobs("private") == 0) != (refusal == nil) {
			t.Errorf("%d staged files after %v", w.blobs("private"), err)
		}
		b.Close(t.Context())
	}
	if _, err := w.take(w.files.Begin(), id); err == nil {
		t.Error("a staged file was used twice")
	}
}

func TestTheSweepDoesNotDeleteACopyThatAVersionHas(t *testing.T) {
	for _, published := range []bool{true, false} {
		w := newStagingWorld(t)
		files, err := w.take(w.files.Begin(), w.staged("a.jar"))
		if err != nil {
			t.Fatal(err)
		}
		if published {
			w.projects.published.Version = project.Version{ID: "Version1", Files: upload.Plain(files)}
		}
		w.days = 2
		if n, err := w.files.Sweep(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if left := w.blobs("Project1"); (left == 1) != published || w.blobs("private") != 0 {
			t.Errorf("%d copies of a file that belongs to a version (%t), %d staged", left, published, w.blobs("private"))
		}
	}
}
