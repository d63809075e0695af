package filecheck

import (
	"strings"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// Name checks the name of a version's file.
func Name(name string) (string, error) {
	name, err := project.FileName(name)
	if err == nil && project.Unfilled(name) {
		return "", fault.Invalid("file_parts", "文件名「"+name+"」里有没有填写的占位符，请填写真实的文件名。")
	}
	if err == nil && extension(name) == "" {
		return "", fault.Invalid("file_parts", "不支持此文件类型："+name+"。")
	}
	return name, err
}

// extensions are those that a version's file may have, longest first.
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

// IsArchive is true if the name's extension means that the file is inspected.
func IsArchive(name string) bool {
	switch extension(name) {
	case ".zip", ".jar", ".mrpack", ".litemod":
		return true
	}
	return false
}

// ContentType never returns a type that a browser would display or execute.
func ContentType(name string) string {
	switch extension(name) {
	case ".jar", ".litemod":
		return "application/java-archive"
	case ".mrpack":
		return "application/x-modrinth-modpack+zip"
	case ".zip":
		return "application/zip"
	}
	return "application/octet-stream"
}

// BlobName makes a file's name valid as a segment of a blob's key.
func BlobName(name string) string {
	const most = 180
	if len(name) <= most {
		return name
	}
	ext := extension(name)
	return strings.ToValidUTF8(name[:most-len(ext)], "") + ext
}
