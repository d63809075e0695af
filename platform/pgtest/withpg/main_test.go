package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

const asProgram = "WITHPG_TEST_COMMAND"

// TestMain lets the test binary act as the program.
func TestMain(m *testing.M) {
	command := os.Getenv(asProgram)
	if command == "" {
		os.Exit(m.Run())
	}
	code, err := run([]string{"sh", "-c", command})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// started is a running program with what its command says.
func started(t *testing.T, command string) (program *exec.Cmd, said []string) {
	t.Helper()
	program = exec.Command(os.Args[0])
	program.Env = []string{asProgram + "=" + command + `; echo "$TMPDIR $` + pgtest.EnvURL + ` $$"; read -r _`}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "MODYARD_TEST_") {
			program.Env = append(program.Env, v)
		}
	}
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
	if said = strings.Fields(line); len(said) != 3 {
		t.Fatalf("the command says %q", line)
	}
	return program, said
}

func answers(t *testing.T, address string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return false
	}
	_ = conn.Close(ctx)
	return true
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return os.IsNotExist(err)
}

func TestAKilledProgramLeavesNoServerNoCommandAndNoFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs: runs in make test-all")
	}
	program, said := started(t, `sleep 1000 & touch "$TMPDIR/left"`)
	folder, address, command := said[0], said[1], said[2]
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	if missing(folder) || missing(config.Host) || !answers(t, address) {
		t.Fatalf("%v is not there", said)
	}
	group := 0
	if _, err := fmt.Sscan(command, &group); err != nil {
		t.Fatal(err)
	}
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until.True(t, "the command and its child end", func() bool { return syscall.Kill(-group, 0) != nil })
	until.True(t, "the server ends", func() bool { return !answers(t, address) })
	until.True(t, "the folders are removed", func() bool { return missing(folder) && missing(config.Host) })
}

func TestTwoProgramsRunBesideEachOther(t *testing.T) {
	if testing.Short() {
		t.Skip("runs two servers: runs in make test-all")
	}
	_, first := started(t, "true")
	_, second := started(t, "true")
	if first[0] == second[0] || first[1] == second[1] || !answers(t, first[1]) || !answers(t, second[1]) {
		t.Errorf("%v beside %v", first, second)
	}
}
