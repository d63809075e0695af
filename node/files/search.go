package files

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

const (
	// searchTime is how long one search looks, and maxSearched at how many entries.
	searchTime  = 5 * time.Second
	maxSearched = 200_000
)

// errEnough ends a search that has found or looked at as much as it may.
var errEnough = errors.New("enough was found")

// search answers with what lies in a folder and below it and has a text in its name, in any case of the letters. Links are not followed.
func (c *call) search() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	wanted := strings.ToLower(strings.TrimSpace(c.query.Get("name")))
	if !validName(wanted) && wanted != "." && wanted != ".." {
		return refuse(node.FileInvalid, "name")
	}
	d, err := openFolder(c.place.root, n)
	if err != nil {
		return err
	}
	defer d.close()
	ctx, cancel := context.WithTimeout(c.ctx(), searchTime)
	defer cancel()
	f := node.FileFound{Items: []node.FileItem{}}
	looked, uncounted := 0, maxCounted
	var at []string // the names of the folders above an entry, and its own
	err = walk(ctx, d, 0, func(depth int, in folder, base string, _ *unix.Stat_t) error {
		if looked++; looked > maxSearched || len(f.Items) >= node.MaxFound {
			return errEnough
		}
		at = append(at[:depth], base)
		if !strings.Contains(strings.ToLower(base), wanted) {
			return nil
		}
		above := n
		for _, part := range at[:depth] {
			above = above.join(name(part))
		}
		if item, ok := in.item(above, base, &uncounted); ok && above.join(name(base)).fits() {
			f.Items = append(f.Items, item)
		}
		return nil
	})
	switch {
	case errors.Is(err, errEnough), errors.Is(err, context.DeadlineExceeded) && c.ctx().Err() == nil:
		f.More = true
	case err != nil:
		return err
	}
	slices.SortFunc(f.Items, func(a, b node.FileItem) int { return strings.Compare(a.Path, b.Path) })
	return c.json(http.StatusOK, f)
}
