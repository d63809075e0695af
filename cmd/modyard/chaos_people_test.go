package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/modyard/modyard/platform/pause"
)

// The result of a command, as known to its sender.
const (
	succeeded = "succeeded"
	refused   = "refused"
	unknown   = "of unknown outcome"
)

// command is a sent command, perhaps repeated and to both servers.
type command struct {
	method, path, key string
	outcome           string
	reply             string // the text of the rejection, if any
	tries             int
}

func (c *command) String() string {
	return fmt.Sprintf("%s %s (%s, %d tries)", c.method, c.path, c.key, c.tries)
}

// id is the command id in the events (commands.NewRequest).
func (c *command) id(account string) string {
	u, _ := url.Parse(c.path)
	space := uuid.MustParse("6f1b3c62-0f0e-5c8e-9d3c-3f7d3f0e6a51")
	return uuid.NewSHA1(space, []byte(account+"\x00"+c.method+"\x00"+u.Path+"\x00"+c.key)).String()
}

// person is an account that sends commands. Many of its requests may be concurrent.
type person struct {
	world   *chaosWorld
	session string
	account string
	seen    atomic.Uint64 // newest Log-Position of an answered command
	client  *http.Client
	mu      sync.Mutex
	sent    []*command
	next    int
	hook    *hook           // of the author's organization
	objects map[string]bool // the author's projects and versions, and the organization
}

func (w *chaosWorld) newPerson() *person {
	p := &person{world: w, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}}
	w.t.Cleanup(p.client.CloseIdleConnections)
	return p
}

func (w *chaosWorld) administrator(ctx context.Context) *person {
	w.t.Helper()
	if out, code := w.tool(password+"\n", "admin", "create", "keeper", "keeper@example.org"); code != 0 {
		w.t.Fatalf("no administrator: %s", out)
	}
	p := w.newPerson()
	p.enter(ctx, "/v2/auth/login", map[string]string{"username": "keeper", "password": password})
	return p
}

func (w *chaosWorld) author(ctx context.Context, i int) *person {
	w.t.Helper()
	p := w.newPerson()
	p.enter(ctx, "/v2/auth/create", map[string]string{"username": fmt.Sprintf("author-%d", i), "email": fmt.Sprintf("author-%d@example.org", i), "password": password + "-author"})
	return p
}

// enter signs in or up, before any fault.
func (p *person) enter(ctx context.Context, path string, body map[string]string) {
	p.world.t.Helper()
	c := &client{t: p.world.t, base: &p.world.hosts[0].base, seen: &p.seen}
	var session struct{ Session string }
	if err := c.json(ctx, http.MethodPost, path, body, &session); err != nil {
		p.world.t.Fatal(err)
	}
	p.session, c.session = session.Session, session.Session
	var me struct{ ID string }
	if err := c.json(ctx, http.MethodGet, "/v2/user", nil, &me); err != nil {
		p.world.t.Fatal(err)
	}
	p.account = me.ID
}

// serveNumber is the address of one of the two servers.
func (w *chaosWorld) serveNumber(i int) string { return *w.hosts[i%2].base.Load() }

// send repeats a command with one key, alternating between the two servers, until one of them answers with success or a
// rejection. With patience 1 it gives up after the first attempt, whatever the result.
func (p *person) send(ctx context.Context, method, path, contentType string, body []byte, patience int) (reply []byte, c *command) {
	p.mu.Lock()
	p.next++
	c = &command{method: method, path: path, key: fmt.Sprintf("%s-%d", p.account, p.next), outcome: unknown}
	p.sent = append(p.sent, c)
	start := p.next
	p.mu.Unlock()
	for ; c.tries < patience && ctx.Err() == nil; c.tries++ {
		if c.tries > 0 {
			pause.For(ctx, 50*time.Millisecond)
		}
		status, position, answer, err := p.once(ctx, start+c.tries, c, contentType, body)
		switch {
		case err != nil, status >= 500:
			continue // the command may or may not have been executed
		case status < 300:
			c.outcome, c.tries = succeeded, c.tries+1
			for old := p.seen.Load(); position > old && !p.seen.CompareAndSwap(old, position); old = p.seen.Load() {
			}
			return answer, c
		default:
			c.outcome, c.reply, c.tries = refused, fmt.Sprintf("%d %.200s", status, answer), c.tries+1
			return answer, c
		}
	}
	return nil, c
}

// requestPatience is how long a person waits for one answer.
const requestPatience = 8 * time.Second

func (p *person) once(ctx context.Context, serve int, c *command, contentType string, body []byte) (status int, position uint64, reply []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, c.method, p.world.serveNumber(serve)+c.path, bytes.NewReader(body))
	if err != nil {
		return 0, 0, nil, err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Idempotency-Key", c.key)
	req.Header.Set("Authorization", p.session)
	answer, err := p.client.Do(req)
	if err != nil {
		return 0, 0, nil, err
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	if reply, err = io.ReadAll(answer.Body); err != nil {
		return 0, 0, nil, err
	}
	position, _ = strconv.ParseUint(answer.Header.Get("Log-Position"), 10, 64)
	return answer.StatusCode, position, reply, nil
}

func (p *person) patch(ctx context.Context, project string, change map[string]any, patience int) *command {
	body, err := json.Marshal(change)
	if err != nil {
		panic(err) // only strings
	}
	_, c := p.send(ctx, http.MethodPatch, "/v2/project/"+project, "application/json", body, patience)
	return c
}

// forEver is the number of attempts of a command that must succeed.
const forEver = 1 << 30

// work creates projects and brings them to a decision, one after the other, until ending ends. A project that was begun
// is finished. Between the steps it sends commands that must be rejected, and some without waiting for the answer.
func (p *person) work(ctx, ending context.Context, staff *person, random *rand.Rand) {
	for n := 0; ending.Err() == nil; n++ {
		k := &kept{slug: fmt.Sprintf("chaos-%s-%d", p.account, n), status: "draft"}
		body, contentType := projectForm(k.slug, p.hook.organization)
		reply, c := p.send(ctx, http.MethodPost, "/v2/project", contentType, body, forEver)
		var made struct{ ID string }
		if c.outcome != succeeded || json.Unmarshal(reply, &made) != nil || made.ID == "" {
			p.fail(ctx, c)
			return
		}
		k.id, p.objects[made.ID] = made.ID, true
		k.body = "断电之前写下的正文 " + k.slug
		if c := p.patch(ctx, k.id, map[string]any{"body": k.body}, forEver); c.outcome != succeeded {
			p.fail(ctx, c)
			return
		}
		// The same slug is rejected by both servers.
		if _, c := p.send(ctx, http.MethodPost, "/v2/project", contentType, body, 3); c.outcome == succeeded {
			p.world.t.Errorf("%s: a slug was given twice", c)
		}
		// A command without the right is rejected.
		if c := p.patch(ctx, k.id, map[string]any{"status": "approved"}, 3); c.outcome == succeeded {
			p.world.t.Errorf("%s: an author has approved a project", c)
		}
		if random.IntN(3) == 0 { // the result is ignored
			p.patch(ctx, k.id, map[string]any{"issues_url": fmt.Sprintf("https://example.org/%d", n)}, 1)
		}
		body, contentType = versionForm(p.world.t, k)
		reply, c = p.send(ctx, http.MethodPost, "/v2/version", contentType, body, forEver)
		if c.outcome != succeeded || json.Unmarshal(reply, &made) != nil {
			p.fail(ctx, c)
			return
		}
		k.versions, p.objects[made.ID] = append(k.versions, made.ID), true
		for _, step := range []struct {
			by     *person
			status string
		}{{p, "processing"}, {staff, "rejected"}, {p, "processing"}, {staff, "approved"}} {
			change := map[string]any{"status": step.status}
			switch step.status {
			case "rejected":
				change["moderation_message"], change["reason"] = "请把简介写清楚", map[string]string{"code": "incomplete"}
			case "approved":
				change["reason"] = map[string]string{"code": "complies"}
			}
			if c := step.by.patch(ctx, k.id, change, forEver); c.outcome != succeeded {
				p.fail(ctx, c)
				return
			}
			k.status = step.status
		}
		if c := p.patch(ctx, k.id, map[string]any{"source_url": fmt.Sprintf("https://example.org/source/%d", n)}, forEver); c.outcome != succeeded {
			p.fail(ctx, c)
			return
		}
		p.world.mu.Lock()
		p.world.kept = append(p.world.kept, k)
		p.world.mu.Unlock()
	}
}

func (p *person) fail(ctx context.Context, c *command) {
	p.world.t.Errorf("%s: %s %s %v", c, c.outcome, c.reply, ctx.Err())
}

// read reads from both servers the existing data and the data that was just written: an answer that is not marked as
// stale must contain it.
func (w *chaosWorld) read(ctx context.Context, random *rand.Rand) {
	client := &http.Client{Transport: &http.Transport{}, Timeout: requestPatience}
	defer client.CloseIdleConnections()
	for pause.For(ctx, 20*time.Millisecond) {
		if random.IntN(4) == 0 {
			w.meetFrog(ctx, client, random)
			continue
		}
		w.mu.Lock()
		var k *kept
		if len(w.kept) > 0 {
			k = w.kept[random.IntN(len(w.kept))]
		}
		w.mu.Unlock()
		path := "/v2/search?limit=5"
		if k != nil && random.IntN(4) > 0 {
			path = "/v2/project/" + k.slug
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.serveNumber(random.IntN(2))+path, nil)
		if err != nil {
			w.t.Error(err)
			return
		}
		answer, err := client.Do(req)
		if err != nil {
			w.reads.add("without an answer")
			continue
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		var got struct{ ID, Body string }
		switch {
		case err != nil:
			w.reads.add("without an answer")
		case answer.StatusCode >= 500:
			w.reads.add("answered with an error")
		case answer.StatusCode == http.StatusOK && k != nil && path == "/v2/project/"+k.slug:
			if json.Unmarshal(body, &got) != nil || got.ID != k.id || got.Body != k.body {
				w.t.Errorf("%s is returned as %.300s", k.slug, body)
			}
			w.reads.add("answered")
		case answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusNotFound: // the server is behind
			w.reads.add("answered")
		default:
			w.t.Errorf("GET %s: %d %.200s", path, answer.StatusCode, body)
		}
	}
}

func projectForm(slug, organization string) ([]byte, string) {
	return form(map[string]any{
		"title": "试验 " + slug, "slug": slug, "description": "随时断电也不会丢的资源", "body": "", "project_type": "mod",
		"categories": []string{"utility"}, "client_side": "required", "server_side": "optional", "license_id": "MIT",
		"initial_versions": []any{}, "is_draft": true, "organization_id": organization,
	}, nil)
}

func versionForm(t *testing.T, k *kept) ([]byte, string) {
	return form(map[string]any{
		"project_id": k.id, "name": "第一版", "version_number": "1.0.0", "changelog": "首发", "dependencies": []any{},
		"game_versions": []string{"1.21.1"}, "version_type": "release", "loaders": []string{"fabric"}, "featured": true,
		"file_parts": []string{"file"}, "primary_file": "file",
	}, map[string][]byte{"file": jar(t, k.slug)})
}

func form(data any, files map[string][]byte) ([]byte, string) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body) // writing to memory does not fail
	part, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="data"`}, "Content-Type": {"application/json"}})
	_ = json.NewEncoder(part).Encode(data)
	for name, content := range files {
		file := name
		if !strings.HasSuffix(name, ".mrpack") && !strings.HasSuffix(name, ".zip") {
			file += ".jar"
		}
		part, _ := w.CreateFormFile(name, file)
		_, _ = part.Write(content)
	}
	_ = w.Close()
	return body.Bytes(), w.FormDataContentType()
}
