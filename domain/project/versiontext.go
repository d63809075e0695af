package project

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

const (
	maxVersionName   = 64
	maxVersionNumber = 32
	maxDependencies  = 4096
)

var (
	versionNumberForm = regexp.MustCompile("^[\\p{L}\\p{N}!@$().+,_\"`-]+$")
	placeholderForm   = regexp.MustCompile(`\$[{(]|\{\{|@[A-Za-z][0-9A-Za-z_.-]*@`)
	idForm            = regexp.MustCompile(`^[0-9A-Za-z]{8}$`)
)

func versionNumber(number string) (string, error) {
	number = strings.TrimSpace(number)
	n := utf8.RuneCountInString(number)
	if n < 1 || n > maxVersionNumber {
		return "", fault.Invalid("version_number", fmt.Sprintf("版本号的长度须为 1 到 %d 个字符。", maxVersionNumber))
	}
	if utf8.ValidString(number) && placeholderForm.MatchString(number) {
		return "", fault.Invalid("version_number", "版本号「"+number+"」里有没有填写的占位符，请填写真实的版本号。")
	}
	if strings.Trim(number, ".") == "" { // in an address it would be a folder
		return "", fault.Invalid("version_number", "版本号不能只有点。")
	}
	if !utf8.ValidString(number) || !versionNumberForm.MatchString(number) {
		return "", fault.Invalid("version_number", "版本号只能包含文字、数字和 !@$()`.+,_\"- 这些符号。")
	}
	return number, nil
}

// ValidVersionNumber is true if a text is a valid version number in its normal form.
func ValidVersionNumber(number string) bool {
	kept, err := versionNumber(number)
	return err == nil && kept == number
}

func versionName(name string) (string, error) {
	name, err := line("name", "版本名称", name, 1, maxVersionName)
	if err == nil && Unfilled(name) {
		return "", fault.Invalid("name", "版本名称「"+name+"」里有没有填写的占位符，请填写真实的名称。")
	}
	return name, err
}

// Unfilled says whether a text holds a placeholder that a build should have filled: ${version}, {{version}}, @version@.
func Unfilled(text string) bool { return placeholderForm.MatchString(text) }

func changelog(text string) (string, error) {
	return prose("changelog", "更新日志", text, MaxBody)
}

func channel(c Channel) (Channel, error) {
	switch c {
	case Release, Beta, Alpha:
		return c, nil
	}
	return "", fault.Invalid("version_type", "版本类型只能是 release、beta 或 alpha。")
}

func versionStatus(s VersionStatus) (VersionStatus, error) {
	switch s {
	case VersionListed, VersionArchived, VersionDraft, VersionUnlisted:
		return s, nil
	}
	return "", fault.Invalid("status", "版本状态只能是 listed、archived、draft 或 unlisted。")
}

func dependencies(list []Dependency) ([]Dependency, error) {
	if len(list) > maxDependencies {
		return nil, fault.Invalid("dependencies", fmt.Sprintf("依赖最多 %d 个。", maxDependencies))
	}
	out := []Dependency{} // never nil: in an event an empty list clears the value
	seen := make(map[Dependency]bool, len(list))
	for _, d := range list {
		switch d.Kind {
		case "required", "optional", "incompatible", "embedded":
		default:
			return nil, fault.Invalid("dependencies", "依赖类型只能是 required、optional、incompatible 或 embedded。")
		}
		name, err := line("dependencies", "依赖的文件名", d.FileName, 0, 255)
		if err != nil {
			return nil, err
		}
		d.FileName = name
		if d.Version == "" && d.Project == "" && d.FileName == "" {
			return nil, fault.Invalid("dependencies", "依赖须指明项目、版本或文件名。")
		}
		if d.Version != "" && !idForm.MatchString(d.Version) || d.Project != "" && !idForm.MatchString(d.Project) {
			return nil, fault.Invalid("dependencies", "依赖的项目或版本 ID 无效。")
		}
		if seen[d] {
			return nil, fault.Invalid("dependencies", "依赖不能重复。")
		}
		seen[d] = true
		out = append(out, d)
	}
	return out, nil
}
