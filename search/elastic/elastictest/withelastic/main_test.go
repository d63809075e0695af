package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/search/elastic/elastictest"
)

const asProgram = "WITHELASTIC_TEST_COMMAND"

// TestMain lets the test binary act as the program.
func TestMain(m *testing.M) {
	command := os.Getenv(asProgram)
	if command == "" {
		os.Exit(m.Run())
	}
	code, err := run("NODE", []string{"sh", "-c", command})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

func answers(t *testing.T, address string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func TestAKilledProgramLeavesNoNodeNoCommandAndNoFolder(t *testing.T) {
	if testing.Short() || !elastictest.Required() {
		t.Skip("starts and kills a node: runs in make test-all")
	}
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), asProgram+`=sleep 1000 & touch "$TMPDIR/left"; echo "$TMPDIR $NODE $$"; read -r _`)
	program.Stderr = os.Stderr
	stdin, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close() // the command ends
		_ = program.Wait()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	said, group := strings.Fields(line), 0
	if len(said) != 3 {
		t.Fatalf("the command says %q", line)
	}
	if _, err := fmt.Sscan(said[2], &group); err != nil {
		t.Fatal(err)
	}
	folder, address := said[0], said[1]
	if !answers(t, address) {
		t.Fatalf("no node answers at %s", address)
	}
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until.True(t, "the command and its child end", func() bool { return syscall.Kill(-group, 0) != nil })
	until.True(t, "the node ends", func() bool { return !answers(t, address) })
	until.True(t, "the folder is removed", func() bool { _, err := os.Stat(folder); return os.IsNotExist(err) })
}
