package packfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/readapi/view"
)

// Pack is an archive of a version. Problem says why it cannot be read; Pending is true where it has not been read yet, and
// the query can be repeated.
type Pack struct {
	Version string `json:"version"`
	Number  string `json:"number"`
	Name    string `json:"name"`
	SHA1    string `json:"sha1"`
	SHA512  string `json:"sha512"`
	Pending bool   `json:"pending"`
	Problem string `json:"problem" doc:"无法读取的原因；可读时为空"`
	Files   int    `json:"files" doc:"可能需要授权的文件"`
	Unread  Others `json:"unread" doc:"其中损坏或超出限制、没有读取的"`
	Skipped Others `json:"skipped" doc:"不需要授权的文件：配置、脚本、图片等"`
}

// Others are files that are only counted. Paths are the first of them.
type Others struct {
	Total int      `json:"total"`
	Paths []string `json:"paths" doc:"最多 200 个"`
}

// found is a pack with what it contains.
type found struct {
	pack     Pack
	url      string
	contents packfile.Contents
}

const packsQuery = `
select v.id, v.number, f.url, f.sha1, f.sha512, count(*) over ()
from catalog.files f join catalog.versions v on v.id = f.version
where f.project = $1 and v.listed and lower(f.url) like '%.mrpack'
order by v.published desc, v.created desc, f.n limit $2`

// packs reads the newest packs of a project and lists them in the document.
func (s *Routes) packs(ctx context.Context, project string, out *Document) ([]found, error) {
	total := 0
	list, err := view.Rows(ctx, s.Source, "packs", func(row pgx.CollectableRow) (f found, err error) {
		return f, row.Scan(&f.pack.Version, &f.pack.Number, &f.url, &f.pack.SHA1, &f.pack.SHA512, &total)
	}, packsQuery, project, mostPacks)
	if err != nil {
		return nil, err
	}
	out.Older = total - len(list)
	begun := time.Now()
	for i := range list {
		f := &list[i]
		f.pack.Name = nameOf(f.url)
		if err := s.read(ctx, f, begun); err != nil {
			return nil, err
		}
		f.pack.Files = len(f.contents.Files) + f.contents.Unread.Total
		f.pack.Unread = Others{f.contents.Unread.Total, listed(f.contents.Unread.First)}
		f.pack.Skipped = Others{f.contents.Skipped.Total, listed(f.contents.Skipped.First)}
		out.Packs = append(out.Packs, f.pack)
	}
	return list, nil
}

// read finds out what a pack contains. Only the failure of the database is an error.
func (s *Routes) read(ctx context.Context, f *found, begun time.Time) error {
	c, known, err := s.Store.Known(ctx, f.pack.SHA512)
	if err != nil {
		return fmt.Errorf("look up a pack: %w", err)
	}
	if !known {
		if time.Since(begun) > mostWait {
			f.pack.Pending = true
			return nil
		}
		if c, err = s.readNow(ctx, f); err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("read a pack: %w", ctx.Err())
			}
			f.pack.Problem = s.problemOf(ctx, f, err)
			return nil
		}
	}
	f.contents, f.pack.Problem = c, explained(c.Problem)
	return nil
}

// readNow waits for a turn, and reads the archive.
func (s *Routes) readNow(ctx context.Context, f *found) (packfile.Contents, error) {
	select {
	case s.turns <- struct{}{}:
	case <-ctx.Done():
		return packfile.Contents{}, ctx.Err()
	}
	defer func() { <-s.turns }()
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	return s.Store.Contents(ctx, f.pack.SHA512, func(ctx context.Context) (io.ReaderAt, int64, error) {
		key, ours := s.Files.KeyOf(f.url)
		if !ours {
			return nil, 0, blobs.ErrNotFound
		}
		data, err := s.Files.Ranged(ctx, key)
		if err != nil {
			return nil, 0, err
		}
		return data, data.Size(), nil
	})
}

func (s *Routes) problemOf(ctx context.Context, f *found, err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return tooSlow
	case errors.Is(err, blobs.ErrNotFound):
		return notHere
	}
	s.Logger.ErrorContext(ctx, "a modpack cannot be read", "version", f.pack.Version, "error", err)
	return failed
}

func nameOf(address string) string {
	name := path.Base(address)
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

func listed(names []string) []string { return append([]string{}, names...) }
