package project

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

// MaxFiles is the maximum number of files of a version.
const MaxFiles = 256

const maxFileName = 255 // bytes

// FileName checks the name of an uploaded file: a base name without control characters.
func FileName(name string) (string, error) {
	if len(name) > maxFileName {
		return "", fault.Invalid("file_parts", fmt.Sprintf("文件名不能超过 %d 字节。", maxFileName))
	}
	if !utf8.ValidString(name) || strings.ContainsAny(name, `/\:*?"<>|`) || strings.Trim(name, ". ") == "" {
		return "", fault.Invalid("file_parts", "文件名无效。")
	}
	trimmed, err := line("file_parts", "文件名", name, 1, maxFileName)
	if err != nil {
		return "", err
	}
	return trimmed, nil
}

func fileKind(kind string) error {
	switch kind {
	case "", "required-resource-pack", "optional-resource-pack", "sources-jar", "dev-jar", "javadoc-jar", "signature", "unknown":
		return nil
	}
	return fault.Invalid("file_types", "未知的文件类型。")
}

// Announced is what a request declares about a version's file before the upload.
type Announced struct {
	Kind    string
	Primary bool
}

// announced checks the files of one version as far as possible before the upload.
func announced(list []Announced, imported bool) error {
	if len(list) == 0 && !imported {
		return tooFewOrMany()
	}
	if err := (Version{}).takes(list); err != nil {
		return err
	}
	if len(list) > 0 && primaries(list) != 1 {
		return notOnePrimary()
	}
	return nil
}

// takes returns an error if a version would have too many files or files of unknown kinds.
func (v Version) takes(coming []Announced) error {
	if len(v.Files)+len(coming) > MaxFiles {
		return tooFewOrMany()
	}
	for _, f := range coming {
		if err := fileKind(f.Kind); err != nil {
			return err
		}
	}
	return nil
}

func primaries(list []Announced) int {
	n := 0
	for _, f := range list {
		if f.Primary {
			n++
		}
	}
	return n
}

func tooFewOrMany() error {
	return fault.Invalid("file_parts", fmt.Sprintf("每个版本须有 1 到 %d 个文件。", MaxFiles))
}

func notOnePrimary() error {
	return fault.Invalid("primary_file", "每个版本须有且只有一个主文件。")
}

// announcedOf is the declared part of uploaded files.
func announcedOf(list []File) []Announced {
	out := make([]Announced, len(list))
	for i, f := range list {
		out[i] = Announced{Kind: f.Kind, Primary: f.Primary}
	}
	return out
}

// files checks the files of one version together. Files on another site (imported) have an https address instead of
// hashes; uploaded ones have both hashes.
func files(list []File, imported bool) error {
	if err := announced(announcedOf(list), imported); err != nil {
		return err
	}
	hashes, names := map[string]bool{}, map[string]bool{}
	for _, f := range list {
		if _, err := FileName(f.Name); err != nil {
			return err
		}
		if f.URL == "" || f.Size < 0 {
			return fault.Invalid("file_parts", "文件无效。")
		}
		if names[f.Name] {
			return fault.Invalid("file_parts", "同一版本中的文件不能重名。")
		}
		if f.SHA512 == "" {
			if !imported {
				return fault.Invalid("file_parts", "文件缺少校验值。")
			}
			if _, err := text.WebLink("file_parts", "文件地址", f.URL); err != nil {
				return err
			}
		} else if hashes[f.SHA512] {
			return DuplicateFile()
		}
		hashes[f.SHA512], names[f.Name] = true, true
	}
	return nil
}
