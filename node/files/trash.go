package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// recordEnd is the end of the names of records: the trash has an entry and, beside it, a record of where it was.
const recordEnd = ".json"

// record is what is kept of a deleted entry.
type record struct {
	node.Trashed
	// Bytes is what it occupies.
	Bytes int64 `json:"bytes"`
}

// delete moves something into the trash.
func (c *call) delete() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	recursive, err := c.flag("recursive")
	if err != nil {
		return err
	}
	if n.isRoot() {
		return refuseText(node.FileInvalid, "path", textRoot)
	}
	d, err := c.place.parent(n, false, "path")
	if err != nil {
		return err
	}
	defer d.close()
	r, err := c.place.describe(c.ctx(), d, n, recursive)
	if err != nil {
		return err
	}
	if err := c.place.discard(d, n.base(), r); err != nil {
		return err
	}
	return c.changed(n)
}

// describe makes the record of what is to be deleted. Without recursive a folder must be empty.
func (p *place) describe(ctx context.Context, d folder, n name, recursive bool) (record, error) {
	st, err := d.stat(n.base())
	if err != nil {
		return record{}, err
	}
	now := p.service.clock().UTC()
	r := record{Bytes: occupied(&st), Trashed: node.Trashed{
		ID: newID(), Path: n.shown(), Type: typeOf(uint32(st.Mode)), Size: st.Size, Deleted: now, Until: now.Add(TrashTime),
	}}
	if r.Type != node.TypeDirectory {
		return r, nil
	}
	sub, err := d.enter(n.base())
	if err != nil {
		return r, err
	}
	defer sub.close()
	if !recursive {
		empty, err := sub.empty()
		if err != nil {
			return r, err
		}
		if !empty {
			return r, refuse(node.FileNotEmpty, "path")
		}
		r.Size = 0
		return r, nil
	}
	r.Size = 0
	err = walk(ctx, sub, 0, func(_ int, _ folder, _ string, st *unix.Stat_t) error {
		if typeOf(uint32(st.Mode)) == node.TypeFile {
			r.Size += st.Size
		}
		r.Bytes += occupied(st)
		return nil
	})
	return r, err
}

// discard writes the record and moves the entry. A record without an entry, which a kill between the two leaves, is dropped at the next start.
func (p *place) discard(from folder, base string, r record) error {
	p.trashing.Lock()
	defer p.trashing.Unlock()
	trash, err := openFolder(p.trash, ".")
	if err != nil {
		return err
	}
	defer trash.close()
	if err := p.note(r); err != nil {
		return err
	}
	if err := from.move(base, trash, r.ID); err != nil {
		return errors.Join(err, p.trash.Remove(r.ID+recordEnd))
	}
	return errors.Join(trash.sync(), from.sync())
}

// note writes the record of what moves into the trash. p.trashing is held.
func (p *place) note(r record) error {
	b, err := json.Marshal(r)
	if err == nil {
		err = p.trash.WriteFile(r.ID+recordEnd, b, 0o600)
	}
	if err != nil {
		return fmt.Errorf("record what is deleted: %w", err)
	}
	return nil
}

// records are those of the trash, newest first. p.trashing is held.
func (p *place) records() ([]record, error) {
	d, err := openFolder(p.trash, ".")
	if err != nil {
		return nil, err
	}
	defer d.close()
	names, err := d.f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	all := []record{}
	for _, n := range names {
		id, isRecord := strings.CutSuffix(n, recordEnd)
		if !isRecord {
			continue
		}
		var r record
		b, err := p.trash.ReadFile(n)
		if err != nil {
			return nil, err
		}
		if json.Unmarshal(b, &r) != nil || r.ID != id {
			continue // cut by the end of the host; dropped at the next start
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b record) int {
		if c := b.Deleted.Compare(a.Deleted); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, nil
}

// trashed answers with what can be restored.
func (c *call) trashed() error {
	c.place.trashing.Lock()
	all, err := c.place.records()
	c.place.trashing.Unlock()
	if err != nil {
		return err
	}
	t := node.Trash{Items: []node.Trashed{}}
	for _, r := range all {
		if r.Until.After(c.service.clock()) {
			t.Items = append(t.Items, r.Trashed)
		}
	}
	return c.json(http.StatusOK, t)
}

// find is the record of an id.
func find(all []record, id string) (record, error) {
	for _, r := range all {
		if r.ID == id && id != "" {
			return r, nil
		}
	}
	return record{}, refuse(node.FileNotFound, "id")
}

// restore puts something back where it was.
func (c *call) restore() error {
	p := c.place
	p.trashing.Lock()
	defer p.trashing.Unlock()
	all, err := p.records()
	if err != nil {
		return err
	}
	r, err := find(all, c.query.Get("id"))
	if err != nil {
		return err
	}
	n, err := parsePath(r.Path, "id")
	if err != nil {
		return err
	}
	d, err := p.parent(n, true, "id")
	if err != nil {
		return err
	}
	defer d.close()
	trash, err := openFolder(p.trash, ".")
	if err != nil {
		return err
	}
	defer trash.close()
	if err := trash.move(r.ID, d, n.base()); err != nil {
		return inField(err, "id")
	}
	if err := errors.Join(p.trash.Remove(r.ID+recordEnd), d.sync()); err != nil {
		return err
	}
	return c.changed(n)
}

// purge removes something from the trash for good, or everything.
func (c *call) purge() error {
	p := c.place
	p.trashing.Lock()
	defer p.trashing.Unlock()
	all, err := p.records()
	if err != nil {
		return err
	}
	if c.query.Has("id") {
		r, err := find(all, c.query.Get("id"))
		if err != nil {
			return err
		}
		all = []record{r}
	}
	for _, r := range all {
		if err := p.destroy(r); err != nil {
			return err
		}
	}
	return c.done()
}

// destroy removes an entry, then its record. p.trashing is held.
func (p *place) destroy(r record) error {
	if err := errors.Join(p.trash.RemoveAll(r.ID), ignoreMissing(p.trash.Remove(r.ID+recordEnd))); err != nil {
		return fmt.Errorf("empty the trash: %w", err)
	}
	p.usage.add(-r.Bytes)
	return nil
}
