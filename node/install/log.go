package install

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

const (
	logBegin = "modrinth-installation-"
	logEnd   = ".log"
	// maxLog is the longest log in bytes.
	maxLog = 64 << 10
)

// logbook is the log of an installation. It has no addresses: they may be credentials.
type logbook struct {
	began time.Time
	text  strings.Builder
}

func newLog(began time.Time) *logbook { return &logbook{began: began.UTC()} }

// line adds a line.
func (l *logbook) line(format string, args ...any) {
	line := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, args...))
	if l.text.Len()+len(line) < maxLog {
		l.text.WriteString(line + "\n")
	}
}

// write puts the log into the server's folder. An installation does not fail for its log.
func (l *logbook) write(ctx context.Context, s *Service, server string) {
	text := l.began.Format("2006-01-02 15:04:05 MST") + "\n" + l.text.String()
	sum := sha512.Sum512([]byte(text))
	err := s.Files.Install(ctx, server, files.Install{
		Path: "/" + logBegin + l.began.Format("20060102T150405.000Z") + logEnd, SHA512: hex.EncodeToString(sum[:]), Size: int64(len(text)),
		Fill: func(_ context.Context, f *os.File) error {
			_, err := f.WriteString(text)
			return err
		},
	})
	if err == nil {
		err = s.Files.KeepNewest(ctx, server, logBegin, logEnd, logsKept)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "write the log of an installation", "server", server, "error", err)
	}
}

// sentence is what a reason says in the log. Texts of errors stay in the node's own log.
func sentence(reason string) string {
	switch reason {
	case node.ReasonSoftware:
		return "there is no such software or version, or this node cannot install it."
	case node.ReasonPack:
		return "the archive is no valid modpack."
	case node.ReasonFetch:
		return "a file could not be fetched, or may not be fetched from its address."
	case node.ReasonHash:
		return "a file has another content or size than announced."
	case node.ReasonDisk:
		return "the disk of the plan is too small, or could not be written."
	case node.ReasonCancelled:
		return "it was cancelled."
	case node.ReasonConflict:
		return "something was put in the place of a new file at the last moment."
	case node.ReasonRunning:
		return "the server runs."
	}
	return "the place of a file cannot be reached."
}
