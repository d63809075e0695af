// Package mail sends letters: by SMTP where a server is configured, else into a folder that a developer can read.
package mail

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Message is one letter to one person. HTML may be empty.
type Message struct {
	To      string // an address without a name
	Subject string
	Text    string
	HTML    string
}

// Sender hands letters over. An error says that the letter was not taken; it never holds the letter's text.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// compose writes a message in the form in which it travels.
func compose(from string, m Message) (*gomail.Msg, error) {
	out := gomail.NewMsg()
	if err := out.From(from); err != nil {
		return nil, fmt.Errorf("sender of a letter: %w", err)
	}
	if err := out.To(m.To); err != nil {
		return nil, fmt.Errorf("recipient of a letter: %w", err)
	}
	out.Subject(m.Subject)
	out.SetDate()
	_, host, _ := strings.Cut(strings.Trim(from, "<> "), "@")
	out.SetMessageIDWithValue(rand.Text() + "@" + strings.TrimRight(host, ">"))
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return out, nil
}
