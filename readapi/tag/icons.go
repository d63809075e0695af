package tag

// icon draws a tag's name as strokes on a grid of 24, in the colour of the surrounding text. A name without a drawing
// has an empty icon.
func icon(name string) string {
	d, ok := strokes()[name]
	if !ok {
		return ""
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"` +
		` stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="` + d + `"/></svg>`
}

// strokes maps a name to its SVG path.
func strokes() map[string]string {
	return map[string]string{
		// categories of mods and modpacks
		"adventure":      "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
		"cursed":         "M12 3a8 8 0 0 0-5 14v3h10v-3a8 8 0 0 0-5-14zM9 11h.01M15 11h.01M10 20v-2M14 20v-2",
		"decoration":     "M4 20V10l8-6 8 6v10zM9 20v-6h6v6",
		"economy":        "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 8l3 4 3-4M12 12v5M9 13h6M9 16h6",
		"equipment":      "M14 4h6v6L9 21l-6-6zM6 12l6 6",
		"food":           "M12 8c-4-3-8 0-7 5s4 8 7 7c3 1 6-2 7-7s-3-8-7-5zM12 8c0-2 1-4 3-5",
		"game-mechanics": "M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M8 14v6",
		"library":        "M5 4h4v16H5zM9 4h4v16H9zM14 5l4-1 4 15-4 1z",
		"magic":          "M4 20L15 9M17 3v4M15 5h4M20 11v4M18 13h4M9 3v2M8 4h2",
		"management":     "M5 4h14v6H5zM5 14h14v6H5zM8 7h.01M8 17h.01",
		"minigame":       "M7 8h10a4 4 0 0 1 4 4v5l-4-2H7l-4 2v-5a4 4 0 0 1 4-4zM8 10v4M6 12h4M16 12h.01",
		"mobs":           "M5 5h14v14H5zM9 10h.01M15 10h.01M9 15h6",
		"optimization":   "M13 3L5 13h6l-1 8 8-11h-6z",
		"social":         "M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5",
		"storage":        "M4 8h16v12H4zM4 8l2-4h12l2 4M10 13h4",
		"technology":     "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
		"transportation": "M3 15V7h11v8zM14 10h4l3 3v2h-7zM7 18h.01M17 18h.01",
		"utility":        "M15 4a5 5 0 0 0-5 7l-6 6 3 3 6-6a5 5 0 0 0 7-6l-3 3-3-1-1-3z",
		"worldgen":       "M3 19l6-10 4 6 3-4 5 8zM17 6h.01",
		"challenging":    "M4 21V4l12 4-12 5M8 21H3",
		"combat":         "M4 4l12 12M20 4L8 16M13 19l6-6M5 13l6 6",
		"kitchen-sink":   "M4 12h16v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM12 12V6a2 2 0 0 1 4 0",
		"lightweight":    "M20 4C12 4 6 9 6 16l-2 4M20 4c0 8-5 12-12 12M9 13l4-4",
		"multiplayer":    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 20c0-4 3-6 6-6s6 2 6 6M17 11a2 2 0 1 0 0-4M16 14c3 0 5 2 5 5",
		"quests":         "M6 3h12v18l-6-4-6 4zM12 7v4M12 14h.01",
		// categories and features of resource packs
		"modded":       "M4 8l8-5 8 5v8l-8 5-8-5zM4 8l8 5 8-5M12 13v8",
		"realistic":    "M3 12s3-7 9-7 9 7 9 7-3 7-9 7-9-7-9-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
		"simplistic":   "M5 5h14v14H5z",
		"themed":       "M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3a3 3 0 0 0 3-3c0-5-4-9-9-9zM8 9h.01M13 7h.01M7 14h.01",
		"tweaks":       "M5 4v8M5 16v4M12 4v2M12 10v10M19 4v10M19 18v2M3 14h4M10 8h4M17 16h4",
		"vanilla-like": "M12 3l8 9-8 9-8-9z",
		"audio":        "M4 10v4h4l5 4V6l-5 4zM17 9c1 2 1 4 0 6M20 7c2 3 2 7 0 10",
		"blocks":       "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
		"core-shaders": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7l6-1M12 12h9M12 17l6 1",
		"entities":     "M9 3h6v5H9zM7 8h10v7H7zM8 15v6M16 15v6",
		"environment":  "M12 3l5 7h-3l4 6H6l4-6H7zM12 16v5",
		"fonts":        "M5 20L11 4h2l6 16M8 14h8",
		"gui":          "M3 5h18v14H3zM3 9h18M6 7h.01",
		"items":        "M12 3l3 6 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z",
		"locale":       "M4 6h9M8 4v2c0 4-2 7-5 8M6 10c1 2 3 4 6 4M12 20l4-9 4 9M13 17h6",
		"models":       "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10",
		// language packs
		"材质包":   "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
		"硬编码汉化": "M8 6l-5 6 5 6M16 6l5 6-5 6M13 5l-2 14",
		"其他汉化":  "M4 6h9M8 4v2c0 4-2 7-5 8M6 10c1 2 3 4 6 4M12 20l4-9 4 9M13 17h6",
		// shaders
		"cartoon":          "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14c2 3 6 3 8 0M9 9h.01M15 9h.01",
		"fantasy":          "M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z",
		"semi-realistic":   "M3 12s3-7 9-7 9 7 9 7M12 9a3 3 0 0 0-3 3M6 17h12",
		"atmosphere":       "M7 18a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4 4 0 0 1 0 9z",
		"bloom":            "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1",
		"colored-lighting": "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z",
		"foliage":          "M12 21V9M12 13c-5 0-7-3-7-7 5 0 7 3 7 7zM12 16c4 0 7-2 7-6-4 0-7 2-7 6z",
		"path-tracing":     "M3 20l7-9 5 4 6-11M21 4h-4M21 4v4",
		"pbr":              "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 9c1-2 3-3 5-3",
		"reflections":      "M3 12h18M12 4l5 8H7zM12 20l-4-5M12 20l4-5",
		"shadows":          "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
		"potato":           "M7 6c4-3 10-1 12 3s0 9-5 10-9-1-10-5 0-6 3-8zM10 10h.01M14 13h.01",
		"low":              "M5 20v-4",
		"medium":           "M5 20v-4M12 20v-9",
		"high":             "M5 20v-4M12 20v-9M19 20V5",
		"screenshot":       "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
		// resolutions
		"8x-": "M10 10h4v4h-4z", "16x": "M9 9h6v6H9z", "32x": "M8 8h8v8H8zM12 8v8M8 12h8", "48x": "M7 7h10v10H7zM7 12h10M12 7v10",
		"64x": "M6 6h12v12H6zM10 6v12M14 6v12M6 10h12M6 14h12", "128x": "M5 5h14v14H5zM10 5v14M14 5v14M5 10h14M5 14h14",
		"256x": "M4 4h16v16H4zM8 4v16M12 4v16M16 4v16M4 8h16M4 12h16M4 16h16", "512x+": "M3 3h18v18H3zM8 3v18M12 3v18M16 3v18M3 8h18M3 12h18M3 16h18",
		// loaders
		"fabric": "M4 7l9-4 7 5-9 12-7-6zM8 10l8-3", "forge": "M4 7h16v3c-4 0-6 2-6 5h3v4H7v-4h3c0-3-2-5-6-5z",
		"neoforge": "M4 7h16v3c-4 0-6 2-6 5h3v4H7v-4h3c0-3-2-5-6-5zM17 3l3 2", "quilt": "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM17 14v6M14 17h6",
		"liteloader": "M12 3v10M8 9l4 4 4-4M5 20h14", "modloader": "M4 12h16M12 4v16M6 6l12 12", "rift": "M12 3l-3 6 5 2-4 4 2 6",
		"bukkit": "M5 8h14l-2 12H7zM5 8c0-4 14-4 14 0", "bungeecord": "M3 17c4-8 14-8 18 0M7 17v3M17 17v3M12 11v9",
		"folia": "M12 21V8M12 12c-4 0-6-3-6-7 4 0 6 3 6 7zM12 12c4 0 6-3 6-7-4 0-6 3-6 7z", "paper": "M4 12l16-8-6 16-3-6zM11 14l9-10",
		"purpur": "M12 3l8 4v10l-8 4-8-4V7zM12 8l4 2v4l-4 2-4-2v-4z", "spigot": "M6 5h8M10 5v4M4 9h10a4 4 0 0 1 4 4v3h-4v-3H4zM16 19v2",
		"sponge": "M4 7h16v11H4zM8 11h.01M13 10h.01M16 14h.01M10 15h.01", "velocity": "M3 17l8-10M9 17l8-10M15 17l6-8",
		"waterfall": "M5 4v12M10 4v12M15 4v12M20 4v12M3 20c3-2 6 2 9 0s6 2 9 0",
		"canvas":    "M4 5h16v11H4zM8 20l4-4 4 4M12 3v2", "iris": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3l4 9M21 12l-9 3M8 20l1-9",
		"optifine": "M4 18l4-12h3l-4 12zM13 18l4-12h3l-4 12z", "vanilla": "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10",
		"datapack": "M5 5c0-3 14-3 14 0v14c0 3-14 3-14 0zM5 5c0 3 14 3 14 0M5 12c0 3 14 3 14 0", "minecraft": "M4 4h16v16H4zM4 10h16M10 10v10",
		"language": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c4 5 4 13 0 18M12 3c-4 5-4 13 0 18",
		"linux":    "M4 5h16v14H4zM7 9l3 3-3 3M12 15h5", "macos": "M4 5h16v11H4zM2 20h20", "windows": "M4 5l7-1v7H4zM13 4l7-1v8h-7zM4 13h7v7l-7-1zM13 13h7v8l-7-1z",
	}
}
