package image_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// team knows one project, AAAAAAAA, and one version of it, BBBBBBBB. Its writer may do the one, its uploader the other.
type team struct{}

func (team) Rights(_ context.Context, by project.Actor, id string) (string, project.Permissions, error) {
	if id != "AAAAAAAA" {
		return "", 0, fault.NotFound("资源不存在")
	}
	switch by.Account {
	case "writer01":
		return id, project.EditBody, nil
	case "uploader":
		return id, project.UploadVersion, nil
	}
	return id, 0, nil
}

func (t team) VersionRights(ctx context.Context, by project.Actor, id string) (string, project.Permissions, error) {
	if id != "BBBBBBBB" {
		return "", 0, fault.NotFound("版本不存在")
	}
	return t.Rights(ctx, by, "AAAAAAAA")
}

type world struct {
	t      *testing.T
	log    eventlog.Log
	codec  commands.Codec
	blobs  *blobs.Store
	url    string
	client *http.Client
}

func newWorld(t *testing.T) *world {
	t.Helper()
	types, err := codec.New(domain.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	store, err := blobs.Open(context.Background(), "mem://", "https://example.test")
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	w := &world{t: t, log: memory.New(), codec: types, blobs: store}
	service, err := commandimage.New(commandimage.Options{Log: w.log, Codec: types, Blobs: store, Projects: team{}, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if who := r.Header.Get("X-Test-Who"); who != "" {
				c := identity.Caller{Account: who, Role: identity.RoleUser, Scopes: identity.AllScopes, Kind: identity.KindPAT}
				r = r.WithContext(identity.WithCaller(r.Context(), c))
			}
			next.ServeHTTP(rw, r)
		})
	})
	service.Routes(api)
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	w.url, w.client = server.URL, server.Client()
	return w
}

func (w *world) send(who, query string, body []byte, headers ...string) (int, map[string]any) {
	w.t.Helper()
	r, err := http.NewRequest(http.MethodPost, w.url+"/v3/image?"+query, bytes.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("X-Test-Who", who)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := w.client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	var v map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&v); err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, v
}

func picture(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAMembersPictureIsKeptAsItWasSent(t *testing.T) {
	w := newWorld(t)
	data := picture(t)
	status, v := w.send("writer01", "ext=png&context=project&project_id=AAAAAAAA", data)
	if status != http.StatusOK || v["owner_id"] != "writer01" || v["context"] != "project" || v["project_id"] != "AAAAAAAA" || v["size"] != float64(len(data)) {
		t.Fatal(status, v)
	}
	address, _ := v["url"].(string)
	key, ok := w.blobs.KeyOf(address)
	if !ok || !strings.HasSuffix(key, ".png") {
		t.Fatal(address)
	}
	stored, err := w.blobs.Open(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	if kept, _ := io.ReadAll(stored); !bytes.Equal(kept, data) {
		t.Fatal("the picture has changed")
	}
}

func TestEachContextAsksForItsOwnRight(t *testing.T) {
	w := newWorld(t)
	data := picture(t)
	for _, c := range []struct {
		who, query string
		want       int
	}{
		{"", "context=project&project_id=AAAAAAAA", 401},
		{"writer01", "context=project&project_id=AAAAAAAA", 200},
		{"uploader", "context=project&project_id=AAAAAAAA", 401},
		{"uploader", "context=version&version_id=BBBBBBBB", 200},
		{"uploader", "context=version&project_id=AAAAAAAA", 200},
		{"writer01", "context=version&version_id=BBBBBBBB", 401},
		{"writer01", "context=version&version_id=CCCCCCCC", 404},
		{"writer01", "context=project&project_id=CCCCCCCC", 404},
		{"writer01", "context=project", 400},
		{"stranger", "context=thread_message", 200},
		{"stranger", "context=report&report_id=DDDDDDDD", 200},
		{"stranger", "context=report&report_id=../../x", 400},
		{"stranger", "context=wiki", 400},
		{"stranger", "", 400},
		{"stranger", "context=report&ext=svg", 400},
	} {
		if status, v := w.send(c.who, c.query, data); status != c.want {
			t.Errorf("%s %s: %d %v, want %d", c.who, c.query, status, v, c.want)
		}
	}
}

func TestWhatIsNoPictureLeavesNothing(t *testing.T) {
	w := newWorld(t)
	for name, body := range map[string][]byte{
		"text": []byte("<svg onload=alert(1)>"), "empty": nil, "cut": picture(t)[:40],
		"large": append(picture(t), make([]byte, commandimage.MaxBytes)...),
	} {
		if status, v := w.send("stranger", "context=report", body); status != 400 && status != 413 {
			t.Errorf("%s: %d %v", name, status, v)
		}
	}
	for range w.log.Stream(context.Background(), "images-stranger", 0) {
		t.Fatal("a refused picture is in the log")
	}
}

func TestTheSameKeySendsOnePicture(t *testing.T) {
	w := newWorld(t)
	_, first := w.send("stranger", "context=report", picture(t), "Idempotency-Key", "one")
	status, again := w.send("stranger", "context=report", picture(t), "Idempotency-Key", "one")
	if status != 200 || first["id"] != again["id"] || first["url"] != again["url"] {
		t.Fatal(status, first, again)
	}
}

func TestThreeHundredPicturesAreEnough(t *testing.T) {
	w := newWorld(t)
	write := eventlog.Write{Stream: "images-stranger", Expected: eventlog.NoStream}
	for i := range domain.Most {
		typ, data, err := w.codec.Encode(domain.Added{Image: string(rune(0x4E00 + i)), Owner: "stranger", Context: domain.Report})
		if err != nil {
			t.Fatal(err)
		}
		write.Events = append(write.Events, eventlog.Event{ID: eventlog.DeriveEventID("seed", i), Type: typ, Data: data})
	}
	if _, err := w.log.Append(context.Background(), write); err != nil {
		t.Fatal(err)
	}
	if status, v := w.send("stranger", "context=report", picture(t)); status != 400 || v["error"] != "image_limit" || v["description"] != "图片数量已达上限（300/300）。" {
		t.Fatal(status, v)
	}
}
