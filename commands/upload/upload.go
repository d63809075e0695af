// Package upload keeps blobs that a decision names: they are stored before it is made, and taken back where nothing was
// appended. A crash between the two leaves a blob that nothing refers to, and never an event without its blob. Files of
// versions may be staged: they wait for a day for a version to be made of them.
package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Store is where uploads go. It is safe for concurrent use.
type Store struct {
	Blobs   *blobs.Store
	Handler *commands.Handler
	Logger  *slog.Logger // nil for the default
}

// Batch are the blobs of one request. Each request writes under names of its own, which hold ID, so that taking them
// back never touches another's.
type Batch struct {
	ID    string
	store *Store
	keys  []string
	after []func(context.Context)
}

// Begin begins the uploads of a request. The caller closes the batch.
func (s *Store) Begin() *Batch { return &Batch{ID: ids.New(), store: s} }

// keep counts a blob that is stored by other means as one of the batch.
func (b *Batch) keep(key string) { b.keys = append(b.keys, key) }

// then keeps what is to be done once the decision stands.
func (b *Batch) then(do func(context.Context)) { b.after = append(b.after, do) }

// Put stores a blob of at most limit bytes under a key, which holds the batch's ID. field is what the API calls it.
func (b *Batch) Put(ctx context.Context, key, contentType, field string, r io.Reader, limit int64) (blobs.Stored, error) {
	b.keep(key) // also where it fails half way
	return b.store.put(ctx, key, contentType, field, r, limit)
}

func (s *Store) put(ctx context.Context, key, contentType, field string, r io.Reader, limit int64) (blobs.Stored, error) {
	stored, err := s.Blobs.Put(ctx, key, contentType, r, blobs.MaxSize(limit))
	if errors.Is(err, blobs.ErrTooLarge) {
		return blobs.Stored{}, fault.TooLarge(field, "文件超出大小限制。")
	}
	if err != nil {
		return blobs.Stored{}, fmt.Errorf("store upload: %w", err)
	}
	return stored, nil
}

// Handle decides on what was stored. The blobs stay where events were appended, and where that is not known; those of a
// request that was handled before are spare copies.
func (b *Batch) Handle(ctx context.Context, req commands.Request, decide func(context.Context, *commands.Tx) error) (commands.Outcome, error) {
	outcome, err := b.store.Handler.Handle(ctx, req, decide)
	if err == nil && !outcome.Repeated || err != nil && !refused(err) {
		b.keys = nil
	}
	if err == nil {
		for _, do := range b.after {
			do(ctx)
		}
	}
	return outcome, err
}

// Close takes back every blob that no append keeps.
func (b *Batch) Close(ctx context.Context) {
	b.store.delete(ctx, b.keys...)
	b.keys = nil
}

// delete deletes blobs that nothing refers to, also where the request has ended, and says which are left. One that cannot
// be deleted does no harm.
func (s *Store) delete(ctx context.Context, keys ...string) (left []string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			s.logger().WarnContext(ctx, "a blob that nothing refers to stays behind", "key", key, "error", err)
			left = append(left, key)
		}
	}
	return left
}

func (s *Store) logger() *slog.Logger {
	if s.Logger == nil {
		return slog.Default()
	}
	return s.Logger
}

// refused says that an error means that nothing was appended.
func refused(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}
