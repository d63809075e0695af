package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/subprocess"
)

// missed is k6's exit code for a threshold that was not held.
const missed = 99

// findK6 builds k6 at the version that loadtest/k6/go.mod pins, and returns the program's path.
func findK6(ctx context.Context, root string) (string, error) {
	c := exec.CommandContext(ctx, "go", "tool", "-modfile=loadtest/k6/go.mod", "-n", "k6")
	c.Dir = root
	var errs bytes.Buffer
	c.Stderr = &errs
	path, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("build k6: %w\n%s", err, errs.String())
	}
	return strings.TrimSpace(string(path)), nil
}

// script runs one script and returns its figures, also where it missed a threshold or could not end.
func (s *site) script(ctx context.Context, k6, name, from, into string, a arguments, progress io.Writer) (Run, error) {
	file := filepath.Join(into, name+".k6.json")
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return Run{Script: name}, fmt.Errorf("%s: %w", name, err)
	}
	c := exec.Command(k6, "run", "--quiet", "--no-usage-report", "--address", "", filepath.Join(from, name+".js"))
	c.Env = append(withoutK6(os.Environ()), "BASE="+s.URL, "ACCOUNTS="+s.accounts, "SUMMARY="+file, "SCALE="+strconv.FormatFloat(a.scale, 'g', -1, 64), "DURATION="+a.duration)
	if a.smoke {
		c.Env = append(c.Env, "SMOKE=1")
	}
	said, err := os.Create(filepath.Join(into, name+".log"))
	if err != nil {
		return Run{Script: name}, fmt.Errorf("%s: %w", name, err)
	}
	defer said.Close() //nolint:errcheck // a log for people
	c.Stdout, c.Stderr = io.MultiWriter(progress, said), said
	w := watch(ctx, s.Private)
	ended := s.wait(ctx, c)
	seen := w.end()
	r, err := readRun(name, file)
	r.Lag, r.Memory, r.Unrecorded = seen.lag, seen.memory, seen.unrecorded
	var exit *exec.ExitError
	switch {
	case err == nil && ended == nil:
		return r, nil
	case errors.As(ended, &exit) && exit.ExitCode() == missed && err == nil:
		return r, fmt.Errorf("%s: missed %s (%s)", name, strings.Join(r.Missed, "; "), said.Name())
	case err == nil:
		return r, fmt.Errorf("%s: %w\n%s", name, ended, lastLines(said.Name()))
	}
	return r, fmt.Errorf("%s: %w\n%s", name, errors.Join(ended, err), lastLines(said.Name()))
}

// wait runs a command that ends with this process, and interrupts it when ctx ends.
func (s *site) wait(ctx context.Context, c *exec.Cmd) error {
	if err := subprocess.Start(c); err != nil {
		return fmt.Errorf("start k6: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	_ = c.Process.Signal(syscall.SIGINT) // it may just have ended
	select {
	case <-done:
	case <-time.After(time.Minute):
		_ = c.Process.Kill()
		<-done
	}
	return ctx.Err()
}

// withoutK6 is an environment without settings of k6 and of the scripts.
func withoutK6(all []string) (out []string) {
	for _, v := range all {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "K6_") && name != "SMOKE" && name != "PROJECTS" {
			out = append(out, v)
		}
	}
	return out
}

// lastLines are the last lines of a log.
func lastLines(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}
