package backup

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kopia/kopia/fs"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

// stall is how long a peer may move nothing.
const stall = time.Minute

// ServeHTTP answers every path below node.PathBackups. A token stands for one server; a suspended server's backups can still be read.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Add("Vary", "Origin")
	if origin := r.Header.Get("Origin"); origin != "" {
		if !s.Guard.Admits(origin) {
			refuse(w, http.StatusForbidden, node.FileForbidden)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Headers", "Authorization")
	}
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	id, action, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, node.PathBackups), "/")
	if !ok || id == "" || action != "download" && action != "list" && action != "file" {
		refuse(w, http.StatusNotFound, node.FileNotFound)
		return
	}
	if r.Method != http.MethodGet {
		h.Set("Allow", "GET, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, node.FileInvalid)
		return
	}
	raw := r.URL.Query().Get("auth")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		raw = bearer
	}
	grant, err := s.Guard.VerifyAny(raw, node.ScopeBackup)
	switch {
	case errors.Is(err, token.ErrRevoked), errors.Is(err, token.ErrScope):
		refuse(w, http.StatusForbidden, node.FileForbidden)
		return
	case err != nil:
		refuse(w, http.StatusUnauthorized, node.FileUnauthorized)
		return
	}
	if _, d, known := s.Servers.State(grant.Server); !known || d.Deleted {
		refuse(w, http.StatusForbidden, node.FileForbidden)
		return
	}
	s.read(w, r, grant, id, action)
}

// read answers from a backup. While it is read nothing is removed.
func (s *Service) read(w http.ResponseWriter, r *http.Request, grant token.Grant, id, action string) {
	g := s.guard(grant.Server)
	if !g.TryRLock() {
		refuse(w, http.StatusConflict, node.FileBusy)
		return
	}
	defer g.RUnlock()
	repository, err := open(r.Context(), s.dir(grant.Server), grant.Server, false)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer repository.close(r.Context())
	e, err := repository.at(r.Context(), id, r.URL.Query().Get("path"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	out := &slow{w: w, control: http.NewResponseController(w), holds: func() bool { return s.Guard.Holds(grant) }}
	switch d, isFolder := e.(fs.Directory); {
	case action == "download" && isFolder:
		attach(w, "backup-"+id+".zip", "application/zip")
		err = zipped(r.Context(), d, out)
	case action == "list" && isFolder:
		err = listed(r.Context(), w, r.URL.Query().Get("path"), d)
	case action == "file":
		err = whole(r.Context(), w, e, out)
	default:
		err = ErrMissing
	}
	if err != nil && out.began {
		s.Log.WarnContext(r.Context(), "a download of a backup was cut", "server", grant.Server, "backup", id, "error", err)
		panic(http.ErrAbortHandler) // what arrived must not look whole
	}
	if err != nil {
		s.fail(w, r, err)
	}
}

func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ErrMissing) {
		refuse(w, http.StatusNotFound, node.FileNotFound)
		return
	}
	s.Log.ErrorContext(r.Context(), "read a backup", "error", err)
	refuse(w, http.StatusInternalServerError, "internal")
}

// slow extends the deadline with each piece, and ends when the token is revoked.
type slow struct {
	w       io.Writer
	control *http.ResponseController
	holds   func() bool
	began   bool
}

func (s *slow) Write(p []byte) (int, error) {
	if !s.holds() {
		return 0, token.ErrRevoked
	}
	s.began = true
	_ = s.control.SetWriteDeadline(time.Now().Add(stall)) // a connection that has none is not cut
	return s.w.Write(p)
}

// zipped writes a folder as one zip. Links are entries that hold what they name, as the format has them.
func zipped(ctx context.Context, d fs.Directory, w io.Writer) error {
	z := zip.NewWriter(w)
	if err := pack(ctx, z, d, ""); err != nil {
		return err
	}
	return z.Close()
}

func pack(ctx context.Context, z *zip.Writer, d fs.Directory, below string) error {
	return fs.IterateEntries(ctx, d, func(ctx context.Context, e fs.Entry) error {
		h := &zip.FileHeader{Name: path.Join(below, e.Name()), Modified: e.ModTime(), Method: zip.Deflate}
		h.SetMode(e.Mode())
		switch e := e.(type) {
		case fs.Directory:
			h.Name, h.Method = h.Name+"/", zip.Store
			if _, err := z.CreateHeader(h); err != nil {
				return err
			}
			return pack(ctx, z, e, path.Join(below, e.Name()))
		case fs.Symlink:
			to, err := e.Readlink(ctx)
			if err != nil {
				return err
			}
			out, err := z.CreateHeader(h)
			if err == nil {
				_, err = io.WriteString(out, to)
			}
			return err
		case fs.File:
			out, err := z.CreateHeader(h)
			if err != nil {
				return err
			}
			return pour(ctx, out, e)
		}
		return nil
	})
}

func pour(ctx context.Context, w io.Writer, f fs.File) error {
	from, err := f.Open(ctx)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	return errors.Join(err, from.Close())
}

// whole answers one file.
func whole(ctx context.Context, w http.ResponseWriter, e fs.Entry, out io.Writer) error {
	f, ok := e.(fs.File)
	if !ok {
		return ErrMissing
	}
	attach(w, e.Name(), "application/octet-stream")
	return pour(ctx, out, f)
}

// listed answers the entries of a folder, folders first, and of a long one the first of them.
func listed(ctx context.Context, w http.ResponseWriter, at string, d fs.Directory) error {
	all, err := fs.GetAllEntries(ctx, d)
	if err != nil {
		return err
	}
	out := node.BackupList{Path: path.Clean("/" + at), Items: make([]node.BackupEntry, 0, len(all)), Total: len(all)}
	for _, e := range all {
		item := node.BackupEntry{Name: e.Name(), Type: node.TypeFile, Size: e.Size(), Modified: e.ModTime()}
		switch e.(type) {
		case fs.Directory:
			item.Type, item.Size = node.TypeDirectory, 0
		case fs.Symlink:
			item.Type = node.TypeSymlink
		}
		out.Items = append(out.Items, item)
	}
	slices.SortStableFunc(out.Items, func(a, b node.BackupEntry) int {
		if (a.Type == node.TypeDirectory) != (b.Type == node.TypeDirectory) {
			if a.Type == node.TypeDirectory {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	out.Items = out.Items[:min(len(all), node.MaxBackupEntries)]
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(out)
}

func attach(w http.ResponseWriter, name, kind string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+strings.ReplaceAll(url.QueryEscape(name), "+", "%20"))
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Del("Content-Disposition")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code}) // the peer may be gone
}
