package files

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// Hashes remembers the hashes of a server's archives by what the file system says of them. The zero value is ready; one goroutine uses it.
type Hashes struct{ known map[string]hashed }

type hashed struct{ tag, sum string }

// maxListed bounds a list in bytes of JSON, in which a character of a name may take six: it is sent in one frame. entryBytes is what an entry
// takes beside its path.
const (
	maxListed  = node.MaxFrame * 3 / 4
	entryBytes = 230
)

// listed is what an entry takes in a list.
func listed(path string) int {
	b, err := json.Marshal(path)
	if err != nil {
		return maxListed // a text can always be encoded
	}
	return entryBytes + len(b)
}

// Archives lists the archives in folders of a server, enabled and disabled ones, in the order of their paths. A folder that is not there has
// none. Links and files with a second name are left out.
func (s *Service) Archives(ctx context.Context, server string, known *Hashes, folders ...string) (node.Contents, error) {
	list := node.Contents{Files: []node.ContentFile{}}
	p, err := s.open(server)
	if err != nil {
		return list, err
	}
	defer p.close()
	next, bytes := map[string]hashed{}, 0
	for _, in := range folders {
		files, err := p.archivesOf(in)
		if err != nil {
			return list, err
		}
		for _, f := range files {
			if len(list.Files) >= node.MaxContents || bytes+listed(f.Path) > maxListed {
				list.More++
				continue
			}
			if f.SHA512, err = p.hashOf(ctx, f, known, next); err != nil {
				if ctx.Err() != nil {
					return list, ctx.Err()
				}
				continue // it was replaced or removed meanwhile: the next look sees it
			}
			bytes += listed(f.Path)
			list.Files = append(list.Files, f.ContentFile)
		}
	}
	known.known = next
	return list, nil
}

// candidate is a file before it is read.
type candidate struct {
	node.ContentFile
	st   unix.Stat_t
	base string
}

func (p *place) archivesOf(in string) ([]candidate, error) {
	n, err := parsePath(in, "path")
	if err != nil {
		return nil, err
	}
	d, err := openFolder(p.root, n)
	if err != nil {
		if CodeOf(err) != "" {
			return nil, nil // it is not there, or no folder of the server
		}
		return nil, err
	}
	defer d.close()
	var files []candidate
	for {
		names, err := d.f.Readdirnames(batch)
		for _, base := range names {
			enabled, disabled := strings.CutSuffix(base, Disabled)
			lower := strings.ToLower(enabled)
			if !validName(base) || !strings.HasSuffix(lower, ".jar") && !strings.HasSuffix(lower, ".zip") {
				continue
			}
			st, err := d.stat(base)
			if err != nil || plain(&st, "path") != nil {
				continue
			}
			files = append(files, candidate{node.ContentFile{Path: path.Join(in, enabled), Size: st.Size, Disabled: disabled}, st, base})
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(files, func(a, b candidate) int { return strings.Compare(a.base, b.base) })
	return files, nil
}

func (p *place) hashOf(ctx context.Context, f candidate, known *Hashes, next map[string]hashed) (string, error) {
	key, tag := path.Join(path.Dir(f.Path), f.base), etag(&f.st)
	if h, ok := known.known[key]; ok && h.tag == tag {
		next[key] = h
		return h.sum, nil
	}
	d, err := openFolder(p.root, name(strings.TrimPrefix(path.Dir(f.Path), "/")))
	if err != nil {
		return "", err
	}
	defer d.close()
	sum, err := d.hash(ctx, f.base, &f.st)
	if err == nil {
		next[key] = hashed{tag, sum}
	}
	return sum, err
}
