package accountactivity

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/accountactivity"
	"github.com/modyard/modyard/readapi/view"
)

// Filter selects deeds. Each set parameter narrows the selection.
type Filter struct {
	Key   string `query:"key" doc:"会话、访问令牌或授权的 ID"`
	Thing string `query:"thing" doc:"对象的流，如 project-AABBCCDD"`
	Kind  string `query:"kind" doc:"对象的种类，如 project"`
	view.Between
}

const maxName = 200

var kindForm = regexp.MustCompile(`^[a-z]{1,32}$`)

// where is the condition of a filter over the deeds d of an account, or a fault that names the parameter.
func (f Filter) where(account string) (view.Conditions, error) {
	c := view.Conditions{}
	c.Add("d.actor = ?", account)
	if len(f.Key) > maxName || len(f.Thing) > maxName {
		return c, httpkit.Invalid("thing", "参数过长")
	}
	if f.Key != "" {
		c.Add("d.credential = ?", f.Key)
	}
	if f.Thing != "" {
		c.Add("d.stream = ?", f.Thing)
	}
	if f.Kind != "" {
		if !kindForm.MatchString(f.Kind) {
			return c, httpkit.Invalid("kind", "没有这个种类")
		}
		c.Add("starts_with(d.stream, ?)", f.Kind+"-")
	}
	return c, f.Between.Add(&c, "d.last_at")
}

const columns = `select d.position, d.type, d.times, d.first_at, d.last_at, d.role, d.credential, d.stream from account_activity.deeds d where `

func page(f Filter, account string, before int64, limit int) (string, []any, error) {
	c, err := f.where(account)
	if err != nil {
		return "", nil, err
	}
	if before > 0 {
		// The last deed of the page before may have happened again since then, and moved to the front: its neighbour says when it was.
		c.Add("(d.last_at, d.position) < ((select b.last_at from account_activity.deeds b where b.actor = ? and b.position <= ? order by b.position desc limit 1), ?)", account, before, before)
	}
	return columns + c.SQL() + " order by d.last_at desc, d.position desc limit " + strconv.Itoa(limit), c.Args(), nil
}

func scan(row pgx.CollectableRow) (contract.AccountDeed, error) {
	var d contract.AccountDeed
	var credential string
	if err := row.Scan(&d.Position, &d.Type, &d.Times, &d.First, &d.Last, &d.Role, &credential, &d.Thing.Stream); err != nil {
		return d, err
	}
	d.First, d.Last = d.First.UTC(), d.Last.UTC()
	if credential != "" {
		d.Key = &contract.AccountKey{ID: credential, Kind: "gone"}
	}
	d.Thing.Kind, d.Thing.ID, _ = strings.Cut(d.Thing.Stream, "-")
	return d, nil
}

type listIn struct {
	Filter
	view.Before
}

func (s *Routes) list(ctx context.Context, in *listIn) (contract.AccountActivity, error) {
	out := contract.AccountActivity{}
	limit := in.Most()
	var err error
	if out.Entries, err = s.entries(ctx, in.Filter, int64(in.Position), limit+1); err != nil {
		return out, err
	}
	if len(out.Entries) > limit {
		out.Entries = out.Entries[:limit]
		if limit > 0 {
			out.Next = &out.Entries[limit-1].Position
		}
	}
	return out, nil
}

// entries reads deeds, and names their keys and things.
func (s *Routes) entries(ctx context.Context, f Filter, before int64, limit int) ([]contract.AccountDeed, error) {
	account := view.Caller(ctx).Account
	sql, args, err := page(f, account, before, limit)
	if err != nil {
		return nil, err
	}
	list, err := view.Rows(ctx, s.source, projected.Name, scan, sql, args...)
	if err != nil {
		return nil, err
	}
	if err := s.nameKeys(ctx, account, list); err != nil {
		return nil, err
	}
	return list, s.nameThings(ctx, account, list)
}

func (s *Routes) nameKeys(ctx context.Context, account string, list []contract.AccountDeed) error {
	var ids []string
	for _, d := range list {
		if d.Key != nil && !slices.Contains(ids, d.Key.ID) {
			ids = append(ids, d.Key.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	known, err := s.keys.Keys(ctx, account, ids)
	if err != nil {
		return err
	}
	applications, err := s.applications(ctx, account, ids)
	if err != nil {
		return err
	}
	for _, d := range list {
		if d.Key == nil {
			continue
		}
		name, authorized := applications[d.Key.ID]
		switch k, ok := known[d.Key.ID]; {
		case ok && k.Kind == identity.KindPAT:
			d.Key.Kind, d.Key.Name = "token", k.Name
		case ok:
			d.Key.Kind, d.Key.Name = "session", k.Name
		case authorized:
			d.Key.Kind, d.Key.Name = "application", name
		}
	}
	return nil
}

const applicationNames = `select $1 || '-' || id, name from application.applications where id = any($2)`

// applications are the names of the applications whose authorizations, <account>-<application>, are among some keys.
func (s *Routes) applications(ctx context.Context, account string, keys []string) (map[string]string, error) {
	var ids []string
	for _, key := range keys {
		if id, is := strings.CutPrefix(key, account+"-"); is {
			ids = append(ids, id)
		}
	}
	names := map[string]string{}
	if len(ids) == 0 {
		return names, nil
	}
	rows, err := s.source.Pool.Query(ctx, applicationNames, account, ids)
	if err != nil {
		return nil, fmt.Errorf("name applications: %w", err)
	}
	var key, name string
	if _, err := pgx.ForEachRow(rows, []any{&key, &name}, func() error {
		names[key] = name
		return nil
	}); err != nil {
		return nil, fmt.Errorf("name applications: %w", err)
	}
	return names, nil
}

// nameThings adds the titles of projects and versions that the caller may see now, the names of the applications that were
// authorized, and the addresses of things.
func (s *Routes) nameThings(ctx context.Context, account string, list []contract.AccountDeed) error {
	ids := map[string][]string{}
	for _, d := range list {
		if !slices.Contains(ids[d.Thing.Kind], d.Thing.ID) {
			ids[d.Thing.Kind] = append(ids[d.Thing.Kind], d.Thing.ID)
		}
	}
	projects, err := s.projects.Documents(ctx, view.Projects(ctx), ids["project"])
	if err != nil {
		return err
	}
	versions, err := s.projects.VersionDocuments(ctx, view.Versions(ctx), ids["version"])
	if err != nil {
		return err
	}
	authorized, err := s.applications(ctx, account, ids["authorization"])
	if err != nil {
		return err
	}
	for i := range list {
		t := &list[i].Thing
		switch t.Kind {
		case "authorization":
			t.Title, t.URL = authorized[t.ID], "/settings/authorizations"
		case "project":
			var doc struct {
				Name    string  `json:"name"`
				TitleZH *string `json:"title_zh"`
			}
			if err := read(projects[t.ID], &doc); err != nil {
				return err
			}
			if t.Title = doc.Name; doc.TitleZH != nil && *doc.TitleZH != "" {
				t.Title = *doc.TitleZH
			}
			if t.Title != "" {
				t.URL = "/project/" + t.ID
			}
		case "version":
			var doc struct {
				Project string `json:"project_id"`
				Number  string `json:"version_number"`
			}
			if err := read(versions[t.ID], &doc); err != nil {
				return err
			}
			if t.Title = doc.Number; t.Title != "" {
				t.URL = "/project/" + doc.Project + "/version/" + t.ID
			}
		default:
			t.URL = address(t.Kind, t.ID)
		}
	}
	return nil
}

// address is the page of a thing that shows it to whom it may; "" for one without a page.
func address(kind, id string) string {
	switch kind {
	case "organization", "collection":
		return "/" + kind + "/" + id
	case "account":
		return "/user/" + id
	case "discussion":
		return "/d/" + id
	case "server":
		return "/servers/manage/" + id
	case "report":
		return "/dashboard/report/" + id
	}
	return ""
}

func read(raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read the document of a thing: %w", err)
	}
	return nil
}

type exportIn struct {
	Filter
	view.FileFormat
}

// export writes the deeds of a filter, the newest first.
func (s *Routes) export(ctx context.Context, in *exportIn) (view.Answer, error) {
	return view.Export[contract.AccountDeed]{
		Name: "activity", Record: record,
		Columns: []string{"position", "first", "last", "times", "type", "role", "key_id", "key_type", "key", "thing_type", "thing_id", "thing"},
		Page: func(ctx context.Context, after *contract.AccountDeed) ([]contract.AccountDeed, error) {
			var before int64
			if after != nil {
				before = after.Position
			}
			return s.entries(ctx, in.Filter, before, view.ExportPage)
		},
	}.Answer(ctx, in.FileFormat)
}

func record(d contract.AccountDeed) []string {
	var key contract.AccountKey
	if d.Key != nil {
		key = *d.Key
	}
	return []string{
		strconv.FormatInt(d.Position, 10), d.First.Format(time.RFC3339Nano), d.Last.Format(time.RFC3339Nano), strconv.Itoa(d.Times), d.Type, d.Role,
		key.ID, key.Kind, key.Name, d.Thing.Kind, d.Thing.ID, d.Thing.Title,
	}
}
