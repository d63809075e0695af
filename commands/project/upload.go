package project

import (
	"context"
	"path"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
)

// uploads are the blobs that one request has written, and the staged files that it took.
type uploads struct {
	*upload.Batch
	service *Service
	staged  []stagedFile // gone once the command is accepted
}

func (s *Service) uploads() *uploads { return &uploads{Batch: s.options.Uploads.Begin(), service: s} }

// Handle decides on what was stored (upload.Batch.Handle).
func (u *uploads) Handle(ctx context.Context, req commands.Request, decide func(context.Context, *commands.Tx) error) (commands.Outcome, error) {
	outcome, err := u.Batch.Handle(ctx, req, decide)
	if err == nil {
		u.service.unstage(ctx, u.staged...)
	}
	return outcome, err
}

// file stores one file of a version. Archives are looked at before they count; what was found goes to found.
func (u *uploads) file(ctx context.Context, projectID, versionID string, part *httpkit.Part) (storedFile, error) {
	name, kind, err := versionFileName(part.FileName)
	if err != nil {
		return storedFile{}, err
	}
	key := path.Join(projectID, "versions", versionID, u.ID, blobName(name, kind))
	u.Keep(key)
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
