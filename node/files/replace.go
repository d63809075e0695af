package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/modyard/modyard/contract/node"
)

// Replacement puts an entry that is made beside a server's folder in the place of what has a path in it.
type Replacement struct {
	place *place
	n     name
	from  folder
	hold  *hold
	taken int64 // what the entry occupies, once it is in its place
}

// Replace begins a replacement of what a server has at a path. The new entry is made in the folder from, which only the node enters and which is on
// the server's file system, under the last name of the path. Errors of the path are ones that CodeOf knows. The caller closes the replacement.
func (s *Service) Replace(server, path string, from *os.Root) (*Replacement, error) {
	n, err := parseNew(path, "path")
	if err != nil {
		return nil, err
	}
	if n.isRoot() {
		return nil, refuseText(node.FileInvalid, "path", textRoot)
	}
	p, err := s.open(server)
	if err != nil {
		return nil, err
	}
	d, err := openFolder(from, ".")
	if err != nil {
		p.close()
		return nil, fmt.Errorf("open the folder of a replacement: %w", err)
	}
	return &Replacement{place: p, n: n, from: d, hold: p.reserve(0)}, nil
}

// Name is the name under which the new entry is made.
func (r *Replacement) Name() string { return r.n.base() }

// Reserve reserves bytes of the plan's disk, or fails with what CodeOf knows as node.FileQuota.
func (r *Replacement) Reserve(ctx context.Context, n int64) error { return r.hold.grow(ctx, n) }

// Exchange puts the new entry in its place, in one step, and what stood there under its name in the folder where it was made. A link in the last name
// is exchanged like everything else, and is not followed; folders above it that are missing are made. After an error the caller looks in that
// folder whether it has happened.
func (r *Replacement) Exchange() error {
	p, base := r.place, r.n.base()
	to, err := p.parent(r.n, true, "path")
	if err != nil {
		return err
	}
	defer to.close()
	if err := syncAll(r.from); err != nil {
		return fmt.Errorf("write the entries to the disk: %w", err)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := p.service.fault("exchange"); err != nil {
		return err
	}
	err = r.from.move(base, to, base)
	if errors.Is(err, fs.ErrExist) {
		err = r.from.exchange(base, to, base)
	}
	if err != nil {
		return err
	}
	r.taken = r.hold.total
	if err := p.service.fault("exchanged"); err != nil {
		return err
	}
	return errors.Join(to.sync(), r.from.sync())
}

// Keep puts what stood in the place into the trash, as if it had been deleted there. It is called after the exchange, and may be called again; where
// nothing stood it does nothing.
func (r *Replacement) Keep(ctx context.Context) error {
	rec, err := r.place.describe(ctx, r.from, r.n, true)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := r.place.discard(r.from, r.n.base(), rec); err != nil {
		return fmt.Errorf("keep what was replaced: %w", err)
	}
	return nil
}

// Close ends what is reserved.
func (r *Replacement) Close() {
	r.hold.end(r.taken)
	r.from.close()
	r.place.close()
}
