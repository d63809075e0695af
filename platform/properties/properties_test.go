package properties

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"
)

func parse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAFileIsReadAsJavaReadsIt(t *testing.T) {
	t.Parallel()
	f := parse(t, "# a comment \\\nmotd=A \\u00A7bworld\\n second\r\n  spaced   key-rest\nempty\nempty-too=\ncolon: 1\nlong=one, \\\n   two\\\\\nquery\\=x=\\:y\n"+
		"emoji=\\uD83C\\uDF32\nhalf=\\uD83C!\nbroken=\\u00zz\ntwice=1\ntwice=2\n! last \\")
	want := map[string]string{
		"motd": "A §bworld\n second", "spaced": "key-rest", "empty": "", "empty-too": "", "colon": "1", "long": `one, two\`, "query=x": ":y",
		"emoji": "🌲", "half": "\uFFFD!", "broken": "u00zz", "twice": "2",
	}
	if got := f.Values(); !maps.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	if value, ok := f.Get("twice"); !ok || value != "2" {
		t.Errorf("the last of two holds: %q", value)
	}
}

func TestAFileThatIsNotUTF8IsLatin1(t *testing.T) {
	t.Parallel()
	if value, _ := parse(t, "motd=\xa7bworld\n").Get("motd"); value != "§bworld" {
		t.Errorf("read %q", value)
	}
}

func TestAChangeTouchesTheLineOfItsKeyAlone(t *testing.T) {
	t.Parallel()
	before := "#kept\r\n\r\nview-distance : 10\r\n\tmotd=A \\\r\n  long one\r\nlast=\xa7"
	f := parse(t, before)
	if !f.Set("motd", "§a山 = 谷\nwhite-list=false") || f.Set("view-distance", "10") {
		t.Error("a setting changes where its value does, and only there")
	}
	f.Set("new", "x")
	want := "#kept\r\n\r\nview-distance : 10\r\nmotd=\\u00A7a\\u5C71 \\= \\u8C37\\nwhite-list\\=false\r\nlast=\xa7\nnew=x\n"
	if got := string(f.Bytes()); got != want {
		t.Errorf("wrote\n%q\nwant\n%q", got, want)
	}
}

func TestAValueNeverMakesAnotherSetting(t *testing.T) {
	t.Parallel()
	for _, hostile := range []string{"a\nrcon.password=x", "a\rb=c", "a\\", " lead", "#x", "a\u2028b", "\\n", "=", "tail ", "\x00\x7f"} {
		f := parse(t, "motd=old\nend=1")
		f.Set("motd", hostile)
		f.Set("other", hostile)
		again := parse(t, string(f.Bytes())).Values()
		want := map[string]string{"motd": hostile, "end": "1", "other": hostile}
		if !maps.Equal(again, want) {
			t.Errorf("%q was read again as %q", hostile, again)
		}
	}
}

func TestASettingThatIsAddedBehindAnUnfinishedLineIsItsOwn(t *testing.T) {
	t.Parallel()
	f := parse(t, "motd=x\\")
	f.Set("level-name", "world")
	if got := parse(t, string(f.Bytes())).Values(); got["motd"] != "x" || got["level-name"] != "world" {
		t.Errorf("read again %q", got)
	}
}

func TestTheHeaderIsWrittenOnce(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 29, 9, 8, 7, 0, time.FixedZone("", 8*3600))
	for _, before := range []string{
		"a=1\n", "#Block Game server properties\n#Sun Nov 01 10:00:00 UTC 2026\na=1\n", "#Old\nname server properties\n"[5:] + "a=1\n",
		"#Block\x00Game server properties\n#Sun, 01 Nov 2026 01:08:07 GMT\na=1\n",
	} {
		f := parse(t, before)
		f.Stamp("Block\n Game", at)
		f.Stamp("Block\n Game", at)
		if got := string(f.Bytes()); !strings.HasPrefix(got, "#Block Game server properties\n#Sun, 29 Nov 2026 01:08:07 GMT\n") || strings.Count(got, "GMT") != 1 || !strings.HasSuffix(got, "a=1\n") {
			t.Errorf("%q became %q", before, got)
		}
	}
}

func TestACommentOfTheOwnerStaysBehindTheHeader(t *testing.T) {
	t.Parallel()
	f := parse(t, "#Block Game server properties\n#do not touch\na=1\n")
	f.Stamp("Block Game", time.Unix(0, 0))
	if got := string(f.Bytes()); got != "#Block Game server properties\n#Thu, 01 Jan 1970 00:00:00 GMT\n#do not touch\na=1\n" {
		t.Errorf("wrote %q", got)
	}
}

func TestAFileThatIsTooLargeIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := Parse(make([]byte, MaxSize+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func FuzzAChangeKeepsEverythingElse(f *testing.F) {
	f.Add([]byte("#x\nmotd=A\\\n b\r\nc:d"), "motd", "§b\nx=y")
	f.Add([]byte("a\\=b = c\\u00"), "a=b", "\\")
	f.Add([]byte("\\"), "", "")
	f.Fuzz(func(t *testing.T, data []byte, key, value string) {
		before, err := Parse(data)
		if err != nil {
			return
		}
		if !bytes.Equal(before.Bytes(), data) {
			t.Fatalf("an unchanged file was written as %q", before.Bytes())
		}
		key, value = strings.ToValidUTF8(key, "?"), strings.ToValidUTF8(value, "?")
		want := before.Values()
		want[key] = value
		before.Set(key, value)
		after, err := Parse(before.Bytes())
		if err != nil {
			return
		}
		if got := after.Values(); !maps.Equal(got, want) {
			t.Fatalf("%q: set %q to %q: read again %q, want %q", data, key, value, got, want)
		}
	})
}
