// Package filecheck checks files of versions: it inspects their content (Inspector, Facts), decides whether they may
// belong to a version (Check), and derives values for the version's fields (Detect).
package filecheck

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

// Levels of a finding: a refusal prevents publication, a warning does not.
const (
	levelRefusal = "refusal"
	levelWarning = "warning"
	levelPass    = "pass"
)

// Finding is the result of a rule for a file.
type Finding struct {
	Level string `json:"level" enum:"refusal,warning,pass"`
	// Field of the version that would have to change, as named in the API; file_parts is the file itself.
	Field string `json:"field"`
	Text  string `json:"text"`
}

func refusalOf(field, text string) Finding { return Finding{levelRefusal, field, text} }
func warn(text string) Finding             { return Finding{levelWarning, "file_parts", text} }

// File is a file for a version, with its inspected facts.
type File struct {
	Name    string
	Kind    string // file_type
	Primary bool
	Facts   Facts
}

// Version is the version that files are checked for.
type Version struct {
	Type         project.Type
	Loaders      []string
	GameVersions []string
	Hosts        []string // from which modpacks may download (Hosts)
}

// Check decides for each file whether it may belong to the version: the main file must match the loaders, the other
// files their kinds.
func Check(v Version, files []File) [][]Finding {
	out := make([][]Finding, len(files))
	for i, f := range files {
		out[i] = v.check(f, files)
	}
	return out
}

func (v Version) check(f File, all []File) []Finding {
	var found []Finding
	switch {
	case f.Primary:
		found = v.checkMain(f, all)
	case f.Kind == "" || f.Kind == "unknown":
		found = v.checkOther(f, all)
	default:
		found = checkKind(f)
	}
	found = append(found, damaged(f)...)
	if !slices.ContainsFunc(found, func(p Finding) bool { return p.Level != levelPass }) && f.Facts.Archive {
		found = append(found, Finding{levelPass, "file_parts", "已检查，没有发现问题。"})
	}
	return found
}

// checkMain checks the file that a launcher downloads.
func (v Version) checkMain(f File, all []File) []Finding {
	ext := extension(f.Name)
	var found []Finding
	if ext == ".sig" || ext == ".asc" {
		return []Finding{refusalOf("primary_file", "签名文件不能作为主文件。")}
	}
	if f.Kind != "" && f.Kind != "unknown" {
		found = append(found, warn("主文件通常不需要选择附加文件的类型。"))
	}
	for _, loader := range v.Loaders {
		rule := loaderRule(v, loader)
		if rule == nil {
			continue
		}
		more := rule(f)
		// A data pack may be packed together with the mod to which it belongs.
		if loader == "datapack" && len(v.Loaders) > 1 && refusal(more) != nil &&
			slices.ContainsFunc(all, func(o File) bool { return !o.Primary && refusal(rule(o)) == nil }) {
			continue
		}
		for _, p := range more {
			if !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	return append(found, v.checkGame(f)...)
}

// checkOther checks an additional file without a kind. Launchers download the main file alone, so a second jar that a
// loader would read belongs to a version of its own. What only accompanies another file, by its name, is no such jar.
func (v Version) checkOther(f File, all []File) []Finding {
	if len(f.Facts.Manifests) == 0 || accompanies(f, all) {
		return nil
	}
	m := f.Facts.Manifests[0]
	for _, main := range all {
		if main.Primary && accompanies(main, all) { // the author chose it; the other one remains the only jar of its own
			return nil
		}
		if main.Primary && m.ID != "" && slices.ContainsFunc(main.Facts.Manifests, func(o manifest.Manifest) bool { return o.ID == m.ID }) {
			return []Finding{refusalOf("file_parts", "与主文件内含同一个 ID（"+m.ID+"）。"+oneMain)}
		}
	}
	return []Finding{refusalOf("file_parts", "它自己就是适用于 "+loaderNames(f.Facts.loaders())+" 的文件，不能附在另一个主文件旁边。"+oneMain)}
}

const oneMain = "每个版本只能有一个主文件：请为它选择类型（如源码、开发文件），或另发一个版本。"

// accompanies is true if the name of a file says that it only accompanies another one.
func accompanies(f File, all []File) bool {
	list := make([]project.File, len(all))
	for i, o := range all {
		list[i] = project.File{Name: o.Name, Kind: o.Kind, Primary: o.Primary}
	}
	return project.Accompanies(project.File{Name: f.Name, Kind: f.Kind}, list)
}

// damaged reports content that differs from what its archive declares. Java loads classes from such a jar, and some
// obfuscators make them on purpose; other archives fail when somebody unpacks them.
func damaged(f File) []Finding {
	switch {
	case f.Facts.Damaged == "":
		return nil
	case extension(f.Name) == ".jar":
		return []Finding{warn("压缩包中的「" + f.Facts.Damaged + "」与目录记录的大小或校验值不符，文件可能已损坏。")}
	}
	return []Finding{refusalOf("file_parts", "压缩包中的「"+f.Facts.Damaged+"」已损坏，请重新打包。")}
}

func checkKind(f File) []Finding {
	ext := extension(f.Name)
	switch f.Kind {
	case "required-resource-pack", "optional-resource-pack":
		if f.Facts.Pack == nil || !f.Facts.Archive {
			return []Finding{refusalOf("file_types", "附带的资源包中没有 pack.mcmeta。")}
		}
	case "sources-jar", "dev-jar", "javadoc-jar":
		if ext != ".jar" {
			return []Finding{refusalOf("file_types", "源码、开发与文档文件须为 .jar 格式。")}
		}
	case "signature":
		if ext != ".sig" && ext != ".asc" {
			return []Finding{refusalOf("file_types", "签名文件须为 .sig 或 .asc 格式。")}
		}
	}
	return nil
}

func refusal(list []Finding) *Finding {
	i := slices.IndexFunc(list, func(p Finding) bool { return p.Level == levelRefusal })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// MayStand returns an error for the first file that may not belong to the version.
func MayStand(v Version, files []File) error {
	for i, found := range Check(v, files) {
		if p := refusal(found); p != nil {
			return fault.Invalid(p.Field, files[i].Name+"："+p.Text)
		}
	}
	return nil
}

// FirstLook checks a file before any field of its version was chosen, for what it seems to be: a file that cannot be a
// main file may still be an additional one.
func FirstLook(t project.Type, hosts []string, name string, found Facts) []Finding {
	seems := found.loadersOf(t)
	if mixed := t == project.TypeMod || t == project.TypePlugin; len(seems) == 0 && !mixed {
		seems = project.Loaders(t)[:1]
	}
	if len(seems) == 0 && IsArchive(name) {
		return []Finding{warn("没有找到加载器能识别的描述文件，不能作为主文件。" + found.instead())}
	}
	return append([]Finding{}, Check(Version{Type: t, Loaders: seems, Hosts: hosts}, []File{{Name: name, Primary: true, Facts: found}})[0]...)
}
