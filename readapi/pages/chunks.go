package pages

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"
)

// chunk is one entry of the build's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	IsEntry bool     `json:"isEntry"`
}

// chunks knows which script files a route needs beside those that index.html names.
type chunks map[string]chunk

func readChunks(ui fs.FS) (chunks, error) {
	raw, err := fs.ReadFile(ui, ".vite/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return chunks{}, nil // without it pages work, a round trip later
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

// of lists the script URLs of a route file ("$type.$id.tsx") and what they import, the entry's own left out.
func (c chunks) of(routes ...string) []string {
	skip := map[string]bool{}
	for name, ch := range c {
		if ch.IsEntry {
			c.walk(name, skip)
		}
	}
	want := map[string]bool{}
	for name := range c {
		for _, route := range routes {
			if strings.HasPrefix(name, "src/routes/"+route+"?") || name == "src/routes/"+route {
				c.walk(name, want)
			}
		}
	}
	var urls []string
	for name := range want {
		if file := c[name].File; !skip[name] && strings.HasSuffix(file, ".js") {
			urls = append(urls, "/"+file)
		}
	}
	sort.Strings(urls)
	return urls
}

func (c chunks) walk(name string, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	for _, next := range c[name].Imports {
		c.walk(next, seen)
	}
}
