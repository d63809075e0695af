package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const smtpTimeout = 20 * time.Second

// SMTP sends letters through a mail server. It is safe for concurrent use.
type SMTP struct {
	from    string
	host    string
	options []gomail.Option
}

// NewSMTP parses an address of the form smtp://name:password@host:587?from=site@example.org. The scheme smtps means
// TLS from the first byte; with smtp the connection is encrypted where the server supports it, and must be encrypted
// to send a password. Without from, fallback is the sender. Errors do not repeat the address, which contains a
// password.
func NewSMTP(address, fallback string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, errors.New("smtp-url: must look like smtp://name:password@host:587?from=site@example.org")
	}
	s := &SMTP{from: u.Query().Get("from"), host: u.Hostname()}
	if s.from == "" {
		s.from = fallback
	}
	if _, err := mail.ParseAddress(s.from); err != nil {
		return nil, errors.New("smtp-url: from is not an e-mail address")
	}
	port := 587
	s.options = append(s.options, gomail.WithTimeout(smtpTimeout))
	switch {
	case u.Scheme == "smtps":
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	case u.User != nil:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("smtp-url: the port is not a number")
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return s, nil
}

// Send delivers one letter on a connection of its own.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	letter, err := compose(s.from, m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("send mail: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, letter); err != nil {
		return fmt.Errorf("send mail: %w", failure(err))
	}
	return nil
}

// failure adds the server's reply to an error. Only a refusal of the receiver or of the letter itself is final: what the
// server says about the login or about the sender is a fault of the configuration, which can be mended.
func failure(err error) error {
	var refused *gomail.SendError
	if !errors.As(err, &refused) || refused.ErrorCode() == 0 {
		return err
	}
	f := &Failure{Code: refused.ErrorCode(), Err: err}
	switch refused.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		f.Final = !refused.IsTemp() && f.Code >= 500
	}
	return f
}
