package manifest

import (
	"maps"
	"slices"
	"strings"
)

// fabric reads fabric.mod.json.
func fabric(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	if t.unfilled("id") {
		return template()
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
			versions := expressionOf(members[id])
			if id == "minecraft" && group.kind == "required" {
				m.Game = versions.game()
				continue
			}
			m.depend(id, group.kind, versions.written)
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
	if t.unfilled("id") {
		return template()
	}
	m := Manifest{Loaders: []string{"quilt"}, ID: t.text("id"), Name: t.object("metadata").text("name"), Version: t.text("version")}
	switch root.object("minecraft").text("environment") {
	case "client":
		m.Client, m.Server = "required", "unsupported"
	case "dedicated_server":
		m.Client, m.Server = "unsupported", "required"
	}
	var games []expression
	for _, v := range t.list("depends") {
		games = append(games, m.quiltDepends(v))
	}
	m.Game = allExpression(games).game()
	for _, v := range t.list("breaks") {
		for _, one := range list(v) {
			id, versions, _ := quiltDependency(one)
			m.depend(id, "incompatible", versions.written)
		}
	}
	return []Manifest{m}
}

// quiltDepends adds a dependency of quilt.mod.json: a text, an object, or a list of which any is enough. It returns the game
// versions that the dependency allows.
func (m *Manifest) quiltDepends(v any) expression {
	choice := list(v)
	var games []expression
	for _, one := range choice {
		id, versions, optional := quiltDependency(one)
		if id == "minecraft" {
			games = append(games, versions)
			continue
		}
		kind := "required"
		if optional || len(choice) > 1 {
			kind = "optional"
		}
		m.depend(id, kind, versions.written)
	}
	if len(games) == 0 {
		return everything()
	}
	return anyExpression(games)
}

// quiltDependency reads "id", "group:id" or an object.
func quiltDependency(v any) (id string, versions expression, optional bool) {
	id, versions = text(v), everything()
	if one := object(v); one != nil {
		id = one.text("id")
		optional, _ = one.flag("optional")
		if given, has := one["versions"]; has {
			versions = expressionOf(given)
		}
	}
	if _, name, grouped := strings.Cut(id, ":"); grouped {
		id = name
	}
	return id, versions, optional
}

// depend adds a dependency, unless it is the loader or the game itself.
func (m *Manifest) depend(id, kind, versions string) {
	if m.ID == "" && id == "" || id == m.ID || placeholder(id) || len(m.Dependencies) >= maxList {
		return
	}
	switch id {
	case "", "minecraft", "java", "fabricloader", "fabric-loader", "quilt_loader", "forge", "neoforge", "javafml", "lowcodefml", "quilt_base":
		return
	}
	if versions == "*" {
		versions = ""
	}
	m.Dependencies = append(m.Dependencies, Dependency{ID: id, Kind: kind, Range: versions})
}
