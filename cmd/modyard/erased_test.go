package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/postgres"
	"github.com/modyard/modyard/platform/until"
)

// The name and texts of the account that is erased, and a text addressed to it.
const (
	goneName    = "parting-heron"
	goneMail    = goneName + "@example.org"
	goneBio     = "苍鹭在灯塔下等潮水"
	goneReport  = "举报里写着苍鹭的住址"
	goneMessage = "会话里写着苍鹭的电话"
	goneReason  = "移出时写下了苍鹭的病情"
)

// left is the data of an account that is erased later.
type left struct {
	*client
	id, project, report, thread string
}

// leaves creates all kinds of data of an account that an erasure deletes.
func (p *people) leaves(ctx context.Context, k *kept) *left {
	p.t.Helper()
	gone := &left{client: p.join(ctx, goneName), project: k.id}
	var me struct{ ID string }
	gone.get(ctx, "/v2/user", &me)
	gone.id = me.ID
	gone.do(ctx, http.MethodPatch, "/v2/user/"+me.ID, map[string]any{"bio": goneBio}, nil)

	p.author.do(ctx, http.MethodPost, "/v2/team/"+k.id+"/members", map[string]any{"user_id": me.ID, "role": "译者"}, nil)
	gone.readFirst(ctx)
	gone.do(ctx, http.MethodPost, "/v2/team/"+k.id+"/join", map[string]any{}, nil)
	why := url.Values{"reason_code": {"rules"}, "reason": {goneReason}}
	p.staff.do(ctx, http.MethodDelete, "/v2/team/"+k.id+"/members/"+me.ID+"?"+why.Encode(), map[string]any{}, nil)

	var report struct {
		ID     string
		Thread string `json:"thread_id"`
	}
	gone.do(ctx, http.MethodPost, "/v3/report", map[string]any{"report_type": "spam", "item_type": "project", "item_id": k.id, "body": goneReport}, &report)
	gone.report, gone.thread = report.ID, report.Thread
	gone.do(ctx, http.MethodPost, "/v3/thread/"+report.Thread, map[string]any{"body": map[string]any{"type": "text", "body": goneMessage}}, nil)
	return gone
}

func (c *client) do(ctx context.Context, method, path string, in, out any) {
	c.t.Helper()
	if err := c.json(ctx, method, path, in, out); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) get(ctx context.Context, path string, out any) {
	c.t.Helper()
	c.do(ctx, http.MethodGet, path, nil, out)
}

type inbox struct {
	Notifications []struct {
		ID   string
		Read bool
	}
}

// readFirst marks the newest notification of an account as read and returns its id.
func (c *client) readFirst(ctx context.Context) string {
	c.t.Helper()
	var list inbox
	if c.get(ctx, "/_internal/notifications", &list); len(list.Notifications) == 0 {
		c.t.Fatal("an inbox is empty")
	}
	id := list.Notifications[0].ID
	c.do(ctx, http.MethodPatch, "/v2/notification/"+id, map[string]any{}, nil)
	return id
}

// snapshot creates a snapshot of a long stream of the account.
func (l *left) snapshot(ctx context.Context, dir string) {
	l.t.Helper()
	conn := owner(ctx, l.t, dir)
	_, err := conn.Exec(ctx, `INSERT INTO commands.snapshots (stream, generation, revision, event, fold, state, at)
		VALUES ($1, '', 0, gen_random_uuid(), 'none', '{}', now())`, "follows-"+l.id)
	if err != nil {
		l.t.Fatal(err)
	}
}

// owner connects to the database of a site in a data directory as its owner, until the test ends.
func owner(ctx context.Context, t *testing.T, dir string) *pgx.Conn {
	t.Helper()
	logins, err := postgres.Join(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(ctx, logins.Owner)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(ctx)) })
	return conn
}

// words are the texts of the report and its thread, as shown to a reader.
func (c *client) words(ctx context.Context, of *left) (report, message string) {
	c.t.Helper()
	var r struct{ Body string }
	c.get(ctx, "/v3/report/"+of.report, &r)
	var t struct {
		Messages []struct{ Body struct{ Body string } }
	}
	if c.get(ctx, "/v3/thread/"+of.thread, &t); len(t.Messages) == 0 {
		c.t.Fatal("the thread is empty")
	}
	return r.Body, t.Messages[0].Body.Body
}

// holding lists the tables of a site's database that contain a text, and returns the number of tables.
func holding(ctx context.Context, t *testing.T, dir, text string) (found []string, tables int) {
	t.Helper()
	conn := owner(ctx, t, dir)
	defer conn.Close(ctx) //nolint:errcheck // a test's
	rows, err := conn.Query(ctx, `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
		WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range all {
		var n int
		err := conn.QueryRow(ctx, `SELECT count(*) FROM `+table+` AS r WHERE strpos(r::text, $1) > 0 OR strpos(r::text, $2) > 0`,
			text, hex.EncodeToString([]byte(text))).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			found = append(found, table)
		}
	}
	return found, len(all)
}

func TestAnErasedAccountStaysErasedAfterAnOlderBackupIsRestored(t *testing.T) {
	long(t, "runs many whole programs")
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	defer cancel()
	dir, files, file := siteDir(t), "file://"+filepath.Join(dataDir(t), "files"), filepath.Join(t.TempDir(), "site.backup")
	running, site := inhabited(ctx, t, dir, "--blob-url", files)
	k := &kept{}
	if err := site.author.journey(ctx, site.staff, "erased-later", k); err != nil {
		t.Fatal(err)
	}
	gone := site.leaves(ctx, k)
	read := site.author.readFirst(ctx)
	if report, message := site.staff.words(ctx, gone); report != goneReport || message != goneMessage {
		t.Fatalf("before the erasure the staff reads %q and %q", report, message)
	}
	if out, code := tool(t, "", "backup", "--to", file, "--data-dir", dir, "--blob-url", files); code != 0 {
		t.Fatalf("backup: exit code %d, output:\n%s", code, out)
	}
	secrets := []string{goneName, goneMail, goneBio, goneReport, goneMessage, goneReason}
	for _, text := range []string{goneName, goneBio, goneReport, goneMessage} { // the search finds existing texts
		if found, _ := holding(ctx, t, dir, text); len(found) == 0 {
			t.Errorf("%q is in no table before the erasure", text)
		}
	}
	gone.snapshot(ctx, dir)
	if found, _ := holding(ctx, t, dir, gone.id); !slices.Contains(found, "inbox.marks") || !slices.Contains(found, "commands.snapshots") {
		t.Errorf("the account has rows in %v alone", found)
	}
	gone.do(ctx, http.MethodDelete, "/v2/user/"+gone.id, map[string]string{"password": password + "-author"}, nil)
	// The time to return passes; the sweep runs when the program starts.
	if _, err := owner(ctx, t, dir).Exec(ctx, "UPDATE identity.leaving SET until = now() - interval '1 second'"); err != nil {
		t.Fatal(err)
	}
	running.stop(t)
	running = serve(t, dir, "--rate-limit", "0", "--proof-bits", "0", "--blob-url", files)
	site.base.Store(&running.url)
	site.staysErased(ctx, dir, gone, secrets)
	running.stop(t)

	fresh := filepath.Join(dataDir(t), "fresh")
	if out, code := tool(t, "", "restore", "--by", "keeper", "--reason", "disk failure", "--from", file, "--data-dir", fresh, "--blob-url", files); code != 0 || !strings.Contains(out, "The keys of 1 erased accounts") {
		t.Fatalf("restore: exit code %d, output:\n%s", code, out)
	}
	restored := serve(t, fresh, "--rate-limit", "0", "--proof-bits", "0", "--blob-url", files)
	site.base.Store(&restored.url)
	site.seen.Store(0)
	site.staff.finds(ctx, k)
	site.staysErased(ctx, fresh, gone, secrets)
	var list inbox
	site.author.get(ctx, "/_internal/notifications", &list)
	for _, n := range list.Notifications {
		if n.Read != (n.ID == read) {
			t.Errorf("the notification %s of another account is read: %v", n.ID, n.Read)
		}
	}
	if out, code := tool(t, "", "verify", "--data-dir", fresh, "--blob-url", files); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
	restored.stop(t)
	reasonIsErased(ctx, t, config.Config{DataDir: fresh, BlobURL: files}, gone)
}

// staysErased checks that all data of an erased account is deleted, after the site had the time to finish.
func (p *people) staysErased(ctx context.Context, dir string, gone *left, secrets []string) {
	p.t.Helper()
	until.Until(p.t, "all data of the account is deleted", func() error {
		var why []string
		tables := 0
		for _, text := range secrets {
			var found []string
			if found, tables = holding(ctx, p.t, dir, text); len(found) > 0 {
				why = append(why, fmt.Sprintf("%q is in %v", text, found))
			}
		}
		if found, _ := holding(ctx, p.t, dir, gone.id); len(found) > 0 {
			for _, table := range found {
				if strings.HasPrefix(table, "inbox.") || table == "commands.snapshots" || table == "erasure.pending" {
					why = append(why, "its rows are in "+table)
				}
			}
		}
		if tables < 30 {
			p.t.Fatalf("only %d tables were searched", tables)
		}
		if len(why) > 0 {
			return errors.New(strings.Join(why, "\n"))
		}
		return nil
	})
	report, message := p.staff.words(ctx, gone)
	if report != erasable.Erased || message != erasable.Erased {
		p.t.Errorf("the staff reads %q and %q", report, message)
	}
	var profile struct{ Username, Bio string }
	if p.staff.get(ctx, "/v2/user/"+gone.id, &profile); profile.Username != "已注销用户-"+gone.id || profile.Bio != "" {
		p.t.Errorf("the account is %+v", profile)
	}
	for name, err := range map[string]error{
		"its session is accepted": gone.json(ctx, http.MethodGet, "/v2/user", nil, nil),
		"its name is found":       p.staff.json(ctx, http.MethodGet, "/v2/user/"+goneName, nil, nil),
		"its password is accepted": gone.json(ctx, http.MethodPost, "/v2/auth/login",
			map[string]string{"username": goneName, "password": password + "-author"}, nil),
	} {
		if !errors.Is(err, errRefused) {
			p.t.Errorf("%s: %v", name, err)
		}
	}
}

// reasonIsErased reads the reason for the removal of the account with the site's keys.
func reasonIsErased(ctx context.Context, t *testing.T, c config.Config, gone *left) {
	t.Helper()
	core, err := app.Open(ctx, c, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Own)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close() //nolint:errcheck // a test's
	for r, err := range core.Log.Stream(ctx, "project-"+gone.project, 0) {
		if err != nil {
			t.Fatal(err)
		}
		event, err := core.Codec.Decode(r.Type, r.Data)
		if err != nil {
			t.Fatal(err)
		}
		opened := []any{event}
		if err := core.Vault.Open(ctx, []eventlog.Recorded{r}, opened); err != nil {
			t.Fatal(err)
		}
		if removed, is := opened[0].(project.MemberRemoved); is {
			if removed.Account != gone.id || removed.Reason.Text.String() != erasable.Erased || removed.Reason.Code != "rules" {
				t.Errorf("the reason reads %+v", removed.Reason)
			}
			return
		}
	}
	t.Error("the project's stream does not contain the removal")
}
