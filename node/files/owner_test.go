package files_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/limit"
)

func TestWhatIsWrittenBelongsToTheServersUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	h := newHost(t)
	h.user = limit.User{UID: 20000, GID: 20000}
	h.link("")
	ok(t, "a file", h.do(http.MethodPost, "/create", "1", "path", "/file", "type", "file"))
	ok(t, "a folder", h.do(http.MethodPost, "/create", "", "path", "/folder", "type", "directory"))
	if err := errorsOf(os.Chmod(h.file("file"), 0o755), os.Symlink("file", h.file("folder/link")), os.Lchown(h.file("folder/link"), 20000, 20000)); err != nil {
		t.Fatal(err)
	}
	ok(t, "an update", h.do(http.MethodPut, "/update", "2", "path", "/file"))
	ok(t, "a move with parents", h.do(http.MethodPost, "/move", `{"source":"/file","destination":"/folder/new/file","parents":true}`))
	ok(t, "a copy", h.moves("/copy", "/folder", "/copy"))
	ok(t, "a deletion", h.do(http.MethodDelete, "/delete", "", "path", "/folder", "recursive", "true"))
	ok(t, "a restoration", h.do(http.MethodPost, "/trash/restore", "", "id", decoded[node.Trash](t, h.get("/trash")).Items[0].ID))
	if op := h.extract(zipped(t, packed{"b/c", "1"}, packed{"d/", ""})); op.State != node.OperationDone {
		t.Errorf("%+v", op)
	}
	if err := os.Remove(h.file("a")); err != nil { // the archive that the test itself has made
		t.Fatal(err)
	}
	var modes []string
	for _, path := range h.tree() {
		info, err := os.Lstat(h.file(path))
		if err != nil {
			t.Fatal(err)
		}
		if st := info.Sys().(*syscall.Stat_t); st.Uid != 20000 || st.Gid != 20000 {
			t.Errorf("%s belongs to %d:%d", path, st.Uid, st.Gid)
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			modes = append(modes, fmt.Sprintf("%s %o", path, info.Mode().Perm()))
		}
	}
	want := "copy 755, copy/new 755, copy/new/file 755, folder 755, folder/new 755, folder/new/file 755, x 755, x/b 755, x/b/c 644, x/d 755"
	if got := strings.Join(modes, ", "); got != want {
		t.Errorf("%s", got)
	}
	for _, dir := range []string{"stage", "trash"} { // out of the game's sight
		info, err := os.Stat(filepath.Join(h.dir, dir))
		if err != nil || info.Mode().Perm() != 0o700 || info.Sys().(*syscall.Stat_t).Uid != 0 {
			t.Errorf("%s: %v, %v", dir, info.Mode(), err)
		}
	}
}
