package subprocess_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
)

// told starts the test binary as a program and returns the process ids that it prints.
func told(t *testing.T, env string, want int) (parent *exec.Cmd, pids []int) {
	t.Helper()
	parent = exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), env)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = parent.Process.Kill() // it has ended unless the test failed
		_ = parent.Wait()
	})
	for lines := bufio.NewScanner(out); len(pids) < want && lines.Scan(); {
		pid, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil {
			t.Fatalf("the program says %q", lines.Text())
		}
		pids = append(pids, pid)
	}
	if len(pids) != want {
		t.Fatalf("the program names %v", pids)
	}
	return parent, pids
}

// ends waits until no process has the id; a zombie has ended.
func ends(t *testing.T, pid int) {
	t.Helper()
	until.True(t, "process "+strconv.Itoa(pid)+" ends", func() bool {
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if runtime.GOOS != "linux" {
			return syscall.Kill(pid, 0) != nil
		}
		return err != nil || strings.Contains(string(status), ") Z ")
	})
}

func TestTheCommandAndItsChildrenEndWithAKilledProgram(t *testing.T) {
	parent, pids := told(t, asParent+"=sleep 1000 & echo $!; echo $$; wait", 2)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range pids {
		ends(t, pid)
	}
}

func TestABoundCommandEndsWithAKilledProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux binds a process to its parent")
	}
	parent, pids := told(t, asBinder+"=echo $$; exec sleep 1000", 1)
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ends(t, pids[0])
}

func TestABoundCommandIsAwaitedByItsCaller(t *testing.T) {
	for script, want := range map[string]int{"echo out; echo err >&2": 0, "echo out; echo err >&2; exit 3": 3} {
		out, code, err := subprocess.Output(exec.Command("sh", "-c", script))
		if string(out) != "out\nerr\n" || code != want || err != nil {
			t.Errorf("%s: %q, %d, %v", script, out, code, err)
		}
	}
	if _, _, err := subprocess.Output(exec.Command("/no/such/command")); err == nil {
		t.Error("a missing command was run")
	}
}

func TestADismissedKeeperDoesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	keeper, err := subprocess.AtEnd(`rm -- "$1"`, file)
	if err != nil {
		t.Fatal(err)
	}
	keeper.Dismiss() // it has ended then
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
