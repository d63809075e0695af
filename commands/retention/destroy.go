package retention

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/platform/blobs"
)

// Folder lists the keys of what was destroyed by law, one blob for each. A restored backup applies the list.
const Folder = blobs.PrivatePrefix + "destroyed"

// TextPicture is the kind of a picture in texts.
const TextPicture = "picture"

type removalInput struct {
	URL    string         `json:"url" minLength:"1" maxLength:"2000" doc:"文件或图片的地址"`
	Reason *reason.Reason `json:"reason,omitempty"`
}

type removal struct{ Body removalInput }

// destroy is POST /_internal/removal. What refers to the content loses it in the same append; the bytes follow at once.
// If the store of files fails, the next sweep deletes them.
func (s *Service) destroy(ctx context.Context, req commands.Request, in *removal) (commands.Outcome, error) {
	var none commands.Outcome
	if err := retention.MayDestroy(req.By); err != nil {
		return none, err
	}
	key, ours := s.o.Blobs.KeyOf(in.Body.URL)
	if !ours {
		return none, fault.Invalid("url", "这不是本站存储的文件地址。")
	}
	parts, err := s.o.Parts(ctx, key)
	if err != nil {
		return none, err
	}
	if len(parts) == 0 {
		return none, fault.NotFound("文件不存在")
	}
	outcome, err := s.o.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		return s.decide(ctx, tx, parts, in.Body.Reason)
	})
	if err != nil {
		return none, err
	}
	for _, f := range parts {
		if err := s.destroyNow(ctx, f); err != nil {
			s.o.Logger.WarnContext(ctx, "cannot delete destroyed content yet", "key", f.Key, "error", err)
		}
	}
	return outcome, nil
}

func (s *Service) decide(ctx context.Context, tx *commands.Tx, parts []File, why *reason.Reason) error {
	holder := HolderOf(parts[0].Key)
	held, err := removals().Get(ctx, tx, holder)
	if err != nil {
		return err
	}
	for _, f := range parts {
		if err := held.Do(retention.Destroy{By: tx.By(), Reason: why, What: retention.Destroyed{
			Key: f.Key, Kind: f.Kind, Name: f.Name, Size: f.Size, SHA1: f.SHA1, SHA512: f.SHA512, Project: f.Project, Version: f.Version,
		}}); err != nil {
			return err
		}
	}
	if parts[0].Kind == TextPicture {
		return nil
	}
	return project.Withdraw(ctx, tx, s.stored(parts[0]), why)
}

// HolderOf is the project or the account that a key's content was stored for.
func HolderOf(key string) string {
	first, rest, _ := strings.Cut(key, "/")
	if first == "images" {
		first, _, _ = strings.Cut(rest, "/")
	}
	return first
}

func (s *Service) destroyNow(ctx context.Context, f File) error {
	sum := sha256.Sum256([]byte(f.Key))
	if _, err := s.o.Blobs.Put(ctx, Folder+"/"+hex.EncodeToString(sum[:]), "text/plain", strings.NewReader(f.Key)); err != nil {
		return err
	}
	return s.clear(ctx, f, destroyedAtOnce)
}

// Apply deletes everything that the blob store lists as destroyed: it may have been restored from an older backup.
func (s *Service) Apply(ctx context.Context) error {
	names, err := s.o.Blobs.List(ctx, Folder)
	if err != nil {
		return fmt.Errorf("apply the list of destroyed content: %w", err)
	}
	for _, name := range names {
		if err := s.apply(ctx, name); err != nil {
			return fmt.Errorf("apply the list of destroyed content: %w", err)
		}
	}
	return nil
}

func (s *Service) apply(ctx context.Context, name string) error {
	r, err := s.o.Blobs.Open(ctx, Folder+"/"+name)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	key, err := io.ReadAll(io.LimitReader(r, 1024))
	if err != nil {
		return err
	}
	return s.o.Blobs.Delete(ctx, string(key))
}
