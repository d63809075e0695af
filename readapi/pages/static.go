package pages

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// newStatic serves the built files. Those below assets/ have a hash in their name and never change.
func newStatic(ui fs.FS) http.Handler {
	files := http.FileServerFS(ui)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "public, max-age=3600")
		}
		files.ServeHTTP(w, r)
	})
}

// isFile says whether a path names a file of the front end; index.html and the build's manifest are not served as
// files.
func (s *Server) isFile(urlPath string) bool {
	name := strings.TrimPrefix(path.Clean(urlPath), "/")
	if name == "" || name == "index.html" || strings.HasPrefix(name, ".") || !fs.ValidPath(name) {
		return false
	}
	info, err := fs.Stat(s.assets, name)
	return err == nil && info.Mode().IsRegular()
}
