// Command gameversions writes the site's compact list of game versions from a list of objects {version, type,
// release_time}, newest first.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"
)

type source struct {
	Version string    `json:"version"`
	Type    string    `json:"type"`
	Time    time.Time `json:"release_time"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gameversions INPUT OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(input, output string) error {
	data, err := os.ReadFile(input)
	if err != nil {
		return fmt.Errorf("read game versions: %w", err)
	}
	var all []source
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("decode game versions: %w", err)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Time.After(all[j].Time) })
	var out bytes.Buffer
	out.WriteString("[\n")
	for i, v := range all {
		row, err := json.Marshal([]string{v.Version, kind(v.Type), v.Time.UTC().Format(time.RFC3339)})
		if err != nil {
			return fmt.Errorf("encode game version %s: %w", v.Version, err)
		}
		out.Write(row)
		if i < len(all)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	return os.WriteFile(output, out.Bytes(), 0o644)
}

func kind(t string) string {
	switch t {
	case "old_alpha":
		return "alpha"
	case "old_beta":
		return "beta"
	case "release":
		return "release"
	}
	return "snapshot"
}
