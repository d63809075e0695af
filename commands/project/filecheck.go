package project

import (
	"slices"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
)

// Levels of a finding: a refusal keeps the version from being published, a warning does not.
const (
	levelRefusal = "refusal"
	levelWarning = "warning"
	levelPass    = "pass"
)

// finding is what a rule says of a file.
type finding struct {
	Level string `json:"level" enum:"refusal,warning,pass"`
	// Field of the version that would have to change, in the words of the API; file_parts is the file itself.
	Field string `json:"field"`
	Text  string `json:"text"`
}

func refuse(field, text string) finding { return finding{levelRefusal, field, text} }
func warn(text string) finding          { return finding{levelWarning, "file_parts", text} }

// candidate is a file that is to stand in a version, with what was found in it.
type candidate struct {
	Name    string
	Kind    string // file_type
	Primary bool
	Facts   facts
}

// checked is the version that files are checked for.
type checked struct {
	Type         project.Type
	Loaders      []string
	GameVersions []string
	Hosts        []string // that modpacks may download from
}

// checkFiles says of each file whether it may stand in the version: the main file must be what the loaders
// say, the others what their kinds say.
func checkFiles(v checked, files []candidate) [][]finding {
	out := make([][]finding, len(files))
	for i, f := range files {
		out[i] = v.check(f, files)
	}
	return out
}

func (v checked) check(f candidate, all []candidate) []finding {
	var found []finding
	switch {
	case f.Primary:
		found = v.checkMain(f, all)
	case f.Kind == "":
		found = v.checkOther(f, all)
	default:
		found = checkKind(f)
	}
	if !slices.ContainsFunc(found, func(p finding) bool { return p.Level != levelPass }) && f.Facts.Archive {
		found = append(found, finding{levelPass, "file_parts", "已检查，没有发现问题。"})
	}
	return found
}

// checkMain checks the file that a launcher downloads.
func (v checked) checkMain(f candidate, all []candidate) []finding {
	ext := extension(f.Name)
	var found []finding
	if ext == ".sig" || ext == ".asc" {
		return []finding{refuse("primary_file", "签名文件不能作为主文件。")}
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
		// A data pack may lie beside the mod it belongs to.
		if loader == "datapack" && len(v.Loaders) > 1 && refusal(more) != nil &&
			slices.ContainsFunc(all, func(o candidate) bool { return !o.Primary && refusal(rule(o)) == nil }) {
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

// checkOther checks a file that goes along without a kind.
func (v checked) checkOther(f candidate, all []candidate) []finding {
	i := slices.IndexFunc(all, func(o candidate) bool { return o.Primary })
	if i < 0 {
		return nil
	}
	for _, m := range f.Facts.Manifests {
		for _, main := range all[i].Facts.Manifests {
			if m.ID != "" && m.ID == main.ID {
				return []finding{warn("与主文件内含同一个 ID（" + m.ID + "），每个版本只应有一个主文件。请为它选择类型，或另发一个版本。")}
			}
		}
	}
	if said := f.Facts.loaders(); len(f.Facts.Manifests) > 0 && !slices.ContainsFunc(said, func(l string) bool { return slices.Contains(v.Loaders, l) }) {
		return []finding{warn("这个文件适用于 " + loaderNames(said) + "，不是所选的加载器。请为它选择类型，或另发一个版本。")}
	}
	return nil
}

func checkKind(f candidate) []finding {
	ext := extension(f.Name)
	switch f.Kind {
	case "required-resource-pack", "optional-resource-pack":
		if f.Facts.Pack == nil || !f.Facts.Archive {
			return []finding{refuse("file_types", "附带的资源包中没有 pack.mcmeta。")}
		}
	case "sources-jar", "dev-jar", "javadoc-jar":
		if ext != ".jar" {
			return []finding{refuse("file_types", "源码、开发与文档文件须为 .jar 格式。")}
		}
	case "signature":
		if ext != ".sig" && ext != ".asc" {
			return []finding{refuse("file_types", "签名文件须为 .sig 或 .asc 格式。")}
		}
	}
	return nil
}

func refusal(list []finding) *finding {
	i := slices.IndexFunc(list, func(p finding) bool { return p.Level == levelRefusal })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// mayStand refuses the first file that may not stand in the version.
func mayStand(v checked, files []candidate) error {
	for i, found := range checkFiles(v, files) {
		if p := refusal(found); p != nil {
			return fault.Invalid(p.Field, files[i].Name+"："+p.Text)
		}
	}
	return nil
}
