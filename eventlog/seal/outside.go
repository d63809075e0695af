package seal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Files keeps the checkpoints outside the database. A missing file is read as empty; Names are those in the folder
// without the folder's name.
type Files interface {
	Names(ctx context.Context) ([]string, error)
	Read(ctx context.Context, name string) ([]byte, error)
	Write(ctx context.Context, name string, data []byte) error
}

// maxDay limits the file of a day: one checkpoint a minute needs less than 1 MB.
const maxDay = 16 << 20

// kept is a line of a file: a checkpoint and the time at which it was made.
type kept struct {
	Made time.Time `json:"made"`
	Note string    `json:"note"`
}

// dayName is the file of a day.
func dayName(at time.Time) string { return at.UTC().Format("2006-01-02") + ".jsonl" }

// keep adds a checkpoint to the file of its day. What the file holds already stays, also what the database no longer has.
func keep(ctx context.Context, files Files, k kept) error {
	name := dayName(k.Made)
	data, err := files.Read(ctx, name)
	if err != nil {
		return fmt.Errorf("read the checkpoints of %s: %w", name, err)
	}
	if len(data) > maxDay {
		return fmt.Errorf("the checkpoints of %s have %d bytes, at most %d", name, len(data), maxDay)
	}
	line, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("encode a checkpoint: %w", err)
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	if err := files.Write(ctx, name, append(append(data, line...), '\n')); err != nil {
		return fmt.Errorf("write the checkpoints of %s: %w", name, err)
	}
	return nil
}

// lastKept are the checkpoints in the newest file that has one with a valid signature, oldest first; none if there is
// no such file. Lines that are damaged or signed by another key are skipped.
func lastKept(ctx context.Context, files Files, key Key) ([]Checkpoint, error) {
	names, err := files.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the checkpoints outside the database: %w", err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ".jsonl") })
	slices.Sort(names)
	for _, name := range slices.Backward(names) {
		data, err := files.Read(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("read the checkpoints of %s: %w", name, err)
		}
		if found := parseKept(data, key); len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

func parseKept(data []byte, key Key) []Checkpoint {
	var found []Checkpoint
	for line := range bytes.Lines(data[:min(len(data), maxDay)]) {
		var k kept
		if json.Unmarshal(line, &k) != nil {
			continue
		}
		if c, err := key.Open(k.Note); err == nil {
			found = append(found, c)
		}
	}
	return found
}

// keysName is the file of the public keys, one a line.
const keysName = "keys.txt"

// trusting adds the earlier keys of the site to its present one.
func trusting(ctx context.Context, files Files, key Key) (Key, []byte, error) {
	data, err := files.Read(ctx, keysName)
	if err != nil {
		return key, nil, fmt.Errorf("read the keys of the checkpoints: %w", err)
	}
	return key.trust(strings.Split(string(data), "\n")), data, nil
}

// keepKey adds the site's public key to the file of keys.
func keepKey(ctx context.Context, files Files, key Key) (Key, error) {
	key, data, err := trusting(ctx, files, key)
	if err != nil || slices.Contains(strings.Split(string(data), "\n"), key.Public()) {
		return key, err
	}
	if err := files.Write(ctx, keysName, append(data, key.Public()+"\n"...)); err != nil {
		return key, fmt.Errorf("write the keys of the checkpoints: %w", err)
	}
	return key, nil
}
