package fleet

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/platform/properties"
)

const (
	fileProperties = "server.properties"
	// fileWritten holds the generations of the settings that were written, beside the folder that the game sees.
	fileWritten = "settings.json"
	keyMotd     = "motd"
)

// settle writes into server.properties what was decided since the last writing, the port, and a message of the day in the place of the game's
// default. It is called while the server does not run: a running one overwrites the file.
func (s *server) settle(root *os.Root, d node.Desired, user limit.User) error {
	old, err := readRegular(root, fileProperties)
	if err != nil {
		return fmt.Errorf("read %s: %w", fileProperties, err)
	}
	file, err := properties.Parse(old)
	if err != nil {
		return fmt.Errorf("read %s: %w", fileProperties, err)
	}
	written, err := readWritten(s.recordOfSettings())
	if err != nil {
		return err
	}
	changed, news := false, false
	game := ""
	if d.Properties != nil {
		game = d.Properties.Game
		for key, p := range d.Properties.Values {
			if p.Generation > written[key] {
				changed, news = file.Set(key, p.Value) || changed, true
				written[key] = p.Generation
			}
		}
	}
	if motd, ok := file.Get(keyMotd); d.Motd != "" && (!ok || motd == "A "+game+" Server") {
		changed = file.Set(keyMotd, d.Motd) || changed
	}
	if len(d.Ports) > 0 {
		changed = file.Set("server-port", strconv.Itoa(d.Ports[0])) || changed
	}
	if changed {
		if game != "" {
			file.Stamp(game, s.now())
		}
		if err := replace(root, fileProperties, file.Bytes(), user); err != nil {
			return err
		}
		if wrote := s.fleet.options.Wrote; wrote != nil {
			wrote(s.id, "/"+fileProperties)
		}
	}
	if !news {
		return nil
	}
	if err := writeWritten(s.recordOfSettings(), written); err != nil {
		return err
	}
	s.mu.Lock()
	s.written = newest(written)
	s.mu.Unlock()
	s.fleet.change()
	return nil
}

// recordOfSettings is the file of the generations of the settings that were written.
func (s *server) recordOfSettings() string { return filepath.Join(keeper.Meta(s.folder), fileWritten) }

// newest is the highest generation.
func newest(written map[string]uint64) (generation uint64) {
	for _, g := range written {
		generation = max(generation, g)
	}
	return generation
}

// unwritten says whether a document has settings that were not written.
func (s *server) unwritten(d node.Desired) bool {
	if d.Properties == nil || len(d.Properties.Values) == 0 {
		return false
	}
	written, err := readWritten(s.recordOfSettings())
	if err != nil {
		return true // settle says what is wrong
	}
	for key, p := range d.Properties.Values {
		if p.Generation > written[key] {
			return true
		}
	}
	return false
}

// settleIdle writes settings while the server has no process. What fails here is tried again before the next start, which then fails too.
func (s *server) settleIdle() {
	d := s.known()
	if s.state.Active() || s.starting || d.Deleted || !s.unwritten(d) {
		return
	}
	user, err := s.prepare()
	if err != nil {
		s.fail("write the settings", err)
		return
	}
	root, err := os.OpenRoot(s.rootDir())
	if err != nil {
		s.fail("write the settings", err)
		return
	}
	if err := errors.Join(s.settle(root, d, user), root.Close()); err != nil {
		s.fail("write the settings", err)
	}
}

func readWritten(path string) (map[string]uint64, error) {
	written := map[string]uint64{}
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return written, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &written)
	}
	if err != nil {
		return nil, fmt.Errorf("read which settings were written: %w", err)
	}
	return written, nil
}

// writeWritten replaces the file. If it is lost, settings are written again.
func writeWritten(path string, written map[string]uint64) error {
	b, err := json.Marshal(written)
	if err == nil {
		err = os.WriteFile(path+".new", b, 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("note which settings were written: %w", err)
	}
	return nil
}

// replace replaces a file of the game by a new one, whatever stands there.
func replace(root *os.Root, file string, content []byte, user limit.User) error {
	temporary := "." + file + "." + rand.Text()
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	_, err = f.Write(content)
	if user.UID != 0 {
		err = errors.Join(err, f.Chown(user.UID, user.GID))
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = root.Rename(temporary, file)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, errors.Join(err, root.Remove(temporary)))
	}
	return nil
}

// readRegular reads a file. One that does not exist is empty.
func readRegular(root *os.Root, file string) ([]byte, error) {
	f, err := root.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0) // opening a pipe must not wait for its other end
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > properties.MaxSize {
		return nil, errors.New("it is no regular file of a usual size")
	}
	return io.ReadAll(io.LimitReader(f, properties.MaxSize))
}
