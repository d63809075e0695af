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

// of lists the script URLs of a route file ("$type.$id.tsx") and of everything that it and the entry import,
// dependencies first; the entry itself is omitted, because index.html names it.
func (c chunks) of(routes ...string) []string {
	seen := map[string]bool{}
	var urls []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if c[name].IsEntry {
			urls = c.walk(name, seen, urls)
		}
	}
	for _, route := range routes {
		for _, name := range slices.Sorted(maps.Keys(c)) {
			if strings.HasPrefix(name, "src/routes/"+route+"?") || name == "src/routes/"+route {
				urls = c.walk(name, seen, urls)
			}
		}
	}
	return urls
}

func (c chunks) walk(name string, seen map[string]bool, urls []string) []string {
	if seen[name] {
		return urls
	}
	seen[name] = true
	for _, next := range c[name].Imports {
		urls = c.walk(next, seen, urls)
	}
	if file := c[name].File; !c[name].IsEntry && strings.HasSuffix(file, ".js") {
		urls = append(urls, "/"+file)
	}
	return urls
}
