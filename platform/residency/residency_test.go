package residency

import (
	"slices"
	"strings"
	"testing"
)

const smaps = `00400000-00401000 r--p 00000000 fe:00 247026                     /srv/a program
Size:                  4 kB
Rss:                   4 kB
Anonymous:             0 kB
VmFlags: rd mr mw me sd
00401000-03c00000 r-xp 00001000 fe:00 247026                     /srv/a program
Rss:               50000 kB
Anonymous:             0 kB
03c00000-08000000 r--p 03800000 fe:00 247026                     /srv/a program
Rss:                 100 kB
Anonymous:             4 kB
08000000-08100000 rw-p 07c00000 fe:00 247026                     /srv/a program
Rss:                   0 kB
Anonymous:             0 kB
08100000-08200000 r--s 00000000 fe:00 247026                     /srv/a program
Rss:                   0 kB
Anonymous:             0 kB
08200000-08300000 r-xp 00000000 fe:00 247027                     /lib/libc.so.6
Rss:                 900 kB
Anonymous:             0 kB
c000000000-c004000000 rw-p 00000000 00:00 0 
Rss:               65536 kB
Anonymous:         65536 kB
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`

func TestOnlyPagesThatAreAllTheProgramsFileAreReleased(t *testing.T) {
	got, err := mappingsOf("/srv/a program", strings.NewReader(smaps))
	if want := []span{{0x400000, 0x401000}, {0x401000, 0x3c00000}}; err != nil || !slices.Equal(got.clean, want) {
		t.Errorf("%x, %v; want %x: a page that was written, or that others share, is not the file's", got.clean, err, want)
	}
	if want := int64(4+50000+96) << 10; got.resident != want {
		t.Errorf("%d bytes of the file are resident, want %d", got.resident, want)
	}
}

func TestAMappingThatCannotBeReadReleasesNothing(t *testing.T) {
	for _, text := range []string{
		"zz-401000 r-xp 0 fe:00 1 /p", "400000-zz r-xp 0 fe:00 1 /p", "400000 r-xp 0 fe:00 1 /p", "401000-400000 r-xp 0 fe:00 1 /p",
		"400000-401000 r-xp 0 fe:00 1 /p\nRss:", "400000-401000 r-xp 0 fe:00 1 /p\nRss: x kB",
	} {
		if got, err := mappingsOf("/p", strings.NewReader(text+"\nAnonymous: 0 kB\n")); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, statm := range []string{"", "1 2", "1 2 x"} {
		if n, err := filePages(statm); err == nil {
			t.Errorf("%q is read as %d pages", statm, n)
		}
	}
}

func TestAProgramGoesOnAfterItsPagesWereReleased(t *testing.T) {
	before, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	if before == 0 {
		t.Skip("this system does not say what is resident")
	}
	others, err := Release()
	if err != nil || others >= before {
		t.Fatalf("%d bytes of other files, of all %d before; %v", others, before, err)
	}
	if after, err := Files(); err != nil || after >= before {
		t.Errorf("%d bytes resident, %d before; %v", after, before, err)
	}
	if got := strings.Repeat("灯塔", 2); got != "灯塔灯塔" {
		t.Errorf("%q: the constants of the program are not those of its file", got)
	}
}
