package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestANodeThatHasJoinedNoSiteSaysWhatToDo(t *testing.T) {
	t.Parallel()
	c := program("node")
	c.Env = append(c.Env, "MODYARD_NODE_DATA_DIR="+filepath.Join(t.TempDir(), "node"), "MODYARD_NODE_ADDR=127.0.0.1:0")
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "modyard node join") {
		t.Errorf("%s, %v", out, err)
	}
	c = program("node", "join", "http://example.org", "code")
	c.Env = append(c.Env, "MODYARD_NODE_DATA_DIR="+filepath.Join(t.TempDir(), "node"))
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "https://") {
		t.Errorf("%s, %v", out, err)
	}
}

func TestTheStandInEndsWithTheCodeOfTheGame(t *testing.T) {
	t.Parallel()
	c := program("node-stand-in", "-Xmx1G", "nogui")
	c.Dir = t.TempDir()
	c.Stdin = strings.NewReader("crash 7\n")
	var said strings.Builder
	c.Stderr = &said
	err := c.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 || said.String() != "" {
		t.Errorf("%v, %q", err, said.String())
	}
}
