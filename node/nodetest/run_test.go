package nodetest_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modyard/modyard/node/nodetest"
	"github.com/modyard/modyard/platform/until"
)

// TestMain runs the tests, or a process that outlives whoever started it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "outlives" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		fmt.Println(os.Getpid())
		<-ctx.Done()
		return
	}
	os.Exit(nodetest.Run(m))
}

// TestChild starts a detached process of this binary and waits to be killed.
func TestChild(t *testing.T) {
	if os.Getenv("NODETEST_CHILD") == "" {
		t.Skip("it is run by TestAKilledTestLeavesNoProcess")
	}
	cmd := exec.Command(os.Args[0], "outlives")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-t.Context().Done()
}

func TestAKilledTestLeavesNoProcess(t *testing.T) {
	copied := t.TempDir() + "/tests" // Run kills every process of its program, which this test must not be
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Skip("processes are not seen here: ", err)
	}
	if err := os.WriteFile(copied, self, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(copied, "-test.run=^TestChild$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), "NODETEST_CHILD=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != nil {
		t.Fatalf("the process that is to end is not there: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	until.True(t, "the detached process ends", func() bool { return syscall.Kill(pid, 0) != nil })
}
