package store

import (
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/modyard/modyard/contract/node"
)

// Save stores the power state of a server, as JSON, together with the reports that come with it: both or neither. The reports get their
// server, sequence and incarnation here.
func (s *Store) Save(server string, power any, reports ...node.Report) error {
	return s.save(bucketPower(), server, power, reports...)
}

// SaveBackups is Save for what is known of a server's backups.
func (s *Store) SaveBackups(server string, state any, reports ...node.Report) error {
	return s.save(bucketBackups(), server, state, reports...)
}

// SaveConfigurations is Save for what is known of a server's configuration files.
func (s *Store) SaveConfigurations(server string, state any, reports ...node.Report) error {
	return s.save(bucketConfig(), server, state, reports...)
}

// Configurations reads what SaveConfigurations stored into a value. found is false if there is nothing.
func (s *Store) Configurations(server string, into any) (found bool, err error) {
	return s.load(bucketConfig(), server, into)
}

func (s *Store) save(bucket []byte, server string, state any, reports ...node.Report) error {
	b, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("store the state of %s: %w", server, err)
	}
	err = s.db.Update(func(tx *bolt.Tx) error {
		if err := tx.Bucket(bucket).Put([]byte(server), b); err != nil || len(reports) == 0 {
			return err
		}
		about, outbox := tx.Bucket(bucketAbout()), tx.Bucket(bucketOutbox())
		sent := number(about.Get(keySent()))
		outbox.FillPercent = 1 // keys only grow
		for _, r := range reports {
			sent++
			r.Server, r.Sequence, r.Incarnation = server, sent, s.incarnation
			b, err := json.Marshal(r)
			if err != nil {
				return err
			}
			if err := outbox.Put(key(sent), b); err != nil {
				return err
			}
		}
		return about.Put(keySent(), key(sent))
	})
	if err != nil {
		return fmt.Errorf("store the state of %s: %w", server, err)
	}
	if len(reports) > 0 {
		select {
		case s.reported <- struct{}{}:
		default:
		}
	}
	return nil
}

// Reported receives after Save stored reports; several of them may be one signal.
func (s *Store) Reported() <-chan struct{} { return s.reported }

// Power reads the power state of a server into a value. found is false if there is none.
func (s *Store) Power(server string, into any) (found bool, err error) {
	return s.load(bucketPower(), server, into)
}

// Backups reads what SaveBackups stored into a value. found is false if there is nothing.
func (s *Store) Backups(server string, into any) (found bool, err error) {
	return s.load(bucketBackups(), server, into)
}

func (s *Store) load(bucket []byte, server string, into any) (found bool, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		b := tx.Bucket(bucket).Get([]byte(server))
		if found = b != nil; !found {
			return nil
		}
		return json.Unmarshal(b, into)
	})
	if err != nil {
		return false, fmt.Errorf("read the state of %s: %w", server, err)
	}
	return found, nil
}

// Sent is the highest sequence number that was assigned.
func (s *Store) Sent() (uint64, error) { return s.about(keySent()) }

// Acknowledged is the highest sequence number that was acknowledged.
func (s *Store) Acknowledged() (uint64, error) { return s.about(keyAcknowledged()) }

func (s *Store) about(key []byte) (n uint64, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		n = number(tx.Bucket(bucketAbout()).Get(key))
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", key, err)
	}
	return n, nil
}

// Pending returns the oldest reports after a sequence number that are not acknowledged, at most limit.
func (s *Store) Pending(after uint64, limit int) ([]node.Report, error) {
	var reports []node.Report
	err := s.db.View(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketOutbox()).Cursor()
		for k, v := c.Seek(key(after + 1)); k != nil && len(reports) < limit; k, v = c.Next() {
			var r node.Report
			if err := json.Unmarshal(v, &r); err != nil {
				return fmt.Errorf("report %d: %w", number(k), err)
			}
			reports = append(reports, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read pending reports: %w", err)
	}
	return reports, nil
}

// acknowledgedAtOnce bounds the size of a transaction.
const acknowledgedAtOnce = 5000

// Acknowledge removes the reports up to a sequence number. One that was not assigned counts as the last one that was.
func (s *Store) Acknowledge(upTo uint64) error {
	for more := true; more; {
		err := s.db.Update(func(tx *bolt.Tx) error {
			about := tx.Bucket(bucketAbout())
			upTo = min(upTo, number(about.Get(keySent())))
			more = false
			removed, last := 0, uint64(0)
			c := tx.Bucket(bucketOutbox()).Cursor()
			for k, _ := c.First(); k != nil && number(k) <= upTo; k, _ = c.First() {
				if removed == acknowledgedAtOnce {
					more = true
					break
				}
				last = number(k)
				if err := c.Delete(); err != nil {
					return err
				}
				removed++
			}
			if !more {
				last = upTo
			}
			if last <= number(about.Get(keyAcknowledged())) {
				return nil
			}
			return about.Put(keyAcknowledged(), key(last))
		})
		if err != nil {
			return fmt.Errorf("acknowledge reports up to %d: %w", upTo, err)
		}
	}
	return nil
}
