package keeper_test

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/until"
)

func TestHostileOutputIsHarmless(t *testing.T) {
	s := newServer(t, "").start().ready()
	for name, raw := range map[string]string{
		"a title":               "\x1b]0;root@host\x07",
		"a title without end":   "\x1b]2;x",
		"a link":                "\x1b]8;;file:///etc/passwd\x1b\\x\x1b]8;;\x1b\\",
		"the clipboard":         "\x1b]52;c;cm0gLXJm\x07",
		"a cursor":              "\x1b[2J\x1b[H\x1b[?1049h",
		"an answer back":        "\x1b[c\x1b[6n\x05",
		"device control":        "\x1bP$q\"p\x1b\\",
		"a lone escape":         "\x1b",
		"an eight-bit CSI":      "\u009b31m",
		"backspaces":            "safe\x08\x08\x08\x08evil",
		"a carriage return":     "evil\rsafe",
		"NUL":                   "a\x00b",
		"bad UTF-8":             "\xff\xfe\xc0\x80",
		"a cut character":       "\xe4\xbd",
		"a surrogate":           "\xed\xa0\x80",
		"GBK":                   "\xc4\xe3\xba\xc3",
		"a right-to-left mark":  "\u202egpj.exe",
		"colours":               "\x1b[31mred\x1b[0m",
		"a colour without end":  "\x1b[31",
		"a very long parameter": "\x1b[" + strings.Repeat("1", 5000) + "m",
	} {
		s.write("raw " + hex.EncodeToString([]byte(raw + "\n"))[:min(4000, 2*len(raw)+2)])
		s.write("raw 0a")
		s.write("say after " + name)
		s.says("after " + name)
	}
	s.write("line 64")
	s.write("spam 200000")
	r := console.NewReader(keeper.ConsoleDir(s.folder))
	until.Until(t, "lines are kept again after the flood", func() error {
		s.write("gbk 欢迎")
		lines, err := r.LastLines(50)
		if err == nil && !slices.ContainsFunc(lines, func(l node.Line) bool { return l.Text == "欢迎" && l.Stream == console.Out }) {
			err = errors.New("not yet")
		}
		return err
	})
	s.write("stop")
	if got := s.exit(); got.Exit.Code != 0 {
		t.Errorf("%+v", got)
	}
	lines := s.lines()
	if lines[0].Number == 1 {
		t.Error("64 MiB are kept")
	}
	omitted := false
	for _, l := range lines {
		if console.Clean(l.Text) != l.Text || len(l.Text) > 2*console.MaxLine {
			t.Errorf("%.100q", l.Text)
		}
		omitted = omitted || strings.HasPrefix(l.Text, "省略 ") && l.Stream == console.Node
	}
	if !omitted || len(lines) > 60_000 {
		t.Errorf("%d lines, omitted: %v", len(lines), omitted)
	}
}

func TestAGameGetsOnlyItsOwnEnvironmentAndNoRights(t *testing.T) {
	t.Setenv("SECRET", "x")
	s := newServer(t, `cat /proc/self/environ | tr '\0' '\n'; grep -E 'NoNewPrivs|CapEff' /proc/self/status; grep -E 'open files|core file' /proc/self/limits; ls -l /proc/self/fd | grep -c -- '->'`)
	s.run.Limits = limit.Limits{Files: 1000, FileBytes: 5 << 20}
	s.start().exit()
	var all []string
	for _, l := range s.lines() {
		all = append(all, strings.Join(strings.Fields(l.Text), " "))
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"PATH=/usr/bin:/bin", limit.Marker + "=" + s.run.Marker, "NoNewPrivs: 1", "Max open files 1000 1000 files", "Max core file size 0 0 bytes"} {
		if !slices.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "SECRET") {
		t.Error(text)
	}
}

func TestAGameHasItsOwnUserInTheLimitedTier(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has other users")
	}
	s := newServer(t, `id -u; id -g; id -G; grep CapEff /proc/self/status; grep processes /proc/self/limits | tr -s ' '; touch own && echo made; cat ../meta/run.json || echo refused`)
	s.run.User = limit.User{UID: 29991, GID: 29991}
	s.run.Limits = limit.Limits{Processes: 100}
	if err := os.Chown(s.run.Dir, 29991, 29991); err != nil {
		t.Fatal(err)
	}
	s.start().exit()
	var out []string
	for _, l := range s.lines() {
		if l.Stream == console.Out {
			out = append(out, l.Text)
		}
	}
	want := []string{"29991", "29991", "29991", "CapEff:\t0000000000000000", "Max processes 100 100 processes ", "made", "refused"}
	if !slices.Equal(out, want) {
		t.Errorf("%q", out)
	}
	if info, err := os.Stat(filepath.Join(s.run.Dir, "own")); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

// limited gives a run a group with limits, or skips where there is none.
func limited(t *testing.T, s *server, l limit.Limits) {
	t.Helper()
	c := limit.Detect()
	if c.Version == limit.None {
		t.Skip("the host has no cgroups that can be used")
	}
	s.run.Group, s.run.Limits = c.Group(s.run.Marker), l
}

func TestAnEndForWantOfMemoryIsSeen(t *testing.T) {
	s := newServer(t, "")
	limited(t, s, limit.Limits{MemoryBytes: 64 << 20})
	s.start().ready()
	if u, ok := s.run.Group.Usage(); !ok || u.MemoryBytes <= 0 || u.CPU <= 0 {
		t.Errorf("%+v %v", u, ok)
	}
	s.write("leak 300")
	if got := s.exit(); !got.Exit.OutOfMemory || got.Exit.Signal != "SIGKILL" {
		t.Errorf("%+v", got)
	}
}

func TestAForkBombIsBounded(t *testing.T) {
	s := newServer(t, `i=0; while [ $i -lt 200 ]; do sleep 1000 & i=$((i+1)); done; echo all; wait`)
	limited(t, s, limit.Limits{Processes: 20})
	s.start()
	s.says("fork")
	if n := len(limit.Marked(s.run.Marker)); n > 20 {
		t.Errorf("%d processes", n)
	}
	if s.exit(); len(limit.Marked(s.run.Marker)) != 0 {
		t.Error("processes are left")
	}
}

func TestAProcessThatHidesWithoutItsEnvironmentIsFoundByItsUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has other users")
	}
	s := newServer(t, `setsid env -i /bin/sleep 100000 & echo hidden; read -r _`)
	s.run.User = limit.User{UID: 29992, GID: 29992}
	s.start()
	s.says("hidden")
	s.write("end")
	s.exit()
	for _, p := range limit.Processlist() {
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID), "status"))
		if err == nil && strings.Contains(string(status), "Uid:\t29992") {
			t.Errorf("process %d is alive", p.PID)
		}
	}
}
