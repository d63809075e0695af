// Command licenses packs the SPDX licence list of the npm package spdx-license-list (CC0-1.0): the
// names and the open-source approvals for the projections, the texts for the tag routes.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

type source struct {
	Name string `json:"name"`
	OSI  bool   `json:"osiApproved"`
	Text string `json:"licenseText"`
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: licenses SPDX-FULL.JSON NAMES.JSON TEXTS.JSON.GZ")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(input, names, texts string) error {
	data, err := os.ReadFile(input)
	if err != nil {
		return fmt.Errorf("read licences: %w", err)
	}
	var all map[string]source
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("decode licences: %w", err)
	}
	var ids []string
	for id := range all {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		return strings.Compare(strings.ToLower(a)+a, strings.ToLower(b)+b)
	})
	var list bytes.Buffer
	list.WriteString("[\n")
	bodies := make(map[string]string, len(ids))
	for i, id := range ids {
		row, err := json.Marshal([]any{id, all[id].Name, all[id].OSI})
		if err != nil {
			return fmt.Errorf("encode licence %s: %w", id, err)
		}
		list.Write(row)
		if i < len(ids)-1 {
			list.WriteByte(',')
		}
		list.WriteByte('\n')
		bodies[id] = all[id].Text
	}
	list.WriteString("]\n")
	if err := os.WriteFile(names, list.Bytes(), 0o644); err != nil {
		return err
	}
	packed, err := json.Marshal(bodies)
	if err != nil {
		return fmt.Errorf("encode licence texts: %w", err)
	}
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := zip.Write(packed); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return os.WriteFile(texts, out.Bytes(), 0o644)
}
