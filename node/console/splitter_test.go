package console_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/modyard/modyard/node/console"
)

func split(pieces ...string) (lines []string) {
	var s console.Splitter
	emit := func(line string) { lines = append(lines, line) }
	for _, p := range pieces {
		s.Write([]byte(p), emit)
	}
	s.End(emit)
	return lines
}

func gbk(t *testing.T, text string) string {
	t.Helper()
	b, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOutputBecomesLinesThatOnlyColour(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"lines":                           {"a\nb\n", "a|b"},
		"an end without a line break":     {"a\nb", "a|b"},
		"carriage returns":                {"a\r\nb\rc\n", "a|b|c"},
		"empty lines":                     {"\n\r\n", "|"},
		"colours":                         {"\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mx\x1b[m\n", "\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mx\x1b[m"},
		"a cursor":                        {"\x1b[2J\x1b[1;1Hx\x1b[?25l\n", "x"},
		"private sequences that end in m": {"\x1b[>4;2mx\x1b[?1m\x1b[ m\n", "x"},
		"a title":                         {"\x1b]0;title\x07x\n", "x"},
		"a link":                          {"\x1b]8;;https://example.org\x1b\\x\x1b]8;;\x1b\\\n", "x"},
		"the clipboard":                   {"\x1b]52;c;AAAA\x07x\n", "x"},
		"a title without an end":          {"\x1b]0;title\nx\n", "|x"},
		"device control":                  {"\x1bP1$r0m\x1b\\x\x1b^p\x1b\\\x1b_a\x1b\\\x1bXs\x1b\\y\n", "xy"},
		"a lone escape":                   {"a\x1b\nb\x1b", "a|b"},
		"an escape in a colour":           {"\x1b[3\x1b[31mx\n", "\x1b[31mx"},
		"an escape that ends a string":    {"\x1b]0;t\x1b[31mx\n", "\x1b[31mx"},
		"a character set":                 {"\x1b(Bx\x1b=y\x1bcz\n", "xyz"},
		"a sequence that is cancelled":    {"\x1b]0;t\x18x\n", "x"},
		"control characters":              {"a\x00\x07\x08\x7f\tb\n", "a\tb"},
		"control characters of 8 bits":    {"a\u009b31m\u0085b\n", "a31mb"},
		"a very long colour":              {"\x1b[" + strings.Repeat("1;", 100) + "mx\n", "x"},
		"UTF-8":                           {"玩家 😀\n", "玩家 😀"},
		"GB18030":                         {gbk(t, "玩家加入了游戏") + "\n", "玩家加入了游戏"},
		"neither":                         {"a\xff\xffb\n", "a\ufffdb"},
	} {
		if got := strings.Join(split(c.in), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got := strings.Join(split(strings.Split(c.in, "")...), "|"); utf8.ValidString(c.in) && got != c.want {
			t.Errorf("%s, character by character: %q, want %q", name, got, c.want)
		}
	}
}

func TestALongLineIsCutBetweenCharacters(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		raw  string
	}{
		"letters": {text: strings.Repeat("x", 3*console.MaxLine+5)},
		"UTF-8":   {text: "ab" + strings.Repeat("玩", console.MaxLine)},
		"GB18030": {text: "a" + strings.Repeat("玩", console.MaxLine), raw: gbk(t, "a"+strings.Repeat("玩", console.MaxLine))},
		"colours": {text: strings.Repeat("x", console.MaxLine-2) + "\x1b[31mred"},
	} {
		if c.raw == "" {
			c.raw = c.text
		}
		lines := split(c.raw + "\n")
		if len(lines) < 2 || strings.Join(lines, "") != c.text {
			t.Errorf("%s: %d lines do not give the text", name, len(lines))
		}
		for _, l := range lines {
			if console.Clean(l) != l {
				t.Errorf("%s: a sequence was cut", name)
			}
		}
	}
}

func TestALineOfManyMegabytesUsesLittleMemory(t *testing.T) {
	var s console.Splitter
	piece := bytes.Repeat([]byte("y"), 1<<20)
	total := 0
	emit := func(line string) {
		if len(line) > console.MaxLine {
			t.Fatalf("a line of %d bytes", len(line))
		}
		total += len(line)
	}
	for range 64 {
		s.Write(piece, emit)
	}
	s.End(emit)
	if total != 64<<20 {
		t.Errorf("%d bytes arrived", total)
	}
}

func FuzzOutputIsHarmless(f *testing.F) {
	f.Add([]byte("a\x1b[31mb\x1b]0;t\x07c\r\nd"), 3)
	f.Add([]byte("\xc4\xe3\xba\xc3\n\x1b[1;1H\x9b"), 1)
	f.Fuzz(func(t *testing.T, in []byte, at int) {
		at = min(max(at, 0), len(in))
		whole, parts := split(string(in)), split(string(in[:at]), string(in[at:]))
		if !slices.Equal(whole, parts) {
			t.Errorf("%q, in two pieces %q", whole, parts)
		}
		for _, l := range whole {
			if !utf8.ValidString(l) || console.Clean(l) != l || strings.ContainsAny(console.Plain(l), "\x1b\n\r\x00") {
				t.Errorf("%q", l)
			}
		}
	})
}
