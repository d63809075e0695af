// Package ui carries the built browser application inside the program.
package ui

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist returns the built application: index.html, .vite/manifest.json and assets/. In a checkout where the
// application has not been built it holds only a marker file, and index.html is absent.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		// The directory is named by the embed directive above, so this cannot happen in a program that compiled.
		panic("ui: embedded dist is missing: " + err.Error())
	}
	return dist
}
