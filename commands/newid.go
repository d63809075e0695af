package commands

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/modyard/modyard/platform/ids"
)

// idTries bounds how many ids are looked at; two that are taken are as good as never met.
const idTries = 16

// NewID derives the public id of something that a command makes, so that the command repeated makes the same. The
// key keeps everybody from working one out or choosing one. An id that somebody has in the shared name space of
// projects, versions, organizations and collections, or as a slug, is passed over. The decision that makes the thing
// states the id with Tx.Fresh.
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

func (h *Handler) candidate(command, kind string, n int) string {
	mac := hmac.New(sha256.New, h.Keys.IDs)
	fmt.Fprintf(mac, "%s\x00%s\x00%d", kind, command, n)
	return ids.FromBytes(mac.Sum(nil))
}

// taken says that an id names something that this very command did not make.
func (h *Handler) taken(ctx context.Context, req Request, id string) (bool, error) {
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

// Fresh says that the decision gives a new thing this id: nothing may have it when the events are appended.
func (tx *Tx) Fresh(id string) {
	tx.fresh = append(tx.fresh, streamsOf(id)...)
}

// streamsOf are the streams that would make an id ambiguous. Slugs are kept in lower case.
func streamsOf(id string) []string {
	slug := strings.ToLower(id)
	return []string{
		"project-" + id, "version-" + id, "organization-" + id, "collection-" + id, "slug-" + slug, "orgslug-" + slug,
	}
}
