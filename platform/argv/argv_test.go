package argv_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/argv"
)

func TestALineIsSplitByFixedRulesAndByNoShell(t *testing.T) {
	for line, want := range map[string][]string{
		"":                              nil,
		" \t ":                          nil,
		"java -jar server.jar nogui":    {"java", "-jar", "server.jar", "nogui"},
		"  a\t b ":                      {"a", "b"},
		`'a b' "c d"`:                   {"a b", "c d"},
		`a'b c'd"e f"g`:                 {"ab cde fg"},
		`'' ""`:                         {"", ""},
		`"a\"b\\c\d"`:                   {`a"b\c\d`},
		`'a\b"c'`:                       {`a\b"c`},
		`a\ b \' \"`:                    {"a b", "'", `"`},
		`java; rm -rf / && $(id) $HOME`: {"java;", "rm", "-rf", "/", "&&", "$(id)", "$HOME"},
		"`id` | > < * ? {a,b} ${x} #":   {"`id`", "|", ">", "<", "*", "?", "{a,b}", "${x}", "#"},
		"-Dname=方块 -Dx='一 二'":           {"-Dname=方块", "-Dx=一 二"},
	} {
		if got, err := argv.Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is split into %q %v, want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]error{
		`'a`: argv.ErrQuote, `"a\"`: argv.ErrQuote, `a\`: argv.ErrQuote, "a\nb": argv.ErrCharacter, "a\x00": argv.ErrCharacter, "'\r'": argv.ErrCharacter,
		"\x1b[0m": argv.ErrCharacter, "\xff": argv.ErrCharacter, "\u0085": argv.ErrCharacter,
	} {
		if got, err := argv.Split(line); !errors.Is(err, want) {
			t.Errorf("%q is split into %q %v, want %v", line, got, err, want)
		}
	}
}

func FuzzJoinedArgumentsAreSplitIntoThemselves(f *testing.F) {
	for _, seed := range []string{"", "java -jar x", `'a b' "c\"d" e\ f`, `\`, `"`, "'", "\n", "a\tb", "$(id)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args, err := argv.Split(line)
		if err != nil {
			return
		}
		for _, a := range args {
			if strings.ContainsAny(a, "\n\r\x00") {
				t.Errorf("%q has an argument %q", line, a)
			}
		}
		if again, err := argv.Split(argv.Join(args)); err != nil || !slices.Equal(again, args) {
			t.Errorf("%q is split into %q, and joined and split again into %q (%v)", line, args, again, err)
		}
	})
}
