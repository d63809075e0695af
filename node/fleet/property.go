package fleet

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/modyard/modyard/node/limit"
)

// maxProperties is the largest file of properties that is read.
const maxProperties = 1 << 20

// setProperty writes the line "name=value" into a file of properties: it replaces the line of that name, or is added. All other bytes stay.
// The file may be anything that the game has put there: only a regular file is read, and it is replaced by a new one.
func setProperty(root *os.Root, file, name, value string, user limit.User) error {
	old, err := readRegular(root, file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	next := withProperty(old, name, value)
	if bytes.Equal(old, next) {
		return nil
	}
	temporary := "." + file + "." + rand.Text()
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	_, err = f.Write(next)
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
	if !info.Mode().IsRegular() || info.Size() > maxProperties {
		return nil, errors.New("it is no regular file of a usual size")
	}
	return io.ReadAll(io.LimitReader(f, maxProperties))
}

// withProperty sets a property among lines.
func withProperty(old []byte, name, value string) []byte {
	line := name + "=" + value
	var b strings.Builder
	done := false
	for l := range strings.Lines(string(old)) {
		text := strings.TrimRight(l, "\r\n")
		key, _, _ := strings.Cut(strings.TrimLeft(text, " \t\f"), "=")
		if strings.TrimRight(key, " \t") != name {
			b.WriteString(l)
			continue
		}
		if !done { // further ones would win
			b.WriteString(line + l[len(text):])
		}
		done = true
	}
	if done {
		return []byte(b.String())
	}
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteString("\n")
	}
	b.WriteString(line + "\n")
	return []byte(b.String())
}
