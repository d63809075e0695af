package server

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// revisionColumns are those of a revision c.
	revisionColumns = `
c.position, c.at, c.size, c.hash <> '', c.gone, c.cause, c.actor, a.username, a.avatar_url, c.credential, t.name, k.hash is not null, c.restored_from, c.restored_key, o.at`

	revisionJoins = `
left join identity.profiles a on a.id = c.actor
left join identity.tokens t on t.id = c.credential
left join hosting.configurations k on k.server = c.server and k.hash = c.hash
left join server.configurations o on c.restored_from > 0 and o.server = c.server and o.path = c.path and o.position = c.restored_from`

	// The newest revision of each file up to a moment.
	selectConfigurationFiles = `
select f.path,` + revisionColumns + `
from (
  select f.path from server.configuration_files f where f.server = $1 order by f.path limit 2000) f
cross join lateral (
  select * from server.configurations c where c.server = $1 and c.path = f.path and c.at <= $2 order by c.at desc, c.position desc limit 1) c` + revisionJoins + `
order by f.path`

	selectConfigurationRevisions = `
select` + revisionColumns + `
from (
  select * from server.configurations c where c.server = $1 and c.path = $2 and ($3::bigint = 0 or c.position < $3) order by c.position desc limit $4) c` + revisionJoins + `
order by c.position desc`

	selectConfigurationRevision = `select hash, gone from server.configurations where server = $1 and path = $2 and position = $3`
)

// States of a revision and of its content.
const (
	configText       = "text"
	configGone       = "gone"
	configUnreadable = "unreadable"
	configMasked     = "masked"
	configHidden     = "hidden"
	configMissing    = "missing"
)

type configurationIn struct {
	view.ByID
	At string `query:"at" doc:"截至此时，ISO 8601；省略则为现在"`
}

// configuration is GET /_internal/server/{id}/configuration: the files as of a moment.
func (s *Routes) configuration(ctx context.Context, in *configurationIn) (contract.HostedConfigurationFiles, error) {
	out := contract.HostedConfigurationFiles{Files: []contract.HostedConfigurationFile{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	at := s.Now().Add(24 * time.Hour) // a node's clock may be ahead
	if in.At != "" {
		if at, err = time.Parse(time.RFC3339, in.At); err != nil {
			return out, httpkit.Invalid("at", "参数 at 应为 ISO 8601 时间")
		}
	}
	account, _ := caller(ctx)
	list, err := view.Rows(ctx, s.source, "the configuration files of a server", func(row pgx.CollectableRow) (f contract.HostedConfigurationFile, err error) {
		f.HostedConfigurationRevision, err = scanRevision(row, account, &f.Path)
		return f, err
	}, selectConfigurationFiles, record.ID, at)
	if err != nil {
		return out, err
	}
	out.Files = append(out.Files, list...)
	return out, nil
}

// scanRevision reads revisionColumns, after other columns.
func scanRevision(row pgx.CollectableRow, account string, before ...any) (r contract.HostedConfigurationRevision, err error) {
	var readable, gone bool
	var actor, credential string
	var username, avatar, token *string
	var from contract.HostedConfigurationRestored
	err = row.Scan(append(before, &r.Position, &r.At, &r.Size, &readable, &gone, &r.Cause, &actor, &username, &avatar, &credential, &token, &r.Kept,
		&from.Position, &from.Key, &from.At)...)
	if from.Position > 0 {
		r.Restored = &from
	}
	switch {
	case gone:
		r.State = configGone
	case readable:
		r.State = configText
	default:
		r.State = configUnreadable
	}
	r.By = view.Author(&actor, username, avatar)
	if actor == account && credential != "" {
		r.Credential = &contract.HostedCredential{ID: credential, Name: token}
	}
	return r, err
}

// filePath is the path of a file in a parameter.
type filePath string

// Resolve rejects texts that no path has.
func (p *filePath) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	if s := string(*p); !strings.HasPrefix(s, "/") || len(s) > maxFilePath || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return []error{httpkit.Invalid(httpkit.ParameterName(path), "文件的路径不正确。")}
	}
	return nil
}

// maxFilePath is the longest path in bytes.
const maxFilePath = 512

type revisionsIn struct {
	view.ByID
	Path filePath `query:"path" required:"true" doc:"文件的路径"`
	view.Before
}

// configurationRevisions is GET /_internal/server/{id}/configuration/revisions.
func (s *Routes) configurationRevisions(ctx context.Context, in *revisionsIn) (contract.HostedConfigurationRevisions, error) {
	out := contract.HostedConfigurationRevisions{Revisions: []contract.HostedConfigurationRevision{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	account, _ := caller(ctx)
	most := in.Most()
	list, err := view.Rows(ctx, s.source, "the revisions of a configuration file", func(row pgx.CollectableRow) (contract.HostedConfigurationRevision, error) {
		return scanRevision(row, account)
	}, selectConfigurationRevisions, record.ID, string(in.Path), int64(in.Position), most+1)
	if err != nil {
		return out, err
	}
	if len(list) > most {
		list = list[:most]
		if most > 0 {
			next := list[most-1].Position
			out.Next = &next
		}
	}
	out.Revisions = append(out.Revisions, list...)
	return out, nil
}

type contentIn struct {
	view.ByID
	Path     filePath      `query:"path" required:"true" doc:"文件的路径"`
	Revision view.Position `query:"revision" required:"true" doc:"版本的 position"`
}

// configurationContent is GET /_internal/server/{id}/configuration/content.
func (s *Routes) configurationContent(ctx context.Context, in *contentIn) (contract.HostedConfigurationContent, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return contract.HostedConfigurationContent{}, err
	}
	r, err := s.revision(ctx, record, string(in.Path), int64(in.Revision))
	return r.content, err
}

type diffIn struct {
	view.ByID
	Path   filePath      `query:"path" required:"true" doc:"文件的路径"`
	Before view.Position `query:"before" doc:"较早的版本；省略则与空文件比较"`
	After  view.Position `query:"after" required:"true" doc:"较晚的版本"`
}

// configurationDiff is GET /_internal/server/{id}/configuration/diff.
func (s *Routes) configurationDiff(ctx context.Context, in *diffIn) (contract.HostedConfigurationDiff, error) {
	out := contract.HostedConfigurationDiff{Keys: []contract.HostedConfigurationKey{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	before := revision{content: contract.HostedConfigurationContent{State: configGone}, values: map[string]string{}}
	if in.Before != 0 {
		if before, err = s.revision(ctx, record, string(in.Path), int64(in.Before)); err != nil {
			return out, err
		}
	}
	after, err := s.revision(ctx, record, string(in.Path), int64(in.After))
	if err != nil {
		return out, err
	}
	out.Before, out.After = before.content, after.content
	if in.Path == serverProperties {
		out.Keys = append(out.Keys, differences(before, after, !mayReadFiles(record))...)
	}
	return out, nil
}

// missingRevision is the error for a revision that a file does not have.
func missingRevision() error {
	return httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这个版本。")
}

func (s *Routes) find(ctx context.Context, server, path string, position int64) (hash string, gone bool, err error) {
	rows, err := s.source.Pool.Query(ctx, selectConfigurationRevision, server, path, position)
	if err != nil {
		return "", false, fmt.Errorf("find a revision of a configuration file: %w", err)
	}
	found := false
	if _, err := pgx.ForEachRow(rows, []any{&hash, &gone}, func() error { found = true; return nil }); err != nil {
		return "", false, fmt.Errorf("find a revision of a configuration file: %w", err)
	}
	if !found {
		return "", false, missingRevision()
	}
	return hash, gone, nil
}
