package filecheck

import (
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

// manifest is the first manifest that exists of the names, in their order.
func (f Facts) manifest(names ...string) *manifest.Manifest {
	for _, name := range names {
		if i := slices.IndexFunc(f.Manifests, func(m manifest.Manifest) bool { return m.File == name }); i >= 0 {
			return &f.Manifests[i]
		}
	}
	return nil
}

// unfilled says that one of the metadata files is a template without its values; empty if none is.
func (f Facts) unfilled(names ...string) string {
	for _, name := range names {
		if slices.Contains(f.Unfilled, name) {
			return "文件中的 " + name + " 是没有填写的模板，里面还留着 ${…} 一类的占位符。请用构建后的文件。"
		}
	}
	return ""
}

func (f Facts) folia() bool {
	return slices.ContainsFunc(f.Manifests, func(m manifest.Manifest) bool { return m.Has(manifest.NoteFolia) })
}

// loaders are those that the file declares, in the order of its manifests.
func (f Facts) loaders() []string {
	var out []string
	add := func(list ...string) {
		for _, l := range list {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	for _, m := range f.Manifests {
		add(m.Loaders...)
	}
	if f.Modpack != nil {
		add(f.Modpack.Loaders...)
	}
	if f.ModLoader && len(f.Manifests) == 0 {
		add("modloader")
	}
	if f.Pack != nil && f.Data && len(f.Manifests) == 0 {
		add("datapack")
	}
	if f.Pack != nil && f.Assets && len(f.Manifests) == 0 {
		add("minecraft")
	}
	if f.Shaders {
		add("iris", "optifine")
	}
	return out
}

// loadersOf are those of them that versions of a type may have.
func (f Facts) loadersOf(t project.Type) []string {
	allowed := project.Loaders(t)
	return slices.DeleteFunc(f.loaders(), func(l string) bool { return !slices.Contains(allowed, l) })
}

// games are the version ranges that the file declares for the loaders of a version.
func (f Facts) games(loaders []string) []manifest.Range {
	var out []manifest.Range
	for _, m := range f.Manifests {
		if slices.ContainsFunc(m.Loaders, func(l string) bool { return slices.Contains(loaders, l) }) {
			out = append(out, m.Game)
		}
	}
	if f.Modpack != nil && f.Modpack.Game != "" {
		out = append(out, manifest.Range{Written: f.Modpack.Game, AnyOf: [][]manifest.Bound{{{Op: "=", Version: f.Modpack.Game}}}})
	}
	if f.Pack != nil && len(f.Manifests) == 0 {
		out = append(out, f.Pack.Game(slices.Contains(loaders, "datapack")))
	}
	return out
}

// instead names the type that the file seems to have, for an uploader that chose another one.
func (f Facts) instead() string {
	found := f.loaders()
	if len(found) == 0 {
		return ""
	}
	return "它看起来适用于 " + loaderNames(found) + "。"
}

func loaderNames(list []string) string {
	var names []string
	for _, l := range list[:min(len(list), 4)] {
		names = append(names, contract.LoaderName(l))
	}
	return strings.Join(names, "、")
}
