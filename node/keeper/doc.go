// Package keeper is the process that runs one server once: `modyard node-run <folder of the server>`.
//
// It owns the pipes of the game and reads them always, keeps its console, and records its end. It is detached from the node: the node may
// be killed and replaced, and the next one finds the keeper by the lock on meta/lock and talks to it over meta/keeper.sock. If the keeper
// is killed, the kernel kills the game.
//
// Files in the folder meta: run.json is the order of the node; begun names the run that a keeper began; lock is held for the life of the keeper; keeper.sock is its socket; keeper.log
// has its errors; console/ is the console; exit.json is the record of the end, which the node removes when it has taken it.
package keeper

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/limit"
)

// Names in the folder meta.
const (
	fileRun     = "run.json"
	fileBegun   = "begun"
	fileExit    = "exit.json"
	fileLock    = "lock"
	fileSocket  = "keeper.sock"
	fileLog     = "keeper.log"
	dirConsole  = "console"
	dirMeta     = "meta"
	permPrivate = 0o600
)

var (
	// ErrLocked: a keeper of the server is alive.
	ErrLocked = errors.New("the server has a keeper")
	// ErrNoKeeper: no keeper of the server answers.
	ErrNoKeeper = errors.New("the server has no keeper")
)

// Meta is the folder of the node's files about a server, in the server's folder.
func Meta(folder string) string { return filepath.Join(folder, dirMeta) }

// ConsoleDir is the folder of a server's console.
func ConsoleDir(folder string) string { return filepath.Join(Meta(folder), dirConsole) }

// Run is the order to run a server once.
type Run struct {
	Run string `json:"run"`
	// Marker is the name of the server's group, and the value of limit.Marker in the environment of the game.
	Marker string `json:"marker"`
	// Argv is the program and its arguments. A program without a slash is no path: it must have one.
	Argv []string `json:"argv"`
	// Env is the whole environment of the game, but for the marker.
	Env    []string     `json:"env"`
	Dir    string       `json:"dir"`
	User   limit.User   `json:"user"`
	Limits limit.Limits `json:"limits"`
	Group  limit.Group  `json:"group"`
	// StopSeconds is the time between the stop command and SIGTERM when the keeper itself is told to end.
	StopSeconds int `json:"stop_seconds"`
}

// Exit is the record of the end of a run.
type Exit struct {
	Run string `json:"run"`
	// Failed is why the game could not be started; empty if it was.
	Failed string     `json:"failed,omitempty"`
	Began  time.Time  `json:"began"`
	Ready  *time.Time `json:"ready,omitempty"`
	Ended  time.Time  `json:"ended"`
	Exit   node.Exit  `json:"exit"`
}

// ReadRun reads the order that was given last.
func ReadRun(folder string) (r Run, found bool, err error) {
	found, err = readJSON(filepath.Join(Meta(folder), fileRun), &r)
	return r, found, err
}

// Begun says whether a keeper began the run: a process of it may have existed.
func Begun(folder, run string) (bool, error) {
	b, err := os.ReadFile(filepath.Join(Meta(folder), fileBegun))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, fmt.Errorf("read who began: %w", err)
	}
	return string(b) == run, nil
}

// ReadExit reads the record of the end that was made last.
func ReadExit(folder string) (e Exit, found bool, err error) {
	found, err = readJSON(filepath.Join(Meta(folder), fileExit), &e)
	return e, found, err
}

// Forget removes the order, its beginning and the record of its end, so that no keeper that comes late executes the order.
func Forget(folder string) error {
	for _, name := range []string{fileRun, fileBegun, fileExit} {
		if err := os.Remove(filepath.Join(Meta(folder), name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("forget a run: %w", err)
		}
	}
	return nil
}

// readJSON reads a file. An empty or cut one, which a loss of power can leave, counts as none.
func readJSON(path string, into any) (found bool, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return json.Unmarshal(b, into) == nil, nil
}

// writeJSON replaces a file so that it has the old or the new content after a kill or a loss of power.
func writeJSON(path string, value any) error {
	b, err := json.Marshal(value)
	if err == nil {
		err = replace(path, b)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return nil
}

func replace(path string, content []byte) error {
	next := path + ".new"
	file, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, permPrivate)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
