package modyard_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"mime/multipart"
	"net/textproto"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/icon"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/commands/team"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/eventlog"
)

const lifeFile = "testdata/life.txt"

// A project's life is told from the events alone, each by its sentence in docs/events.md: whoever has the log and that
// page knows what happened. go test . -run LifeOfAProject -update writes the text anew.
func TestTheLifeOfAProjectIsDescribedByItsEventsAlone(t *testing.T) {
	w := commandstest.New(t, app.EventTypes()...)
	uploads := &upload.Store{Blobs: w.Blobs, Handler: w.Handler(), Logger: w.Logger}
	files, err := upload.NewFiles(upload.FileOptions{Uploads: uploads, Projects: commands.Uploads{Handler: w.Handler()}, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	service, err := commands.New(commands.Options{Handler: w.Handler(), Files: files, Icons: icon.New(uploads), OpenWiki: wiki.SetOpen})
	if err != nil {
		t.Fatal(err)
	}
	members, err := team.New(team.Options{Handler: w.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes, members.Routes)
	project := liveThrough(w)
	told, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	var life strings.Builder
	for e := range everything(t, w.EventLog) {
		line, err := tell(told[e.Type], fieldOf(e))
		if err != nil {
			t.Errorf("%s: %v", e.Type, err)
		}
		if line == "" {
			t.Errorf("%s says nothing", e.Type)
		}
		if eventlog.Category(e.Stream) == "file" || eventlog.Category(e.Stream) == "slug" {
			continue // reservations: they repeat what the project says
		}
		fmt.Fprintln(&life, named(line, project))
	}
	text := life.String()
	t.Logf("\n%s", text)
	if *update {
		if err := os.WriteFile(lifeFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(lifeFile)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("the life reads differently from %s (-update writes it anew)", lifeFile)
	}
}

const (
	author   = "author00"
	follower = "helper00"
)

// ids are what a life's sentences hold that differs from run to run.
type ids struct {
	values []string // in the order in which they appeared
	names  []string
}

func (n *ids) add(name, value string) {
	if value != "" && !slices.Contains(n.values, value) {
		n.values, n.names = append(n.values, value), append(n.names, name)
	}
}

func named(line string, n *ids) string {
	for i, value := range n.values {
		line = strings.ReplaceAll(line, value, n.names[i])
	}
	return line
}

// liveThrough takes a project from a draft over two rejections and a hand-over to its archive, by ordinary requests.
func liveThrough(w *commandstest.World) *ids {
	w.Helper()
	n := &ids{}
	created := form(w, "/v2/project", map[string]any{
		"title": "Tide Loom", "slug": "tide-loom", "description": "Weaves tides", "body": "", "project_type": "mod",
		"client_side": "required", "server_side": "optional", "license_id": "MIT", "is_draft": true,
	}, nil).JSON(w)
	id, _ := created["id"].(string)
	path := "/v2/project/" + id
	version := form(w, "/v2/version", map[string]any{
		"project_id": id, "name": "One", "version_number": "1.0.0", "version_type": "release", "featured": false,
		"loaders": []string{"fabric"}, "game_versions": []string{"1.20.1"}, "dependencies": []any{}, "file_parts": []string{"main"},
	}, jar(w)).JSON(w)
	patch := func(who string, body map[string]any) { w.Want(204, who, "PATCH", path, body) }
	patch(author, map[string]any{"body": "It weaves.", "status": "processing"})
	patch(commandstest.Moderator, map[string]any{"status": "rejected", "moderation_message": "Say what it needs.", "reason": map[string]any{"code": "incomplete"}})
	patch(author, map[string]any{"body": "It weaves. It needs a loom.", "categories": []string{"magic"}, "status": "processing"})
	patch(commandstest.Moderator, map[string]any{"status": "rejected", "moderation_message": "The name is another's.", "reason": map[string]any{"code": "misleading", "text": "A mod of this name exists."}})
	patch(author, map[string]any{"title": "Tide Weaver", "slug": "tide-weaver", "status": "processing"})
	patch(commandstest.Moderator, map[string]any{"status": "approved", "reason": map[string]any{"code": "complies"}})
	w.Want(204, author, "POST", "/v2/team/"+id+"/members", map[string]any{"user_id": follower, "role": "Weaver", "permissions": 5, "payouts_split": 12.5})
	w.Want(204, follower, "POST", "/v2/team/"+id+"/join", nil)
	w.Want(204, author, "PATCH", "/v2/team/"+id+"/owner", map[string]any{"user_id": follower})
	w.Want(204, author, "DELETE", "/v2/team/"+id+"/members/"+author, nil)
	patch(follower, map[string]any{"status": "archived"})

	versionID, _ := version["id"].(string)
	n.add("PROJECT", id)
	n.add("VERSION", versionID)
	thread, _ := created["thread_id"].(string)
	n.add("THREAD", thread)
	for e := range everything(w, w.EventLog) {
		var said struct {
			Submission string `json:"submission"`
			Effective  string `json:"effective"`
			Message    string `json:"message"`
		}
		if json.Unmarshal(e.Data, &said) != nil {
			continue
		}
		if e.Type == "thread.message-posted.v1" {
			n.add(fmt.Sprintf("MESSAGE-%d", strings.Count(strings.Join(n.names, " "), "MESSAGE")+1), said.Message)
		}
		if said.Submission != "" {
			n.add(fmt.Sprintf("SUBMISSION-%d", strings.Count(strings.Join(n.names, " "), "SUBMISSION")+1), said.Submission)
		}
		n.add("TODAY", said.Effective)
	}
	return n
}

// everything lists the whole log.
func everything(t testing.TB, log eventlog.Log) func(func(eventlog.Recorded) bool) {
	return func(yield func(eventlog.Recorded) bool) {
		for batch, err := range log.Read(t.Context(), 0, math.MaxUint64, eventlog.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range batch.Events {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// form sends a JSON part, and a file where there is one, as the author.
func form(w *commandstest.World, path string, data any, file []byte) commandstest.Answer {
	w.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		w.Fatal(err)
	}
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	add := func(disposition string, content []byte) {
		part, err := parts.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}})
		if err != nil {
			w.Fatal(err)
		}
		_, _ = part.Write(content) // a buffer takes everything
	}
	add(`form-data; name="data"`, text)
	if file != nil {
		add(`form-data; name="main"; filename="loom.jar"`, file)
	}
	if err := parts.Close(); err != nil {
		w.Fatal(err)
	}
	return w.Want(200, author, "POST", path, body.Bytes(), "Content-Type", parts.FormDataContentType())
}

// jar is a small archive that says it is a mod.
func jar(t testing.TB) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("fabric.mod.json")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.Write([]byte(`{"id":"loom"}`))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
