package app

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"

	"github.com/modyard/modyard/platform/mail"
)

// letters sends mail to the configured server, or writes it to the data directory.
func (s *Site) letters() (mail.Sender, error) {
	from := "noreply@" + mailHost(s.Config.Public())
	if s.Config.SMTPURL != "" {
		return mail.NewSMTP(s.Config.SMTPURL, from)
	}
	s.mailbox = mail.NewDirectory(filepath.Join(s.Config.DataDir, "mail"), from)
	return s.mailbox, nil
}

func mailHost(public string) string {
	u, err := url.Parse(public)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return "localhost"
	}
	return u.Hostname()
}

// mountMail mounts a page that shows the letters to a developer. They contain links that give access to accounts, so it
// is mounted only if no mail server is configured and only this machine can reach the site.
func (s *Site) mountMail() error {
	if s.mailbox == nil {
		return nil
	}
	if !local(s.Config.Public()) {
		s.Logger.Warn("no mail server is configured (MODYARD_SMTP_URL): letters are only written to the data directory")
		return nil
	}
	page, err := s.mailbox.Page()
	if err != nil {
		return fmt.Errorf("mount the mail page: %w", err)
	}
	s.API.Mux.Handle("GET /dev/mail", page)
	s.API.Mux.Handle("GET /dev/mail/{name}", page)
	return nil
}

func local(public string) bool {
	u, err := url.Parse(public)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
