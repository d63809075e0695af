package manifest

import (
	"maps"
	"slices"
	"strings"
)

// bukkit reads plugin.yml, which Bukkit and its forks load.
func bukkit(data []byte) []Manifest {
	t := parseYAML(data)
	if t == nil {
		return nil
	}
	if t.unfilled("name") {
		return template()
	}
	m := pluginOf(t, "bukkit", "spigot", "paper", "purpur")
	m.apiVersion(t)
	m.folia(t)
	for _, group := range []struct{ member, kind string }{{"depend", "required"}, {"softdepend", "optional"}} {
		for _, id := range t.texts(group.member) {
			m.depend(id, group.kind, "")
		}
	}
	return []Manifest{m}
}

// paper reads paper-plugin.yml.
func paper(data []byte) []Manifest {
	t := parseYAML(data)
	if t == nil {
		return nil
	}
	if t.unfilled("name") {
		return template()
	}
	m := pluginOf(t, "paper", "purpur")
	m.apiVersion(t)
	m.folia(t)
	for _, stage := range []string{"server", "bootstrap"} {
		members := t.object("dependencies").object(stage)
		for _, id := range slices.Sorted(maps.Keys(members)) {
			kind := "required"
			if required, given := members.object(id).flag("required"); given && !required {
				kind = "optional"
			}
			m.depend(id, kind, "")
		}
	}
	return []Manifest{m}
}

// bungee reads bungee.yml.
func bungee(data []byte) []Manifest {
	t := parseYAML(data)
	if t == nil {
		return nil
	}
	if t.unfilled("name") {
		return template()
	}
	m := pluginOf(t, "bungeecord", "waterfall")
	for _, group := range []struct{ member, kind string }{{"depends", "required"}, {"softDepends", "optional"}} {
		for _, id := range t.texts(group.member) {
			m.depend(id, group.kind, "")
		}
	}
	return []Manifest{m}
}

// velocity reads velocity-plugin.json.
func velocity(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	if t.unfilled("id") {
		return template()
	}
	m := pluginOf(t, "velocity")
	m.ID, m.Name = t.text("id"), firstOf(t.text("name"), t.text("id"))
	for _, v := range t.list("dependencies") {
		one := object(v)
		kind := "required"
		if optional, _ := one.flag("optional"); optional {
			kind = "optional"
		}
		m.depend(one.text("id"), kind, "")
	}
	return []Manifest{m}
}

// sponge reads META-INF/sponge_plugins.json.
func sponge(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	var out []Manifest
	templates := 0
	for _, v := range t.list("plugins") {
		one := object(v)
		if one == nil {
			continue
		}
		if one.unfilled("id") {
			templates++
			continue
		}
		m := pluginOf(one, "sponge")
		m.ID = one.text("id")
		if m.Version == "" {
			m.Version = t.object("global").text("version")
		}
		for _, v := range one.list("dependencies") {
			dependency := object(v)
			kind := "required"
			if optional, _ := dependency.flag("optional"); optional {
				kind = "optional"
			}
			if id := dependency.text("id"); id != "spongeapi" && id != "sponge" {
				m.depend(id, kind, firstOf(dependency.texts("version")...))
			}
		}
		out = append(out, m)
	}
	return filled(out, templates)
}

func pluginOf(t table, loaders ...string) Manifest {
	return Manifest{Loaders: loaders, ID: t.text("name"), Name: t.text("name"), Version: t.text("version"), Client: "unsupported", Server: "required"}
}

// apiVersion is the oldest game version that a plugin was written for.
func (m *Manifest) apiVersion(t table) {
	written := t.text("api-version")
	if strings.Count(written, ".") > 0 {
		m.Game = anyOf(predicate, []string{">=" + written})
		m.Game.Written = "api-version " + written
	}
}

func (m *Manifest) folia(t table) {
	if works, _ := t.flag("folia-supported"); works {
		m.Loaders, m.Notes = append(m.Loaders, "folia"), append(m.Notes, NoteFolia)
	}
}
