package filecheck

import (
	"slices"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/manifest"
)

// Detect derives values for the fields of a version from the facts of its file, in a project of a type. The argument
// known lists the game versions, newest first. Dependencies are not linked to projects yet.
func Detect(f Facts, t project.Type, known []manifest.GameVersion) Detected {
	d := Detected{Dependencies: []DetectedDependency{}, ModIDs: []string{}, Embedded: append([]string{}, f.Embedded...)}
	if loaders := f.loadersOf(t); len(loaders) > 0 {
		d.Loaders = &DetectedList{Value: loaders, Source: f.loaderSource()}
	}
	d.texts(f)
	if d.VersionNumber != nil {
		d.VersionType = &DetectedText{Value: manifest.Channel(d.VersionNumber.Value), Source: d.VersionNumber.Source}
	}
	d.games(known, f, t)
	for _, m := range f.Manifests {
		if m.Client != "" && d.Environment == nil {
			d.Environment = &DetectedEnvironment{ClientSide: m.Client, ServerSide: m.Server, Source: m.File}
		}
		if m.ID != "" && !slices.Contains(d.ModIDs, m.ID) {
			d.ModIDs = append(d.ModIDs, m.ID)
		}
	}
	d.needs(f)
	return d
}

func (d *Detected) texts(f Facts) {
	for _, m := range f.Manifests {
		if d.VersionNumber == nil && m.Version != "" && project.ValidVersionNumber(m.Version) {
			d.VersionNumber = &DetectedText{Value: m.Version, Source: m.File + " › version"}
		}
		if d.Name == nil && m.Name != "" {
			d.Name = &DetectedText{Value: m.Name, Source: m.File + " › name"}
		}
	}
	if p := f.Modpack; p != nil {
		if p.Version != "" && project.ValidVersionNumber(p.Version) {
			d.VersionNumber = &DetectedText{Value: p.Version, Source: "modrinth.index.json › versionId"}
		}
		if p.Name != "" {
			d.Name = &DetectedText{Value: p.Name, Source: "modrinth.index.json › name"}
		}
	}
}

// games are the versions on which all manifests with such data agree, or the first manifest's if they do not.
func (d *Detected) games(known []manifest.GameVersion, f Facts, t project.Type) {
	add := func(r manifest.Range, source string) {
		if d.GameVersions != nil || r.AnyOf == nil {
			return
		}
		found := r.Resolve(known)
		slices.Reverse(found.Versions) // oldest first, as versions list them
		slices.Reverse(found.More)
		if len(found.Versions) == 0 {
			found.Versions, found.More = found.More, nil
		}
		if len(found.Versions) > 0 {
			d.GameVersions = &DetectedList{Value: found.Versions, More: found.More, Source: source}
		}
	}
	if f.Modpack != nil {
		for _, r := range f.games(nil) {
			add(r, "modrinth.index.json › minecraft "+r.Written)
		}
		return
	}
	for _, m := range f.Manifests {
		add(m.Game, m.File+" › minecraft "+m.Game.Written)
	}
	if f.Pack != nil && len(f.Manifests) == 0 {
		data := f.Data && (t == project.TypeDatapack || !f.Assets)
		r := f.Pack.Game(data)
		add(r, "pack.mcmeta › "+r.Written)
	}
}

func (f Facts) loaderSource() string {
	switch {
	case len(f.Manifests) > 0:
		return f.Manifests[0].File
	case f.Modpack != nil:
		return "modrinth.index.json"
	case f.Pack != nil:
		return "pack.mcmeta"
	case f.Shaders:
		return "shaders/"
	}
	return "mod_*.class"
}

const maxNeeds = 32

// needs are what the file depends on, each once, without what it brings along.
func (d *Detected) needs(f Facts) {
	seen := map[string]bool{}
	for _, id := range slices.Concat(d.ModIDs, f.Embedded) {
		seen[id] = true
	}
	for _, m := range f.Manifests {
		for _, dep := range m.Dependencies {
			if seen[dep.ID] || len(d.Dependencies) >= maxNeeds {
				continue
			}
			seen[dep.ID] = true
			d.Dependencies = append(d.Dependencies, DetectedDependency{ID: dep.ID, Kind: dep.Kind, Range: dep.Range, Source: m.File})
		}
	}
}
