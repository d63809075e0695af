package app

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/mail"
)

// letters sends mail to the configured server, or writes it to the data directory. A process that is not served writes
// none there: nobody would find them in its directory, so they wait for one that is served (nil).
func (s *Site) letters(o SiteOptions) (mail.Sender, error) {
	from := "noreply@" + mailHost(s.Config.Public())
	if s.Config.SMTPURL != "" {
		return mail.NewSMTP(s.Config.SMTPURL, from)
	}
	if o.Unserved {
		return nil, nil
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

// mountMail mounts a page that shows the letters to a developer, if no mail server is configured. They contain links that
// give access to accounts: without the setting DevMail only this machine itself is shown them.
func (s *Site) mountMail() error {
	if s.mailbox == nil {
		return nil
	}
	page, err := s.mailbox.Page()
	if err != nil {
		return fmt.Errorf("mount the mail page: %w", err)
	}
	switch {
	case s.Config.DevMail:
		s.Logger.Warn("everybody who can reach the site can read all letters at /dev/mail (MODYARD_DEV_MAIL)")
	case loopbackAddress(s.Config.Addr) && local(s.Config.Public()):
		page = onThisMachine(page)
	default:
		s.Logger.Warn("no mail server is configured (MODYARD_SMTP_URL): letters are only written to the data directory")
		return nil
	}
	s.API.Mux.Handle("GET /dev/mail", page)
	s.API.Mux.Handle("GET /dev/mail/{name}", page)
	return nil
}

// onThisMachine answers only requests that a program of this machine sent to this machine. A proxy's request came from
// elsewhere.
func onThisMachine(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"} {
			if r.Header.Get(name) != "" {
				http.NotFound(w, r)
				return
			}
		}
		if !loopbackAddress(r.RemoteAddr) || !httpkit.LoopbackName(httpkit.HostName(r.Host)) {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopbackAddress says whether an address with a port is one that only this machine can use.
func loopbackAddress(address string) bool { return httpkit.LoopbackName(httpkit.HostName(address)) }

func local(public string) bool {
	u, err := url.Parse(public)
	return err == nil && httpkit.LoopbackName(httpkit.HostName(u.Host))
}
