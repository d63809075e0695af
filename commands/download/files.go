package download

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// fileWait is how long the end of a file waits for its hit.
const fileWait = 200 * time.Millisecond

// Files records the files of versions that a handler sends: a GET that begins with the first byte, and that not only members may
// send. A file never waits for the log longer than 200 ms, and is sent whether its hit is recorded or not.
func (s *Service) Files(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		version := versionOf(r.URL.Path)
		if r.Method != http.MethodGet || version == "" || !begins(r.Header.Get("Range")) {
			next.ServeHTTP(w, r)
			return
		}
		sent := &sending{ResponseWriter: w}
		sent.begun = func() { sent.done = s.sent(r, version) }
		next.ServeHTTP(sent, r)
		if sent.done == nil {
			return
		}
		timer := time.NewTimer(fileWait)
		defer timer.Stop()
		select {
		case <-sent.done:
		case <-timer.C:
		case <-r.Context().Done():
		}
	})
}

// versionOf is the version in the address of a file, /data/{project}/versions/{version}/…; empty for others.
func versionOf(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) < 6 || parts[1] != "data" || parts[3] != "versions" {
		return ""
	}
	return parts[4]
}

// begins says whether a range begins with the first byte of the file.
func begins(rng string) bool {
	return rng == "" || strings.HasPrefix(strings.ReplaceAll(rng, " ", ""), "bytes=0-")
}

// sent queues the hit of a file.
func (s *Service) sent(r *http.Request, version string) chan error {
	// The version is visible: the handler has sent its file. A failure of the query is not the visitor's.
	ctx, cancel := context.WithTimeout(r.Context(), fileWait)
	defer cancel()
	v, err := s.Find(ctx, version)
	if err != nil {
		s.recorder.lost.WithLabelValues("unknown").Inc()
		return nil
	}
	from := s.senderOf(r)
	hit := s.hit(from, v, r.URL.Query().Get("key"))
	hit.Loader, hit.Game = among(v.Loaders, ""), among(v.Games, "")
	w := waiting{hit: hit, network: from.network, keep: true, done: make(chan error, 1)}
	if !s.recorder.put(w) {
		return nil
	}
	return w.done
}

// sending notices the beginning of a file.
type sending struct {
	http.ResponseWriter
	begun func()
	wrote bool
	done  chan error
}

// WriteHeader implements http.ResponseWriter.
func (w *sending) WriteHeader(status int) {
	if !w.wrote && status >= http.StatusOK {
		w.wrote = true
		file := status == http.StatusOK || status == http.StatusPartialContent
		if file && w.Header().Get("Cache-Control") != "private, no-store" { // what only members see
			w.begun()
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *sending) Write(p []byte) (int, error) {
	if !w.wrote {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom keeps the server's own way of sending a file.
func (w *sending) ReadFrom(from io.Reader) (int64, error) {
	if !w.wrote {
		w.WriteHeader(http.StatusOK)
	}
	return io.Copy(w.ResponseWriter, from)
}

// Unwrap is for http.ResponseController.
func (w *sending) Unwrap() http.ResponseWriter { return w.ResponseWriter }
