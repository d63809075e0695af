package ping

import (
	"bufio"
	"bytes"
	"testing"
)

func FuzzAnAnswerIsReadOrRefused(f *testing.F) {
	f.Add([]byte("\x10\x00\x0e{\"players\":{}}"))
	f.Add([]byte("\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, in []byte) {
		_, content, err := readPacket(bufio.NewReader(bytes.NewReader(in)), maxPacket)
		if err != nil {
			return
		}
		s, err := parse(content)
		if err != nil {
			return
		}
		if s.Players.Online < 0 || s.Players.Max < 0 || len(s.Players.Names) > maxNames {
			t.Errorf("%+v", s)
		}
		for _, name := range s.Players.Names {
			if name == "" || len(name) > maxName {
				t.Errorf("%q", name)
			}
		}
	})
}
