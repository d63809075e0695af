package demo

import (
	"strconv"
	"strings"
)

// formats returns the numbers of a game version in the formats of data and resource packs.
func formats(game string) (data, resource int) {
	known := map[string][2]int{
		"1.16.5": {6, 6}, "1.17": {7, 7}, "1.17.1": {7, 7}, "1.18": {8, 8}, "1.18.1": {8, 8}, "1.18.2": {9, 8},
		"1.19": {10, 9}, "1.19.1": {10, 9}, "1.19.2": {10, 9}, "1.19.3": {10, 12}, "1.19.4": {12, 13},
		"1.20": {15, 15}, "1.20.1": {15, 15}, "1.20.2": {18, 18}, "1.20.3": {26, 22}, "1.20.4": {26, 22},
		"1.20.5": {41, 32}, "1.20.6": {41, 32}, "1.21": {48, 34}, "1.21.1": {48, 34}, "1.21.2": {57, 42}, "1.21.3": {57, 42},
		"1.21.4": {61, 46}, "1.21.5": {71, 55}, "1.21.6": {80, 63}, "1.21.7": {81, 64}, "1.21.8": {81, 64},
	}
	if f, ok := known[game]; ok {
		return f[0], f[1]
	}
	return 48, 34
}

func mcmeta(r release, data bool) entry {
	lowData, lowResource := formats(r.Games[0])
	highData, highResource := formats(r.Games[len(r.Games)-1])
	low, high := lowResource, highResource
	if data {
		low, high = lowData, highData
	}
	return entry{"pack.mcmeta", object(map[string]any{"pack": map[string]any{
		"pack_format": low, "supported_formats": []int{low, high}, "description": r.Title + " " + r.Number,
	}})}
}

func dataPack(r release) []entry {
	id := modID(r.Slug)
	folder := "function"
	if data, _ := formats(r.Games[0]); data < 45 {
		folder = "functions"
	}
	tags := "data/minecraft/tags/" + folder + "/"
	return []entry{
		mcmeta(r, true), {"pack.png", string(r.Icon)},
		{"data/" + id + "/" + folder + "/load.mcfunction", "tellraw @a {\"text\":" + quoted(r.Title+" "+r.Number+" 已载入") + "}\nscoreboard objectives add " + id + " dummy\n"},
		{"data/" + id + "/" + folder + "/tick.mcfunction", "# " + r.Summary + "\n"},
		{tags + "load.json", object(map[string]any{"values": []string{id + ":load"}})},
		{tags + "tick.json", object(map[string]any{"values": []string{id + ":tick"}})},
		{"README.md", readme(r)},
	}
}

func resourcePack(r release) []entry {
	id := modID(r.Slug)
	return []entry{
		mcmeta(r, false), {"pack.png", string(r.Icon)},
		{"assets/" + id + "/textures/block/sample.png", string(r.Icon)},
		{"assets/" + id + "/models/block/sample.json", object(map[string]any{"parent": "minecraft:block/cube_all", "textures": map[string]string{"all": id + ":block/sample"}})},
		{"credits.txt", readme(r)},
	}
}

func languagePack(r release) []entry {
	id := modID(r.Slug)
	return []entry{
		mcmeta(r, false), {"pack.png", string(r.Icon)},
		{"assets/" + id + "/lang/zh_cn.json", object(map[string]string{
			"itemGroup." + id: r.Title, id + ".about": r.Summary, id + ".version": "译文版本 " + r.Number,
		})},
		{"校对说明.md", readme(r)},
	}
}

func shaderPack(r release) []entry {
	vertex := "#version 120\nvarying vec4 color;\nvarying vec2 uv;\nvoid main() {\n  gl_Position = ftransform();\n  color = gl_Color;\n  uv = (gl_TextureMatrix[0] * gl_MultiTexCoord0).xy;\n}\n"
	warm := strconv.FormatFloat(1+float64(len(r.Slug)%7)/100, 'f', 2, 64)
	fragment := "#version 120\nuniform sampler2D texture;\nvarying vec4 color;\nvarying vec2 uv;\nvoid main() {\n  vec4 c = texture2D(texture, uv) * color;\n  gl_FragData[0] = vec4(c.rgb * vec3(" + warm + ", 1.0, 0.98), c.a);\n}\n"
	return []entry{
		{"shaders/shaders.properties", "# " + r.Slug + " " + r.Number + "\nclouds=fancy\nprofile.low=shadowMapResolution=1024\nprofile.high=shadowMapResolution=4096\n"},
		{"shaders/gbuffers_textured.vsh", vertex}, {"shaders/gbuffers_textured.fsh", fragment},
		{"shaders/lang/zh_cn.lang", "profile.low=流畅\nprofile.high=精致\n"},
		{"README.md", readme(r)},
	}
}

func modpack(r release) []entry {
	depends := map[string]string{"minecraft": r.Games[len(r.Games)-1]}
	for _, loader := range r.Loaders[:1] { // a pack has one loader
		switch loader {
		case "fabric":
			depends["fabric-loader"] = "0.16.14"
		case "quilt":
			depends["quilt-loader"] = "0.27.1"
		case "forge":
			depends["forge"] = "47.4.0"
		case "neoforge":
			depends["neoforge"] = "21.1.172"
		}
	}
	var names []string
	for _, n := range r.Needs {
		names = append(names, n.Project.Title+" "+n.Number)
	}
	return append([]entry{
		{"modrinth.index.json", object(map[string]any{
			"formatVersion": 1, "game": "minecraft", "versionId": r.Number, "name": r.Title, "summary": r.Summary,
			"files": []any{}, "dependencies": depends,
		})},
		{"overrides/config/" + modID(r.Slug) + ".toml", "# " + r.Title + "\nlanguage = \"zh_cn\"\n"},
		{"overrides/模组清单.md", readme(r) + "\n" + strings.Join(names, "\n") + "\n"},
	}, r.Packed...)
}

func software(r release) []entry {
	return []entry{
		{r.Slug + "/README.md", readme(r)},
		{r.Slug + "/VERSION", r.Number + "\n"},
		{r.Slug + "/config.example.toml", "# " + r.Title + "\nlanguage = \"zh_cn\"\n"},
	}
}
