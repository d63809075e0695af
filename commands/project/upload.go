package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// uploads are the blobs that one request has written. Each request writes under names of its own, so that
// taking them back never touches another's. A crash between a blob and the append leaves a blob that nothing
// refers to, and never an event without its blob.
type uploads struct {
	service *Service
	id      string
	keys    []string
	staged  []stagedFile // that were taken: gone once the command is accepted
	asked   bool         // the append was tried: an unknown outcome may have kept it
}

func (s *Service) uploads() *uploads { return &uploads{service: s, id: ids.New()} }

// settle takes the blobs back after a refusal. Where it is not known whether the append stands, they stay.
func (u *uploads) settle(ctx context.Context, err *error) {
	if *err == nil || u.asked && !definite(*err) {
		return
	}
	u.remove(ctx)
}

// done lets the blobs of a command that was accepted be; those of a repeated one are spare copies.
func (u *uploads) done(ctx context.Context, outcome commands.Outcome) {
	if outcome.Repeated {
		u.remove(ctx)
	}
	u.service.unstage(ctx, u.staged...)
	u.keys = nil
}

func (u *uploads) remove(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	for _, key := range u.keys {
		if err := u.service.options.Blobs.Delete(ctx, key); err != nil {
			u.service.options.Logger.WarnContext(ctx, "a refused upload stays behind", "key", key, "error", err)
		}
	}
	u.keys = nil
}

// definite says that an error means that nothing was appended.
func definite(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() != httpkit.KindUnavailable
}

func (u *uploads) put(ctx context.Context, key, contentType string, r io.Reader, limit int64) (blobs.Stored, error) {
	stored, err := u.service.options.Blobs.Put(ctx, key, contentType, r, blobs.MaxSize(limit))
	if errors.Is(err, blobs.ErrTooLarge) {
		return blobs.Stored{}, fault.TooLarge("file_parts", "文件超出大小限制。")
	}
	if err != nil {
		return blobs.Stored{}, fmt.Errorf("store upload: %w", err)
	}
	u.keys = append(u.keys, key)
	return stored, nil
}

// file stores one file of a version. Archives are looked at before they count; what was found goes to found.
func (u *uploads) file(ctx context.Context, projectID, versionID string, part *httpkit.Part) (storedFile, error) {
	name, kind, err := versionFileName(part.FileName)
	if err != nil {
		return storedFile{}, err
	}
	key := path.Join(projectID, "versions", versionID, u.id, blobName(name, kind))
	u.keys = append(u.keys, key)
	stored, found, err := u.service.storeFile(ctx, key, kind, part)
	if err != nil {
		return storedFile{}, err
	}
	if stored.Size == 0 {
		return storedFile{}, fault.Invalid("file_parts", "文件是空的："+name+"。")
	}
	return storedFile{facts: found, File: project.File{
		SHA1: stored.SHA1, SHA512: stored.SHA512, Size: stored.Size, Name: name,
		URL: u.service.options.Blobs.URL(key),
	}}, nil
}

// storedFile is a file of a version to come, with what was found in it.
type storedFile struct {
	project.File
	facts facts
}

// versionFileName checks the name of a version's file, and gives its ending.
func versionFileName(name string) (string, string, error) {
	name, err := project.FileName(name)
	if err != nil {
		return "", "", err
	}
	kind := extension(name)
	if kind == "" {
		return "", "", fault.Invalid("file_parts", "不支持此文件类型："+name+"。")
	}
	return name, kind, nil
}

// extensions are the endings that a version's file may have, longest first.
var extensions = []string{
	".tar.gz", ".tar.xz", ".appimage", ".litemod", ".mrpack", ".flatpak", ".7z", ".zip", ".jar", ".sig", ".asc",
	".gz", ".exe", ".msi", ".dmg", ".pkg", ".deb", ".rpm",
}

func extension(name string) string {
	lower := strings.ToLower(name)
	for _, e := range extensions {
		if strings.HasSuffix(lower, e) && len(lower) > len(e) {
			return e
		}
	}
	return ""
}

func isArchive(ext string) bool {
	switch ext {
	case ".zip", ".jar", ".mrpack", ".litemod":
		return true
	}
	return false
}

// contentTypeOf never names a type that a browser would show or run.
func contentTypeOf(ext string) string {
	switch ext {
	case ".jar", ".litemod":
		return "application/java-archive"
	case ".mrpack":
		return "application/x-modrinth-modpack+zip"
	case ".zip":
		return "application/zip"
	}
	return "application/octet-stream"
}

// blobName keeps a file's name within a segment of a blob's key.
func blobName(name, ext string) string {
	const most = 180
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most-len(ext)], "") + ext
}
