// Package store keeps what a node must not forget in one bbolt file: the desired states, the power states, and the reports that the site
// has not acknowledged. Each change is on the disk when its method returns.
package store

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/modyard/modyard/contract/node"
)

// ErrInUse: another process has the file open.
var ErrInUse = errors.New("another process uses the node's store")

// ErrDamaged: the file is no store of a node, or its content is not whole.
var ErrDamaged = errors.New("the node's store is damaged or foreign")

// format is the version of the content.
const format = "modyard-node-1"

// lockWait bounds the wait for a process that is just ending.
const lockWait = time.Second

func bucketAbout() []byte   { return []byte("about") }
func bucketDesired() []byte { return []byte("desired") }
func bucketPower() []byte   { return []byte("power") }
func bucketBackups() []byte { return []byte("backups") }
func bucketInstall() []byte { return []byte("install") }
func bucketOutbox() []byte  { return []byte("outbox") }
func bucketConfig() []byte  { return []byte("configurations") }

func keyFormat() []byte       { return []byte("format") }
func keyIncarnation() []byte  { return []byte("incarnation") }
func keySent() []byte         { return []byte("sent") }
func keyAcknowledged() []byte { return []byte("acknowledged") }

// Store is the file. Its methods may be called at the same time.
type Store struct {
	db          *bolt.DB
	incarnation string
	reported    chan struct{}
}

// Open opens or makes the store in a file. Its errors are ErrInUse, ErrDamaged and those of the file system.
func Open(path string) (s *Store, err error) {
	if err := inspect(path); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // the file is mapped: a page that is not there is a fault
	var db *bolt.DB
	defer func() {
		if r := recover(); r != nil { // bbolt panics on pages that contradict each other
			s, err = nil, fmt.Errorf("open %s: %w: %v", path, ErrDamaged, r)
			if db != nil {
				func() {
					defer func() { _ = recover() }() //nolint:errcheck // what panicked once may do so again
					_ = db.Close()
				}()
			}
		}
	}()
	db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("open %s: %w", path, ErrInUse)
	case err != nil:
		return nil, fmt.Errorf("open %s: %w: %w", path, ErrDamaged, err)
	}
	s = &Store{db: db, reported: make(chan struct{}, 1)}
	if err := errors.Join(s.prepare(), s.read()); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, errors.Join(err, db.Close()))
	}
	return s, nil
}

// prepare makes the buckets of a new file and refuses a foreign one.
func (s *Store) prepare() error {
	return s.db.Update(func(tx *bolt.Tx) error {
		about := tx.Bucket(bucketAbout())
		if about == nil {
			if first, _ := tx.Cursor().First(); first != nil {
				return fmt.Errorf("%w: it has a bucket %q", ErrDamaged, first)
			}
			for _, name := range [][]byte{bucketAbout(), bucketDesired(), bucketPower(), bucketOutbox()} {
				if _, err := tx.CreateBucket(name); err != nil {
					return err
				}
			}
			about = tx.Bucket(bucketAbout())
			if err := errors.Join(about.Put(keyFormat(), []byte(format)), about.Put(keyIncarnation(), []byte(rand.Text()))); err != nil {
				return err
			}
		}
		for _, name := range [][]byte{bucketBackups(), bucketInstall(), bucketConfig()} { // stores of before have none
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		if got := string(about.Get(keyFormat())); got != format {
			return fmt.Errorf("%w: its format is %q", ErrDamaged, got)
		}
		s.incarnation = string(about.Get(keyIncarnation()))
		_, err := tx.CreateBucketIfNotExists(bucketContent()) // an older store has none
		return err
	})
}

// read reads all that is there.
func (s *Store) read() error {
	return s.db.View(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketDesired(), bucketPower(), bucketContent(), bucketBackups(), bucketInstall(), bucketConfig(), bucketOutbox()} {
			b := tx.Bucket(name)
			if b == nil {
				return fmt.Errorf("%w: no bucket %q", ErrDamaged, name)
			}
			if err := b.ForEach(func(k, v []byte) error {
				if !json.Valid(v) {
					return fmt.Errorf("%w: %q of %q", ErrDamaged, k, name)
				}
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Close closes the file.
func (s *Store) Close() error {
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close the node's store: %w", err)
	}
	return nil
}

// Incarnation distinguishes this store from one that was lost.
func (s *Store) Incarnation() string { return s.incarnation }

func number(b []byte) uint64 {
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

func key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// SaveDesired stores desired states, each by its server.
func (s *Store) SaveDesired(documents ...node.Desired) error {
	err := s.db.Update(func(tx *bolt.Tx) error {
		for _, d := range documents {
			b, err := json.Marshal(d)
			if err != nil {
				return err
			}
			if err := tx.Bucket(bucketDesired()).Put([]byte(d.Server), b); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store desired states: %w", err)
	}
	return nil
}

// Desired returns the stored desired states, by server.
func (s *Store) Desired() (map[string]node.Desired, error) {
	all := map[string]node.Desired{}
	err := s.db.View(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketDesired()).ForEach(func(k, v []byte) error {
			var d node.Desired
			if err := json.Unmarshal(v, &d); err != nil {
				return fmt.Errorf("server %s: %w", k, err)
			}
			all[string(k)] = d
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read desired states: %w", err)
	}
	return all, nil
}

// Forget removes the states of a server. Its reports stay until they are acknowledged.
func (s *Store) Forget(server string) error {
	err := s.db.Update(func(tx *bolt.Tx) error {
		var errs []error
		for _, name := range [][]byte{bucketDesired(), bucketPower(), bucketContent(), bucketBackups(), bucketInstall(), bucketConfig()} {
			errs = append(errs, tx.Bucket(name).Delete([]byte(server)))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		return fmt.Errorf("forget server %s: %w", server, err)
	}
	return nil
}
