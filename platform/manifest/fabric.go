package manifest

import (
	"maps"
	"slices"
)

// fabric reads fabric.mod.json.
func fabric(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	m := Manifest{Loaders: []string{"fabric"}, ID: t.text("id"), Name: t.text("name"), Version: t.text("version")}
	switch t.text("environment") {
	case "client":
		m.Client, m.Server = "required", "unsupported"
	case "server":
		m.Client, m.Server = "unsupported", "required"
	case "*":
		m.Client, m.Server = "required", "required"
	}
	for _, group := range []struct{ member, kind string }{
		{"depends", "required"}, {"recommends", "optional"}, {"suggests", "optional"}, {"breaks", "incompatible"},
	} {
		members := t.object(group.member)
		for _, id := range slices.Sorted(maps.Keys(members)) {
			texts := members.texts(id)
			if id == "minecraft" && group.kind == "required" {
				m.Game = anyOf(predicate, texts)
				continue
			}
			m.depend(id, group.kind, texts)
		}
	}
	return []Manifest{m}
}

// quilt reads quilt.mod.json.
func quilt(data []byte) []Manifest {
	root := object(parseJSON(data))
	t := root.object("quilt_loader")
	if t == nil {
		return nil
	}
	m := Manifest{Loaders: []string{"quilt"}, ID: t.text("id"), Name: t.object("metadata").text("name"), Version: t.text("version")}
	switch root.object("minecraft").text("environment") {
	case "client":
		m.Client, m.Server = "required", "unsupported"
	case "dedicated_server":
		m.Client, m.Server = "unsupported", "required"
	}
	for _, group := range []struct{ member, kind string }{{"depends", "required"}, {"breaks", "incompatible"}} {
		for _, v := range t.list(group.member) {
			one := object(v)
			if one == nil {
				m.depend(text(v), group.kind, nil)
				continue
			}
			texts := one.texts("versions")
			if choice := one.object("versions"); choice != nil {
				texts = append(choice.texts("any"), choice.texts("all")...)
			}
			if one.text("id") == "minecraft" && group.kind == "required" {
				m.Game = anyOf(predicate, texts)
				continue
			}
			kind := group.kind
			if optional, _ := one.flag("optional"); optional && kind == "required" {
				kind = "optional"
			}
			m.depend(one.text("id"), kind, texts)
		}
	}
	return []Manifest{m}
}

// depend adds a dependency, unless it is the loader or the game itself.
func (m *Manifest) depend(id, kind string, ranges []string) {
	if m.ID == "" && id == "" || id == m.ID || len(m.Dependencies) >= maxList {
		return
	}
	switch id {
	case "", "minecraft", "java", "fabricloader", "fabric-loader", "quilt_loader", "forge", "neoforge", "javafml", "lowcodefml", "quilt_base":
		return
	}
	written := ""
	if len(ranges) > 0 && ranges[0] != "*" {
		written = ranges[0]
	}
	m.Dependencies = append(m.Dependencies, Dependency{ID: id, Kind: kind, Range: written})
}
