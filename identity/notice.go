package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// NoticeKind is the kind of the jobs that send letters about notifications. They have a queue of their own: a process of an
// older release, which does not know them, takes none.
const NoticeKind = "identity.notice"

const noticeQueue = "notices"

// Notice is the text of a letter about what others did: plain text, and Path the address of the page that the button
// leads to, from the root of the site.
type Notice struct {
	Topic      NoticeTopic // empty for a letter that cannot be switched off
	Subject    string
	Paragraphs []string
	Button     string
	Path       string
}

// NoticeTopic is a kind of letter that an account can switch off (Letters).
type NoticeTopic string

// ReviewMessages are the letters about messages in the conversations about projects and translations.
const ReviewMessages NoticeTopic = "review_messages"

// noticeCard is a letter about a notification before its text is written; Address overrides the account's own.
type noticeCard struct {
	Account      string `json:"account,omitempty"`
	Notification string `json:"notification"`
	Address      string `json:"address,omitempty"`
}

// Kind implements river.JobArgs.
func (noticeCard) Kind() string { return NoticeKind }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (noticeCard) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: noticeQueue, MaxAttempts: letterTries, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// Tell queues a letter to an account about one of its notifications, whose text Options.Notice gives when the letter is
// written. An account without a confirmed address gets none. A letter that is told of again while it is queued, or soon
// after it was sent, is sent once.
func (s *Service) Tell(ctx context.Context, account, notification string) error {
	return s.tell(ctx, noticeCard{Account: account, Notification: notification})
}

func (s *Service) tell(ctx context.Context, c noticeCard) error {
	if _, err := s.queue.Insert(ctx, c, nil); err != nil {
		return fmt.Errorf("queue a letter about a notification: %w", err)
	}
	return nil
}

// notices sends the queued letters about notifications.
type notices struct {
	river.WorkerDefaults[noticeCard]
	s *Service
}

// Timeout implements river.Worker.
func (notices) Timeout(*river.Job[noticeCard]) time.Duration { return writeTimeout + sendTimeout }

// NextRetry implements river.Worker.
func (n notices) NextRetry(job *river.Job[noticeCard]) time.Time {
	return n.s.retryLetter(job.Attempt)
}

// Work implements river.Worker.
func (n notices) Work(ctx context.Context, job *river.Job[noticeCard]) error {
	if n.s.clock().Sub(job.CreatedAt) > letterLife {
		return n.s.giveUp(ctx, job.JobRow, letterNotice, unsent{account: job.Args.Account, tries: job.Attempt - 1, cause: UnsentExpired})
	}
	var message letterMessage
	err := pgx.BeginFunc(ctx, n.s.pool, func(tx pgx.Tx) (err error) {
		message, err = n.s.writeNotice(ctx, tx, job.Args)
		return err
	})
	if err != nil {
		return err
	}
	return n.s.sendLetter(ctx, job.JobRow, message)
}

// writeNotice determines the address and the text of a letter about a notification. Without a confirmed address, or after
// the notification is gone, or where the account has switched such letters off, there is no letter. A former address was
// confirmed, and gets it whatever became of the account's own.
func (s *Service) writeNotice(ctx context.Context, tx pgx.Tx, c noticeCard) (letterMessage, error) {
	if s.opts.Notice == nil || c.Account == "" {
		return letterMessage{}, nil
	}
	m := letterMessage{kind: letterNotice, account: c.Account}
	var stored []byte
	err := tx.QueryRow(ctx, `SELECT username, coalesce(nullif($2, ''), email), preferences FROM identity.accounts
		WHERE id = $1 AND ($2 <> '' OR email_verified AND email IS NOT NULL)`, c.Account, c.Address).Scan(&m.username, &m.to, &stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return letterMessage{}, nil
	}
	if err != nil {
		return letterMessage{}, fmt.Errorf("address a letter: %w", err)
	}
	text, tells, err := s.opts.Notice(ctx, c.Account, c.Notification)
	if err != nil {
		return letterMessage{}, fmt.Errorf("read the notification of a letter: %w", err)
	}
	var chosen Preferences
	if stored != nil {
		if err := json.Unmarshal(stored, &chosen); err != nil {
			return letterMessage{}, fmt.Errorf("read the preferences for a letter: %w", err)
		}
	}
	if !tells || !chosen.wants(text.Topic) {
		return letterMessage{}, nil
	}
	m.notice = text
	return m, nil
}
