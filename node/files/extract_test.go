package files_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

func TestAnExtractionReplacesOnlyIfItMay(t *testing.T) {
	h := newHost(t)
	h.put("x/config/old.txt", "old")
	h.put("x/config/both.txt", "old")
	archive := zipped(t, packed{"config/both.txt", "new"}, packed{"config/new.txt", "new"}, packed{"more/new.txt", "new"})
	h.put("a", string(archive))
	u := decoded[node.Unarchived](t, h.do(http.MethodPost, "/unarchive", "", "src", "/a", "trg", "/x", "dry", "true"))
	if u.Entries != 3 || u.Bytes != 9 || !slices.Equal(u.Conflicts, []string{"/x/config/both.txt"}) || u.ModpackName != nil {
		t.Errorf("%+v", u)
	}
	if op := h.extract(archive); op.State != node.OperationConflict {
		t.Errorf("%+v", op)
	}
	if left := h.tree(); len(left) != 4 {
		t.Errorf("%v", left)
	}
	if op := h.extract(archive, "override", "true"); op.State != node.OperationDone {
		t.Errorf("%+v", op)
	}
	h.has("x/config/old.txt", "old")
	h.has("x/config/both.txt", "new")
	h.has("x/config/new.txt", "new")
	h.has("x/more/new.txt", "new")
	if err := errorsOf(os.RemoveAll(h.file("x/more")), os.WriteFile(h.file("x/more"), []byte("file"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if op := h.extract(archive, "override", "true"); op.State != node.OperationConflict {
		t.Errorf("a folder in the place of a file: %+v", op)
	}
	h.has("x/more", "file")
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAModpackIsNamedBeforeItIsExtracted(t *testing.T) {
	h := newHost(t)
	h.put("a.mrpack", string(zipped(t, packed{"modrinth.index.json", `{"name":"空岛 Pack"}`})))
	u := decoded[node.Unarchived](t, h.do(http.MethodPost, "/unarchive", "", "src", "/a.mrpack", "trg", "/", "dry", "true"))
	if u.ModpackName == nil || *u.ModpackName != "空岛 Pack" || len(h.list("/").Items) != 1 {
		t.Errorf("%+v", u)
	}
}

func TestAnExtractionStaysWithinTheDisk(t *testing.T) {
	h := newHost(t)
	h.plan(1)
	if op := h.extract(zipped(t, packed{"a.bin", strings.Repeat("xyz", 1<<19)})); op.State != node.OperationTooLarge {
		t.Errorf("zip: %+v", op)
	}
	if op := h.extract(gzipped(t, tarred(t, regular("a.bin", strings.Repeat("xyz", 1<<19))))); op.State != node.OperationTooLarge {
		t.Errorf("tar.gz: %+v", op)
	}
	if left := h.tree(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestOneExtractionOfAServerRunsAtATimeAndCanBeCancelled(t *testing.T) {
	h := newHost(t)
	h.put("x/keep", "1")
	// A pipe in the place of the program that reads archives: it is waited for until the operation is cancelled.
	h.start(func(o *files.Options) { o.Unpack = []string{"sh", "-c", "exec sleep 1000"} })
	h.put("a.rar", string(rarred(packed{"b", "b"})))
	begin := func() reply { return h.do(http.MethodPost, "/unarchive", "", "src", "/a.rar", "trg", "/x") }
	first := begin()
	wants(t, "a second one", begin(), 409, node.FileBusy, "")
	id := decoded[node.FileOperation](t, first).ID
	wants(t, "forgetting it", h.do(http.MethodPost, "/ops/dismiss", "", "id", id), 409, node.FileBusy, "id")
	ok(t, "cancelling it", h.do(http.MethodPost, "/ops/cancel", "", "id", id))
	if op := h.ended(first); op.State != node.OperationCancelled {
		t.Errorf("%+v", op)
	}
	wants(t, "an unknown one", h.do(http.MethodPost, "/ops/cancel", "", "id", "x"), 404, node.FileNotFound, "id")
}

func TestWhatIsNoArchiveIsRefusedAtOnce(t *testing.T) {
	h := newHost(t)
	h.put("a", "hello")
	h.put("f/g", "x")
	wants(t, "text", h.do(http.MethodPost, "/unarchive", "", "src", "/a", "trg", "/x"), 400, node.FileWrongType, "src")
	wants(t, "a folder", h.do(http.MethodPost, "/unarchive", "", "src", "/f", "trg", "/x"), 400, node.FileWrongType, "src")
	wants(t, "nothing", h.do(http.MethodPost, "/unarchive", "", "src", "/b", "trg", "/x"), 404, node.FileNotFound, "src")
	wants(t, "a file as the target", h.do(http.MethodPost, "/unarchive", "", "src", "/a", "trg", "/f/g/h"), 400, node.FileWrongType, "trg")
}

func TestAKilledNodeFinishesWhatWasWholeAndDropsTheRest(t *testing.T) {
	h := newHost(t)
	h.put("x/keep", "1")
	for path, content := range map[string]string{
		"stage/half/tree/b": "half", "stage/upload": "half", "stage/whole/tree/x/b": "whole", "stage/whole/commit.json": `{"target":"x/y"}`,
		"trash/orphan": "1", "trash/gone.json": `{"id":"gone"}`,
	} {
		if err := errorsOf(os.MkdirAll(filepath.Dir(filepath.Join(h.dir, path)), 0o700), os.WriteFile(filepath.Join(h.dir, path), []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	h.list("/")
	h.clean()
	h.has("x/y/x/b", "whole")
	if got := h.tree(); len(got) != 5 {
		t.Errorf("%v", got)
	}
	if entries, err := os.ReadDir(h.dir + "/trash"); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}
