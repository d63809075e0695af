package contents

import (
	"bytes"
	"context"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/archive"
)

const (
	// mostText is the part of a text that is shown, in bytes; mostRead the largest entry that is unpacked for it.
	mostText = 256 << 10
	mostRead = 16 << 20
)

type entryIn struct {
	FileIn
	Path string `query:"path" required:"true" minLength:"1" maxLength:"4096" doc:"条目的路径"`
	In   string `query:"in" maxLength:"4096" doc:"条目所在的内层压缩包；为空时指文件本身"`
}

// Looked is one entry: the text of a text file, or the entries of a nested archive.
type Looked struct {
	Path    string  `json:"path"`
	Size    int64   `json:"size" doc:"字节"`
	Problem string  `json:"problem" doc:"无法读取的原因；可读时为空"`
	Text    *string `json:"text" doc:"文本的前 256 KiB；不是 UTF-8 文本时为 null"`
	Cut     bool    `json:"cut" doc:"文本没有显示完"`
	Entries []Entry `json:"entries" doc:"内层压缩包的条目，最多 10000 个"`
	Total   int     `json:"total" doc:"内层压缩包的全部条目数"`
}

func (s *Routes) entry(ctx context.Context, in *entryIn) (Looked, error) {
	f, err := s.asked(ctx, in.FileIn)
	if err != nil {
		return Looked{}, err
	}
	bounded, done, err := s.turn(ctx)
	if err != nil {
		return Looked{}, err
	}
	defer done()
	out := Looked{Path: in.Path, Entries: []Entry{}}
	a, _, err := s.open(bounded, f)
	if err == nil && in.In != "" {
		a, err = a.Inner(bounded, in.In)
	}
	if err == nil {
		err = out.read(bounded, a)
	}
	out.Problem, err = told(explained(err))
	return out, err
}

func (l *Looked) read(ctx context.Context, a *archive.Archive) error {
	if kindOf(l.Path) == Archive {
		inner, err := a.Inner(ctx, l.Path)
		if err != nil {
			return explained(err)
		}
		entries := inner.Entries()
		l.Total = len(entries)
		for _, e := range entries[:min(len(entries), mostEntries)] {
			l.Entries = append(l.Entries, entryOf(e))
		}
		return nil
	}
	data, err := a.Read(ctx, l.Path, mostRead)
	if err != nil {
		return explained(err)
	}
	l.Size = int64(len(data))
	l.Text, l.Cut = textOf(data)
	return nil
}

// textOf is the beginning of a text in UTF-8; nil for other content.
func textOf(data []byte) (text *string, cut bool) {
	if len(data) > mostText {
		data, cut = data[:mostText], true
		// The cut may be inside of a character.
		for n := 0; n < utf8.UTFMax-1 && !utf8.Valid(data); n++ {
			data = data[:len(data)-1]
		}
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, false
	}
	s := string(data)
	return &s, cut
}
