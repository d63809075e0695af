package demo

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

const manifest = "Manifest-Version: 1.0\r\nCreated-By: Modyard demonstration set\r\n\r\n"

func modID(slug string) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, slug)
	if id[0] < 'a' {
		id = "m_" + id
	}
	return id
}

// object encodes JSON with sorted members.
func object(v any) string {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic("demo: " + err.Error()) // only maps, slices and strings
	}
	return string(data) + "\n"
}

// quoted encodes a string for TOML and YAML.
func quoted(s string) string { return strings.TrimSpace(object(s)) }

func modJar(r release) []entry {
	id := modID(r.Slug)
	list := []entry{{"META-INF/MANIFEST.MF", manifest}}
	for _, loader := range r.Loaders {
		switch loader {
		case "fabric":
			list = append(list, entry{"fabric.mod.json", fabricMod(r, id)})
		case "quilt":
			list = append(list, entry{"quilt.mod.json", quiltMod(r, id)})
		case "forge":
			list = append(list, entry{"META-INF/mods.toml", modsTOML(r, id, "forge")})
		case "neoforge":
			list = append(list, entry{"META-INF/neoforge.mods.toml", modsTOML(r, id, "neoforge")})
		}
	}
	return append(list,
		entry{"assets/" + id + "/lang/zh_cn.json", object(map[string]string{"modmenu.nameTranslation." + id: r.Title, "modmenu.descriptionTranslation." + id: r.Summary})},
		entry{"assets/" + id + "/icon.png", string(r.Icon)},
		entry{"README.md", readme(r)})
}

func fabricMod(r release, id string) string {
	depends := map[string]string{"fabricloader": ">=0.15.0", "minecraft": gameRange(r.Games)}
	for _, n := range r.Needs {
		depends[modID(n.Project.Slug)] = "*"
	}
	environment := "*"
	switch {
	case r.Server == "unsupported":
		environment = "client"
	case r.Client == "unsupported":
		environment = "server"
	}
	return object(map[string]any{
		"schemaVersion": 1, "id": id, "version": r.Number, "name": r.Title, "description": r.Summary,
		"authors": []string{r.Owner + r.Team}, "license": r.License, "environment": environment,
		"icon": "assets/" + id + "/icon.png", "depends": depends,
	})
}

func gameRange(games []string) string {
	return ">=" + games[0] + " <=" + games[len(games)-1]
}

func quiltMod(r release, id string) string {
	depends := []map[string]string{{"id": "quilt_loader", "versions": ">=0.20.0"}, {"id": "minecraft", "versions": gameRange(r.Games)}}
	for _, n := range r.Needs {
		depends = append(depends, map[string]string{"id": modID(n.Project.Slug), "versions": "*"})
	}
	return object(map[string]any{"schema_version": 1, "quilt_loader": map[string]any{
		"group": "org.example." + id, "id": id, "version": r.Number, "depends": depends,
		"metadata": map[string]any{"name": r.Title, "description": r.Summary, "license": r.License},
	}})
}

func modsTOML(r release, id, loader string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "modLoader=\"javafml\"\nloaderVersion=\"[1,)\"\nlicense=%s\n\n[[mods]]\nmodId=%s\nversion=%s\ndisplayName=%s\ndescription=%s\n",
		quoted(r.License), quoted(id), quoted(r.Number), quoted(r.Title), quoted(r.Summary))
	dependency := func(other, versions string) {
		need := "mandatory=true"
		if loader == "neoforge" {
			need = `type="required"`
		}
		fmt.Fprintf(&b, "\n[[dependencies.%s]]\nmodId=%s\n%s\nversionRange=%s\nordering=\"NONE\"\nside=\"BOTH\"\n", id, quoted(other), need, quoted(versions))
	}
	dependency("minecraft", "["+r.Games[0]+","+r.Games[len(r.Games)-1]+"]")
	for _, n := range r.Needs {
		dependency(modID(n.Project.Slug), "[0,)")
	}
	return b.String()
}

func pluginJar(r release) []entry {
	id := modID(r.Slug)
	main := "org.example." + id + ".Plugin"
	list := []entry{{"META-INF/MANIFEST.MF", manifest}}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(r.Loaders, n) })
	}
	words := fmt.Sprintf("name: %s\nversion: %s\nmain: %s\ndescription: %s\n", id, quoted(r.Number), main, quoted(r.Summary))
	var needs []string
	for _, n := range r.Needs {
		needs = append(needs, modID(n.Project.Slug))
	}
	depend := ""
	if len(needs) > 0 {
		depend = "depend: [" + strings.Join(needs, ", ") + "]\n"
	}
	if has("bukkit", "spigot", "paper", "purpur", "folia") {
		more := "api-version: " + quoted(apiVersion(r.Games[0])) + "\n" + depend
		if has("folia") {
			more += "folia-supported: true\n"
		}
		list = append(list, entry{"plugin.yml", words + more})
	}
	if has("bungeecord", "waterfall") {
		list = append(list, entry{"bungee.yml", words + strings.Replace(depend, "depend:", "depends:", 1)})
	}
	if has("velocity") {
		list = append(list, entry{"velocity-plugin.json", object(map[string]any{
			"id": strings.ReplaceAll(id, "_", "-"), "name": r.Title, "version": r.Number, "description": r.Summary, "main": main,
		})})
	}
	if has("sponge") {
		list = append(list, entry{"META-INF/sponge_plugins.json", object(map[string]any{
			"loader": map[string]string{"name": "java_plain", "version": "1.0"}, "license": r.License,
			"plugins": []map[string]string{{"id": id, "name": r.Title, "version": r.Number, "entrypoint": main, "description": r.Summary}},
		})})
	}
	return append(list, entry{"config.yml", "# " + r.Title + "\nlanguage: zh_cn\n"}, entry{"README.md", readme(r)})
}

// apiVersion is "1.20" of "1.20.1".
func apiVersion(game string) string {
	parts := strings.SplitN(game, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
