package files

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// expire removes what was in the trash for long enough.
func (p *place) expire(now time.Time) error {
	p.trashing.Lock()
	defer p.trashing.Unlock()
	all, err := p.records()
	for _, r := range all {
		if !r.Until.After(now) {
			err = errors.Join(err, p.destroy(r))
		}
	}
	return err
}

// sacrifice reserves bytes at the expense of the trash, oldest first. If all of it is not enough, all of it stays.
func (p *place) sacrifice(n int64) error {
	p.trashing.Lock()
	defer p.trashing.Unlock()
	all, err := p.records()
	if err != nil {
		return err
	}
	var there int64
	for _, r := range all {
		there += r.Bytes
	}
	if p.usage.lacks(n, p.room) > there {
		return refuse(node.FileQuota, "")
	}
	for _, r := range slices.Backward(all) {
		if err := p.destroy(r); err != nil {
			return err
		}
		if p.usage.take(n, p.room) {
			return nil
		}
	}
	return refuse(node.FileQuota, "")
}

// dropOrphans removes entries without a record and records without an entry, which a kill has left. It runs before the trash is used.
func (p *place) dropOrphans() error {
	all, err := p.records()
	if err != nil {
		return err
	}
	whole := map[string]bool{}
	for _, r := range all {
		if _, err := p.trash.Lstat(r.ID); err == nil {
			whole[r.ID], whole[r.ID+recordEnd] = true, true
		}
	}
	d, err := openFolder(p.trash, ".")
	if err != nil {
		return err
	}
	defer d.close()
	names, err := d.f.Readdirnames(-1)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for _, n := range names {
		if !whole[n] {
			if err := p.trash.RemoveAll(n); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
