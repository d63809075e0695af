package fleet_test

import (
	"errors"
	"os"
	"testing"

	"github.com/modyard/modyard/node/fleet"
)

func TestAServerHasAFolderBeforeItsFirstStartAndNoneAfterItsDeletion(t *testing.T) {
	t.Parallel()
	h := newHost(t).open()
	if _, _, err := h.fleet.Folder(one); !errors.Is(err, fleet.ErrNoServer) {
		t.Errorf("an unknown server: %v", err)
	}
	d := desire(one, 1, false, "")
	h.apply(false, d)
	dir, user, err := h.fleet.Folder(one)
	if err != nil || dir != h.folder(one) {
		t.Fatalf("%s, %v", dir, err)
	}
	if again, same, err := h.fleet.Folder(one); err != nil || again != dir || same != user {
		t.Errorf("%s, %v, %v", again, same, err)
	}
	if info, err := os.Stat(dir + "/root"); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	d.Generation, d.Deleted = 2, true
	h.apply(false, d)
	if _, _, err := h.fleet.Folder(one); !errors.Is(err, fleet.ErrNoServer) {
		t.Errorf("a deleted server: %v", err)
	}
}
