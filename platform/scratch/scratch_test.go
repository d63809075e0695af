package scratch_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/platform/until"
)

const asOwner = "SCRATCH_TEST_OWNS_IN"

// TestMain lets the test binary act as a program that owns a folder until its standard input ends.
func TestMain(m *testing.M) {
	root := os.Getenv(asOwner)
	if root == "" {
		os.Exit(m.Run())
	}
	f, err := scratch.Make(root)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println(f.Path())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// owner starts a program that owns a folder.
func owner(t *testing.T, root string) (cmd *exec.Cmd, folder string) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asOwner+"="+root)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	if folder = strings.TrimSpace(line); filepath.Dir(folder) != root {
		t.Fatalf("the program says %q", line)
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), []byte("left"), 0o600); err != nil {
		t.Fatal(err)
	}
	return cmd, folder
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestTheFolderOfAKilledProgramIsRemoved(t *testing.T) {
	cmd, folder := owner(t, t.TempDir())
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until.True(t, folder+" is removed", func() bool { return !exists(folder) })
}

func TestTheFolderOfAProgramThatWasKilledWithItsKeeperIsRemovedByTheNext(t *testing.T) {
	root := t.TempDir()
	cmd, folder := owner(t, root)
	if !exists("/proc/self/task") {
		t.Skip("this system does not tell the children of a process")
	}
	killed := 0
	for _, task := range tasks(t, cmd.Process.Pid) {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", cmd.Process.Pid, task))
		if err != nil {
			t.Fatal(err)
		}
		for _, child := range strings.Fields(string(children)) {
			pid, err := strconv.Atoi(child)
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			killed++
		}
	}
	if killed != 1 {
		t.Fatalf("the owner has %d children", killed)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if !exists(folder) {
		t.Fatal("something else removed the folder")
	}
	next, err := scratch.Make(root)
	if err != nil {
		t.Fatal(err)
	}
	if exists(folder) {
		t.Error("the folder of the killed program is still there")
	}
	if err := next.Remove(); err != nil || exists(next.Path()) {
		t.Errorf("the removed folder: %v", err)
	}
}

func tasks(t *testing.T, pid int) (ids []string) {
	t.Helper()
	found, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		ids = append(ids, f.Name())
	}
	return ids
}

func TestTheFolderOfALivingProgramIsKept(t *testing.T) {
	root := t.TempDir()
	_, folder := owner(t, root)
	own, err := scratch.Make(root)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Remove() //nolint:errcheck // in the folder of the test
	another, err := scratch.Make(root)
	if err != nil {
		t.Fatal(err)
	}
	defer another.Remove() //nolint:errcheck // in the folder of the test
	if !exists(filepath.Join(folder, "file")) || !exists(own.Path()) {
		t.Error("the folder of a living owner was removed")
	}
}

func TestTheTemporaryFolderOfAProgramIsItsOwnUntilItLeaves(t *testing.T) {
	before := t.TempDir()
	t.Setenv("TMPDIR", before)
	leave, err := scratch.Enter()
	if err != nil {
		t.Fatal(err)
	}
	inside := os.TempDir()
	if filepath.Dir(inside) != before || !exists(inside) {
		t.Errorf("the temporary folder is %s", inside)
	}
	leave()
	if os.TempDir() != before || exists(inside) {
		t.Errorf("afterwards the temporary folder is %s", os.TempDir())
	}
}
