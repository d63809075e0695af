package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// envKills is the number of kills in the crash test; the default keeps the suite fast.
const envKills = "MODYARD_TEST_KILLS"

// kept are the successful answers of the site about one project, which must never be lost.
type kept struct {
	id, slug string
	versions []string
	body     string
	status   string
}

// client repeats each command with the same key until it is answered.
type client struct {
	t       *testing.T
	base    *atomic.Pointer[string]
	session string
	seen    *atomic.Uint64 // newest Log-Position of an answered command, of all clients
}

var errRefused = errors.New("refused")

// send repeats until the site itself answers: success, or a rejection.
func (c *client) send(ctx context.Context, method, path, contentType string, body []byte) ([]byte, error) {
	key := strconv.FormatUint(rand.Uint64(), 36)
	for {
		req, err := http.NewRequestWithContext(ctx, method, *c.base.Load()+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Idempotency-Key", key)
		if c.session != "" {
			req.Header.Set("Authorization", c.session)
		}
		if method == http.MethodGet {
			req.Header.Set("Min-Position", strconv.FormatUint(c.seen.Load(), 10))
		}
		answer, err := http.DefaultClient.Do(req)
		if err == nil {
			reply, readErr := io.ReadAll(answer.Body)
			answer.Body.Close()
			switch {
			case readErr == nil && answer.StatusCode < 300 && answer.Header.Get("Stale") == "":
				c.note(method, answer.Header.Get("Log-Position"))
				return reply, nil
			case answer.StatusCode >= 400 && answer.StatusCode < 500:
				return reply, fmt.Errorf("%s %s: %d %s: %w", method, path, answer.StatusCode, reply, errRefused)
			}
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			return nil, ctx.Err()
		}
	}
}

// note records the log position of an answered command.
func (c *client) note(method, position string) {
	at, err := strconv.ParseUint(position, 10, 64)
	if method == http.MethodGet || err != nil {
		return
	}
	for old := c.seen.Load(); at > old && !c.seen.CompareAndSwap(old, at); old = c.seen.Load() {
	}
}

func (c *client) json(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	reply, err := c.send(ctx, method, path, "application/json", body)
	if err != nil || out == nil || len(reply) == 0 {
		return err
	}
	return json.Unmarshal(reply, out)
}

// form sends a multipart form: the data part, then files.
func (c *client) form(ctx context.Context, path string, data any, files map[string][]byte, out any) error {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	head := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="data"`}, "Content-Type": {"application/json"}}
	part, err := w.CreatePart(head)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(part).Encode(data); err != nil {
		return err
	}
	for name, content := range files {
		part, err := w.CreateFormFile(name, name+".jar")
		if err != nil {
			return err
		}
		if _, err := part.Write(content); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	reply, err := c.send(ctx, http.MethodPost, path, w.FormDataContentType(), body.Bytes())
	if err != nil {
		return err
	}
	return json.Unmarshal(reply, out)
}

func jar(t *testing.T, id string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("fabric.mod.json")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(f, `{"schemaVersion":1,"id":%q,"version":"1.0.0"}`, id)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// journey takes one project from its creation to a decision, and records every success.
func (c *client) journey(ctx context.Context, staff *client, slug string, k *kept) error {
	k.slug = slug
	var made struct{ ID string }
	err := c.form(ctx, "/v2/project", map[string]any{
		"title": "试验 " + slug, "slug": slug, "description": "随时断电也不会丢的资源", "body": "", "project_type": "mod",
		"categories": []string{"utility"}, "client_side": "required", "server_side": "optional", "license_id": "MIT",
		"initial_versions": []any{}, "is_draft": true,
	}, nil, &made)
	if err != nil {
		return err
	}
	k.id, k.status = made.ID, "draft"
	body := "断电之前写下的正文 " + slug
	if err := c.json(ctx, http.MethodPatch, "/v2/project/"+k.id, map[string]string{"body": body}, nil); err != nil {
		return err
	}
	k.body = body
	var version struct{ ID string }
	err = c.form(ctx, "/v2/version", map[string]any{
		"project_id": k.id, "name": "第一版", "version_number": "1.0.0", "changelog": "首发", "dependencies": []any{},
		"game_versions": []string{"1.21.1"}, "version_type": "release", "loaders": []string{"fabric"}, "featured": true,
		"file_parts": []string{"file"}, "primary_file": "file",
	}, map[string][]byte{"file": jar(c.t, slug)}, &version)
	if err != nil {
		return err
	}
	k.versions = append(k.versions, version.ID)
	for _, step := range []struct {
		by     *client
		status string
		change map[string]any
	}{
		{c, "processing", map[string]any{}},
		{staff, "rejected", map[string]any{"moderation_message": "请把简介写清楚", "reason": map[string]string{"code": "incomplete"}}},
		{c, "processing", map[string]any{}},
		{staff, "approved", map[string]any{"reason": map[string]string{"code": "complies"}}},
	} {
		step.change["status"] = step.status
		if err := step.by.json(ctx, http.MethodPatch, "/v2/project/"+k.id, step.change, nil); err != nil {
			return err
		}
		k.status = step.status
	}
	return nil
}

func TestKillingTheProgramOrPostgresLosesNoAnsweredCommand(t *testing.T) {
	long(t, "kills programs and servers")
	kills := 4
	if n, err := strconv.Atoi(os.Getenv(envKills)); err == nil {
		kills = n
	}
	dir := siteDir(t)
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	running, site := inhabited(ctx, t, dir)
	var (
		mu      sync.Mutex
		all     []*kept
		workers sync.WaitGroup
		done    atomic.Bool
	)
	for w := range 3 {
		author := site.join(ctx, fmt.Sprintf("author-%d", w))
		workers.Go(func() {
			for n := 0; !done.Load(); n++ {
				k := &kept{}
				if err := author.journey(ctx, site.staff, fmt.Sprintf("journey-%d-%d", w, n), k); err != nil {
					t.Errorf("journey %d of author %d: %v", n, w, err)
					return
				}
				mu.Lock()
				all = append(all, k)
				mu.Unlock()
			}
		})
	}
	for range kills {
		pause.For(ctx, time.Duration(200+rand.IntN(900))*time.Millisecond) // a kill comes at any moment of a journey
		if rand.IntN(2) == 0 {
			killPostgres(t, dir)
			continue
		}
		if err := running.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = running.Wait()
		running = serve(t, dir, "--rate-limit", "0", "--proof-bits", "0", "--max-drafts", "0", "--max-organizations", "0")
		site.base.Store(&running.url)
	}
	done.Store(true)
	workers.Wait()
	if len(all) < kills {
		t.Fatalf("only %d journeys through %d kills", len(all), kills)
	}
	t.Logf("%d journeys through %d kills", len(all), kills)
	for _, k := range all {
		site.staff.finds(ctx, k)
	}
	if out, code := tool(t, "", "verify", "--data-dir", dir); code != 0 {
		t.Errorf("the read models differ from the log: %s", out)
	}
	running.stop(t)
}

// finds compares the site's data of a project with its answers.
func (c *client) finds(ctx context.Context, k *kept) {
	c.t.Helper()
	var got struct {
		ID, Slug, Body, Status string
		Versions               []string
	}
	reply, err := c.send(ctx, http.MethodGet, "/v2/project/"+k.slug, "", nil)
	if err == nil {
		err = json.Unmarshal(reply, &got)
	}
	if err != nil {
		c.t.Errorf("%s: %v", k.slug, err)
		return
	}
	if got.ID != k.id || got.Body != k.body || got.Status != k.status || strings.Join(got.Versions, " ") != strings.Join(k.versions, " ") {
		c.t.Errorf("the site returns %+v instead of %+v", got, *k)
	}
	var found struct {
		Hits []struct {
			ID string `json:"project_id"`
		}
	}
	if err := c.json(ctx, http.MethodGet, "/v2/search?query="+url.QueryEscape(k.slug), nil, &found); err != nil || len(found.Hits) == 0 || found.Hits[0].ID != k.id {
		c.t.Errorf("search does not find %s: %v %v", k.slug, found, err)
	}
}

// killPostgres kills the server process like a crash; the program restarts it.
func killPostgres(t *testing.T, dir string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "pg", "data", "postmaster.pid"))
	if err != nil {
		t.Logf("no running Postgres to kill: %v", err)
		return
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
}
