// Package upload stores blobs that an event will name: they are stored before the decision, and deleted if nothing was
// appended. A crash between the two leaves an unreferenced blob, never an event without its blob. Files of versions may
// be staged: they are stored for a day until a version is created with them.
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

// Store stores uploads. It is safe for concurrent use.
type Store struct {
	Blobs   *blobs.Store
	Handler *commands.Handler
	Logger  *slog.Logger // nil for the default
}

// Batch contains the blobs of one request. The keys of a request contain its ID, so that deleting them never affects
// another request.
type Batch struct {
	ID    string
	store *Store
	keys  []string
	after []func(context.Context)
}

// Begin begins the uploads of a request. The caller closes the batch.
func (s *Store) Begin() *Batch { return &Batch{ID: ids.New(), store: s} }

// keep adds a blob that was stored by other means to the batch.
func (b *Batch) keep(key string) { b.keys = append(b.keys, key) }

// then adds a function that runs after the append.
func (b *Batch) then(do func(context.Context)) { b.after = append(b.after, do) }

// Put stores a blob of at most limit bytes under a key, which must contain the batch's ID. The argument field is its
// name in the API.
func (b *Batch) Put(ctx context.Context, key, contentType, field string, r io.Reader, limit int64) (blobs.Stored, error) {
	b.keep(key) // also after a partial failure
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

// Handle decides about the stored blobs. They are kept if events were appended or if that is unknown; the blobs of a
// repeated request are unneeded copies.
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

// Close deletes every blob that no append references.
func (b *Batch) Close(ctx context.Context) {
	b.store.delete(ctx, b.keys...)
	b.keys = nil
}

// Delete deletes a blob that nothing references any more, as far as it can be deleted now.
func (s *Store) Delete(ctx context.Context, key string) { s.delete(ctx, key) }

// delete deletes unreferenced blobs, also after the request has ended, and returns those that it could not delete.
// These do no harm.
func (s *Store) delete(ctx context.Context, keys ...string) (left []string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			s.logger().WarnContext(ctx, "cannot delete an unreferenced blob", "key", key, "error", err)
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

// refused is true if an error means that nothing was appended.
func refused(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}
