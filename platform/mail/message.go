// Package mail sends letters: by SMTP where a server is configured, otherwise into a folder for developers.
package mail

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Message is one letter to one person. HTML may be empty. ID, letters and digits, names the letter: each try of one letter has
// the same, so that a mailbox which got it twice can show it once; without one it gets a random name. Request is the id of the
// request because of which it is sent, if there is one: its sender finds by it what happened.
type Message struct {
	ID      string
	Request string
	To      string // an address without a name
	Subject string
	Text    string
	HTML    string
}

// Failure is the error of a letter that was not accepted, where more is known than that nobody answered.
type Failure struct {
	Code  int  // reply of the mail server, such as 550; 0: none, the letter itself cannot be sent
	Final bool // no later try can succeed
	Err   error
}

// Error may contain the receiver's address.
func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Sender sends letters. An error says that the letter was not accepted (a *Failure where more is known); it never contains
// the letter's text.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// headerCorrelation names the request because of which a letter is sent.
const headerCorrelation gomail.Header = "X-Correlation-ID"

// compose builds a message for sending.
func compose(from string, m Message) (*gomail.Msg, error) {
	out := gomail.NewMsg()
	if err := out.From(from); err != nil {
		return nil, fmt.Errorf("sender of a letter: %w", err)
	}
	if err := out.To(m.To); err != nil {
		return nil, &Failure{Final: true, Err: fmt.Errorf("recipient of a letter: %w", err)}
	}
	out.Subject(m.Subject)
	out.SetDate()
	_, host, _ := strings.Cut(strings.Trim(from, "<> "), "@")
	out.SetMessageIDWithValue(cmp.Or(m.ID, rand.Text()) + "@" + strings.TrimRight(host, ">"))
	if m.Request != "" {
		out.SetGenHeader(headerCorrelation, m.Request)
	}
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return out, nil
}
