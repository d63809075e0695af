package manifest

// modsTOML reads META-INF/mods.toml and META-INF/neoforge.mods.toml; the first mod is the archive's own.
func modsTOML(data []byte, loader string) []Manifest {
	t := parseTOML(data)
	if t == nil {
		return nil
	}
	var out []Manifest
	templates := 0
	for _, v := range t.list("mods") {
		one := object(v)
		if one == nil {
			continue
		}
		if one.unfilled("modId") {
			templates++
			continue
		}
		m := Manifest{Loaders: []string{loader}, ID: one.text("modId"), Name: one.text("displayName"), Version: one.text("version")}
		for _, v := range t.object("dependencies").list(m.ID) {
			m.forgeDependency(object(v))
		}
		if client, _ := t.flag("clientSideOnly"); client {
			m.Client, m.Server = "required", "unsupported"
		}
		out = append(out, m)
	}
	if out == nil && templates == 0 && t["modLoader"] != nil {
		if t.unfilled("modLoader") {
			return template()
		}
		return []Manifest{{Loaders: []string{loader}}} // a library without a mod of its own
	}
	return filled(out, templates)
}

func (m *Manifest) forgeDependency(one table) {
	written := one.text("versionRange")
	kind := "required"
	if mandatory, given := one.flag("mandatory"); given && !mandatory {
		kind = "optional"
	}
	switch one.text("type") {
	case "optional":
		kind = "optional"
	case "incompatible", "discouraged":
		kind = "incompatible"
	}
	if one.text("modId") == "minecraft" {
		m.Game = anyOf(maven, []string{written})
		switch one.text("side") {
		case "CLIENT":
			m.Client, m.Server = "required", "unsupported"
		case "SERVER":
			m.Client, m.Server = "unsupported", "required"
		case "BOTH":
			m.Client, m.Server = "required", "required"
		}
		return
	}
	m.depend(one.text("modId"), kind, written)
}

// mcmodInfo reads mcmod.info, a list of mods, alone or under "modList".
func mcmodInfo(data []byte) []Manifest {
	v := parseJSON(data)
	if t := object(v); t != nil {
		v = t["modList"]
	}
	var out []Manifest
	templates := 0
	for _, v := range list(v) {
		one := object(v)
		if one == nil {
			continue
		}
		if one.unfilled("modid") {
			templates++
			continue
		}
		m := Manifest{Loaders: []string{"forge"}, ID: one.text("modid"), Name: one.text("name"), Version: one.text("version")}
		if game := number(one.text("mcversion")); game != "" {
			m.Game = anyOf(maven, []string{game})
		}
		for _, id := range one.texts("requiredMods") {
			m.depend(id, "required", "")
		}
		out = append(out, m)
	}
	return filled(out, templates)
}

// liteMod reads litemod.json.
func liteMod(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	if t.unfilled("name") {
		return template()
	}
	return []Manifest{{
		Loaders: []string{"liteloader"}, ID: t.text("name"), Name: firstOf(t.text("displayName"), t.text("name")), Version: t.text("version"),
		Game: anyOf(predicate, []string{t.text("mcversion")}), Client: "required", Server: "unsupported",
	}}
}

// riftMod reads riftmod.json.
func riftMod(data []byte) []Manifest {
	t := object(parseJSON(data))
	if t == nil {
		return nil
	}
	if t.unfilled("id") {
		return template()
	}
	return []Manifest{{
		Loaders: []string{"rift"}, ID: t.text("id"), Name: t.text("name"), Version: t.text("version"),
		Game: anyOf(predicate, []string{"1.13", "1.13.1", "1.13.2"}),
	}}
}

func firstOf(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}
