package subprocess_test

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"github.com/modyard/modyard/platform/subprocess"
)

const (
	asParent = "SUBPROCESS_TEST_SCRIPT"
	asBinder = "SUBPROCESS_TEST_BOUND"
)

// TestMain lets the test binary act as a program that runs a command.
func TestMain(m *testing.M) {
	if script := os.Getenv(asBinder); script != "" {
		cmd := exec.Command("sh", "-c", script)
		cmd.Stdout = os.Stdout
		if subprocess.Start(cmd) == nil {
			_ = cmd.Wait()
		}
		os.Exit(0)
	}
	script := os.Getenv(asParent)
	if script == "" {
		os.Exit(m.Run())
	}
	code, err := subprocess.Run(os.Environ(), []string{"sh", "-c", script})
	if err != nil {
		os.Exit(99)
	}
	os.Exit(code)
}

func TestRunReturnsTheExitCodeOfTheCommand(t *testing.T) {
	for script, want := range map[string]int{
		"true": 0, "exit 3": 3, "kill -9 $$": 128 + 9, `test "$ROOM" = here`: 0,
	} {
		code, err := subprocess.Run(append(os.Environ(), "ROOM=here"), []string{"sh", "-c", script})
		if code != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", script, code, err, want)
		}
	}
	if code, err := subprocess.Run(nil, []string{"/no/such/command"}); code != 127 || err == nil {
		t.Errorf("a missing command: %d, %v", code, err)
	}
}

func TestASignalIsPassedOnAndTheCommandDecides(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), asParent+`=trap 'echo told; exit 7' TERM; echo ready; while :; do sleep 0.05; done`)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	defer parent.Process.Kill() //nolint:errcheck // it has ended unless the test failed
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("the command wrote %q", lines.Text())
	}
	if err := parent.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !lines.Scan() || lines.Text() != "told" {
		t.Errorf("the command wrote %q", lines.Text())
	}
	_ = parent.Wait()
	if code := parent.ProcessState.ExitCode(); code != 7 {
		t.Errorf("exit code %s, want 7", strconv.Itoa(code))
	}
}
