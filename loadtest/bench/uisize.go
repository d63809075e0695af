package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// sizeLine is a line of ui/scripts/size.mjs: the size of a screen's first load, and its budget.
var sizeLine = regexp.MustCompile(`(?m)^(\w+)\s+([\d.]+) kB of ([\d.]+)\b`)

// uiSize reads the output of the front end's own check of the compressed JavaScript. It ignores the exit code, which
// only reports missed budgets.
func uiSize(ctx context.Context, g *ground) ([]Row, error) {
	const what = "UI JavaScript, gzip"
	ui := filepath.Join(g.root, "ui")
	if _, err := os.Stat(filepath.Join(ui, "dist", ".vite", "manifest.json")); errors.Is(err, fs.ErrNotExist) {
		return []Row{skippedRow(what, "the front end is not built (make build)")}, nil
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return []Row{skippedRow(what, "node is not installed")}, nil //nolint:nilerr // it is not everybody's
	}
	c := exec.CommandContext(ctx, node, "scripts/size.mjs")
	c.Dir = ui
	var complaint bytes.Buffer
	c.Stderr = &complaint
	output, err := c.Output()
	var missed *exec.ExitError
	if err != nil && !errors.As(err, &missed) {
		return nil, fmt.Errorf("run ui/scripts/size.mjs: %w", err)
	}
	rows, err := parseSizes(what, string(output))
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, complaint.Bytes())
	}
	return rows, nil
}

// parseSizes makes a row of each line; the three screens of the design's budgets must be included.
func parseSizes(what, output string) ([]Row, error) {
	var rows []Row
	var seen []string
	for _, m := range sizeLine.FindAllStringSubmatch(output, -1) {
		size, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, fmt.Errorf("read the sizes of the front end: %w", err)
		}
		limit, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, fmt.Errorf("read the sizes of the front end: %w", err)
		}
		seen = append(seen, m[1])
		rows = append(rows, Row{What: what + ", " + m[1], Figure: size, Unit: "kB", Budget: atMost(limit)})
	}
	for _, name := range []string{"core", "search", "project"} {
		if !slices.Contains(seen, name) {
			return nil, fmt.Errorf("ui/scripts/size.mjs reports no size of %q", name)
		}
	}
	return rows, nil
}
