package keeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/console"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/subprocess"
)

const (
	// killLimit bounds the killing of what a game left behind.
	killLimit = 20 * time.Second
	// typedLines is the number of commands that wait for a game which does not read.
	typedLines = 256
)

// errBusy: the game does not read its commands.
var errBusy = errors.New("the game does not read its commands")

// game is the process of the run. Its methods may be called at the same time.
type game struct {
	run    Run
	cmd    *exec.Cmd
	began  time.Time
	kills  int64 // of the group for want of memory, before the start
	stdin  *os.File
	typed  chan string
	pumped sync.WaitGroup
	pipes  []io.Closer // what the pumps read
	ended  chan struct{}
}

// startGame starts the process of a run through the init stage. self are the arguments with which this program becomes Main. It returns
// when the game is executed, or with why it is not.
func startGame(run Run, self []string, out *output) (*game, error) {
	if err := run.Group.Make(run.Limits); err != nil {
		return nil, err
	}
	var files [5][2]*os.File // stdin, stdout, stderr, failed, order: the reader, the writer
	for i := range files {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("start the game: %w", err)
		}
		files[i] = [2]*os.File{r, w}
	}
	// The program of this process, although its file may have been replaced meanwhile.
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = append(append([]string(nil), self...), argInit, strconv.Itoa(os.Getpid()))
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0][0], files[1][1], files[2][1]
	cmd.ExtraFiles = []*os.File{files[3][1], files[4][0]}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	g := &game{run: run, cmd: cmd, kills: run.Group.Kills(), stdin: files[0][1], typed: make(chan string, typedLines), ended: make(chan struct{})}
	if err := subprocess.Start(cmd); err != nil {
		return nil, fmt.Errorf("start the game: %w", err)
	}
	g.began = time.Now().UTC()
	closeAll(files[0][0], files[1][1], files[2][1], files[3][1], files[4][0])
	g.pipes = []io.Closer{files[1][0], files[2][0]}
	g.pumped.Go(func() { out.pump(files[1][0], console.Out) })
	g.pumped.Go(func() { out.pump(files[2][0], console.Err) })
	order, err := json.Marshal(run)
	if err == nil {
		_, err = files[4][1].Write(order)
	}
	closeAll(files[4][1])
	failed, readErr := io.ReadAll(files[3][0])
	closeAll(files[3][0])
	if err != nil || readErr != nil || len(failed) > 0 {
		g.kill()
		_, _ = g.wait() // it never was the game
		return nil, fmt.Errorf("start the game: %w", errors.Join(err, readErr, errors.New(string(failed))))
	}
	go g.write()
	return g, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // an end of a pipe
	}
}

// write gives the commands to the game, as fast as it reads them.
func (g *game) write() {
	defer closeAll(g.stdin)
	for {
		select {
		case line := <-g.typed:
			if _, err := g.stdin.WriteString(line + "\n"); err != nil {
				return // it has closed its input
			}
		case <-g.ended:
			return
		}
	}
}

func (g *game) command(line string) error {
	select {
	case g.typed <- line:
		return nil
	default:
		return errBusy
	}
}

func (g *game) terminate() {
	_ = syscall.Kill(-g.cmd.Process.Pid, syscall.SIGTERM) // it may have ended
}

// kill kills all processes of the game. wait finds those that get away.
func (g *game) kill() {
	select {
	case <-g.ended: // the number may be that of another group now
		return
	default:
	}
	g.run.Group.Kill()
	_ = syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL)
}

// wait waits for the end of the game, ends what it left behind, and tells how it ended, once all that it wrote was read.
func (g *game) wait() (node.Exit, error) {
	err := g.cmd.Wait()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = nil
	}
	ended := time.Now()
	close(g.ended)
	ctx, cancel := context.WithTimeout(context.Background(), killLimit)
	defer cancel()
	err = errors.Join(err, limit.KillAll(ctx, g.run.Group, g.run.Marker, g.run.User))
	drained := make(chan struct{})
	go func() { g.pumped.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-ctx.Done(): // a process that could not be killed holds a pipe
	}
	for _, p := range g.pipes {
		_ = p.Close() // it was only read
	}
	exit := node.Exit{Code: -1, Seconds: int64(ended.Sub(g.began) / time.Second)}
	if status, ok := g.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		exit.Signal = unix.SignalName(status.Signal())
	} else {
		exit.Code = g.cmd.ProcessState.ExitCode()
	}
	exit.OutOfMemory = g.run.Group.Kills() > g.kills
	_ = g.run.Group.Remove() // the next run uses it again if it cannot be removed
	return exit, err
}
