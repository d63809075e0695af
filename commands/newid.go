package commands

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/platform/ids"
)

// idTries limits how many candidate ids are checked. Two collisions in a row practically never happen.
const idTries = 16

// NewID derives the public id of a thing that a command creates, so that a repeated command creates the same thing.
// Without the key nobody can predict or choose an id. An id that exists in the shared name space of projects, versions,
// organizations and collections, or as a slug, is skipped. The decision that creates the thing declares the id with
// Tx.Fresh.
func (h *Handler) NewID(ctx context.Context, req Request, kind string) (string, error) {
	if len(h.Keys.IDs) == 0 {
		return "", errors.New("make an id: the handler has no key for ids")
	}
	for n := range idTries {
		id := h.candidate(req.Command, kind, n)
		taken, err := h.taken(ctx, req, id)
		if err != nil {
			return "", fmt.Errorf("make the id of a new %s: %w", kind, err)
		}
		if !taken {
			return id, nil
		}
	}
	return "", fmt.Errorf("make the id of a new %s: %d ids are taken", kind, idTries)
}

// NewIDs are the ids of several new things of different kinds. Nearly always all are free, and one read shows that.
func (tx *Tx) NewIDs(ctx context.Context, kinds ...string) ([]string, error) {
	made, streams := make([]string, len(kinds)), []string(nil)
	if len(tx.handler.Keys.IDs) > 0 {
		for i, kind := range kinds {
			made[i] = tx.handler.candidate(tx.request.Command, kind, 0)
			streams = append(streams, streamsOf(made[i])...)
		}
		free, err := tx.handler.free(ctx, streams)
		if err != nil {
			return nil, fmt.Errorf("make %d ids: %w", len(kinds), err)
		}
		if free {
			return made, nil
		}
	}
	for i, kind := range kinds {
		var err error
		if made[i], err = tx.NewID(ctx, kind); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// NewIDLoading is NewID, with things that are read while the id is checked: those that the decision needs, and those that
// have the id. If the id is taken, what has it was read for nothing.
func (tx *Tx) NewIDLoading(ctx context.Context, kind string, having func(id string) Want, wants ...Want) (string, error) {
	if len(tx.handler.Keys.IDs) == 0 {
		return tx.NewID(ctx, kind) // which says what is missing
	}
	likely := tx.handler.candidate(tx.request.Command, kind, 0)
	var id string
	work, working := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		id, err = tx.NewID(working, kind)
		return err
	})
	err := tx.Load(working, append([]Want{having(likely)}, wants...)...)
	if checked := work.Wait(); checked != nil {
		return "", checked
	}
	if err != nil || id == likely {
		return id, err
	}
	return id, tx.Load(ctx, having(id))
}

// free is true if none of some streams exists.
func (h *Handler) free(ctx context.Context, streams []string) (bool, error) {
	for _, err := range h.Log.Streams(ctx, streams, math.MaxInt64) {
		return false, err
	}
	return true, nil
}

func (h *Handler) candidate(command, kind string, n int) string {
	mac := hmac.New(sha256.New, h.Keys.IDs)
	fmt.Fprintf(mac, "%s\x00%s\x00%d", kind, command, n)
	return ids.FromBytes(mac.Sum(nil))
}

// taken is true if an id names something that another command created. Nearly always none of the streams exists, and one
// read shows that.
func (h *Handler) taken(ctx context.Context, req Request, id string) (bool, error) {
	free, err := h.free(ctx, streamsOf(id))
	if free || err != nil {
		return false, err
	}
	return h.takenByAnother(ctx, req, id)
}

func (h *Handler) takenByAnother(ctx context.Context, req Request, id string) (bool, error) {
	for _, stream := range streamsOf(id) {
		for first, err := range h.Log.Stream(ctx, stream, 0) {
			if err != nil {
				return false, err
			}
			if first.Meta.Command != req.Command || req.Command == "" {
				return true, nil
			}
			break
		}
	}
	return false, nil
}

// LooksLikeID says whether a name differs from the id of a thing at most in the case of its letters: readers take the
// address of one for that of the other. The thing with the id own may have such a name. The id of a thing is never chosen
// with a name in view, and NewID skips what looks like a slug, so that only what exists already is asked for.
func (tx *Tx) LooksLikeID(ctx context.Context, name, own string) (bool, error) {
	if !ids.Valid(name) {
		return false, nil
	}
	log := tx.handler.Log
	head, err := log.Head(ctx)
	if err != nil {
		return false, fmt.Errorf("find an id like %s: %w", name, err)
	}
	var streams []string
	for _, id := range spellings(name) {
		if id != own {
			streams = append(streams, thingsOf(id)...)
		}
	}
	for _, err := range log.Streams(ctx, streams, head) {
		if err != nil {
			return false, fmt.Errorf("find an id like %s: %w", name, err)
		}
		return true, nil
	}
	return false, nil
}

// spellings are the texts that differ from a text of ASCII letters and digits only in the case of letters: at most
// 1 << ids.Length for an id.
func spellings(text string) []string {
	all := []string{""}
	for _, c := range text {
		lower, upper := strings.ToLower(string(c)), strings.ToUpper(string(c))
		for i, begun := range all {
			all[i] = begun + lower
			if upper != lower {
				all = append(all, begun+upper)
			}
		}
	}
	return all
}

// Fresh declares that the decision gives a new thing this id: the append fails if the id is in use by then.
func (tx *Tx) Fresh(id string) {
	tx.fresh = append(tx.fresh, streamsOf(id)...)
}

// streamsOf are the streams whose existence would make an id ambiguous. Slugs are stored in lower case.
func streamsOf(id string) []string {
	slug := strings.ToLower(id)
	return append(thingsOf(id), "slug-"+slug, "orgslug-"+slug)
}

// thingsOf are the streams of the things that an id can name.
func thingsOf(id string) []string {
	return []string{"project-" + id, "version-" + id, "organization-" + id, "collection-" + id}
}
