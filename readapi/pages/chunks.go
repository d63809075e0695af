package pages

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// chunk is one entry of the build's manifest.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
	IsEntry bool     `json:"isEntry"`
}

// chunks maps routes to the script files that they need beside the entry of index.html.
type chunks map[string]chunk

func readChunks(ui fs.FS) (chunks, error) {
	raw, err := fs.ReadFile(ui, ".vite/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return chunks{}, nil // without it pages work, with one more round trip
	}
	if err != nil {
		return nil, fmt.Errorf("read the build manifest: %w", err)
	}
	c := chunks{}
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, fmt.Errorf("decode the build manifest: %w", err)
	}
	return c, nil
}

// of lists the script URLs of a route file ("$type.$id.versions.tsx"), of the layouts around it ("$type.$id.tsx") and of
// everything that they and the entry import, dependencies first; the entry itself is omitted, because index.html names
// it.
func (c chunks) of(route string) []string {
	var urls []string
	for _, one := range c.walkRoute(route) {
		if file := one.File; !one.IsEntry && strings.HasSuffix(file, ".js") {
			urls = append(urls, "/"+file)
		}
	}
	return urls
}

// styles lists the style sheets of the same files.
func (c chunks) styles(route string) (urls []string) {
	for _, one := range c.walkRoute(route) {
		for _, file := range one.CSS {
			if url := "/" + file; !slices.Contains(urls, url) {
				urls = append(urls, url)
			}
		}
	}
	return urls
}

// walkRoute lists the chunks of a route file, of the layouts around it and of the entry, dependencies first.
func (c chunks) walkRoute(route string) []chunk {
	seen := map[string]bool{}
	var list []chunk
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if c[name].IsEntry {
			list = c.walk(name, seen, list)
		}
	}
	for at, char := range route {
		if char != '.' {
			continue
		}
		file := "src/routes/" + route[:at] + ".tsx"
		for _, name := range slices.Sorted(maps.Keys(c)) {
			if strings.HasPrefix(name, file+"?") || name == file {
				list = c.walk(name, seen, list)
			}
		}
	}
	return list
}

func (c chunks) walk(name string, seen map[string]bool, list []chunk) []chunk {
	if seen[name] {
		return list
	}
	seen[name] = true
	for _, next := range c[name].Imports {
		list = c.walk(next, seen, list)
	}
	return append(list, c[name])
}
