package files

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

func newID() string { return rand.Text() }

// usage counts the bytes of a server's folder. It is counted by looking at everything, and adjusted by what the service itself writes; what
// the game writes is seen by the next count.
type usage struct {
	counting sync.Mutex // held while somebody counts

	mu       sync.Mutex
	known    bool
	used     int64
	reserved int64     // by writes that are in progress
	grown    int64     // by finished writes since the count in progress began
	at       time.Time // by the service's clock
	began    time.Time
	took     time.Duration
}

// add notes that the folder holds more bytes, or less.
func (u *usage) add(n int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.used = max(u.used+n, 0)
	u.grown += max(n, 0)
}

func (u *usage) olderThan(t time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.known && u.at.Before(t)
}

// bytes is what the folder holds. It is counted if it was not yet.
func (p *place) bytes(ctx context.Context) (int64, error) {
	p.usage.mu.Lock()
	used, known := p.usage.used, p.usage.known
	p.usage.mu.Unlock()
	if known {
		return used, nil
	}
	if err := p.count(ctx); err != nil {
		return 0, err
	}
	p.usage.mu.Lock()
	defer p.usage.mu.Unlock()
	return p.usage.used, nil
}

// count counts. Who comes while another counts waits for that count.
func (p *place) count(ctx context.Context) error {
	u := &p.usage
	asked := time.Now() // it measures time, and asks for none
	u.counting.Lock()
	defer u.counting.Unlock()
	u.mu.Lock()
	if u.known && u.began.After(asked) { // somebody else has counted since
		u.mu.Unlock()
		return nil
	}
	began := time.Now()
	u.grown, u.began = 0, began
	u.mu.Unlock()
	total, seen := int64(0), map[[2]uint64]bool{}
	for _, root := range []*os.Root{p.root, p.trash} { // what is in the stage is reserved
		n, err := sizeOf(ctx, root, ".", seen)
		if err != nil {
			return fmt.Errorf("count the server's files: %w", err)
		}
		total += n
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	// A write that has ended meanwhile may be counted twice until the next count, and is never left out.
	u.used, u.known, u.at, u.took = total+u.grown, true, p.service.clock(), time.Since(began)
	return nil
}

// sizeOf is what a folder and all in it occupy. Files with several names count once.
func sizeOf(ctx context.Context, root *os.Root, n name, seen map[[2]uint64]bool) (total int64, err error) {
	d, err := openFolder(root, n)
	if err != nil {
		return 0, err
	}
	defer d.close()
	own, err := statFile(d.f)
	if err != nil {
		return 0, err
	}
	total = occupied(&own)
	err = walk(ctx, d, 0, func(_ int, _ folder, _ string, st *unix.Stat_t) error {
		if st.Nlink > 1 && typeOf(uint32(st.Mode)) != node.TypeDirectory {
			id := [2]uint64{uint64(st.Dev), st.Ino}
			if seen[id] {
				return nil
			}
			seen[id] = true
		}
		total += occupied(st)
		return nil
	})
	return total, err
}

// hold are bytes that a write in progress has reserved.
type hold struct {
	place  *place
	credit int64 // bytes of what the write replaces
	total  int64
	held   int64
}

// reserve begins a write that replaces something of credit bytes.
func (p *place) reserve(credit int64) *hold { return &hold{place: p, credit: credit} }

// grow reserves more bytes, or fails with node.FileQuota. The trash makes room if that helps.
func (h *hold) grow(ctx context.Context, n int64) error {
	p := h.place
	need := max(h.total+n-h.credit, 0) - h.held
	if need > 0 && p.room > 0 {
		if err := p.makeRoom(ctx, need); err != nil {
			return err
		}
	} else if need > 0 {
		p.usage.take(need, 0)
	}
	h.total += n
	h.held += max(need, 0)
	return nil
}

// take reserves bytes if they fit in the room; a room of 0 has no bound.
func (u *usage) take(n, room int64) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if room > 0 && (n > room || u.used+u.reserved > room-n) {
		return false
	}
	u.reserved += n
	return true
}

// end ends the reservation: the folder holds delta more bytes than before.
func (h *hold) end(delta int64) {
	u := &h.place.usage
	u.mu.Lock()
	u.reserved -= h.held
	u.mu.Unlock()
	h.held, h.total = 0, 0
	if delta != 0 {
		u.add(delta)
	}
}

// makeRoom reserves bytes. It counts again if the count may be old, and then empties the trash, oldest first, if that is enough.
func (p *place) makeRoom(ctx context.Context, n int64) error {
	if _, err := p.bytes(ctx); err != nil {
		return err
	}
	if p.usage.take(n, p.room) {
		return nil
	}
	if p.usage.mayRecount() {
		if err := p.count(ctx); err != nil {
			return err
		}
		if p.usage.take(n, p.room) {
			return nil
		}
	}
	return p.sacrifice(n)
}

// mayRecount keeps counts to a tenth of the time.
func (u *usage) mayRecount() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.took < 100*time.Millisecond
}

// lacks is how many bytes are missing for n more.
func (u *usage) lacks(n, room int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.used + u.reserved + n - room
}
